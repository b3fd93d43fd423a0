"""Citations in a note's Markdown: `[@key]`, or `[@key, locator]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from edition.problems import line_at

_CITATION = re.compile(r"\[@(?P<key>[^\s\],]+)(?:,\s*(?P<locator>[^\]]+))?\]")
_MEANT = re.compile(r"\[@[^\]\n]*\]?")
_NEXT_BLOCK = r"\n[ \t]*(?:\n|[-*+#]|\d+\.)"  # inline code ends with its paragraph or item
_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^`\n]*\n.*?^(?P=fence)[ \t]*$"
    rf"|(?<![\\`])(?P<tick>`+)(?!`)(?:(?!{_NEXT_BLOCK}).)+?(?<!`)(?P=tick)(?!`)",
    re.DOTALL | re.MULTILINE,
)
_HTML_CODE = re.compile(r"<(?P<tag>code|pre)\b.*?</(?P=tag)>", re.DOTALL)


@dataclass(frozen=True)
class Citation:
    """A reference to the source `key`; `locator` is the place in it, as written; `line` is 1-based."""

    key: str
    locator: str = ""
    line: int = 1


def find(markdown: str, first_line: int = 1) -> Iterator[Citation]:
    """Yield the citations of `markdown` in order, except in code."""
    for match in _CITATION.finditer(without_code(markdown)):
        line = line_at(markdown, match.start(), first_line)
        yield Citation(match["key"], (match["locator"] or "").strip(), line)


def malformed(markdown: str, first_line: int = 1) -> Iterator[tuple[int, str]]:
    """Yield malformed citations, as written, each with its line."""
    text = without_code(markdown)
    for match in _MEANT.finditer(text):
        if not _CITATION.fullmatch(match[0]) or ";" in match[0]:
            yield line_at(text, match.start(), first_line), match[0]


def replace(html: str, render: Callable[[Citation], str]) -> str:
    """Return rendered `html` with each citation outside code replaced by `render(citation)`."""
    pieces, at = [], 0
    for code in _HTML_CODE.finditer(html):
        pieces += [_replace(html[at : code.start()], render), code[0]]
        at = code.end()
    return "".join([*pieces, _replace(html[at:], render)])


def without_code(markdown: str, blank: str = " ") -> str:
    """Return `markdown` with each character of its code, except line breaks, replaced by `blank`."""
    return _CODE.sub(lambda code: re.sub(r"[^\n]", blank, code[0]), markdown)


def _replace(html: str, render: Callable[[Citation], str]) -> str:
    return _CITATION.sub(lambda match: render(Citation(match["key"], (match["locator"] or "").strip())), html)
