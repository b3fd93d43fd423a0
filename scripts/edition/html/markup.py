"""Checks that authors' Markdown became only what Markdown itself makes, with no HTML of their own.

Notes come from strangers. Every «<» in the rendered Markdown must begin a tag as Python-Markdown writes it, with an
element and attributes listed here, closed in its place. Such HTML can be read in only one way (HTML Living Standard,
13.2.5 Tokenization), while parsers repair broken HTML each in its own way.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape
from typing import Any

from edition.html import links
from edition.problems import Problem, line_at
from edition.text.citations import without_code
from edition.text.forms import is_language
from edition.text.frontmatter import Document

_TOKEN = re.compile(
    r"(?P<comment><!--(?:[^<>-]|-(?!-))*-->)"
    r'|<(?P<end>/)?(?P<name>[a-z][a-z0-9]*)(?P<attributes>(?: +[a-z_-]+="[^"<>]*")*) */?>'
    r"|</?(?P<other>[^\s<>/]*)"
)
_ATTRIBUTE = re.compile(r'([a-z_-]+)="([^"]*)"')
_EMPTY = ("br", "hr")
ELEMENTS = frozenset(
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre strong table tbody td th thead tr ul".split()
)
ATTRIBUTES: Mapping[str, Callable[[str], Any]] = {
    "class": re.compile(r"highlight|language-[\w+#.-]+").fullmatch,
    "href": links.is_harmless,
    "id": re.compile(r"\S+").fullmatch,
    "lang": is_language,
    "title": lambda _: True,
}
_DIAGRAM = 'class="mermaid"'
_Fault = tuple[str, str, tuple[str, ...]]  # what is wrong, the cure, and words to find its line by


def faults(path: str, document: Document, html: str, *, has_diagram: bool = False) -> Iterator[Problem]:
    """Report forbidden markup in a page; `html` is the rendered Markdown of `document`.

    The line is the first that contains the words at fault, or the first line below the front matter.
    """
    for what, cure, wordings in _faults(html.replace(_DIAGRAM, "") if has_diagram else html):
        yield Problem(path, _line(document, wordings), what, cure)


def repeated_ids(path: str, document: Document, ids: Iterable[str]) -> Iterator[Problem]:
    """Report duplicate ids; `ids` are all ids of the page, repeated ones included."""
    for id, count in Counter(ids).items():
        if count > 1:
            yield Problem(
                path, _line(document, (f"#{id}", id)), f"the id «{id}» stands twice", "Give one another name."
            )


def _line(document: Document, wordings: Iterable[str]) -> int:
    text = without_code(document.body).lower()
    at = next((at for words in wordings if (at := text.find(words.lower())) >= 0), 0)
    return line_at(text, at, document.body_line)


def _faults(html: str) -> Iterator[_Fault]:
    opened: list[str] = []
    for token in _TOKEN.finditer(html):
        name = token["name"]
        if token["comment"]:
            continue
        if name not in ELEMENTS:
            yield _foreign(name or token["other"])
            continue
        if token["end"] and (not opened or opened.pop() != name):
            yield f"a «</{name}>» with nothing to close", "Write Markdown instead.", (f"</{name}", "<")
            return
        if not token["end"] and name not in _EMPTY:
            opened.append(name)
        yield from _attribute_faults(token["attributes"])
    if opened:
        yield f"a «<{opened[-1]}>» that nothing closes", "Write Markdown instead.", (f"<{opened[-1]}",)


def _foreign(element: str) -> _Fault:
    cure = "Write Markdown, code between backticks; what is to be seen can be a figure, docs/figuras/."
    return f"«<{element}>» cannot stand in a text", cure, (f"<{element}", f"</{element}", "![")


def _attribute_faults(attributes: str) -> Iterator[_Fault]:
    for name, written in _ATTRIBUTE.findall(attributes):
        value = unescape(written)
        if name not in ATTRIBUTES:
            cure = f"Take it out, in a table the colons of «:--»; there can be {', '.join(ATTRIBUTES)}."
            yield f"the attribute «{name}»", cure, (name, ":-", "-:")
        elif not ATTRIBUTES[name](value):
            cure = "Begin an address with https://, http:// or mailto:, or name a file; take anything else out."
            yield f"«{name}» cannot be «{value}»", cure, (value, written, name)
        elif "[@" in value:
            yield f"a citation in «{name}»", "Cite in the text itself.", (value, written)
