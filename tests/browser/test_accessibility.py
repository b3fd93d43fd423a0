"""Accessibility: axe, contrast, keyboard, size of targets, larger and wider text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise, product
from typing import Any

import pytest
from contrast import contrast
from playwright.sync_api import Page
from projects import ROOT

from . import essay
from .colours import opaque, painted
from .measuring import measured
from .opening import look_for, open_definition, open_menu

SECTION, GRAPH, NOTES, MISSING = "ensayo/feudalizacion/", "ensayo/grafo/", "notas/", "no/existe/"
NOTE = "notas/coste-entrenamiento/"
TYPES = "", SECTION, GRAPH, essay.COMPLETE, NOTES, NOTE, "fuentes/", "glosario/", "sobre/", "manual/", MISSING
WIDE, NARROW = 1280, 390
LOOKS = (WIDE, "light"), (NARROW, "dark")
OTHER_LOOKS = (WIDE, "dark"), (NARROW, "light")

AXE = ROOT / "node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
UNDECIDED = {
    "color-contrast",  # `test_text_stands_out` measures drawings and single letters
    "label-content-name-mismatch",  # is «#» a word?
}
# The largest spacing of lines, letters, words and paragraphs that must lose no text: WCAG 1.4.12.
SPACED = """
* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }
p { margin-bottom: 2em !important; }
"""


@pytest.fixture(scope="module", params=TYPES, ids=lambda path: path or "home")
def loaded(go: Callable[..., Page], request: pytest.FixtureRequest) -> Page:
    """A page of each type."""
    page = go(request.param, 404 if request.param == MISSING else 200)
    if request.param == GRAPH:
        page.locator(".live svg").wait_for()
    return measured(page)


@pytest.fixture
def page(loaded: Page) -> Page:
    """The same page as loaded."""
    enlarge(loaded, 16)
    loaded.keyboard.press("Escape")
    loaded.evaluate("measure.unfold(false); measure.style('')")
    return loaded


def show(page: Page, width: int, scheme: str = "light") -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)


def enlarge(page: Page, size: int) -> None:
    """Set the default font size in pixels, as a browser's settings do."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})


def faults(page: Page, rules: list[str] = RULES) -> list[str]:
    """Return axe's violations, and its undecided results that no other test covers."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong, undecided = page.evaluate("(rules) => measure.faults(rules)", rules)
    return [f"{rule}: {what}" for rule, what in wrong + [fault for fault in undecided if fault[0] not in UNDECIDED]]


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing(page, width, scheme):
    show(page, width, scheme)
    assert faults(page) == []


@pytest.mark.parametrize(("width", "scheme"), OTHER_LOOKS)
def test_axe_finds_nothing_in_the_other_colours(page, width, scheme):
    show(page, width, scheme)
    assert faults(page, COLOURS) == []


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_targets_are_large_enough_and_free(page, width):
    show(page, width)
    page.evaluate("measure.unfold(true)")
    assert page.evaluate("measure.small()") == []
    assert page.evaluate("measure.covered()") == []


@pytest.mark.parametrize(
    ("width", "size", "css"),
    [(320, 16, ""), (320, 16, SPACED), (WIDE, 16, SPACED), (NARROW, 32, ""), (WIDE, 32, "")],
    ids=["narrow", "narrow and spaced", "spaced", "narrow and large", "large"],
)
def test_nothing_is_lost(page, width, size, css):
    show(page, width)
    enlarge(page, size)
    page.evaluate("(css) => { measure.style(css); measure.unfold(true); }", css)
    assert page.evaluate("measure.lost()") == []


def open_notes(page: Page) -> None:
    page.evaluate("measure.unfold(true)")


OPENED = {
    "notes": open_notes,
    "search": partial(look_for, words="kernel"),
    "definition": open_definition,
    "menu": partial(open_menu, number=8),
}


@pytest.mark.parametrize("open", OPENED.values(), ids=OPENED)
@pytest.mark.parametrize("loaded", [SECTION], indirect=True)
def test_axe_finds_nothing_in_what_opens(page, open: Callable[[Page], object]):
    show(page, WIDE)
    open(page)
    for width, scheme in LOOKS:
        show(page, width, scheme)
        assert faults(page) + page.evaluate("measure.small()") == []


@pytest.mark.parametrize("path", [SECTION, GRAPH, NOTES])
def test_axe_finds_nothing_without_scripts(visit, path):
    page = measured(visit(path, width=NARROW, scheme="dark", javascript=False))
    page.evaluate("measure.tick()")
    assert faults(page) == []


def test_text_stands_out(visit):
    """The essay has the highest contrast, also on tints of shared and lit passages and on panels."""
    page = measured(visit(essay.COMPLETE))
    page.locator(".graph").scroll_into_view_if_needed()
    page.locator(".live svg").wait_for()
    page.evaluate("measure.unfold(true)")
    for scheme, state, ground in product(["light", "dark"], ["", "shared", "lit"], ["paper", "panel"]):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(f"measure.mark('{state}')")
        shown = page.evaluate(f"measure.colours('{ground}')")
        assert [where for *pair, where in shown["essay"] if contrast(*pair) < 7] == []
        assert [where for *pair, where in shown["rest"] if contrast(*pair) < 4.5] == []
        assert len(shown["essay"]) > 0 and len(shown["rest"]) > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_that_the_system_forces_leave_passages_legible(visit, scheme):
    page = visit(SECTION)
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    ground = opaque(page.locator("body"), "backgroundColor")
    for passage in page.locator(".passage").all():
        assert contrast(opaque(passage, "color"), ground) >= 7
        assert painted(passage, "backgroundColor")[3] == 0


@pytest.mark.parametrize(("path", "width", "scheme"), [(SECTION, *LOOKS[0]), (SECTION, *LOOKS[1]), (GRAPH, *LOOKS[1])])
def test_tab_goes_through_the_page_as_it_is_read(visit, path, width, scheme):
    page = measured(visit(path, width=width, scheme=scheme))
    if path == GRAPH:
        page.locator(".live svg").wait_for()
    usable = page.evaluate_handle("measure.usable()")
    places = usable.evaluate("(usable) => measure.places(usable)")
    assert [(one["does"], other["does"]) for one, other in pairwise(places) if not follows(one, other)] == []
    does = [place["does"] for place in places]
    assert path == GRAPH or len(does) == len(set(does))  # the diagram repeats its passage
    stops = []
    for _ in places:
        page.keyboard.press("Tab")
        stops.append(usable.evaluate("(usable) => measure.stop(usable)"))
    assert stops == [[at, True] for at in range(len(places))]
    ring, ground = opaque(page.locator(":focus"), "outlineColor"), opaque(page.locator("body"), "backgroundColor")
    assert contrast(ring, ground) >= 3
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")


def follows(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether an element follows another in reading order: in a later part, lower, or to its right."""
    if one["part"] != other["part"]:
        return one["part"] < other["part"]
    lower = other["middle"] - one["middle"]
    return lower > 6 or (lower > -6 and other["left"] > one["left"])
