"""Print: complete notes, every URL in full, black on white, and no heading alone at the end of a page."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from contrast import contrast
from playwright.sync_api import Page
from pypdf import PdfReader

from . import essay
from .colours import painted
from .measuring import measured

SITE = "https://example.org/repo/"
GRAPH, SECTION = "ensayo/grafo/", "ensayo/feudalizacion/"
PATHS = "", SECTION, GRAPH, essay.COMPLETE  # the last contains all other sections
OTHERS = "notas/coste-entrenamiento/", "notas/", "sobre/"
BLACK, WHITE = (0, 0, 0, 255), (255, 255, 255, 255)


def squeezed(text: str) -> str:
    """Remove white space and ligatures: line breaks do not matter."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@dataclass(frozen=True)
class Print:
    """A page, and the texts on each printed A4 sheet, from top to bottom."""

    page: Page
    sheets: list[str]

    @classmethod
    def of(cls, page: Page) -> Print:
        sheets = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
        return cls(page, [squeezed(sheet.extract_text(extraction_mode="layout")) for sheet in sheets])

    def lacks(self, texts: list[str]) -> list[str]:
        whole = "".join(self.sheets)
        return [text for text in texts if squeezed(text) not in whole]

    def texts(self, selector: str) -> list[str]:
        return self.page.locator(selector).all_text_contents()


@pytest.fixture(scope="module", params=PATHS, ids=lambda path: path or "home")
def printed(go: Callable[[str], Page], request: pytest.FixtureRequest) -> Print:
    return Print.of(go(request.param))


def sources(page: Page) -> list[str]:
    links = page.locator(".sources a[href^=http]:not(.archived *)")
    return links.evaluate_all("links => links.map((link) => link.getAttribute('href'))")


def check_notes(printed: Print) -> None:
    for part in ".note .finding", ".note .title", ".note .gist", ".note .full > p:not(.meta)":
        texts = printed.texts(part)
        assert texts and printed.lacks(texts) == [], part
    addresses = sources(printed.page)
    assert addresses and printed.lacks(addresses) == []


def test_notes_are_printed_in_full(printed):
    check_notes(printed)


def test_notes_are_printed_in_full_without_scripts(visit):
    check_notes(Print.of(visit(SECTION, javascript=False)))


def test_sections_are_printed_with_their_address(printed, address):
    paths = essay.PAGES if printed.page.url.endswith(essay.COMPLETE) else [printed.page.url.removeprefix(address)]
    assert printed.lacks([SITE + path for path in paths]) == []


def test_no_heading_or_title_is_left_alone_at_the_foot_of_a_sheet(printed):
    assert alone(printed) == []


@pytest.mark.parametrize("path", OTHERS)
def test_no_heading_is_left_alone_on_other_pages(go, path):
    printed = Print.of(go(path))
    assert alone(printed) == []
    assert printed.lacks([SITE + path]) == []


def alone(printed: Print) -> list[str]:
    """Return the headings and first lines of notes that are on no sheet together with what follows."""
    measured(printed.page).emulate_media(media="print")
    heads: list[Any] = printed.page.evaluate("measure.heads()")
    printed.page.emulate_media(media="null")
    assert heads
    return [
        head for head, below in heads if not any(squeezed(head) in s and squeezed(below) in s for s in printed.sheets)
    ]


@pytest.mark.parametrize("path", [GRAPH, essay.COMPLETE])
def test_diagram_is_printed_with_its_list(go, path):
    page = go(path)
    page.emulate_media(media="print")
    drawing = page.locator(".graph svg:visible").first
    sheet_width = page.locator(".graph").bounding_box()["width"]
    assert 0 < drawing.bounding_box()["width"] <= sheet_width
    assert page.locator(".parts li:visible").count() == page.locator(".parts li").count() > 0


@pytest.mark.parametrize("chosen", ["", "slate"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_print_is_black_on_white(visit, scheme, chosen):
    page = visit(SECTION, scheme=scheme)
    page.evaluate("(chosen) => { document.documentElement.dataset.mdColorScheme = chosen; }", chosen)
    page.emulate_media(media="print", color_scheme=scheme)
    assert painted(page.locator("body"), "backgroundColor") == WHITE
    for part in "h1", "[data-p]", ".note .title", ".note .full > p":
        assert painted(page.locator(part).first, "color") == BLACK, part
    shown = measured(page).evaluate("measure.colours('paper')")["rest"]
    assert shown and [where for *pair, where in shown if contrast(*pair) < 4.5] == []
