"""Preview cards: the picture of a page that is shown where its address is shared, drawn at build as PNG.

A card is plain data, and the same card gives the same bytes. Colours and icons are read from the site's stylesheet,
so that both always look alike; the letters are Literata's. Everything is measured in pixels of the finished card,
1200 × 630, and drawn four times as large, so that lines and letters come out smooth and evenly spaced.
"""

from __future__ import annotations

import hashlib
import io
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import SVGPath
from fontTools.ttLib import TTFont
from fontTools.varLib.varStore import VarStoreInstancer
from PIL import Image, ImageDraw, ImageFont

from edition.assets import fingerprint
from edition.edition import Annotation, Edition
from edition.essay import Section
from edition.graph import Drawing
from edition.selectors import Span

SIZE = WIDTH, HEIGHT = 1200, 630  # what the networks ask for: 1.91 to 1
LEFT, RIGHT, TOP, BOTTOM = 84, WIDTH - 84, 66, HEIGHT - 44  # no word lies outside
BAND = 16  # the stripe of the findings' colours along the left edge

_STYLESHEET = Path(__file__).parents[2] / "docs" / "assets" / "edition.css"
_PACKAGE, _UPRIGHT, _ITALIC = "fontpkg_literata", "files/Literata[opsz,wght].ttf", "files/Literata-Italic[opsz,wght].ttf"
_SCALE = 4
_SEEN = 0.45  # how large a card is usually seen: the letters' shapes (axis opsz, in points) are chosen for that
_RULE = HEIGHT - 94
_STEPS = ((88, 38, 30), (74, 36, 29), (62, 34, 28))  # sizes to try: title, passage, text
_TITLE_LINES, _PASSAGE_LINES = 3, 2
_EXCERPT = 38

_Colour = tuple[int, int, int]
_Point = tuple[float, float]
_Mark = tuple[Span, str]


@dataclass(frozen=True)
class Card:
    """What a card shows.

    `finding` gives the kicker its icon and colour, and its colour to the `passage`, which is set between quotation
    marks. `text` is shown whole where it fits; an `excerpt` is only the beginning of a text, and is set larger and
    filled up. `marks` are passages in `text` with their findings, and `tally` says how many there are of each.
    """

    kicker: str
    title: str
    text: str = ""
    finding: str = ""
    footer: str = ""
    passage: str = ""
    excerpt: bool = False
    marks: tuple[_Mark, ...] = ()
    tally: tuple[tuple[str, int], ...] = ()
    drawing: Drawing | None = None


def for_note(annotation: Annotation, label: str, footer: str) -> Card:
    """Return the card of a note; `label` says its kind and verdict in words."""
    note = annotation.note
    return Card(label, note.title, note.summary, note.finding, footer, passage=annotation.sentence[1])


def for_section(edition: Edition, section: Section, title: str, kicker: str, footer: str) -> Card:
    """Return the card of a section of the essay, with its first words and the passages marked in them."""
    text, marks = "", []
    for block in section.blocks:
        if block.kind in ("paragraph", "item"):
            text += "\n" if text else ""
            for annotation in edition.on(block):
                span = Span(len(text) + annotation.span.start, len(text) + annotation.span.end)
                marks.append((span, annotation.note.finding))
            text += block.text
    return Card(kicker, title, text, "", footer, excerpt=True, marks=tuple(marks), tally=tuple(edition.balance(section)))


def for_graph(drawing: Drawing, title: str, kicker: str, text: str, footer: str) -> Card:
    """Return the card of the diagram; `text` describes it."""
    return Card(kicker, title, text, "", footer, drawing=drawing)


def cached(card: Card, folder: Path) -> bytes:
    """Return `draw(card)`, kept in `folder` under a name that changes with all that the picture depends on."""
    packages = [version(name) for name in (_PACKAGE.replace("_", "-"), "fonttools", "pillow")]
    recipe = repr((card, packages, fingerprint(Path(__file__)), fingerprint(_STYLESHEET)))
    kept = folder / f"card-{hashlib.sha256(recipe.encode()).hexdigest()[:16]}.png"
    if not kept.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        half_made = kept.with_suffix(".part")
        half_made.write_bytes(draw(card))
        half_made.replace(kept)
    return kept.read_bytes()


def draw(card: Card) -> bytes:
    """Draw a card as PNG."""
    look = _look(_STYLESHEET.read_text(encoding="utf-8"))
    canvas = _Canvas(look)
    _frame(canvas, card)
    top = _heading(canvas, card)
    layout = _fit(card, _RULE - 28 - top)
    _body(canvas, card, layout, top)
    return canvas.png()


# --- Look -------------------------------------------------------------------------------------------------------------


class _Icon(NamedTuple):
    """An icon as lines in a square of 16 units."""

    lines: tuple[tuple[_Point, ...], ...]
    width: float


@dataclass(frozen=True)
class _Look:
    """Colours by token, and the token and the icon of each finding."""

    colours: Mapping[str, _Colour]
    tokens: Mapping[str, str]
    icons: Mapping[str, _Icon]

    def mix(self, front: str, share: float, back: str = "paper") -> _Colour:
        """Mix two tokens as CSS does in sRGB."""
        pair = zip(self.colours[front], self.colours[back], strict=True)
        return tuple(round(share * a + (1 - share) * b) for a, b in pair)  # type: ignore[return-value]


