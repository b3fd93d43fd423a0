"""Icons: SVG elements in a square of 16 units, and their lines as points, for drawing without SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import SVGPath

SIDE, STROKE = 16, 2.1
EXAMPLE = "<path d='m3 3 10 10M13 3 3 13'/>"

Point = tuple[float, float]
Lines = tuple[tuple[Point, ...], ...]

_ATTRIBUTES = {
    "path": {"d"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "rect": {"x", "y", "width", "height"},
}
_VALUE = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9., +-]+")
_STEPS = 12  # chords in a curve


def is_icon(value: object) -> bool:
    """Tell whether `value` is one or more allowed elements, and draws nothing outside the square."""
    try:
        return isinstance(value, str) and _is_plain(value) and _is_inside(lines(value))
    except (ElementTree.ParseError, ValueError, TypeError, ArithmeticError):
        return False


@cache
def lines(elements: str) -> Lines:
    """Return the lines of `elements` as points, curves as chords."""
    pen = RecordingPen()
    SVGPath.fromstring(f"<svg>{elements}</svg>".encode()).draw(pen)
    drawn: list[list[Point]] = []
    for operation, points in pen.value:
        if operation == "moveTo":
            drawn.append([*points])
        elif operation == "lineTo":
            drawn[-1] += points
        elif operation == "curveTo":
            drawn[-1] += _curve(drawn[-1][-1], *points)
        elif operation == "qCurveTo":
            drawn[-1] += _curve(drawn[-1][-1], *_as_cubic(drawn[-1][-1], *points))
        elif operation == "closePath":
            drawn[-1].append(drawn[-1][0])
    return tuple(map(tuple, drawn))


def _is_plain(elements: str) -> bool:
    root = ElementTree.fromstring(f"<svg>{elements}</svg>")
    texts = [root.text, *(element.tail for element in root)]
    return not "".join(filter(None, texts)).strip() and all(map(_is_form, root))


def _is_form(element: ElementTree.Element) -> bool:
    known = _ATTRIBUTES.get(element.tag, set())
    return element.attrib.keys() <= known and not len(element) and all(map(_VALUE.fullmatch, element.attrib.values()))


def _is_inside(drawn: Lines) -> bool:
    return bool(drawn) and all(0 <= place <= SIDE for line in drawn for point in line for place in point)


def _as_cubic(a: Point, b: Point, c: Point) -> tuple[Point, Point, Point]:
    return _between(a, b), _between(c, b), c


def _between(end: Point, control: Point) -> Point:
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for t in (step / _STEPS for step in range(1, _STEPS + 1)):
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        yield x, y
