"""Checks the counts in prose. Each is a link to the notes that it counts, and must be true.

`[trece](notas/index.md#<slug>)` counts the notes with that verdict or of that kind; without an id, or with `#todas`,
all notes. `[170](fuentes.md)` counts the sources.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache

from edition.content.pages import Kind, Page
from edition.join.model import Edition
from edition.problems import Problem, line_at
from edition.text.cardinals import LIMIT, cardinal
from edition.text.citations import without_code
from edition.text.selectors import fold

_LINK = re.compile(
    r"""\[(?P<words>[^\[\]]+)\]\(\s*<?(?P<path>[^()#\s<>]*)(?:\#(?P<id>[^()\s<>]+))?>?(?:\s+["'][^()]*["'])?\s*\)"""
)
_EMPHASIS = re.compile("[*_]")
_ZERO = ("ninguna", "ninguno", "ningún", "cero")
_OTHER = ("otra", "otro")


def faults(page: Page, edition: Edition) -> Iterator[Problem]:
    """Report the false counts in a page's Markdown."""
    actual = _counts(edition)
    text = without_code(page.document.body)
    for link in _LINK.finditer(text):
        count = actual.get(_target(page, link["path"]), {}).get(link["id"] or "")
        stated = _values().get(fold(_EMPHASIS.sub("", link["words"])).casefold())
        if count is not None and stated is not None and count != stated:
            what = f"«{link['words']}» counts {stated} where there are {count}"
            line = line_at(text, link.start(), page.document.body_line)
            yield Problem(page.shown_path, line, what, f"Write «{in_words(count)}», or {count}.")


def in_words(number: int) -> str:
    """Return a count of notes in Spanish words, in the feminine."""
    return cardinal(number).feminine if number else "ninguna"


@cache
def _values() -> Mapping[str, int]:
    """Map numbers, as figures and as words, to their values."""
    words = {fold(form): number for number in range(LIMIT) for form in cardinal(number)}
    return words | {str(number): number for number in range(LIMIT)} | dict.fromkeys(_ZERO, 0) | dict.fromkeys(_OTHER, 1)


def _target(page: Page, path: str) -> Kind:
    source = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path)) if path else page.path
    return Kind.of(source)


def _counts(edition: Edition) -> Mapping[Kind, Mapping[str, int]]:
    notes = {finding.slug: 0 for finding in edition.vocabulary.findings}
    notes |= {finding.slug: count for finding, count in edition.balance(*edition.sections)}
    verified = sum(annotation.note.verdict is not None for annotation in edition.annotations)
    every = len(edition.annotations)
    return {
        Kind.NOTES: notes | {"": every, "todas": every, edition.vocabulary.verification.slug: verified},
        Kind.SOURCES: {"": len(edition.sources)},
    }
