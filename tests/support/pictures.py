"""What can be seen in a picture of a card."""

from __future__ import annotations

import io

from edition.exports.cards.look import look
from edition.exports.cards.picture import BAND, BOTTOM, HEIGHT, LEFT, RIGHT, SIZE, TOP
from PIL import Image, ImageChops

_MOST_BYTES = 60_000
_HANG = 3  # pixels by which a serif may stand out of its line


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def inked(png: bytes) -> tuple[int, int, int, int]:
    """Return the box around all that is not paper, the stripe aside; of an empty card, the margins."""
    paper = Image.new("RGB", SIZE, look().colours["paper"])
    difference = ImageChops.difference(picture(png), paper)
    difference.paste((0, 0, 0), (0, 0, BAND, HEIGHT))
    return difference.getbbox() or (LEFT, TOP, RIGHT, BOTTOM)


def keeps_to_its_margins(png: bytes) -> bool:
    """Tell whether a card is small enough to be shared, and nothing is drawn outside its margins."""
    left, top, right, bottom = inked(png)
    is_inside = left >= LEFT - _HANG and right <= RIGHT + _HANG and top >= TOP and bottom <= BOTTOM
    return is_inside and len(png) < _MOST_BYTES
