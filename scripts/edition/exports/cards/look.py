"""How the edition looks, read out of the site's stylesheets: its colours, and the icon of each finding.

The stylesheets are the only place where they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import SVGPath

Colour = tuple[int, int, int]
Point = tuple[float, float]

_STYLES = Path(__file__).parents[4] / "docs" / "assets" / "css"
_STYLESHEETS = _STYLES / "tokens/values.css", _STYLES / "tokens/findings.css", _STYLES / "components/findings.css"


class Icon(NamedTuple):
    """An icon in a square of 16 units: its lines, how wide they are, and the same lines as elements of SVG."""

    lines: tuple[tuple[Point, ...], ...]
    width: float
    elements: str


@dataclass(frozen=True)
class Look:
    """The colours of a scheme by token, and the token and the icon of each finding."""

    colours: Mapping[str, Colour]
    tokens: Mapping[str, str]
    icons: Mapping[str, Icon]

    @staticmethod
    def of_site(is_dark: bool = False) -> Look:
        """Return the look of the site as its stylesheets have it now."""
        return read("\n".join(path.read_text(encoding="utf-8") for path in _STYLESHEETS), is_dark)

    def of(self, finding: str) -> Colour:
        return self.colours[self.tokens[finding]]

    def mix(self, front: str, share: float, back: str = "paper") -> Colour:
        """Mix two tokens as CSS does in sRGB."""
        pair = zip(self.colours[front], self.colours[back], strict=True)
        return tuple(round(share * a + (1 - share) * b) for a, b in pair)  # type: ignore[return-value]


def code(colour: Colour) -> str:
    """Return a colour as CSS and SVG write it."""
    return "#" + "".join(f"{part:02x}" for part in colour)


@lru_cache(maxsize=2)
def read(css: str, is_dark: bool = False) -> Look:
    """Read a scheme and the findings' icons out of the stylesheets."""
    tokens = re.findall(r"--([\w-]+):\s*light-dark\(\s*#([0-9a-fA-F]{6}),\s*#([0-9a-fA-F]{6})\s*\)", css)
    colours = {name: bytes.fromhex(dark if is_dark else light) for name, light, dark in tokens}
    found = re.findall(r'\[data-finding="?([^"\]]+)"?\]\s*\{\s*--k:\s*var\(--([\w-]+)\);\s*--at:\s*(\d+)', css)
    icons = _icons(css)
    return Look(
        {name: (red, green, blue) for name, (red, green, blue) in colours.items()},
        {finding: token for finding, token, _ in found},
        {finding: icons[int(at)] for finding, _, at in found},
    )


def _icons(css: str) -> list[Icon]:
    """Read the one picture that has all icons, a group each."""
    picture = re.search(r'svg\+xml,(.*?)"\)', css)
    svg = unquote(picture[1]) if picture else ""
    width = re.search(r"stroke-width='([\d.]+)'", svg)
    return [_icon(elements, float(width[1]) if width else 1) for elements in re.findall(r"<g[^>]*>(.*?)</g>", svg)]


def _icon(elements: str, width: float) -> Icon:
    pen = RecordingPen()
    SVGPath.fromstring(f"<svg>{elements}</svg>".encode()).draw(pen)
    lines: list[list[Point]] = []
    for operation, points in pen.value:
        if operation == "moveTo":
            lines.append([*points])
        elif operation == "lineTo":
            lines[-1] += points
        elif operation == "curveTo":
            lines[-1] += _curve(lines[-1][-1], *points)
        elif operation == "closePath":
            lines[-1].append(lines[-1][0])
    return Icon(tuple(map(tuple, lines)), width, elements)


def _curve(a: Point, b: Point, c: Point, d: Point, steps: int = 12) -> Iterator[Point]:
    for t in (step / steps for step in range(1, steps + 1)):
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        yield x, y
