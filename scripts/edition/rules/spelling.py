"""A Spanish dictionary in hunspell's format, from the npm package `dictionary-es`."""

from __future__ import annotations

import functools
from pathlib import Path

from spylls.hunspell import Dictionary

FOLDER = Path("node_modules/dictionary-es")


class Speller:
    """Knows the words of the dictionary, and suggests words for others."""

    def __init__(self, folder: Path) -> None:
        """Read the dictionary in `folder`, which takes a few seconds. Raises OSError if it is missing."""
        if not (folder / "index.dic").is_file():
            raise FileNotFoundError(f"{folder}/index.dic is missing: run «npm ci --ignore-scripts»")
        self._dictionary = Dictionary.from_files(str(folder / "index"))
        self._dictionary.aff.MAXNGRAMSUGS = 0  # n-gram suggestions are slow and find little

    def has(self, word: str) -> bool:
        return bool(self._dictionary.lookup(word))

    def suggest(self, word: str) -> str | None:
        """Return the most likely correction of `word`, or None; a long word can take three seconds."""
        return next(self._dictionary.suggest(word), None)


@functools.cache
def load(folder: Path) -> Speller:
    """Return the dictionary in `folder`, read only once."""
    return Speller(folder)
