"""Draws preview cards, the pictures that other sites show with a link to a page, as PNG at build.

A card is plain data, and the same card gives the same bytes. Colours and icons are the site's; the font is Literata.
The unit is the pixel of the finished card, 1200 × 630.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from PIL import Image, ImageDraw

from edition.content import icons
from edition.content.icons import Point
from edition.content.vocabulary import Word
from edition.exports.cards import look as looks
from edition.exports.cards import typesetting
from edition.exports.cards.look import Colour, Look, look
from edition.exports.cards.typesetting import ITALIC, PACKAGE, SCALE, Face, cut, drawn, literata, wrap
from edition.files import Keep
from edition.pages.assets import fingerprint
from edition.pages.drawing import Drawing
from edition.text.selectors import Span

SIZE = WIDTH, HEIGHT = 1200, 630  # the size that social networks ask for: 1.91 to 1
LEFT, TOP, RIGHT, BOTTOM = 84, 56, WIDTH - 84, HEIGHT - 30  # no word goes beyond these
BAND = 16  # width of the stripe at the left edge, in the findings' colours

END, RULE = 514, 544  # end of the texts, and rule above the footer, from the top
_KICKER, _BODY, _FOOTER = 94, 122, 588  # from the top; the first and the last are baselines
_GAP = 24  # between title, passage, diagram and text
_DIAGRAM = 150  # the least height of a diagram
_STEPS = ((98, 40, 33), (78, 37, 31), (66, 34, 29))  # sizes to try: title, large text, small text
_TITLE_LINES, _PASSAGE_LINES, _EXCERPT_LINES = 3, 2, 3  # at most, at most, at least
_SHADES = (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1)  # shares of a colour on paper, from a passage's tint to the pure colour

_Mark = tuple[Span, Word]


@dataclass(frozen=True)
class Card:
    """The content of a card.

    `finding` gives the kicker its icon and colour, and the `passage` its colour; the passage is set in quotation marks.
    `text` should fit; an `excerpt` is expected to be cut. `marks` are passages in `text` with their findings; `tally`
    counts the notes of each finding.
    """

    kicker: str
    title: str
    text: str = ""
    finding: Word | None = None
    footer: str = ""
    passage: str = ""
    excerpt: bool = False
    marks: tuple[_Mark, ...] = ()
    tally: tuple[tuple[Word, int], ...] = ()
    drawing: Drawing | None = None


def drawn_once(card: Card, keep: Keep) -> bytes:
    """Return `draw(card)`, from `keep` unless something that the picture depends on has changed."""
    recipe = card, _layout(), look()
    return keep("card.png", recipe, lambda: draw(card))


@cache
def _layout() -> tuple[str, ...]:
    """Return the versions of everything that draws: the font, the libraries, and these files."""
    packages = (PACKAGE.replace("_", "-"), "fonttools", "pillow", "uharfbuzz")
    code = __file__, looks.__file__, typesetting.__file__, icons.__file__
    return *map(version, packages), *(fingerprint(Path(path).read_bytes()) for path in code)


def draw(card: Card) -> bytes:
    """Draw a card as PNG."""
    canvas = _Canvas(look())
    _draw_frame(canvas, card)
    _draw_body(canvas, card)
    findings = {*dict(card.tally), *(finding for _, finding in card.marks), *filter(None, [card.finding])}
    return canvas.png(sorted(findings, key=lambda finding: finding.name))


@dataclass(frozen=True)
class Paragraph:
    """A text broken into lines `leading` pixels apart, with passages to mark."""

    text: str
    lines: list[Span]
    face: Face
    leading: float
    marks: tuple[_Mark, ...]

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading


def _paragraph(
    text: str, size: int, leading: float, limit: int, marks: Iterable[_Mark] = (), end: str = "…"
) -> Paragraph:
    """Set a text between the margins, cut to `limit` lines; no passage includes the ellipsis at the cut."""
    face, width = literata(size), RIGHT - LEFT
    shown = cut(text, face, width, limit, end)
    stop = len(shown) - (len(end) if shown != text else 0)
    marks = tuple((Span(span.start, min(span.end, stop)), finding) for span, finding in marks if span.start < stop)
    return Paragraph(shown, wrap(shown, face, width), face, leading * size, marks)


def _set(card: Card, title_size: int, large: int, small: int) -> tuple[Paragraph, Paragraph, Paragraph]:
    """Set title, passage and text in these sizes, and cut what does not fit."""
    quoted = f"«{card.passage}»" if card.passage else ""
    title = _paragraph(card.title, title_size, 1.08, _TITLE_LINES)
    marks = [(Span(1, len(quoted) - 1), card.finding)] if card.finding else []
    passage = _paragraph(quoted, large, 1.5, _PASSAGE_LINES, marks, "…»")
    size, leading = (small, 1.4) if card.passage or card.drawing else (large, 1.5)
    between = _GAP + (_GAP if card.passage else 0) + (_DIAGRAM if card.drawing else 0)
    room = END - _BODY - title.height - passage.height - between
    text = _paragraph(card.text, size, leading, int(max(room, 0) / (leading * size)), card.marks)
    return title, passage, text


def fit(card: Card) -> tuple[Paragraph, Paragraph, Paragraph]:
    """Set a card in the largest sizes at which nothing is cut, or else in the smallest."""
    for sizes in _STEPS:
        title, passage, text = done = _set(card, *sizes)
        is_whole = card.title == title.text and card.passage in passage.text and len(title.lines) < _TITLE_LINES
        if is_whole and (card.text == text.text or (card.excerpt and len(text.lines) >= _EXCERPT_LINES)):
            break
    return done


class _Canvas:
    """A card being drawn; positions and widths are in pixels of the finished card."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), look.colours["paper"])
        self.pen = ImageDraw.Draw(self.image)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        corners = [round(place * SCALE) for place in (left, top, right, bottom)]
        self.pen.rectangle((corners[0], corners[1], corners[2] - 1, corners[3] - 1), fill)

    def line(self, points: Iterable[Point], width: float, colour: Colour) -> None:
        ends = [(round(round(x, 3) * SCALE), round(round(y, 3) * SCALE)) for x, y in points]
        self.pen.line(ends, colour, round(width * SCALE), joint="curve")

    def icon(self, finding: Word, left: float, top: float, size: float) -> None:
        unit = size / icons.SIDE
        for points in icons.lines(finding.icon):
            moved = ((left + x * unit, top + y * unit) for x, y in points)
            self.line(moved, icons.STROKE * unit, self.look.of(finding))

    def words(self, text: str, left: float, base: float, face: Face, colour: Colour) -> None:
        for letter, x in zip(map(drawn, text), face.places(text), strict=False):
            self.pen.text((round((left + x) * SCALE), round(base * SCALE)), letter, colour, face.font, anchor="ls")

    def paragraph(self, paragraph: Paragraph, top: float, colour: Colour) -> None:
        """Draw a paragraph at the left margin, with its passages tinted and underlined as on the site."""
        face = paragraph.face
        for row, line in enumerate(paragraph.lines):
            base = top + (row + 0.5) * paragraph.leading + face.size * 0.3
            text = paragraph.text[line.start : line.end]
            begin = LEFT - (0 if paragraph.marks else face.bearing(text[0]))
            places = [begin + x for x in face.places(text)]
            for span, finding in (mark for mark in paragraph.marks if mark[0].overlaps(line)):
                left, right = places[max(span.start - line.start, 0)], places[min(span.end, line.end) - line.start]
                foot = base + face.size * 0.31
                self.box(left, base - face.size * 0.94, right, foot, self.look.mix(self.look.of(finding), 0.1))
                self.box(left, foot, right, foot + face.size * 0.09, self.look.of(finding))
            self.words(text, begin, base, face, colour)

    def png(self, findings: Iterable[Word]) -> bytes:
        """Return the card as PNG, compressed by run length: the only strategy with the same bytes in every zlib."""
        palette = Image.new("P", (1, 1))
        palette.putpalette([part for colour in _palette(self.look, findings) for part in colour])
        small = self.image.reduce(SCALE).quantize(palette=palette, dither=Image.Dither.NONE)
        target = io.BytesIO()
        small.save(target, "PNG", compress_level=9, compress_type=zlib.Z_RLE)
        return target.getvalue()


