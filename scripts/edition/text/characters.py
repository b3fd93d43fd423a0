"""Rejects invisible characters that can change how authors' text reads.

These are control and format characters, such as those that change the direction of text, and line separators (Unicode
Standard Annex 9; Trojan Source, CVE-2021-42574). The two joiners are allowed: names and emoji need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any
from unicodedata import category

from edition.problems import Problem, line_at
from edition.text.citations import without_code
from edition.text.frontmatter import Document

_CURE = "Delete it: whoever reads the text cannot see it."
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}  # general categories: control, format, surrogate, line and paragraph separator
_LET_IN = "\t\n\r\u200c\u200d"
_NEVER = "\ufffe\uffff"  # not allowed in XML (XML 1.0, 2.2)


def hidden(value: Any) -> list[str]:
    """Return the hidden characters in a text, or in all texts of a list or mapping, as «U+202E», without duplicates."""
    found = {
        character
        for text in _texts(value)
        if not text.isprintable()
        for character in text
        if character in _NEVER or (category(character) in _HIDDEN and character not in _LET_IN)
    }
    return [f"U+{ord(character):04X}" for character in sorted(found)]


def in_value(path: str, line: int, value: Any) -> Iterator[Problem]:
    """Report the hidden characters of a parsed value, however its file spells them."""
    for name in hidden(value):
        yield Problem(path, line, f"the hidden character {name}", _CURE)


def in_lines(path: str, text: str) -> Iterator[Problem]:
    """Report the literal hidden characters of a file; a byte order mark may begin it."""
    for line, words in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        yield from in_value(path, line, words)


def in_markdown(path: str, text: str, document: Document) -> Iterator[Problem]:
    """Report the hidden characters of a Markdown file: literal, as entities, or as escapes in its front matter."""
    yield from in_lines(path, text)
    for name, value in document.fields.items():
        yield from in_value(path, document.lines.get(name, 1), value)
    for line, words in enumerate(without_code(document.body).split("\n"), document.body_line):
        yield from in_value(path, line, unescape(words))


def in_json(path: str, text: str, data: Any) -> Iterator[Problem]:
    """Report the hidden characters that the `text` of a JSON file spells as escapes (RFC 8259, section 7)."""
    for name in hidden(data):
        escape = re.search(rf"\\u{name[2:]}|\\[bf]", text, re.IGNORECASE)
        yield Problem(path, line_at(text, escape.start()) if escape else 1, f"the hidden character {name}", _CURE)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts([*value.keys(), *value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
