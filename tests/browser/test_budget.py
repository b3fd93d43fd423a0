"""The cost of a section page on the first visit."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from . import essay
from .visits import watching

KB = 1000
TEXT = "document", "stylesheet", "script"
_BLOCKING = """() => performance.getEntriesByType("resource")
  .filter((entry) => entry.renderBlockingStatus === "blocking").length"""


@dataclass(frozen=True)
class Cost:
    """The bytes of every response, by kind; what blocks the first paint; the layout shift."""

    sent: list[tuple[str, int]]
    blocking: int
    shift: float


@pytest.fixture(scope="module", params=essay.SECTIONS[:-1])
def cost(browser: Browser, address: str, request: pytest.FixtureRequest) -> Cost:
    """The cost of a section page, except the diagram's, which loads mermaid at once."""
    with watching(browser, address) as visit:
        page = visit(request.param)
        page.wait_for_load_state("networkidle")
        return Cost(
            sent=[(sent.resource_type, sent.sizes()["responseBodySize"]) for sent in visit.requests],
            blocking=1 + page.evaluate(_BLOCKING),
            shift=page.evaluate("shift"),
        )


def test_text_styles_and_scripts_are_light(cost):
    assert sum(size for kind, size in cost.sent if kind in TEXT) <= 25 * KB


def test_everything_is_light(cost):
    assert sum(size for _, size in cost.sent) <= 45 * KB


def test_one_answer_is_enough_to_begin(cost):
    assert cost.blocking == 1


def test_nothing_else_is_sent_than_what_every_reader_needs(cost):
    assert sorted(kind for kind, _ in cost.sent) == ["document", "font", "other", "script"]  # the other is the icon


def test_nothing_moves(cost):
    assert cost.shift == 0


@pytest.mark.parametrize(("latency", "kinds"), [(20, {"font"}), (150, set())])  # ms
def test_the_face_is_asked_for_where_it_can_come_in_time(visit, latency, kinds):
    page = visit("404.html")
    link = page.context.new_cdp_session(page)
    link.send("Network.enable")
    throughput = 1_000_000  # bytes per second
    conditions = {"latency": latency, "downloadThroughput": throughput, "uploadThroughput": throughput}
    link.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    visit.requests.clear()
    page.goto(essay.SECTIONS[0])
    page.wait_for_load_state("networkidle")
    assert {sent.resource_type for sent in visit.requests} & {"font"} == kinds
