"""Spanish cardinal numbers in words, below a thousand, in their three forms."""

from __future__ import annotations

from typing import NamedTuple

LIMIT = 1000
_UNITS = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
).split()
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_HUNDREDS = (
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
).split()


class Cardinal(NamedTuple):
    """A number in words: «veintiuno», «veintiuna», and before a masculine noun «veintiún»."""

    masculine: str
    feminine: str
    before_noun: str


def cardinal(number: int) -> Cardinal:
    """Return a number from 0 to 999 in words."""
    words = _words(number)
    if not words.endswith("uno"):
        return Cardinal(words, _feminine_hundreds(words), words)
    stem = words.removesuffix("uno")
    before_noun = stem + ("ún" if stem.endswith("veinti") else "un")
    return Cardinal(words, f"{_feminine_hundreds(stem)}una", before_noun)


def _feminine_hundreds(words: str) -> str:
    return words.replace("ientos", "ientas")


def _words(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return _below_hundred(rest)
    if number == 100:
        return "cien"
    head = _HUNDREDS[hundreds - 1]
    return f"{head} {_below_hundred(rest)}" if rest else head


def _below_hundred(number: int) -> str:
    if number < len(_UNITS):
        return _UNITS[number]
    tens, units = divmod(number, 10)
    ten = _TENS[tens - 3]
    return f"{ten} y {_UNITS[units]}" if units else ten
