"""Find a quoted passage in a text: the W3C TextQuoteSelector, resolved exactly or not at all.

Matching is done on text folded to NFC with runs of white space as one space; what is found is given
back as offsets into the text as it was. Nothing is ever matched fuzzily: likeness only serves to
propose a cure.
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
    """The exact words of a passage, and what stands right before and after it where that is needed."""

    exact: str
    prefix: str = ""
    suffix: str = ""


@dataclass(frozen=True, order=True)
class Span:
    """A range of a text in code points, `start` included and `end` not: a TextPositionSelector."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share at least one character."""
        return max(self.start, other.start) < min(self.end, other.end)


def resolve(text: str, selector: TextQuoteSelector) -> list[Span]:
    """Return every span of `text` that the selector matches, in order; the caller wants exactly one.

    Raises ValueError when the selector quotes no words.
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
    """Return `text` in NFC, with each run of white space as one space and none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def nearest(texts: Iterable[str], exact: str) -> str | None:
    """Return the words of one of `texts` most like `exact`, or None when nothing comes close."""
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
    """Return the few words right before and right after `span`, to tell it from its likes."""
    before = text[: span.start].split()[-_CONTEXT_WORDS:]
    after = text[span.end :].split()[:_CONTEXT_WORDS]
    return " ".join(before), " ".join(after)


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + 1)


def _cuts_no_character(offsets: list[int], at: int) -> bool:
    """Tell whether a cut before the folded character `at` leaves every letter with its combining marks."""
    return at == 0 or offsets[at - 1] < offsets[at]


@lru_cache(maxsize=64)  # one section's text is asked for by all of its notes
def _fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """Fold `text`; `offsets[i]` is where the i-th folded character begins in `text`, with one more for the end."""
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
    """Cut `text` where NFC cannot join what stands on both sides; yield each piece with its offset."""
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
