"""No letter of the essay can change in the finished pages without being reported, and where it is."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import ROOT, Project, essay_pages
from edition.join.fidelity import difference, extract
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import html as lxml_html
from lxml.html import HtmlElement

ESSAY = (ROOT / "docs" / "ensayo.txt").read_text(encoding="utf-8")
_OF_THE_ESSAY = "//*[@data-h or @data-p or @data-graph]"
_TEXTS = "descendant-or-self::*[not(ancestor-or-self::*[@data-edition])]/text()"

_letters = st.characters(exclude_categories=("Cc", "Cs", "Cn"))


@dataclass(frozen=True)
class Place:
    """A character of the essay in a finished page: the page, the text node and the offset in it, and its line."""

    page: int
    node: int
    offset: int
    line: int


@dataclass(frozen=True)
class Pages:
    """The essay's finished pages, and the place of each of its characters there."""

    html: tuple[str, ...]
    trees: tuple[HtmlElement, ...]
    places: tuple[Place, ...]

    def letter(self, place: Place) -> str:
        return str(_text_nodes(self.trees[place.page])[place.node][place.offset])

    def without(self, place: Place, letters: int, instead: str) -> list[str]:
        """Return the pages with so many `letters` at `place` gone, and others `instead`."""
        tree = copy.deepcopy(self.trees[place.page])
        node = _text_nodes(tree)[place.node]
        changed = node[: place.offset] + instead + node[place.offset + letters :]
        if node.is_text:
            node.getparent().text = changed
        else:
            node.getparent().tail = changed
        return self.with_page(place.page, tree)

    def with_page(self, number: int, tree: HtmlElement) -> list[str]:
        """Return the pages with `tree` as the one of that number."""
        html = lxml_html.tostring(tree, encoding="unicode")
        return [*self.html[:number], html, *self.html[number + 1 :]]


def _text_nodes(tree: HtmlElement) -> list[Any]:
    return [node for block in tree.xpath(_OF_THE_ESSAY) for node in block.xpath(_TEXTS)]


@pytest.fixture(scope="module")
def pages(real: Project) -> Pages:
    html = tuple(real.page(path) for path in ["", *(f"ensayo/{page.stem}" for page in essay_pages()[1:])])
    trees = tuple(map(lxml_html.document_fromstring, html))
    places: list[Place] = []
    at = 0
    for page, tree in enumerate(trees):
        for number, node in enumerate(_text_nodes(tree)):
            at = ESSAY.index(node, at)
            lines = [ESSAY.count("\n", 0, at + offset) + 1 for offset in range(len(node))]
            places += [Place(page, number, offset, line) for offset, line in enumerate(lines)]
            at += len(node)
    return Pages(html, trees, tuple(places))


def test_the_pages_show_the_essay(pages: Pages) -> None:
    assert difference(ESSAY, extract(pages.html)) is None
    assert difference(ESSAY, extract(pages.without(pages.places[0], 0, ""))) is None


def test_every_letter_of_the_essay_is_put_to_the_test(pages: Pages) -> None:
    assert len(pages.places) == len(re.sub(r"\n+(• |\d\. )|\n\n", "", ESSAY))


@given(st.data(), st.sampled_from(["change", "lose", "add"]), _letters)
def test_no_letter_changes_unreported(pages: Pages, data: st.DataObject, how: str, letter: str) -> None:
    place = data.draw(st.sampled_from(pages.places))
    assume(how != "change" or letter != pages.letter(place))
    lost, added = {"change": (1, letter), "lose": (1, ""), "add": (0, letter)}[how]
    told = difference(ESSAY, extract(pages.without(place, lost, added)))
    assert told
    assert told.startswith(f"line {place.line}:")


def test_every_block_is_missed(pages: Pages) -> None:
    for page, tree in enumerate(pages.trees):
        for number in range(len(tree.xpath(_OF_THE_ESSAY))):
            without = copy.deepcopy(tree)
            without.xpath(_OF_THE_ESSAY)[number].drop_tree()
            shown = extract(pages.with_page(page, without))
            assert difference(ESSAY, shown), f"block {number} of page {page}"


@pytest.mark.parametrize(
    "html",
    [
        "<p data-p='1'>a</p><ol><li><p data-p='2'>b</p></li><li><p data-p='3'>c</p></li></ol>",  # numbered
        "<p data-p='1'>a</p><ul><li><p data-p='2'>b</p></li><li><p data-p='3'>c</p></li></ul>",  # loose
        "<p data-p='1'>a</p><ul><li><div data-p='3'>c</div></li><li><div data-p='2'>b</div></li></ul>",
        "<p data-p='1'>a</p><p data-p='2'>b</p><p data-p='3'>c</p>",
        "<p data-p='1'>a\n</p><ul><li><div data-p='2'>b</div></li><li><div data-p='3'>c</div></li></ul>",
    ],
)
def test_another_arrangement_of_the_same_words_is_reported(html: str) -> None:
    assert difference("a\n\n• b\n• c", extract([html]))


def test_what_the_edition_adds_is_left_out() -> None:
    page = (
        "<h1 data-h='s'>Título<a class='ref' data-edition>1</a></h1>"
        "<ul><li><a class='anchor' data-edition>¶ 1</a><div data-p='1'>u<mark>n</mark>o"
        "<aside class='big note'>nota<b data-edition>más</b></aside><i class='anchor'>#</i></div><div data-edition>al margen</div></li></ul>"
        "<pre><code data-graph>A --&gt; B</code></pre><p>Fuera</p>"
    )
    assert extract([page]) == "Título\n\n• uno\n\nA --> B"


@pytest.mark.parametrize(
    ("expected", "actual", "where"),
    [
        ("uno\ndos", "uno\ndoz", "line 2: the essay has «uno↵dos», the pages have «uno↵doz»"),
        ("uno", "uno\n\ndos", "line 1: the essay has «uno», the pages have «uno↵↵dos»"),
        ("uno\n\ndos", "uno", "line 1: the essay has «uno↵↵dos», the pages have «uno»"),
        ("", "a", "line 1: the essay has nothing, the pages have «a»"),
    ],
)
def test_a_difference_is_told_in_one_sentence(expected: str, actual: str, where: str) -> None:
    assert difference(expected, actual) == where


def test_a_difference_is_shown_in_little(pages: Pages) -> None:
    told = difference(ESSAY, ESSAY.replace("\n\ngraph", "\n\nGraph"))
    assert told
    assert len(told) < 200
