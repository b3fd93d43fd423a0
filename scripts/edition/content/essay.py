"""The essay as blocks: what a page's HTML holds of it, numbered through the whole text.

The essay is the pages in their order; a page is one section, or the title and the opening. Only headings,
paragraphs, lists and a diagram can stand in it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Literal

from lxml import html as lxml_html
from lxml.html import HtmlComment, HtmlElement

from edition.problems import Problem
from edition.text.runs import plain
from edition.text.selectors import Span, TextQuoteSelector, resolve

Kind = Literal["heading", "paragraph", "item", "graph"]
HOME, TITLE = "index", "title"
_LISTS = ("ul", "ol")


@dataclass(frozen=True)
class Block:
    """A heading, paragraph, list item or diagram: its inner HTML, and its number where it has one.

    `section` is the part of the essay that notes name: the page's, but for the title, which is one of its own.
    `list_tag` is the list an item belongs to and `position` its place there, from 1; in a `loose` list the items are
    paragraphs, with a blank line between them.
    """

    kind: Kind
    section: str
    html: str
    number: int | None = None
    list_tag: str = ""
    position: int = 0
    loose: bool = False

    @cached_property
    def text(self) -> str:
        return plain(self.html)

    @property
    def id(self) -> str:
        """The address of the block in its page: `p<N>` for what is numbered."""
        return f"p{self.number}" if self.number else self.section


@dataclass(frozen=True)
class Section:
    """One page of the essay: its id, where its Markdown is, and its blocks in order."""

    id: str
    path: str
    blocks: tuple[Block, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """What notes name it by: its id, and the title where it has that."""
        return (self.id, TITLE) if self.id == HOME else (self.id,)

    @property
    def heading(self) -> Block | None:
        return next((block for block in self.blocks if block.kind == "heading"), None)

    @property
    def flow(self) -> list[tuple[Block, ...]]:
        """The blocks below the heading, with those of one list together."""
        groups: list[list[Block]] = []
        for block in self.blocks:
            if block.kind == "item" and block.position > 1:
                groups[-1].append(block)
            elif block.kind != "heading":
                groups.append([block])
        return [tuple(group) for group in groups]


def parse(section: str, path: str, html: str) -> tuple[Section, list[Problem]]:
    """Read the blocks of a page from the HTML of its Markdown; what is no block of an essay is a problem."""
    blocks: list[Block] = []
    problems: list[Problem] = []
    for element in lxml_html.fragments_fromstring(html):
        if isinstance(element, HtmlComment):
            continue
        found = [] if isinstance(element, str) else list(_blocks(element, section))
        blocks += found
        if not found:
            problems.append(_stray(path, element))
        else:
            problems += [_crowded(path, item) for item in element.findall("li") if _is_crowded(item)]
    return Section(section, path, tuple(blocks)), problems


def number(sections: Iterable[Section]) -> list[Section]:
    """Number the paragraphs and list items of the whole essay, from 1."""
    count = itertools.count(1)
    return [
        replace(
            section,
            blocks=tuple(
                replace(block, number=next(count)) if block.kind in ("paragraph", "item") else block
                for block in section.blocks
            ),
        )
        for section in sections
    ]


def locate(blocks: Iterable[Block], selector: TextQuoteSelector) -> list[tuple[Block, Span]]:
    """Return every place among `blocks` that the selector matches; a passage never crosses a block."""
    return [(block, span) for block in blocks for span in resolve(block.text, selector)]


def compose(blocks: Iterable[Block]) -> str:
    """Put the essay back into the one text it came from.

    Blocks have a blank line between them, but for the items of a tight list; items begin with their bullet or number.
    """
    text = ""
    for block in blocks:
        joint = "\n" if block.position > 1 and not block.loose else "\n\n"
        marker = {"ul": "• ", "ol": f"{block.position}. "}.get(block.list_tag, "")
        text += (joint if text else "") + marker + block.text
    return text


def _blocks(element: HtmlElement, section: str) -> Iterator[Block]:
    if element.tag == "h1":
        yield Block("heading", TITLE if section == HOME else section, inner(element))
    elif element.tag == "p":
        yield Block("paragraph", section, inner(element))
    elif element.tag in _LISTS:
        for position, item in enumerate(element.findall("li"), 1):
            paragraphs = item.findall("p")
            body = paragraphs[0] if paragraphs else item
            yield Block("item", section, inner(body), None, element.tag, position, loose=bool(paragraphs))
    elif "mermaid" in element.classes:
        yield Block("graph", section, escape(element.text_content().strip(), quote=False))


def inner(element: HtmlElement) -> str:
    """Return the HTML inside `element`."""
    children = (lxml_html.tostring(child, encoding="unicode") for child in element)
    return (escape(element.text or "", quote=False) + "".join(children)).strip()


def _is_crowded(item: HtmlElement) -> bool:
    return len(item.findall("p")) > 1 or any(item.find(tag) is not None for tag in _LISTS)


def _crowded(path: str, item: HtmlElement) -> Problem:
    what = f"the list item «{item.text_content().strip()[:40]}» holds more than one paragraph"
    return Problem(path, 1, what, "Give each paragraph an item, or a place below the list.")


def _stray(path: str, element: HtmlElement | str) -> Problem:
    what = f"the text «{element.strip()[:40]}»" if isinstance(element, str) else f"a <{element.tag}>"
    return Problem(
        path, 1, f"{what} stands in the essay", "Keep only headings, paragraphs, lists and the diagram there."
    )
