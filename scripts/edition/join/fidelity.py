"""Proves that the pages contain the essay as received, character for character, in Markdown and when finished."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from html import escape

from lxml import html as lxml_html
from lxml.html import HtmlElement

from edition.content.essay import Block, Kind, Section, compose
from edition.problems import Problem, line_at
from edition.text.frontmatter import Document

_BLOCKS = "//*[@data-h or @data-p or @data-graph]"
_CLASSES = "concat(' ', @class, ' ')"
_ADDED = f"descendant::*[@data-edition or contains({_CLASSES}, ' note ') or contains({_CLASSES}, ' anchor ')]"
_EXCERPT = 30


def extract(pages: Iterable[str]) -> str:
    """Return the text of the essay in finished HTML `pages`, which come in order."""
    return compose(block for page in pages for block in _blocks(lxml_html.document_fromstring(page)))


def difference(expected: str, actual: str) -> str | None:
    """Say in one sentence where `actual` first differs from `expected`; None if they are equal."""
    if expected == actual:
        return None
    at = len(posixpath.commonprefix([expected, actual]))
    start = max(0, at - _EXCERPT)
    has, have = (_quoted(text.replace("\n", "↵"), start, at) for text in (expected, actual))
    return f"line {line_at(expected, at)}: the essay has {has}, the pages have {have}"


def differences(received: str, sections: Iterable[Section], documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Report every difference between the essay's pages and the text as received, at its line in the page's Markdown.

    `documents` holds the Markdown of the pages by path.
    """
    placed = [(section.path, block) for section in sections for block in section.blocks]
    expected = received.split("\n")
    actual = compose(block for _, block in placed).split("\n")
    owners = list(_owners(placed))
    for change, a, b, c, d in SequenceMatcher(None, expected, actual, autojunk=False).get_opcodes():
        if change != "equal" and owners:
            path, block = owners[min(c, len(owners) - 1)]
            has, have = _around(expected[a:b], actual[c:d])
            what = f"this is not docs/ensayo.txt, line {a + 1}: the essay has {has}, the page has {have}"
            yield Problem(
                path, _line(block, documents.get(path)), what, "Give the page the words of docs/ensayo.txt again."
            )


def _owners(placed: Iterable[tuple[str, Block]]) -> Iterator[tuple[str, Block]]:
    """Yield the page and the block of each line of the essay; an empty line belongs to the block after it."""
    before = ""
    blocks: list[Block] = []
    for path, block in placed:
        blocks.append(block)
        whole = compose(blocks)
        yield from [(path, block)] * (whole.count("\n") - before.count("\n") + (not before))
        before = whole


def _around(expected: list[str], actual: list[str]) -> tuple[str, str]:
    """Return both versions, each from a few words before the first difference."""
    has, have = "↵".join(expected), "↵".join(actual)
    at = len(posixpath.commonprefix([has, have]))
    start = max(0, at - _EXCERPT)
    return _quoted(has, start, at), _quoted(have, start, at)


def _quoted(text: str, start: int, at: int) -> str:
    return f"«{text[start : at + _EXCERPT]}»" if text else "nothing"


def _line(block: Block, document: Document | None) -> int:
    if document is None:
        return 1
    words = block.text.split("\n")[0][:_EXCERPT]
    at = document.body.find(words)
    return line_at(document.body, at, document.body_line) if at >= 0 else document.body_line


def _blocks(page: HtmlElement) -> Iterator[Block]:
    for element in page.xpath(_BLOCKS):
        for added in element.xpath(_ADDED):
            added.drop_tree()
        item = next((a for a in element.iterancestors("li", "ul", "ol") if a.tag == "li"), None)
        position = len(list(item.itersiblings("li", preceding=True))) + 1 if item is not None else 0
        yield Block(
            kind=_kind(element, item is not None),
            section=element.get("data-h", ""),
            html=escape(element.text_content()),
            list_tag=item.getparent().tag if item is not None else "",
            position=position,
            loose=element.tag == "p",
        )


def _kind(element: HtmlElement, in_list: bool) -> Kind:
    if element.get("data-h"):
        return "heading"
    if element.get("data-graph") is not None:
        return "graph"
    return "item" if in_list else "paragraph"
