"""Preview cards: the picture of a page that is shown where its address is shared, drawn at build as PNG.

A card is plain data, and the same card gives the same bytes. Colours and icons are read from the site's stylesheet,
so that both always look alike; the letters are Literata's. Everything is measured in pixels of the finished card,
1200 × 630, and drawn four times as large, so that lines and letters come out smooth and evenly spaced.
"""

from __future__ import annotations

import io
import re
import zlib
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
from edition.cache import kept
from edition.edition import Annotation, Edition
from edition.essay import Section
from edition.graph import Drawing
from edition.selectors import Span

SIZE = WIDTH, HEIGHT = 1200, 630  # what the networks ask for: 1.91 to 1
LEFT, TOP, RIGHT, BOTTOM = 84, 56, WIDTH - 84, HEIGHT - 30  # no word lies outside
BAND = 16  # width of the stripe of the findings' colours along the left edge

_STYLESHEET = Path(__file__).parents[3] / "docs" / "assets" / "edition.css"
_PACKAGE = "fontpkg_literata"
_UPRIGHT, _ITALIC = "files/Literata[opsz,wght].ttf", "files/Literata-Italic[opsz,wght].ttf"
_SCALE = 4
_SEEN = 0.45  # how large a card is usually seen: the letters' shapes (axis opsz, in points) are chosen for that
_KICKER, _BODY, _END, _RULE, _FOOTER = 94, 122, 514, 544, 588  # from the top; the first and the last are baselines
_GAP = 24  # between title, passage, diagram and text
_DIAGRAM = 150  # the least height of a diagram
_STEPS = ((98, 40, 33), (78, 37, 31), (66, 34, 29))  # sizes to try: title, large text, small text
_TITLE_LINES, _PASSAGE_LINES, _EXCERPT_LINES = 3, 2, 3  # at most, at most, at least
_STAND_INS = {"\u202f": "\u00a0", "\u2011": "-"}  # for characters that Literata has not
_ENOUGH = 600  # characters that more than fill a card
_SHADES = (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1)  # of a colour on paper: the first is a passage's tint, the last itself

_Colour = tuple[int, int, int]
_Point = tuple[float, float]
_Mark = tuple[Span, str]


@dataclass(frozen=True)
class Card:
    """What a card shows.

    `finding` gives the kicker its icon and colour, and its colour to the `passage`, which is set between quotation
    marks. `text` is shown whole where it fits; an `excerpt` is expected to be cut. `marks` are passages in `text` with
    their findings, and `tally` says how many notes have each finding.
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
    return Card(label, note.title, note.summary, note.finding, footer, passage=_one_line(annotation.sentence[1]))


def for_section(edition: Edition, section: Section, title: str, kicker: str, footer: str) -> Card:
    """Return the card of a section of the essay, with its first words and the passages marked in them."""
    text, marks = "", []
    for block in section.blocks:
        if block.kind in ("paragraph", "item") and len(text) < _ENOUGH:
            text += "\n" if text else ""
            for annotation in edition.on(block):
                span = Span(len(text) + annotation.span.start, len(text) + annotation.span.end)
                marks.append((span, annotation.note.finding))
            text += _one_line(block.text)
    tally = tuple(edition.balance(section))
    return Card(kicker, title, text, "", footer, excerpt=True, marks=tuple(marks), tally=tally)


def for_graph(
    edition: Edition, section: Section, drawing: Drawing, title: str, kicker: str, text: str, footer: str
) -> Card:
    """Return the card of the section that is a diagram; `text` describes it."""
    return Card(kicker, title, text, "", footer, tally=tuple(edition.balance(section)), drawing=drawing)


def _one_line(text: str) -> str:
    """Return a block's text of the same length without line breaks: they come from how its Markdown is written."""
    return text.replace("\n", " ")


def cached(card: Card, folder: Path) -> bytes:
    """Return `draw(card)`, kept in `folder` under a name that changes with all that the picture depends on."""
    recipe = card, _layout(), _look(_STYLESHEET.read_text(encoding="utf-8"))
    return kept(folder, "card.png", recipe, lambda: draw(card))


@cache
def _layout() -> tuple[str, ...]:
    """Return the versions of what draws: the font, the two libraries, and this file."""
    packages = (_PACKAGE.replace("_", "-"), "fonttools", "pillow")
    return *map(version, packages), fingerprint(Path(__file__))


