"""Spanish alphabetical order, in which readers look for something in a list."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

_PART_ENDS = re.compile(r"[.,:;](?=\s|$)")
_TILDE = "\uffff"  # no character, and after all letters: ñ follows n and whatever begins with it


def alphabetical(text: str) -> tuple[bool, list[list[str]], str]:
    """Return what to sort a text by: letters before figures, part by part, word by word, and ñ after n.

    What stands before a stop or a comma is a part: «García, Zoe» goes before «García Márquez, Ana». Accents, capitals
    and other punctuation decide only between texts that are otherwise the same.
    """
    parts = [words for part in _PART_ENDS.split(text) if (words := _words(part))]
    return not (parts and parts[0][0][0].isalpha()), parts, text


def _words(text: str) -> list[str]:
    spelt = normalize("NFC", text).casefold().replace("ñ", f"n{_TILDE}")
    letters = (letter for letter in normalize("NFD", spelt) if not combining(letter))
    return "".join(letter if letter.isalnum() or letter == _TILDE else " " for letter in letters).split()
