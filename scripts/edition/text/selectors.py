"""Finds a quoted passage in a text: the W3C TextQuoteSelector, matched exactly or not at all.

Matching ignores differences of Unicode normalisation (NFC) and white space; results are offsets into the original text.
Nothing is ever matched fuzzily: similarity only serves to suggest a cure.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

_CONTEXT_WORDS = 3
_LIKENESS = 0.5


@dataclass(frozen=True)
class TextQuoteSelector:
    """The exact words of a passage and, if needed, the text right before and after it."""

    exact: str
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, order=True)
class Span:
    """A range of a text in code points, `start` included, `end` excluded: a TextPositionSelector."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share at least one character."""
        return max(self.start, other.start) < min(self.end, other.end)


def resolve(text: str, selector: TextQuoteSelector) -> list[Span]:
    """Return every span of `text` that the selector matches, in order; callers want exactly one.

    Raises ValueError if the selector has no words.
    """
    exact, prefix, suffix = map(fold, (selector.exact, selector.prefix, selector.suffix))
    if not exact:
        raise ValueError("a selector must quote at least one word")
    if exact not in fold(text):
        return []
    folded, offsets = _fold_with_offsets(text)
    return [
        Span(offsets[at], offsets[at + len(exact)])
        for at in _occurrences(folded, exact)
        if _cuts_no_character(offsets, at) and _cuts_no_character(offsets, at + len(exact))
        if folded[:at].rstrip().endswith(prefix) and folded[at + len(exact) :].lstrip().startswith(suffix)
    ]


def fold(text: str) -> str:
    """Return `text` in NFC, with each run of white space as one space, and trimmed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def nearest(texts: Iterable[str], exact: str) -> str | None:
    """Return the words in `texts` most similar to `exact`, or None if nothing is close."""
    size = len(exact.split())
    windows = {
        " ".join(words[at : at + length])
        for words in (text.split() for text in texts)
        for length in (size - 1, size, size + 1)
        if length > 0
        for at in range(len(words) - length + 1)
    }
    close = difflib.get_close_matches(fold(exact), sorted(windows), n=1, cutoff=_LIKENESS)
    return close[0] if close else None


def context(text: str, span: Span) -> tuple[str, str]:
    """Return a few words before and after `span`, to tell it from other occurrences."""
    before = text[: span.start].split()[-_CONTEXT_WORDS:]
    after = text[span.end :].split()[:_CONTEXT_WORDS]
    return " ".join(before), " ".join(after)


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _cuts_no_character(offsets: list[int], at: int) -> bool:
    """Tell whether a cut before the folded character `at` keeps letters and their combining marks together."""
    return at == 0 or offsets[at - 1] < offsets[at]


@lru_cache(maxsize=64)  # all notes of a section fold the same text
def _fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """Fold `text`; `offsets[i]` is the offset of the i-th folded character in `text`, plus one entry for the end."""
    folded: list[str] = []
    offsets: list[int] = []
    for at, cluster in _clusters(text):
        piece = " " if cluster.isspace() else unicodedata.normalize("NFC", cluster)
        if piece == " " and folded and folded[-1] == " ":
            continue
        folded.extend(piece)
        offsets.extend([at] * len(piece))
    return "".join(folded), [*offsets, len(text)]


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Split `text` at the boundaries that NFC cannot compose across; yield each piece with its offset."""
    if unicodedata.is_normalized("NFC", text) and not any(map(unicodedata.combining, text)):
        yield from enumerate(text)
        return
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or _separable(text[start:at], text[at]):
            yield start, text[start:at]
            start = at


def _separable(cluster: str, following: str) -> bool:
    if cluster.isspace() or (cluster.isascii() and following.isascii()):
        return True
    together = unicodedata.normalize("NFC", cluster + following)
    apart = unicodedata.normalize("NFC", cluster) + unicodedata.normalize("NFC", following)
    begins_anew = not unicodedata.combining(unicodedata.normalize("NFD", following)[0])
    return begins_anew and together == apart