def draw(card: Card) -> bytes:
    """Draw a card as PNG."""
    canvas = _Canvas(_look(_STYLESHEET.read_text(encoding="utf-8")))
    _draw_frame(canvas, card)
    _draw_body(canvas, card)
    findings = {*dict(card.tally), *(finding for _, finding in card.marks), card.finding} - {""}
    return canvas.png(sorted(findings))


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

    def of(self, finding: str) -> _Colour:
        return self.colours[self.tokens[finding]]

    def palette(self, findings: Iterable[str]) -> list[_Colour]:
        """Return the colours of a card with these findings: the flat ones, and shades of those that letters have."""
        flat = self.colours["paper"], self.colours["rule"], self.colours["panel"], self.mix("soft", 0.6, "rule")
        fronts = [("ink", 1.0), ("ink", 0.86), ("soft", 1.0), *((self.tokens[finding], 1.0) for finding in findings)]
        shades = (self.mix(front, full * shade) for front, full in fronts for shade in _SHADES)
        return [*dict.fromkeys([*flat, *shades])]

    def mix(self, front: str, share: float, back: str = "paper") -> _Colour:
        """Mix two tokens as CSS does in sRGB."""
        pair = zip(self.colours[front], self.colours[back], strict=True)
        return tuple(round(share * a + (1 - share) * b) for a, b in pair)  # type: ignore[return-value]


@lru_cache(maxsize=1)
def _look(css: str) -> _Look:
    """Read the light scheme and the findings' icons out of the stylesheet."""
    tokens = re.findall(r"--([\w-]+):\s*light-dark\(\s*#([0-9a-fA-F]{6})", css)
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


class _Face:
    """Literata in one size and weight."""

    def __init__(self, file: str, size: int, weight: int) -> None:
        self.size = size
        axes = [min(max(size * _SEEN, 7), 72), weight]
        data = io.BytesIO(_font_bytes(file))
        self.font = ImageFont.truetype(data, size * _SCALE, layout_engine=ImageFont.Layout.BASIC)
        self.font.set_variation_by_axes(axes)
        self.kerning = _Kerning(file, *axes)
        self.advances: dict[str, float] = {}

    def places(self, text: str) -> Iterator[float]:
        """Yield where each letter of `text` begins, and where the last ends."""
        x, before = 0.0, ""
        for letter in map(_drawn, text):
            x += self.kerning(before, letter) * self.size if before else 0
            yield x
            if letter not in self.advances:
                self.advances[letter] = self.font.getlength(letter) / _SCALE
            x, before = x + self.advances[letter], letter
        yield x

    def width(self, text: str) -> float:
        return list(self.places(text))[-1]

    def bearing(self, letter: str) -> float:
        """Return the white that a letter has at its left, so that large letters can stand right at the margin."""
        box = self.font.getmask(letter).getbbox()
        return box[0] / _SCALE if box else 0.0


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


def _drawn(letter: str) -> str:
    return _STAND_INS.get(letter, letter)


@cache
def _font_bytes(file: str) -> bytes:
    return files(_PACKAGE).joinpath(file).read_bytes()


@cache
def _font(file: str) -> TTFont:
    return TTFont(io.BytesIO(_font_bytes(file)), lazy=True)


@cache
def _face(size: int, weight: int = 400, file: str = _UPRIGHT) -> _Face:
    return _Face(file, size, weight)


def _words(text: str, face: _Face, width: float) -> Iterator[Span]:
    """Yield what no line may divide: words, with no-break spaces in them, or pieces of a word wider than a line."""
    for match in re.finditer(r"[^ \n]+", text):
        start, end = match.span()
        while face.width(text[start:end]) > width and end - start > 1:
            fits = sum(x <= width for x in face.places(text[start:end])) - 1
            yield Span(start, start := start + max(fits, 1))
        yield Span(start, end)


def _wrap(text: str, face: _Face, width: float) -> list[Span]:
    """Break a text into as few lines as fit, and then so that all are about as long and none ends in a short word."""
    words = list(_words(text, face, width))
    places = list(face.places(text))
    best: list[tuple[int, float, list[Span]]] = [(0, 0.0, [])]  # lines, cost and breaks of the first 0, 1, 2… words
    for last in words:
        ways = []
        for (count, cost, lines), first in zip(reversed(best), reversed(words[: len(best)]), strict=True):
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


def _cut(text: str, face: _Face, width: float, limit: int, end: str = "…") -> str:
    """Return `text`, or as many of its words as fit in `limit` lines, and `end`; of a single endless word, its letters."""
    lines = _wrap(text, face, width)
    if len(lines) <= limit or not limit:
        return text if limit else ""
    kept = text[: lines[limit].end]
    for word in reversed(list(_words(kept, face, width))):
        short = kept[: word.end].rstrip(" ,;:.—–-([«“¿¡\u00a0")
        if short and _unrest(short) <= 0 and len(_wrap(short + end, face, width)) <= limit:
            return short + end
    letters = (text[:at] + end for at in range(lines[limit - 1].end, 0, -1))
    return next((short for short in letters if len(_wrap(short, face, width)) <= limit), "")


