"""A Spanish dictionary in hunspell's form, read from the npm package `dictionary-es`."""

from __future__ import annotations

import functools
from pathlib import Path

from spylls.hunspell import Dictionary

FOLDER = Path("node_modules/dictionary-es")


class Speller:
    """Tells the words of the dictionary from others, and says what others might mean."""

    def __init__(self, folder: Path) -> None:
        """Read the dictionary in `folder`, which takes a few seconds; raises OSError when it is not there."""
        if not (folder / "index.dic").is_file():
            raise FileNotFoundError(f"{folder}/index.dic is missing: run «npm ci --ignore-scripts»")
        self._dictionary = Dictionary.from_files(str(folder / "index"))
        self._dictionary.aff.MAXNGRAMSUGS = 0  # likeness by groups of letters finds little and takes long

    def has(self, word: str) -> bool:
        return bool(self._dictionary.lookup(word))

    def suggest(self, word: str) -> str | None:
        """Return a word that `word` may stand for; a long one can take three seconds."""
        return next(self._dictionary.suggest(word), None)


@functools.cache
def load(folder: Path) -> Speller:
    """Return the dictionary in `folder`, read once."""
    return Speller(folder)
