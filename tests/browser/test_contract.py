"""The contract of every finished page: the essay's words, its ids, and working links."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from lxml import html
from lxml.html import HtmlElement

from . import essay

_SITE = "https://example.org/repo/"
_BLOCKS = "//*[@data-p or @data-h or @data-graph]"
_ADDRESS = re.compile(r"p\d+|(nota|pasaje|g)-")
_PLACES = "href", "src", "data-worker"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, HtmlElement]:
    """Every page by its site-relative address."""
    return {
        file.relative_to(site).as_posix().removesuffix("index.html"): html.parse(file).getroot()
        for file in sorted(site.rglob("*.html"))
    }


@pytest.fixture(scope="module")
def chapters(pages: dict[str, HtmlElement]) -> dict[str, HtmlElement]:
    """The pages of the essay, in order."""
    return {path: pages[path] for path in essay.PAGES}


@pytest.fixture(scope="module")
def annotated(chapters: dict[str, HtmlElement], pages: dict[str, HtmlElement]) -> dict[str, HtmlElement]:
    """The pages of the essay, and the page with all of it."""
    return chapters | {essay.COMPLETE: pages[essay.COMPLETE]}


def notes(page: HtmlElement) -> dict[str, HtmlElement]:
    return {note.get("id").removeprefix("nota-"): note for note in page.find_class("note")}


def words(element: HtmlElement) -> str:
    """The text of a block, without the edition's additions."""
    bare = html.fromstring(html.tostring(element, with_tail=False))
    added = bare.find_class("note") + bare.find_class("anchor") + bare.xpath("descendant::*[@data-edition]")
    for element in added:
        element.drop_tree()
    return bare.text_content()


def slugs(passages: list[HtmlElement]) -> set[str]:
    return {slug for passage in passages for slug in passage.get("data-notes").split()}


def targets(path: str, element: HtmlElement) -> list[str]:
    """The targets of the links inside `element` of the page `path`."""
    return [urljoin(_SITE + path, link.get("href")) for link in element.iter("a")]


def test_paragraphs_are_numbered_through_the_whole_essay(chapters):
    found = [(p.get("id"), p.get("data-p")) for page in chapters.values() for p in page.xpath("//*[@data-p]")]
    assert found == [(f"p{n}", str(n)) for n in range(1, essay.PARAGRAPHS + 1)]


def test_pages_hold_the_essay_word_for_word(chapters):
    assert [words(block) for page in chapters.values() for block in page.xpath(_BLOCKS)] == essay.blocks()


def test_complete_page_holds_it_too(pages):
    assert [words(block) for block in pages[essay.COMPLETE].xpath(_BLOCKS)] == essay.blocks()


def test_complete_page_has_the_addresses_of_all_the_others(pages, chapters):
    there = {id for page in chapters.values() for id in page.xpath("//@id") if _ADDRESS.match(id)}
    assert len(there) > essay.PARAGRAPHS
    assert there <= set(pages[essay.COMPLETE].xpath("//@id"))


def test_passages_and_notes_of_a_page_are_the_same(annotated):
    for path, page in annotated.items():
        assert notes(page), path
        assert slugs(page.find_class("passage")) == set(notes(page)), path


def test_passages_name_their_notes_to_assistive_technology(annotated):
    for page in annotated.values():
        for passage in page.find_class("passage"):
            named = [f"nota-{slug}" for slug in passage.get("data-notes").split()]
            assert passage.get("aria-details").split() == named


def test_every_note_has_one_reference_that_says_its_number_and_kind(annotated):
    for page in annotated.values():
        for slug, note in notes(page).items():
            reference = page.get_element_by_id(f"pasaje-{slug}").attrib
            assert reference["href"] == f"#nota-{slug}"
            assert reference["aria-label"].startswith(f"Nota {reference['data-number']}, {note.get('data-kind')}")


def test_every_note_comes_after_its_block_and_in_its_row(annotated):
    for page in annotated.values():
        for slug, note in notes(page).items():
            row = next(above for above in note.iterancestors() if "row" in above.classes)
            [block] = row.find_class("block")
            assert slug in slugs(block.find_class("passage"))
            assert block in note.xpath("preceding::*"), slug


def test_every_note_links_to_its_page_and_back_to_its_passage(pages, annotated):
    for path, page in annotated.items():
        for slug, note in notes(page).items():
            assert f"notas/{slug}/" in pages
            assert {f"{_SITE}notas/{slug}/", f"{_SITE}{path}#pasaje-{slug}"} <= set(targets(path, note))


def test_every_note_page_leads_to_its_place_in_the_essay(pages, chapters):
    for path, chapter in chapters.items():
        for slug in notes(chapter):
            page = f"notas/{slug}/"
            assert f"{_SITE}{path}#nota-{slug}" in targets(page, pages[page])


def test_no_id_stands_twice_on_a_page(pages):
    for path, page in pages.items():
        assert not [id for id, count in Counter(page.xpath("//@id")).items() if count > 1], path


def test_pages_have_no_inline_styles_or_handlers(pages):
    for path, page in pages.items():
        names = {name for element in page.iter("*") for name in element.attrib}
        assert not {name for name in names if name == "style" or name.startswith("on")}, path


def test_every_link_inside_the_site_leads_somewhere(site, pages):
    broken = []
    for path, page in pages.items():
        for place in {place for element in page.iter("*") for name in _PLACES if (place := element.get(name))}:
            target, fragment = urldefrag(urljoin(_SITE + path, place))
            if not target.startswith("https://example.org/"):
                continue
            name = unquote(target.removeprefix(_SITE).partition("?")[0])
            if name not in pages and not (site / name).is_file():
                broken.append(f"{path}: {place}")
            if name in pages and fragment and unquote(fragment) not in pages[name].xpath("//@id"):
                broken.append(f"{path}: {place}")
    assert not broken, "\n".join(broken)