@dataclass(frozen=True)
class _Paragraph:
    """A text set in lines that are `leading` pixels apart, with passages to mark in it."""

    text: str
    lines: list[Span]
    face: _Face
    leading: float
    marks: tuple[_Mark, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading


def _paragraph(
    text: str, size: int, leading: float, limit: int, marks: Iterable[_Mark] = (), end: str = "…"
) -> _Paragraph:
    """Set a text between the margins, cut to `limit` lines; what marks its end is in no passage."""
    face, width = _face(size), RIGHT - LEFT
    shown = _cut(text, face, width, limit, end)
    stop = len(shown) - (len(end) if shown != text else 0)
    marks = tuple((Span(span.start, min(span.end, stop)), finding) for span, finding in marks if span.start < stop)
    return _Paragraph(shown, _wrap(shown, face, width), face, leading * size, marks)


def _set(card: Card, title_size: int, large: int, small: int) -> tuple[_Paragraph, _Paragraph, _Paragraph]:
    """Set title, passage and text in these sizes; what is too long for the card is cut."""
    quoted = f"«{card.passage}»" if card.passage else ""
    title = _paragraph(card.title, title_size, 1.08, _TITLE_LINES)
    passage = _paragraph(quoted, large, 1.5, _PASSAGE_LINES, [(Span(1, len(quoted) - 1), card.finding)], "…»")
    size, leading = (small, 1.4) if card.passage or card.drawing else (large, 1.5)
    between = _GAP + (_GAP if card.passage else 0) + (_DIAGRAM if card.drawing else 0)
    room = _END - _BODY - title.height - passage.height - between
    text = _paragraph(card.text, size, leading, int(max(room, 0) / (leading * size)), card.marks)
    return title, passage, text


def _fit(card: Card) -> tuple[_Paragraph, _Paragraph, _Paragraph]:
    """Set a card in the largest sizes that cut nothing, or else in the smallest."""
    for sizes in _STEPS:
        title, passage, text = done = _set(card, *sizes)
        is_whole = card.title == title.text and card.passage in passage.text and len(title.lines) < _TITLE_LINES
        if is_whole and (card.text == text.text or (card.excerpt and len(text.lines) >= _EXCERPT_LINES)):
            break
    return done


class _Canvas:
    """A card in the making; places and widths are in pixels of the finished card."""

    def __init__(self, look: _Look) -> None:
        self.look = look
        self.image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), look.colours["paper"])
        self.pen = ImageDraw.Draw(self.image)

    def box(self, left: float, top: float, right: float, bottom: float, fill: _Colour) -> None:
        corners = [round(place * _SCALE) for place in (left, top, right, bottom)]
        self.pen.rectangle((corners[0], corners[1], corners[2] - 1, corners[3] - 1), fill)

    def line(self, points: Iterable[_Point], width: float, colour: _Colour) -> None:
        ends = [(round(round(x, 3) * _SCALE), round(round(y, 3) * _SCALE)) for x, y in points]
        self.pen.line(ends, colour, round(width * _SCALE), joint="curve")

    def icon(self, finding: str, left: float, top: float, size: float) -> None:
        icon, unit = self.look.icons[finding], size / 16
        for points in icon.lines:
            moved = ((left + x * unit, top + y * unit) for x, y in points)
            self.line(moved, icon.width * unit, self.look.of(finding))

    def words(self, text: str, left: float, base: float, face: _Face, colour: _Colour) -> None:
        for letter, x in zip(map(_drawn, text), face.places(text), strict=False):
            self.pen.text((round((left + x) * _SCALE), round(base * _SCALE)), letter, colour, face.font, anchor="ls")

    def paragraph(self, paragraph: _Paragraph, top: float, colour: _Colour) -> None:
        """Set a paragraph at the left margin, its passages tinted and underlined as on the site."""
        face = paragraph.face
        for row, line in enumerate(paragraph.lines):
            base = top + (row + 0.5) * paragraph.leading + face.size * 0.3
            text = paragraph.text[line.start : line.end]
            begin = LEFT - (0 if paragraph.marks else face.bearing(text[0]))
            places = [begin + x for x in face.places(text)]
            for span, finding in (mark for mark in paragraph.marks if mark[0].overlaps(line)):
                left, right = places[max(span.start - line.start, 0)], places[min(span.end, line.end) - line.start]
                foot = base + face.size * 0.31
                self.box(left, base - face.size * 0.94, right, foot, self.look.mix(self.look.tokens[finding], 0.1))
                self.box(left, foot, right, foot + face.size * 0.09, self.look.of(finding))
            self.words(text, begin, base, face, colour)

    def png(self, findings: Iterable[str]) -> bytes:
        """Return the card as PNG. Run-length coding is the one strategy in which zlib and its kin give the same bytes."""
        palette = Image.new("P", (1, 1))
        palette.putpalette([part for colour in self.look.palette(findings) for part in colour])
        small = self.image.reduce(_SCALE).quantize(palette=palette, dither=Image.Dither.NONE)
        target = io.BytesIO()
        small.save(target, "PNG", compress_level=9, compress_type=zlib.Z_RLE)
        return target.getvalue()


