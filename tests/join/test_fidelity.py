"""No letter of the essay can change in the finished pages without being reported, and where it is."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Any

import pytest
from edition.content import essay
from edition.join.fidelity import difference, differences, extract
from edition.text.frontmatter import Document
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import html as lxml_html
from lxml.html import HtmlElement
from projects import ROOT, Project
from published import joined

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
    html = tuple(real.page(page.url) for page in joined(ROOT).pages if page.is_essay)
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


SECTIONS = ("El pan", "Uno dos tres.", "Cuatro cinco."), ("La masa", "Agua tibia, sin cloro.", "Sal.")
BEFORE = "this is not docs/ensayo.txt, "
TEXT = "\n\n".join(words for blocks in SECTIONS for words in blocks)


def told(*written: tuple[str, ...]) -> list[str]:
    """Return the differences of pages that hold these blocks from TEXT, each with its place and cause."""
    documents, sections = {}, []
    for at, blocks in enumerate(written):
        path = f"docs/ensayo/{at}.md"
        body = f"# {blocks[0]}\n\n" + "\n\n".join(blocks[1:])
        documents[path] = Document({}, body=body, body_line=5)
        html = "".join(f"<h1>{words}</h1>" if not place else f"<p>{words}</p>" for place, words in enumerate(blocks))
        sections.append(essay.parse(str(at), path, html)[0])
    found = list(differences(TEXT, essay.number(sections), documents))
    assert all(problem.cure == "Give the page the words of docs/ensayo.txt again." for problem in found)
    assert all(problem.what.startswith(BEFORE) for problem in found)
    return [f"{problem.path}:{problem.line}: {problem.what.removeprefix(BEFORE)}" for problem in found]


def test_pages_that_hold_the_essay_differ_nowhere() -> None:
    assert told(*SECTIONS) == []


def test_every_difference_is_told_at_its_page_and_line() -> None:
    assert told(("El pan", "Uno dos tres.", "Cuatro seis."), ("La masa", "Agua tibia, con cloro.", "Sal")) == [
        "docs/ensayo/0.md:9: line 5: the essay has «Cuatro cinco.», the page has «Cuatro seis.»",
        "docs/ensayo/1.md:7: line 9: the essay has «Agua tibia, sin cloro.», the page has «Agua tibia, con cloro.»",
        "docs/ensayo/1.md:9: line 11: the essay has «Sal.», the page has «Sal»",
    ]


def test_what_is_missing_or_added_is_told() -> None:
    assert told(("El pan", "Uno dos tres."), ("La masa", "Agua tibia, sin cloro.", "Sal.", "Y más.")) == [
        "docs/ensayo/1.md:5: line 4: the essay has «↵Cuatro cinco.», the page has nothing",
        "docs/ensayo/1.md:11: line 12: the essay has nothing, the page has «↵Y más.»",
    ]


@given(st.data())
def test_any_change_is_told_at_the_page_that_has_it(data: st.DataObject) -> None:
    page = data.draw(st.integers(0, 1))
    block = data.draw(st.integers(0, 2))
    words = data.draw(st.text(_letters, min_size=1, max_size=9).map(str.strip).filter(bool))
    assume(words != SECTIONS[page][block] and not set(words) & set("<&>"))
    changed = [list(blocks) for blocks in SECTIONS]
    changed[page][block] = words
    (difference_told,) = told(*map(tuple, changed))
    assert difference_told.startswith(f"docs/ensayo/{page}.md:")


def test_pages_without_any_block_are_told_too() -> None:
    assert len(told(("El pan",))) == 1
    assert list(differences(TEXT, [], {})) == []  # what keeps all blocks out is told with each page
