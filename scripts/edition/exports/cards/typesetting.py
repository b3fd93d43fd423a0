"""Text set in Literata: how wide it is, letter by letter, and where its lines end.

Everything is measured in pixels of a finished picture, which is drawn `SCALE` times as large, so that lines and letters
come out smooth and evenly spaced.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from fontTools.ttLib import TTFont
from fontTools.varLib.varStore import VarStoreInstancer
from PIL import ImageFont

from edition.text.selectors import Span

PACKAGE = "fontpkg_literata"
UPRIGHT, ITALIC = "files/Literata[opsz,wght].ttf", "files/Literata-Italic[opsz,wght].ttf"
SCALE = 4
_SEEN = 0.45  # how large a picture is usually seen: the letters' shapes (axis opsz, in points) are chosen for that
_STAND_INS = {"\u202f": "\u00a0", "\u2011": "-"}  # for characters that Literata has not


class Face:
    """Literata in one size and weight."""

    def __init__(self, file: str, size: int, weight: int) -> None:
        self.size = size
        axes = [min(max(size * _SEEN, 7), 72), weight]
        data = io.BytesIO(_font_bytes(file))
        self.font = ImageFont.truetype(data, size * SCALE, layout_engine=ImageFont.Layout.BASIC)
        self.font.set_variation_by_axes(axes)
        self.kerning = _Kerning(file, *axes)
        self.advances: dict[str, float] = {}

    def places(self, text: str) -> Iterator[float]:
        """Yield where each letter of `text` begins, and where the last ends."""
        x, before = 0.0, ""
        for letter in map(drawn, text):
            x += self.kerning(before, letter) * self.size if before else 0
            yield x
            if letter not in self.advances:
                self.advances[letter] = self.font.getlength(letter) / SCALE
            x, before = x + self.advances[letter], letter
        yield x

    def width(self, text: str) -> float:
        return list(self.places(text))[-1]

    def bearing(self, letter: str) -> float:
        """Return the white that a letter has at its left, so that large letters can stand right at the margin."""
        box = self.font.getmask(letter).getbbox()
        return box[0] / SCALE if box else 0.0


class _Kerning:
    """How much closer two letters stand, in ems: Pillow's own layout does not read the table GPOS."""

    def __init__(self, file: str, size: float, weight: float) -> None:
        font = _font(file)
        self.glyphs = font.getBestCmap()
        location = font.getGlyphSet(location={"opsz": size, "wght": weight}).location
        self.vary = VarStoreInstancer(font["GDEF"].table.VarStore, font["fvar"].axes, location)
        self.units = font["head"].unitsPerEm
        table = font["GPOS"].table
        feature = next(record.Feature for record in table.FeatureList.FeatureRecord if record.FeatureTag == "kern")
        lookups = (table.LookupList.Lookup[index] for index in feature.LookupListIndex)
        self.subtables = [getattr(sub, "ExtSubTable", sub) for lookup in lookups for sub in lookup.SubTable]
        self.known: dict[tuple[str, str], float] = {}

    def __call__(self, left: str, right: str) -> float:
        if (left, right) not in self.known:
            self.known[left, right] = self._find(self.glyphs.get(ord(left)), self.glyphs.get(ord(right)))
        return self.known[left, right]

    def _find(self, left: str | None, right: str | None) -> float:
        for sub in self.subtables:
            if left in sub.Coverage.glyphs and (value := _pair(sub, left, right)) is not False:
                return self._ems(value)
        return 0.0

    def _ems(self, value: Any) -> float:
        device = getattr(value, "XAdvDevice", None)
        varied = self.vary[(device.StartSize << 16) + device.EndSize] if device else 0
        return float(round(getattr(value, "XAdvance", 0) + varied) / self.units)


def _pair(sub: Any, left: str | None, right: str | None) -> Any:
    """Return what a subtable says of two glyphs, or False where it leaves them to the next."""
    if sub.Format == 1:
        records = sub.PairSet[sub.Coverage.glyphs.index(left)].PairValueRecord
        return next((record.Value1 for record in records if record.SecondGlyph == right), False)
    first, second = sub.ClassDef1.classDefs.get(left, 0), sub.ClassDef2.classDefs.get(right, 0)
    return sub.Class1Record[first].Class2Record[second].Value1


def drawn(letter: str) -> str:
    return _STAND_INS.get(letter, letter)


@cache
def _font_bytes(file: str) -> bytes:
    return files(PACKAGE).joinpath(file).read_bytes()


@cache
def _font(file: str) -> TTFont:
    return TTFont(io.BytesIO(_font_bytes(file)), lazy=True)


@cache
def literata(size: int, weight: int = 400, file: str = UPRIGHT) -> Face:
    return Face(file, size, weight)


def words(text: str, face: Face, width: float) -> Iterator[Span]:
    """Yield what no line may divide: words, with no-break spaces in them, or pieces of a word wider than a line."""
    for match in re.finditer(r"[^ \n]+", text):
        start, end = match.span()
        while face.width(text[start:end]) > width and end - start > 1:
            fits = sum(x <= width for x in face.places(text[start:end])) - 1
            yield Span(start, start := start + max(fits, 1))
        yield Span(start, end)


def wrap(text: str, face: Face, width: float) -> list[Span]:
    """Break a text into as few lines as fit, and then so that all are about as long and none ends in a short word."""
    pieces = list(words(text, face, width))
    places = list(face.places(text))
    best: list[tuple[int, float, list[Span]]] = [(0, 0.0, [])]  # lines, cost and breaks of the first 0, 1, 2… words
    for last in pieces:
        ways = []
        for (count, cost, lines), first in zip(reversed(best), reversed(pieces[: len(best)]), strict=True):
            line = Span(first.start, last.end)
            free = (width - places[line.end] + places[line.start]) / width
            if first != last and (free < 0 or "\n" in text[line.start : line.end]):
                break
            ways.append((count + 1, cost + free**2 + _unrest(text[first.start : last.end]), [*lines, line]))
        best.append(min(ways, key=lambda way: way[:2]))
    return best[-1][2]


def _unrest(line: str) -> float:
    """Say how ill a line ends, in squares of its width: an article or a preposition belongs to what follows."""
    word = line.rpartition(" ")[2]
    return 0.06 if len(word) <= 3 and word.islower() else -0.02 if word[-1] in ",;:.?!»" else 0.0


def cut(text: str, face: Face, width: float, limit: int, end: str = "…") -> str:
    """Return `text`, or as many of its words as fit in `limit` lines, and `end`; of one endless word, its letters."""
    lines = wrap(text, face, width)
    if len(lines) <= limit or not limit:
        return text if limit else ""
    kept = text[: lines[limit].end]
    for word in reversed(list(words(kept, face, width))):
        short = kept[: word.end].rstrip(" ,;:.—–-([«“¿¡\u00a0")
        if short and _unrest(short) <= 0 and len(wrap(short + end, face, width)) <= limit:
            return short + end
    letters = (text[:at] + end for at in range(lines[limit - 1].end, 0, -1))
    return next((short for short in letters if len(wrap(short, face, width)) <= limit), "")
