"""What is wrong with the input, said so that its author can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One fault: where it is (path as the author sees it, 1-based line), what it is, how to cure it."""

    path: str
    line: int
    what: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_visible(self.what)}\n    {_visible(self.cure)}"


def report(problems: Iterable[Problem]) -> str:
    """Return all problems as one message, in the order of files and lines, each once."""
    unique = sorted(set(problems))
    count = "1 problem" if len(unique) == 1 else f"{len(unique)} problems"
    return "\n".join([f"{count} in the edition:", *map(str, unique)])


def line_at(text: str, offset: int, first: int = 1) -> int:
    """Return the line that the character at `offset` stands in, where `text` begins in the line `first`."""
    return first + text.count("\n", 0, offset)


def _visible(text: str) -> str:
    """Return `text` with escapes in the place of what a terminal would obey or could not show."""
    return "".join(sign if sign.isprintable() or sign in "\n\u00a0\u202f" else f"\\u{ord(sign):04x}" for sign in text)
