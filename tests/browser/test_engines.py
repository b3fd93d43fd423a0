"""The same actions in every installed engine: Chromium, Firefox, and WebKitGTK, which is close to Safari.

`scripts/test tests/browser/test_engines.py` prints a table of engines and actions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Error as PlaywrightError

from .engines.chromium import Chromium
from .engines.engine import Engine
from .engines.installed import installed

PAGES = ("", "ensayo/feudalizacion/", "ensayo/grafo/", "completo/", "balance/", "notas/", "notas/meses-dias/",
         "fuentes/", "glosario/", "sobre/")  # fmt: skip
SECTION = "ensayo/feudalizacion/"
Open = Callable[..., Engine]
_ENGINES = installed()


@pytest.fixture(scope="session", params=["chromium", *_ENGINES])
def engine(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Engine]:
    if request.param == "chromium":
        yield Chromium(browser)
        return
    with _ENGINES[request.param]() as engine:
        yield engine


@pytest.fixture
def open_page(engine: Engine, address: str) -> Iterator[Open]:
    """Open a page as a first-time visitor; any error in it fails the test."""

    def opened(path: str, width: int = 1280, height: int = 900) -> Engine:
        engine.size(width, height)
        engine.go(address + path)
        wait(engine, "!document.querySelector('.search-open').hidden")  # scripts can run after WebKit says «loaded»
        return engine

    engine.go(f"{address}sobre/")
    engine.evaluate("localStorage.clear()")
    engine.errors.clear()
    yield opened
    assert engine.errors == []


def wait(engine: Engine, condition: str) -> Any:
    """Wait until a JavaScript expression is true, at most 5 s, and return its value.

    A page that is being left may fail to answer; then the next page is asked.
    """
    end = time.monotonic() + 5
    while True:
        try:
            if found := engine.evaluate(f"const value = {condition}; return value ? [value] : null"):
                return found[0]
        except (RuntimeError, PlaywrightError):
            if time.monotonic() > end:
                raise
        assert time.monotonic() < end, f"never: {condition}"
        time.sleep(0.05)


def middle(engine: Engine, selector: str, *, line: int = 0) -> tuple[float, float]:
    """Scroll an element into view, and return a point in the middle of one of its lines."""
    x, y = engine.evaluate(f"""
        const element = document.querySelector({selector!r});
        element.scrollIntoView({{ block: "center" }});
        await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
        const {{ left, top, width, height }} = element.getClientRects()[{line}];
        return [left + width / 2, top + height / 2];
    """)
    return x, y


def click(engine: Engine, selector: str, times: int = 1) -> None:
    engine.click(*middle(engine, selector), times)


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_and_as_wide_as_the_window(open_page: Open, path: str, width: int) -> None:
    engine = open_page(path, width)
    inner, wide, words = engine.evaluate(
        "return [innerWidth, document.documentElement.scrollWidth, document.querySelector('#contenido').innerText.length]"
    )
    assert wide <= inner
    assert words > 200


def test_numbers_colours_and_icons_are_there(open_page: Open) -> None:
    engine = open_page(SECTION)
    number, passage, plain, icon, image = engine.evaluate("""
        const style = (selector, pseudo) => getComputedStyle(document.querySelector(selector), pseudo);
        const icon = style(".note .icon");
        return [
          style(".ref", "::after").content,
          style(".passage").backgroundColor,
          style("body").backgroundColor,
          icon.backgroundColor,
          icon.maskImage || icon.webkitMaskImage,
        ];
    """)
    assert number.startswith(('"1"', "attr(data-number)"))
    assert "0, 0, 0, 0" not in passage and passage != plain
    assert icon not in ("rgba(0, 0, 0, 0)", plain)
    assert "svg" in image


def test_a_note_opens_where_it_stands_and_from_its_passage(open_page: Open) -> None:
    engine = open_page(SECTION)
    click(engine, ".note summary")
    assert engine.evaluate("return document.querySelector('.note details').open")
    slug = engine.evaluate("return document.querySelectorAll('.passage')[2].dataset.notes.split(' ')[0]")
    click(engine, f".passage[data-notes~='{slug}']")
    assert wait(engine, f"document.querySelector('#nota-{slug} details').open && location.hash") == f"#nota-{slug}"
    engine.evaluate(f"document.querySelector('#nota-{slug} details').open = false")
    click(engine, f".passage[data-notes~='{slug}']")  # the URL already has its fragment
    wait(engine, f"document.querySelector('#nota-{slug} details').open")


def test_two_clicks_in_a_passage_select_a_word_and_go_nowhere(open_page: Open) -> None:
    engine = open_page(SECTION)
    _, y = middle(engine, ".passage")
    left = engine.evaluate("return document.querySelector('.passage').getClientRects()[0].left")
    engine.click(left + 20, y, 2)  # in its first word
    engine.evaluate("await new Promise((go) => setTimeout(go, 600))")
    selected, fragment = engine.evaluate("return [getSelection().toString().trim(), location.hash]")
    assert selected and " " not in selected
    assert fragment == ""


def test_a_choice_hides_the_rest_and_is_in_the_address_on_the_next_page_and_on_the_way_back(open_page: Open) -> None:
    engine = open_page(f"{SECTION}?fbclid=x")
    click(engine, "label:has([value=impreciso])")
    shown = "[...document.querySelectorAll('.note')].filter((note) => note.getClientRects().length).map((note) => note.dataset.finding)"
    assert set(engine.evaluate(f"return {shown}")) == {"impreciso"}
    assert engine.evaluate("return location.search") == "?fbclid=x&ver=impreciso"
    here = engine.evaluate("return location.origin + location.pathname")
    engine.go(here.replace("feudalizacion", "democratizacion"))
    assert set(engine.evaluate(f"return {shown}")) == {"impreciso"}
    engine.back()
    wait(engine, "location.pathname.includes('feudalizacion')")
    wait(engine, "document.querySelector('[name=ver]:checked').value === 'impreciso'")
    assert set(engine.evaluate(f"return {shown}")) == {"impreciso"}


def test_a_permalink_opens_its_menu_whatever_the_query_and_escape_closes_it(open_page: Open) -> None:
    engine = open_page(f"{SECTION}?utm_source=x")
    click(engine, "a.anchor[href='#p7']")
    wait(engine, "document.querySelector('.menu:popover-open')")
    assert wait(engine, "!document.querySelector('[data-do=bibtex]').hidden")
    engine.press("Escape")
    wait(engine, "!document.querySelector('.menu:popover-open')")


def test_a_term_is_defined_in_place(open_page: Open) -> None:
    engine = open_page(SECTION)
    click(engine, ".block a.term")
    assert wait(engine, "document.querySelector('.definition:popover-open')?.textContent.length > 40")


def test_the_search_finds_and_follows(open_page: Open) -> None:
    engine = open_page(SECTION)
    click(engine, ".search-open")
    wait(engine, "document.querySelector('dialog.search[open]')")
    for key in "hyperscalers":
        engine.press(key)
    wait(engine, "document.querySelectorAll('.search li').length > 0")
    engine.press("Enter")
    wait(engine, "!document.querySelector('dialog.search[open]')")


@pytest.mark.parametrize("fragment", ["#100%", "#nota-%C3", "#:~:text=nube"])
def test_a_fragment_that_says_nothing_breaks_nothing(open_page: Open, fragment: str) -> None:
    engine = open_page(SECTION + fragment)
    assert engine.evaluate("return !document.querySelector('.search-open').hidden")
    assert engine.evaluate("return !document.querySelector('.scheme').hidden")


def test_paper_has_every_note_open_and_the_screen_as_before(open_page: Open) -> None:
    engine = open_page(SECTION)
    open_notes = "document.querySelectorAll('.note details[open]').length"
    before, on_paper, after = engine.evaluate(f"""
        const before = {open_notes};
        dispatchEvent(new Event("beforeprint"));
        const printed = {open_notes};
        dispatchEvent(new Event("afterprint"));
        return [before, printed, {open_notes}];
    """)
    assert before == after == 0
    assert on_paper == engine.evaluate("return document.querySelectorAll('.note').length")


def test_what_is_copied_of_the_essay_has_no_notes_in_it(open_page: Open) -> None:
    engine = open_page(SECTION)
    copied = engine.evaluate("""
        const [first, last] = ["p6", "p7"].map((id) => document.getElementById(id));
        getSelection().setBaseAndExtent(first.firstChild, 3, last, last.childNodes.length);
        let text;
        const copy = new Event("copy", { bubbles: true, cancelable: true });
        copy.clipboardData = { setData: (type, data) => { if (type === "text/plain") text = data; } };
        for (let at = 0; at < 100 && !text; at++) {  // what copies comes when words are first selected
          document.dispatchEvent(copy);
          await new Promise((go) => setTimeout(go, 50));
        }
        return text;
    """)
    assert copied.startswith("que estamos presenciando")
    assert copied.endswith("costó cientos de millones de dólares")
    assert copied.count("\n\n") == 1


def test_the_diagram_is_drawn_live(open_page: Open) -> None:
    engine = open_page("ensayo/grafo/")
    assert wait(engine, "document.querySelectorAll('.graph .live svg .node').length") == 5
