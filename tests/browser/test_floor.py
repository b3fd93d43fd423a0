"""What keeps the page right in engines that differ, as far as one shows it: scripts/engines.mjs has the rest."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from . import essay
from .colours import painted

PATH = "ensayo/feudalizacion/"
_WIDE = """(box, html) => box.insertAdjacentHTML("beforeend", html)"""
_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
_BASELINES = """(passage) => {
  const mark = () => Object.assign(document.createElement("i"), { style: "display: inline-block" });
  const [inside, outside] = [mark(), mark()];
  passage.prepend(inside);
  passage.before(outside);
  return inside.getBoundingClientRect().bottom - outside.getBoundingClientRect().bottom;
}"""


@pytest.mark.parametrize("system", ["light", "dark"])
@pytest.mark.parametrize("chosen", ["", "default", "slate"])
def test_every_colour_is_that_of_the_scheme(visit, system, chosen):
    page = visit(PATH, scheme=system)
    page.evaluate("(chosen) => { if (chosen) document.documentElement.dataset.mdColorScheme = chosen; }", chosen)
    is_dark = (chosen or {"light": "default", "dark": "slate"}[system]) == "slate"
    assert (sum(painted(page.locator("body"), "backgroundColor")[:3]) < 3 * 128) == is_dark
    for part in "body", ".note .number", ".ref", ".finding", ".anchor":
        assert (sum(painted(page.locator(part).first, "color")[:3]) > 3 * 128) == is_dark, part


def test_a_passage_is_one_mark_with_the_terms_in_it(go):
    halves = 'mark[data-notes="{0}"] + mark[data-notes="{0}"]'
    page = go(essay.COMPLETE)
    assert page.locator(".passage .term").count()
    notes = page.locator(".passage").evaluate_all("marks => [...new Set(marks.map((mark) => mark.dataset.notes))]")
    assert [note for note in notes if page.locator(halves.format(note)).count()] == []


def test_a_passage_stands_on_the_line_of_its_text(go):
    passages = go(PATH).locator("p > .passage").all()
    assert passages
    assert [passage.evaluate(_BASELINES) for passage in passages] == [0] * len(passages)


def test_three_clicks_take_the_whole_paragraph_and_nothing_else(visit):
    page = visit(PATH)
    paragraph = page.locator("[data-p]", has=page.locator(".ref")).first
    paragraph.click(click_count=3, position={"x": 4, "y": 10})
    assert page.evaluate("getSelection().toString().trim()") in essay.blocks()


def test_forced_colours_underline_a_passage_once(visit):
    page = visit(PATH)
    page.emulate_media(forced_colors="active")
    passage = page.locator(".passage").first
    assert passage.evaluate("element => getComputedStyle(element).textDecorationLine") == "none"
    assert passage.evaluate("element => getComputedStyle(element).boxShadow") != "none"


@pytest.mark.parametrize("opener", ["a.term", ".row > .anchor"])
def test_what_is_open_over_the_page_is_not_printed(visit, opener):
    page = visit(PATH)
    page.locator(opener).first.click()
    box = page.locator("[popover]:popover-open")
    expect(box).to_be_visible()
    page.emulate_media(media="print")
    expect(box).to_be_hidden()


def test_an_open_search_is_not_printed(visit):
    page = visit(PATH)
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("dialog")).to_be_hidden()


@pytest.mark.parametrize(("path", "box"), [("notas/coste-entrenamiento/", ".prose"), (PATH, ".note .full")])
@pytest.mark.parametrize("html", ["<table><tr>{}</tr></table>", "<pre><code>{}</code></pre>"])
def test_what_is_too_wide_moves_in_its_own_box(visit, path, box, html):
    page = visit(path, width=360)
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    cells = "".join(f"<td>palabra{n}</td>" for n in range(40)) if "table" in html else "palabra" * 60
    page.locator(box).first.evaluate(_WIDE, html.format(cells))
    assert page.evaluate(_OVERFLOW) <= 0


def test_titles_are_not_hyphenated(go):
    heading = go("").get_by_role("heading", level=1)
    assert heading.evaluate("element => getComputedStyle(element).hyphens") == "manual"


def test_icons_are_apart_in_their_picture(go):
    icons = go("notas/").locator("html").evaluate("root => getComputedStyle(root).getPropertyValue('--icons')")
    places = [int(x) for x in re.findall(r"svg x='(\d+)'", icons)]
    assert places == [32 * at for at in range(len(places))] and len(places) > 1
