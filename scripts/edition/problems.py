"""A problem with the input, reported so that its author can fix it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One fault: its path as the author sees it, its 1-based line, what is wrong, and the cure."""

    path: str
    line: int
    what: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_escaped(self.what)}\n    {_escaped(self.cure)}"


def report(problems: Iterable[Problem]) -> str:
    """Return all problems as one message, sorted by path and line, without duplicates."""
    unique = sorted(set(problems))
    count = "1 problem" if len(unique) == 1 else f"{len(unique)} problems"
    return "\n".join([f"{count} in the edition:", *map(str, unique)])


def line_at(text: str, offset: int, first: int = 1) -> int:
    """Return the line of the character at `offset`; `text` begins in line `first`."""
    return first + text.count("\n", 0, offset)


def _escaped(text: str) -> str:
    """Return `text` with escapes for characters that a terminal would obey or cannot show."""
    return "".join(c if c.isprintable() or c in "\n\u00a0\u202f" else f"\\u{ord(c):04x}" for c in text)