def _draw_frame(canvas: _Canvas, card: Card) -> None:
    """Draw what all cards have: the stripe, the kicker, and the footer with the tally at its right."""
    look, soft = canvas.look, canvas.look.colours["soft"]
    _draw_stripe(canvas, card.tally or (((card.finding, 1),) if card.finding else ()))
    face, indent = _face(34, 600 if card.finding else 400), 42 if card.finding else 0
    kicker = _cut(card.kicker, face, RIGHT - LEFT - indent, 1)
    canvas.words(kicker, LEFT + indent, _KICKER, face, look.of(card.finding) if card.finding else soft)
    if card.finding:
        canvas.icon(card.finding, LEFT, _KICKER - 26, 30)
    canvas.box(LEFT, _RULE, RIGHT, _RULE + 1.5, look.colours["rule"])
    figures, right = _face(25, 600), float(RIGHT)
    for finding, count in reversed(card.tally):
        right -= figures.width(str(count))
        canvas.words(str(count), right, _FOOTER, figures, look.of(finding))
        canvas.icon(finding, right - 28, _FOOTER - 20, 22)
        right -= 28 + 20
    face = _face(27, file=_ITALIC)
    canvas.words(_cut(card.footer, face, right - LEFT, 1), LEFT, _FOOTER, face, soft)


def _draw_stripe(canvas: _Canvas, tally: Iterable[tuple[str, int]]) -> None:
    """Draw the stripe, each finding's share in its colour."""
    canvas.box(0, 0, BAND, HEIGHT, canvas.look.colours["ink"])
    colours = [canvas.look.of(finding) for finding, count in tally for _ in range(count)]
    for row, colour in enumerate(colours):
        canvas.box(0, HEIGHT * row / len(colours), BAND, HEIGHT * (row + 1) / len(colours), colour)


def _draw_body(canvas: _Canvas, card: Card) -> None:
    """Draw title, passage, diagram and text; what is small stands at the foot."""
    title, passage, text = _fit(card)
    ink, foot = canvas.look.colours["ink"], _END - text.height
    canvas.paragraph(title, _BODY, ink)
    y = _BODY + title.height + _GAP
    canvas.paragraph(passage, y, ink)
    if card.drawing:
        _draw_diagram(canvas, card.drawing, y, foot - _GAP)
    if card.passage or card.drawing:
        canvas.paragraph(text, foot, canvas.look.mix("ink", 0.86))
    else:
        canvas.paragraph(text, y, ink)


def _draw_diagram(canvas: _Canvas, drawing: Drawing, top: float, bottom: float) -> None:
    """Draw boxes and arrows in the middle of what is between `top` and `bottom`, stretched a little upwards."""
    look, width = canvas.look, RIGHT - LEFT
    x = min(width / drawing.width, 1.6)
    y = min((bottom - top) / drawing.height, 1.6 * x)
    left, top = LEFT + (width - drawing.width * x) / 2, (top + bottom - drawing.height * y) / 2
    face = _label_face(drawing, x, y)
    for arrow in drawing.arrows:
        start, tip, end = left + arrow.x1 * x, left + (arrow.x2 - 2) * x, top + arrow.y2 * y
        canvas.line([(start, top + arrow.y1 * y), (tip, end)], 2.2, look.colours["soft"])
        canvas.line([(tip - 9 * x, end - 6 * x), (tip, end), (tip - 9 * x, end + 6 * x)], 2.2, look.colours["soft"])
    for box in drawing.boxes:
        x1, y1 = left + box.x * x, top + box.y * y
        x2, y2 = x1 + box.width * x, y1 + box.height * y
        canvas.box(x1, y1, x2, y2, look.mix("soft", 0.6, "rule"))
        canvas.box(x1 + 1.5, y1 + 1.5, x2 - 1.5, y2 - 1.5, look.colours["panel"])
        label = _cut(box.node.label, face, x2 - x1, 1)
        middle = (x1 + x2 - face.width(label)) / 2
        canvas.words(label, middle, (y1 + y2) / 2 + face.size * 0.3, face, look.colours["ink"])


def _label_face(drawing: Drawing, x: float, y: float) -> _Face:
    """Return the largest face in which every label fits its box, with 10 pixels on both sides."""
    trial = _face(20)
    widths = [(box.width * x - 20) / trial.width(box.node.label) for box in drawing.boxes]
    heights = [box.height * y / trial.size * 0.6 for box in drawing.boxes]
    return _face(max(8, int(trial.size * min(*widths, *heights, 1.7))))