def _palette(look: Look, findings: Iterable[Word]) -> list[Colour]:
    """Return the colours of a card with these findings: flat colours, and shades for the edges of letters."""
    ink, soft = look.colours["ink"], look.colours["soft"]
    flat = look.colours["paper"], look.colours["rule"], look.colours["panel"], _edge(look)
    fronts = [(ink, 1.0), (ink, 0.86), (soft, 1.0), *((look.of(finding), 1.0) for finding in findings)]
    shades = (look.mix(front, full * shade) for front, full in fronts for shade in _SHADES)
    return [*dict.fromkeys([*flat, *shades])]


def _edge(look: Look) -> Colour:
    return look.mix(look.colours["soft"], 0.6, look.colours["rule"])


def _draw_frame(canvas: _Canvas, card: Card) -> None:
    """Draw the parts that all cards share: stripe, kicker, and footer with the tally at its right."""
    look, soft = canvas.look, canvas.look.colours["soft"]
    _draw_stripe(canvas, card.tally or (((card.finding, 1),) if card.finding else ()))
    face, indent = literata(34, 600 if card.finding else 400), 42 if card.finding else 0
    kicker = cut(card.kicker, face, RIGHT - LEFT - indent, 1)
    canvas.words(kicker, LEFT + indent, _KICKER, face, look.of(card.finding) if card.finding else soft)
    if card.finding:
        canvas.icon(card.finding, LEFT, _KICKER - 26, 30)
    canvas.box(LEFT, RULE, RIGHT, RULE + 1.5, look.colours["rule"])
    figures, right = literata(25, 600), float(RIGHT)
    for finding, count in reversed(card.tally):
        right -= figures.width(str(count))
        canvas.words(str(count), right, _FOOTER, figures, look.of(finding))
        canvas.icon(finding, right - 28, _FOOTER - 20, 22)
        right -= 28 + 20
    face = literata(27, file=ITALIC)
    canvas.words(cut(card.footer, face, right - LEFT, 1), LEFT, _FOOTER, face, soft)


