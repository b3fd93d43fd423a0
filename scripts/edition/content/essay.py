"""The essay as blocks: parses the HTML of its pages, and numbers blocks through the whole text.

The essay consists of its pages in order; a page is one section, or the title and the opening. It may contain only
headings, paragraphs, lists and a diagram.
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
    """A heading, paragraph, list item or diagram: its inner HTML, and its number if it has one.

    `section` is the name that notes use for this part of the essay: the page's, but `title` for the essay's title.
    `list_tag` is the list of an item and `position` its place there, from 1; in a `loose` list the items are
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
        """The block's id on its page: `p<N>` if it is numbered."""
        return f"p{self.number}" if self.number else self.section


@dataclass(frozen=True)
class Section:
    """A page of the essay: its id, the path of its Markdown, and its blocks in order."""

    id: str
    path: str
    blocks: tuple[Block, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The names that notes use for it: its id, and `title` on the home page."""
        return (self.id, TITLE) if self.id == HOME else (self.id,)

    @property
    def heading(self) -> Block | None:
        return next((block for block in self.blocks if block.kind == "heading"), None)

    @property
    def flow(self) -> list[tuple[Block, ...]]:
        """The blocks below the heading, in groups: each list is a group, and so is each other block."""
        groups: list[list[Block]] = []
        for block in self.blocks:
            if block.kind == "item" and block.position > 1:
                groups[-1].append(block)
            elif block.kind != "heading":
                groups.append([block])
        return [tuple(group) for group in groups]


def parse(section: str, path: str, html: str) -> tuple[Section, list[Problem]]:
    """Parse the blocks of a page from its HTML; anything that is not a block of an essay is a problem."""
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
    """Return every match of the selector in `blocks`; a passage never crosses a block."""
    return [(block, span) for block in blocks for span in resolve(block.text, selector)]


def compose(blocks: Iterable[Block]) -> str:
    """Put the blocks together again as the text of the essay.

    A blank line separates blocks, except the items of a tight list; items begin with their bullet or number.
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
