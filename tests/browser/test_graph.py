"""The diagram: drawn at build, redrawn by mermaid when near the screen, and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from contrast import contrast
from playwright.sync_api import Browser, Locator, Page, Request, expect

from . import essay
from .colours import opaque, painted
from .visits import watching

PATH = "ensayo/grafo/"
NODES = "Developer", "Codex API", "OpenAI/Azure", "NVIDIA GPUs", "CUDA Moat"
IDS = "g-developer", "g-codex", "g-openai-azure", "g-nvidia", "g-cuda"
WIDTHS = 360, 1280, 1920

# Waits until the page's own observer, which is older, has seen the same.
_OBSERVED = """() => new Promise((seen) => {
  new IntersectionObserver(seen, { rootMargin: "50%" }).observe(document.querySelector(".graph"));
})"""


def live(page: Page) -> Locator:
    """Mermaid's drawing, once it has appeared."""
    page.locator(".live .node").first.wait_for()
    return page.locator(".live svg")


def asked_for_mermaid(requests: list[Request]) -> bool:
    return any("/vendor/mermaid" in request.url for request in requests)


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def direct(browser: Browser, address: str, scheme: str) -> Iterator[Page]:
    """The page of the diagram, visited directly, with mermaid's drawing."""
    with watching(browser, address) as visit:
        page = visit(PATH, scheme=scheme)
        live(page)
        yield page


def test_live_drawing_has_all_nodes_and_arrows(direct):
    assert direct.locator(".live .node").all_text_contents() == list(NODES)
    expect(direct.locator(".live path.flowchart-link")).to_have_count(4)


def test_live_drawing_at_the_end_of_the_complete_page(visit):
    page = visit(essay.COMPLETE)
    page.locator(".graph").scroll_into_view_if_needed()
    expect(live(page).locator(".node")).to_have_count(5)


def test_live_drawing_when_coming_from_the_section_before(visit, scheme):
    page = visit(essay.SECTIONS[-2], scheme=scheme)
    page.locator("a[rel=next]").click()
    drawing = live(page)
    expect(drawing.locator(".node")).to_have_count(5)
    expect(drawing.locator("path.flowchart-link")).to_have_count(4)


@pytest.mark.parametrize("node", [".drawn a", ".live .node"])
def test_labels_can_be_read(direct, node):
    labels, boxes = direct.locator(f"{node} text"), direct.locator(f"{node} > rect")
    expect(labels).to_have_count(5)
    for text, ground in zip(labels.all(), boxes.all(), strict=True):
        assert contrast(opaque(text, "fill"), opaque(ground, "fill")) >= 4.5


@pytest.mark.parametrize("arrow", [".drawn .arrow", ".live .flowchart-link"])
def test_arrows_can_be_seen(direct, arrow):
    arrows, paper = direct.locator(arrow), opaque(direct.locator("body"), "backgroundColor")
    expect(arrows).to_have_count(4)
    for line in arrows.all():
        assert contrast(opaque(line, "stroke"), paper) >= 3


def test_live_drawing_has_a_name_and_a_description(direct):
    expect(direct.locator(".live svg")).to_have_accessible_name("Cadena de dependencias")
    expect(direct.locator(".live svg")).to_have_accessible_description(re.compile("^Cinco nodos en una sola línea"))


@pytest.mark.parametrize("width", WIDTHS)
def test_live_drawing_covers_the_one_made_at_build(direct, width):
    direct.set_viewport_size({"width": width, "height": 900})
    assert direct.locator(".live svg").bounding_box() == direct.locator(".drawn").bounding_box()
    expect(direct.locator(".drawn")).to_be_hidden()


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_moves_when_the_live_drawing_comes(visit, width):
    page = visit(PATH, width=width)
    live(page)
    assert page.evaluate("shift") == 0


def test_live_drawing_follows_the_page_from_light_to_dark(visit):
    page = visit(PATH, scheme="light")
    box = live(page).locator(".node rect").first
    light = painted(box, "fill")
    page.emulate_media(color_scheme="dark")
    assert painted(box, "fill") != light


def test_every_drawn_node_is_a_link_by_keyboard(visit):
    page = visit(PATH)
    live(page)
    for id in IDS:
        page.locator(f".live a[*|href='#{id}']").focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{PATH}#{id}")
        expect(page.locator(f"#{id}")).to_be_in_viewport()


def test_tab_stops_once_at_each_node(visit):
    page = visit(PATH)
    live(page)
    page.locator(".canvas").focus()
    stops = []
    for _ in IDS:
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.href?.baseVal"))
    assert stops == [f"#{id}" for id in IDS]


def test_without_scripts_the_drawing_made_at_build_is_shown(visit):
    page = visit(PATH, javascript=False)
    drawing = page.locator(".drawn")
    expect(drawing).to_be_visible()
    assert drawing.locator("a text").all_text_contents() == list(NODES)
    expect(drawing.locator(".arrow")).to_have_count(4)


def test_without_scripts_its_nodes_are_links_too(visit):
    page = visit(PATH, javascript=False)
    page.locator(".drawn a").last.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/{PATH}#{IDS[-1]}$"))


def test_the_diagram_is_there_in_words(visit):
    page = visit(PATH, javascript=False)
    nodes, links = page.locator("ol.parts").all()
    assert nodes.locator("li b").all_inner_texts() == list(NODES)
    assert links.locator("li b").all_inner_texts() == [f"{a} → {b}" for a, b in pairwise(NODES)]
    assert nodes.locator("li").evaluate_all("items => items.map((item) => item.id)") == list(IDS)


def test_its_source_is_shown_as_received(visit):
    page = visit(PATH, javascript=False)
    assert page.locator(".source").inner_text() == essay.blocks()[-1]


@pytest.mark.parametrize("path", ["", essay.SECTIONS[0], "fuentes/"])
def test_pages_without_a_diagram_do_not_ask_for_mermaid(visit, path):
    visit(path).wait_for_load_state("networkidle")
    assert not asked_for_mermaid(visit.requests)


def test_mermaid_is_asked_for_when_the_diagram_comes_near(visit):
    page = visit(PATH, height=100)
    page.evaluate(_OBSERVED)
    page.wait_for_load_state("networkidle")
    assert not asked_for_mermaid(visit.requests)
    page.locator(".graph").scroll_into_view_if_needed()
    live(page)
    assert asked_for_mermaid(visit.requests)
