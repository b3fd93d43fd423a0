"""The colours of the edition in the light or the dark scheme, as numbers to draw with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from edition.content.vocabulary import Word
from edition.pages import palette

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """The palette of one scheme, by token."""

    scheme: Literal["light", "dark"]
    colours: Mapping[str, Colour]

    def of(self, finding: Word) -> Colour:
        return _parts(getattr(finding.colour, self.scheme))

    def mix(self, front: Colour, share: float, back: Colour | None = None) -> Colour:
        """Mix two colours as CSS does in sRGB; the second is paper by default."""
        pair = zip(front, back or self.colours["paper"], strict=True)
        return tuple(round(share * a + (1 - share) * b) for a, b in pair)  # type: ignore[return-value]


def look(scheme: Literal["light", "dark"] = "light") -> Look:
    """Return the look of a scheme."""
    return Look(scheme, {name: _parts(getattr(colour, scheme)) for name, colour in palette.TOKENS.items()})


def code(colour: Colour) -> str:
    """Return a colour in the notation of CSS and SVG, #rrggbb."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def _parts(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue
