"""Prove that the finished pages still hold the essay as it was received, letter for letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from lxml import html as lxml_html
from lxml.html import HtmlElement

from edition.content.essay import Block, Kind, compose
from edition.problems import line_at

_BLOCKS = "//*[@data-h or @data-p or @data-graph]"
_CLASSES = "concat(' ', @class, ' ')"
_ADDED = f"descendant::*[@data-edition or contains({_CLASSES}, ' note ') or contains({_CLASSES}, ' anchor ')]"
_SHOWN = 30


def extract(pages: Iterable[str]) -> str:
    """Return the essay that finished HTML `pages`, in their order, show to a reader."""
    return compose(block for page in pages for block in _blocks(lxml_html.document_fromstring(page)))


def difference(expected: str, actual: str) -> str | None:
    """Say in one sentence where `actual` first leaves `expected`, or return None when they are the same."""
    if expected == actual:
        return None
    at = next(
        (i for i, (a, b) in enumerate(zip(expected, actual, strict=False)) if a != b), min(len(expected), len(actual))
    )
    line = line_at(expected, at)
    start = max(0, at - _SHOWN)
    has, have = (text[start : at + _SHOWN].replace("\n", "↵") for text in (expected, actual))
    return f"line {line}: the essay has «{has}», the pages have «{have}»"


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