def _draw_stripe(canvas: _Canvas, tally: Iterable[tuple[Word, int]]) -> None:
    """Draw the stripe, divided among the findings by their number of notes."""
    canvas.box(0, 0, BAND, HEIGHT, canvas.look.colours["ink"])
    colours = [canvas.look.of(finding) for finding, count in tally for _ in range(count)]
    for row, colour in enumerate(colours):
        canvas.box(0, HEIGHT * row / len(colours), BAND, HEIGHT * (row + 1) / len(colours), colour)


def _draw_body(canvas: _Canvas, card: Card) -> None:
    """Draw title, passage, diagram and text; small text goes to the bottom."""
    title, passage, text = fit(card)
    ink, foot = canvas.look.colours["ink"], END - text.height
    canvas.paragraph(title, _BODY, ink)
    y = _BODY + title.height + _GAP
    canvas.paragraph(passage, y, ink)
    if card.drawing:
        _draw_diagram(canvas, card.drawing, y, foot - _GAP)
    if card.passage or card.drawing:
        canvas.paragraph(text, foot, canvas.look.mix(ink, 0.86))
    else:
        canvas.paragraph(text, y, ink)


def _draw_diagram(canvas: _Canvas, drawing: Drawing, top: float, bottom: float) -> None:
    """Draw boxes and arrows, centred between `top` and `bottom`, slightly stretched in height."""
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
        canvas.box(x1, y1, x2, y2, _edge(look))
        canvas.box(x1 + 1.5, y1 + 1.5, x2 - 1.5, y2 - 1.5, look.colours["panel"])
        label = cut(box.node.label, face, x2 - x1, 1)
        middle = (x1 + x2 - face.width(label)) / 2
        canvas.words(label, middle, (y1 + y2) / 2 + face.size * 0.3, face, look.colours["ink"])


def _label_face(drawing: Drawing, x: float, y: float) -> Face:
    """Return the largest face in which every label fits its box with 10 pixels to spare on both sides."""
    trial = literata(20)
    widths = [(box.width * x - 20) / trial.width(box.node.label) for box in drawing.boxes]
    heights = [box.height * y / trial.size * 0.6 for box in drawing.boxes]
    return literata(max(8, int(trial.size * min(*widths, *heights, 1.7))))
