"""How well one colour stands out from another."""

from __future__ import annotations

from collections.abc import Iterable

Colour = tuple[int, ...]  # red, green and blue, from 0 to 255


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two opaque colours as WCAG 2.2 defines it, from 1 to 21."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Iterable[int]) -> float:
    shares = (part / 255 for part in colour)
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
