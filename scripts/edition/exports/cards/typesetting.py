"""Sets text in Literata: the position of each letter, and line breaks.

The unit is the pixel of the finished picture. Pictures are drawn `SCALE` times as large and then reduced, so that lines
and letters come out smooth and evenly spaced.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import accumulate

import uharfbuzz as hb
from PIL import ImageFont

from edition.text.selectors import Span

PACKAGE = "fontpkg_literata"
UPRIGHT, ITALIC = "files/Literata[opsz,wght].ttf", "files/Literata-Italic[opsz,wght].ttf"
SCALE = 4
_UNITS = 1000  # HarfBuzz's units in a pixel
_VIEWING_SCALE = 0.45  # scale at which cards are usually seen: it decides the optical size (axis opsz, in points)
_STAND_INS = {"\u202f": "\u00a0", "\u2011": "-"}  # for characters that Literata lacks
_NO_LIGATURES = {"liga": False, "clig": False, "calt": False}


class Face:
    """Literata in one size and weight."""

    def __init__(self, file: str, size: int, weight: int) -> None:
        self.size = size
        axes = {"opsz": min(max(size * _VIEWING_SCALE, 7), 72), "wght": weight}
        data = io.BytesIO(_font_bytes(file))
        self.font = ImageFont.truetype(data, size * SCALE, layout_engine=ImageFont.Layout.BASIC)
        self.font.set_variation_by_axes([*axes.values()])
        self.measure = hb.Font(hb.Face(_font_bytes(file)))
        self.measure.set_variations(axes)
        self.measure.scale = (size * _UNITS, size * _UNITS)

    def places(self, text: str) -> Iterator[float]:
        """Yield the position of the start of each letter of `text`, and of the end of the last."""
        line = hb.Buffer()
        line.add_str("".join(map(drawn, text)))
        line.guess_segment_properties()
        line.direction = "ltr"  # letters are drawn one after another
        hb.shape(self.measure, line, _NO_LIGATURES)
        widths = [0.0] * len(text)
        for letter, place in zip(line.glyph_infos, line.glyph_positions or (), strict=True):
            widths[letter.cluster] += place.x_advance / _UNITS
        return accumulate(widths, initial=0.0)

    def width(self, text: str) -> float:
        return list(self.places(text))[-1]

    def bearing(self, letter: str) -> float:
        """Return the white space at the left of a letter, so that large letters can align exactly with the margin."""
        box = self.font.getmask(letter).getbbox()
        return box[0] / SCALE if box else 0.0


def drawn(letter: str) -> str:
    return _STAND_INS.get(letter, letter)


@cache
def _font_bytes(file: str) -> bytes:
    return files(PACKAGE).joinpath(file).read_bytes()


@cache
def literata(size: int, weight: int = 400, file: str = UPRIGHT) -> Face:
    return Face(file, size, weight)


def words(text: str, face: Face, width: float) -> Iterator[Span]:
    """Yield the units that no line break divides: words with their no-break spaces, or pieces of a word too long."""
    for match in re.finditer(r"[^ \n]+", text):
        start, end = match.span()
        while face.width(text[start:end]) > width and end - start > 1:
            fits = sum(x <= width for x in face.places(text[start:end])) - 1
            yield Span(start, start := start + max(fits, 1))
        yield Span(start, end)


def wrap(text: str, face: Face, width: float) -> list[Span]:
    """Break a text into the fewest lines, of similar length, avoiding lines that end in a short word."""
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
            ways.append((count + 1, cost + free**2 + _end_cost(text[first.start : last.end]), [*lines, line]))
        best.append(min(ways, key=lambda way: way[:2]))
    return best[-1][2]


def _end_cost(line: str) -> float:
    """Return the cost of a line's end, in squared line widths: articles and prepositions belong to the next word."""
    word = line.rpartition(" ")[2]
    return 0.06 if len(word) <= 3 and word.islower() else -0.02 if word[-1] in ",;:.?!»" else 0.0


def cut(text: str, face: Face, width: float, limit: int, end: str = "…") -> str:
    """Return the words of `text` that fit in `limit` lines, plus `end` if cut; of one endless word, its letters."""
    lines = wrap(text, face, width)
    if len(lines) <= limit or not limit:
        return text if limit else ""
    kept = text[: lines[limit].end]
    for word in reversed(list(words(kept, face, width))):
        short = kept[: word.end].rstrip(" ,;:.—–-([«“¿¡\u00a0")
        if short and _end_cost(short) <= 0 and len(wrap(short + end, face, width)) <= limit:
            return short + end
    letters = (text[:at] + end for at in range(lines[limit - 1].end, 0, -1))
    return next((short for short in letters if len(wrap(short, face, width)) <= limit), "")
