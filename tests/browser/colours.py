"""Reads the painted colours of a page."""

from __future__ import annotations

from contrast import contrast as ratio
from playwright.sync_api import Locator

_PAINTED = """(element, property) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(element)[property];
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}"""


def painted(element: Locator, property: str) -> tuple[int, ...]:
    """Return red, green, blue and alpha, 0 to 255, of one of `element`'s colours."""
    return tuple(element.evaluate(_PAINTED, property))


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast ratio of two opaque colours (WCAG)."""
    assert one[3] == other[3] == 255
    return ratio(one[:3], other[:3])