@lru_cache(maxsize=1)
def _look(css: str) -> _Look:
    """Read the light scheme and the findings' icons out of the stylesheet."""
    tokens = re.findall(r"--([\w-]+):\s*light-dark\(\s*#([0-9a-f]{6})", css)
    found = re.findall(r'\[data-finding="?([^"\]]+)"?\]\s*\{[^}]*?--k:\s*var\(--([\w-]+)\)[^}]*?svg\+xml,(.*?)"\)', css)
    return _Look(
        {name: (int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)) for name, code in tokens},
        {finding: token for finding, token, _ in found},
        {finding: _icon(unquote(svg)) for finding, _, svg in found},
    )


def _icon(svg: str) -> _Icon:
    pen = RecordingPen()
    SVGPath.fromstring(svg.encode()).draw(pen)
    lines: list[list[_Point]] = []
    for operation, points in pen.value:
        if operation == "moveTo":
            lines.append([*points])
        elif operation == "lineTo":
            lines[-1] += points
        elif operation == "curveTo":
            lines[-1] += _curve(lines[-1][-1], *points)
        elif operation == "closePath":
            lines[-1].append(lines[-1][0])
    width = re.search(r"stroke-width='([\d.]+)'", svg)
    return _Icon(tuple(map(tuple, lines)), float(width[1]) if width else 1)


def _curve(a: _Point, b: _Point, c: _Point, d: _Point, steps: int = 12) -> Iterator[_Point]:
    for t in (step / steps for step in range(1, steps + 1)):
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        yield x, y


# --- Letters ----------------------------------------------------------------------------------------------------------


class _Face:
    """Literata in one size and weight."""

    def __init__(self, file: str, size: int, weight: int) -> None:
        self.size = size
        axes = [min(max(size * _SEEN, 7), 72), weight]
        self.font = ImageFont.truetype(io.BytesIO(_font_bytes(file)), size * _SCALE, layout_engine=ImageFont.Layout.BASIC)
        self.font.set_variation_by_axes(axes)
        self.kerning = _Kerning(file, *axes)
        self.advances: dict[str, float] = {}

    def places(self, text: str) -> Iterator[float]:
        """Yield where each letter of `text` begins, and where the last ends."""
        x, before = 0.0, ""
        for letter in text:
            x += self.kerning(before, letter) * self.size if before else 0
            yield x
            if letter not in self.advances:
                self.advances[letter] = self.font.getlength(letter) / _SCALE
            x, before = x + self.advances[letter], letter
        yield x

    def width(self, text: str) -> float:
        return list(self.places(text))[-1]


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
        return float(round(getattr(value, "XAdvance", 0) + varied)) / self.units


def _pair(sub: Any, left: str | None, right: str | None) -> Any:
    """Return what a subtable says of two glyphs, or False where it leaves them to the next."""
    if sub.Format == 1:
        records = sub.PairSet[sub.Coverage.glyphs.index(left)].PairValueRecord
        return next((record.Value1 for record in records if record.SecondGlyph == right), False)
    first, second = sub.ClassDef1.classDefs.get(left, 0), sub.ClassDef2.classDefs.get(right, 0)
    return sub.Class1Record[first].Class2Record[second].Value1


@cache
def _font_bytes(file: str) -> bytes:
    return files(_PACKAGE).joinpath(file).read_bytes()


@cache
def _font(file: str) -> TTFont:
    return TTFont(io.BytesIO(_font_bytes(file)), lazy=True)


@cache
def _face(size: int, weight: int = 400, file: str = _UPRIGHT) -> _Face:
    return _Face(file, size, weight)


# --- Lines ------------------------------------------------------------------------------------------------------------


def _words(text: str, face: _Face, width: float) -> Iterator[Span]:
    """Yield what no line may divide: words, with no-break spaces in them, or pieces of a word wider than a line."""
    for match in re.finditer(r"[^ \n]+", text):
        start, end = match.span()
        while face.width(text[start:end]) > width and end - start > 1:
            fits = sum(x <= width for x in face.places(text[start:end])) - 1
            yield Span(start, start := start + max(fits, 1))
        yield Span(start, end)


def _wrap(text: str, face: _Face, width: float) -> list[Span]:
    """Break a text into lines."""
    lines: list[Span] = []
    for word in _words(text, face, width):
        last = lines[-1] if lines else None
        joins = last and "\n" not in text[last.end : word.start] and face.width(text[last.start : word.end]) <= width
        lines[-1:] = [Span(last.start, word.end)] if last and joins else [*lines[-1:], word]
    return lines


def _balanced(text: str, face: _Face, width: int) -> list[Span]:
    """Break a text into as few lines as fit, all about as long."""
    count = len(_wrap(text, face, width))
    return _wrap(text, face, bisect_left(range(width), True, lo=width // 3, key=lambda w: len(_wrap(text, face, w)) <= count))


def _cut(text: str, face: _Face, width: float, limit: int, end: str = "…") -> str:
    """Return `text`, or as many of its words as fit in `limit` lines, and `end`."""
    lines = _wrap(text, face, width)
    if len(lines) <= limit:
        return text
    for word in reversed(list(_words(text[: lines[limit - 1].end], face, width)) if limit else []):
        short = text[: word.end].rstrip(" ,;:.—–-([«“¿¡\u00a0") + end
        if len(_wrap(short, face, width)) <= limit:
            return short
    return ""
