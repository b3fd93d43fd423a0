"""Spanish alphabetical order, for lists in which readers look things up."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

_PART_ENDS = re.compile(r"[.,:;](?=\s|$)")
_TILDE = "\uffff"  # not a character; sorts last, so that ñ follows n and everything that begins with n


def alphabetical(text: str) -> tuple[bool, list[list[str]], str]:
    """Return a sort key: letters before figures, part by part, word by word, and ñ after n.

    A full stop or comma ends a part: «García, Zoe» goes before «García Márquez, Ana». Accents, capitals and other
    punctuation only break ties.
    """
    parts = [words for part in _PART_ENDS.split(text) if (words := _words(part))]
    return not (parts and parts[0][0][0].isalpha()), parts, text


def _words(text: str) -> list[str]:
    spelt = normalize("NFC", text).casefold().replace("ñ", f"n{_TILDE}")
    letters = (letter for letter in normalize("NFD", spelt) if not combining(letter))
    return "".join(letter if letter.isalnum() or letter == _TILDE else " " for letter in letters).split()
