"""What a screen reader gets from each kind of page is as last approved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page
from projects import ROOT, Project, assert_golden
from server import serving

from .opening import look_for, open_definition, open_menu
from .visits import Visits, watching

GOLDEN = ROOT / "tests/golden/accessibility"
SECTION = "ensayo/levadura/"
WHOLE = {"home": "", "section": SECTION}
DRAWN = {"graph": "ensayo/esquema/", "complete": "completo/"}
MAIN = {
    "note": "notas/fermenta/",
    "notes": "notas/",
    "sources": "fuentes/",
    "glossary": "glosario/",
    "text": "sobre/",
}


@pytest.fixture(scope="module")
def visit(browser: Browser, miniature: Project) -> Iterator[Visits]:
    with serving(miniature.site, "/pan/") as address, watching(browser, address) as visit:
        yield visit


def spoken(element: Locator) -> str:
    """Return the accessibility tree of an element, one line for each node: role, name, state."""
    lines = [line for line in element.aria_snapshot().split("\n") if not line.lstrip().startswith("- /url:")]
    depths = [len(line) - len(line.lstrip()) for line in lines]
    ends = [after <= depth for depth, after in pairwise([*depths, 0])]
    return "".join(f"{line.removesuffix(':') if end else line}\n" for line, end in zip(lines, ends, strict=True))


def compare(name: str, element: Locator) -> None:
    assert_golden(GOLDEN / f"{name}.txt", spoken(element))


@pytest.mark.parametrize(("name", "path"), WHOLE.items(), ids=WHOLE)
def test_a_page_read_aloud_is_as_it_was(visit: Visits, name: str, path: str) -> None:
    compare(name, visit(path).locator("body"))


@pytest.mark.parametrize(("name", "path"), MAIN.items(), ids=MAIN)
def test_main_part_read_aloud_is_as_it_was(visit: Visits, name: str, path: str) -> None:
    compare(name, visit(path).get_by_role("main"))


@pytest.mark.parametrize(("name", "path"), DRAWN.items(), ids=DRAWN)
def test_diagram_read_aloud_is_as_it_was(visit: Visits, name: str, path: str) -> None:
    """The drawing made at build: the miniature has no mermaid to redraw it."""
    compare(name, visit(path, javascript=False).get_by_role("main"))


def test_wrong_address_read_aloud_is_as_it_was(visit: Visits) -> None:
    compare("missing", visit("no/existe/", status=404).get_by_role("main"))


def open_note(page: Page) -> Locator:
    page.get_by_role("link", name="Nota 3").first.click()
    return page.locator("#nota-trigo")


def open_results(page: Page) -> Locator:
    look_for(page, "masa")
    return page.locator("dialog.search")


OPENED = {
    "opened note": (SECTION, open_note),
    "menu of an address": (SECTION, partial(open_menu, number=2)),
    "search": ("", open_results),
    "definition": ("", open_definition),
}


@pytest.mark.parametrize(("name", "path", "open"), [(name, *how) for name, how in OPENED.items()], ids=OPENED)
def test_what_opens_read_aloud_is_as_it_was(
    visit: Visits, name: str, path: str, open: Callable[[Page], Locator]
) -> None:
    opened = open(visit(path))
    opened.wait_for()
    compare(name.replace(" ", "-"), opened)


def test_readers_are_told_where_they_are(visit: Visits) -> None:
    page = visit(SECTION)
    page.locator(".where summary").click()
    assert page.locator("[aria-current=page]:visible").all_text_contents() == ["La levadura invisible"]
    page = visit("notas/")
    assert page.locator("[aria-current=page]").all_text_contents() == ["Notas"]
