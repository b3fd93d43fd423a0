"""The site's icon as PNG, drawn from `favicon.svg`, for browsers and home screens without SVG.

The icon may contain only filled rectangles and stroked paths, in a square.
"""

from __future__ import annotations

import io
import zlib
from typing import Any

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib import SVGPath
from lxml import etree
from PIL import Image, ImageDraw

SIZES = {"assets/favicon.png": 48, "assets/touch-icon.png": 180}  # px, by file
_SHARPNESS = 4  # drawn this many times as large, then reduced


def png(svg: str, size: int) -> bytes:
    """Return the icon as PNG of `size` × `size` px. Raises ValueError for any other element."""
    root = etree.fromstring(svg.encode())
    side = float(root.get("viewBox", "").split()[2])
    image = Image.new("RGBA", (size * _SHARPNESS, size * _SHARPNESS))
    pen, scale = ImageDraw.Draw(image), size * _SHARPNESS / side
    for element in root:
        _draw(element, pen, scale)
    target = io.BytesIO()
    image.reduce(_SHARPNESS).save(target, "PNG", compress_level=9, compress_type=zlib.Z_RLE)
    return target.getvalue()


def _draw(element: Any, pen: ImageDraw.ImageDraw, scale: float) -> None:
    match etree.QName(element).localname:
        case "rect":
            width, height, radius = (float(element.get(name, "0")) * scale for name in ("width", "height", "rx"))
            pen.rounded_rectangle((0, 0, width - 1, height - 1), radius, element.get("fill"))
        case "path":
            width = round(float(element.get("stroke-width")) * scale)
            for start, end in _lines(element):
                ends = [(round(x * scale), round(y * scale)) for x, y in (start, end)]
                pen.line(ends, element.get("stroke"), width)
        case other:
            raise ValueError(f"favicon.svg: a <{other}> cannot be drawn: use <rect> and <path>")


def _lines(element: Any) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the straight lines of a path."""
    recorded = RecordingPen()
    SVGPath.fromstring(f'<svg><path d="{element.get("d")}"/></svg>'.encode()).draw(recorded)
    places = [points[0] for operation, points in recorded.value if operation in ("moveTo", "lineTo")]
    return list(zip(places[::2], places[1::2], strict=True))
