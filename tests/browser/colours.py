"""Reads the painted colours of a page."""

from __future__ import annotations

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


def opaque(element: Locator, property: str) -> tuple[int, ...]:
    """Return the red, green and blue of a colour that lets nothing through."""
    *colour, alpha = painted(element, property)
    assert alpha == 255
    return tuple(colour)
