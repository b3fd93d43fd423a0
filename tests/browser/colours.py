"""Reads the colours of a page as they are painted."""

from __future__ import annotations

from playwright.sync_api import Locator

_PAINTED = """(element, property) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  canvas.fillStyle = getComputedStyle(element)[property];
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}"""


def painted(element: Locator, property: str) -> tuple[int, ...]:
    """Return the red, green, blue and alpha, from 0 to 255, of a colour that `element` has."""
    return tuple(element.evaluate(_PAINTED, property))


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the contrast of two opaque colours as WCAG defines it."""
    assert one[3] == other[3] == 255
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: tuple[int, ...]) -> float:
    shares = [part / 255 for part in colour[:3]]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
