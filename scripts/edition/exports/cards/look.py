"""How the edition looks on light or on dark paper, as numbers to draw with: the site's palette and the findings'."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from edition.content.vocabulary import Word
from edition.pages import palette

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """The colours of the palette by token, in a scheme."""

    scheme: Literal["light", "dark"]
    colours: Mapping[str, Colour]

    def of(self, finding: Word) -> Colour:
        return _parts(getattr(finding.colour, self.scheme))

    def mix(self, front: Colour, share: float, back: Colour | None = None) -> Colour:
        """Mix two colours as CSS does in sRGB, the second that of paper if none is given."""
        pair = zip(front, back or self.colours["paper"], strict=True)
        return tuple(round(share * a + (1 - share) * b) for a, b in pair)  # type: ignore[return-value]


def look(scheme: Literal["light", "dark"] = "light") -> Look:
    """Return how the edition looks in a scheme."""
    return Look(scheme, {name: _parts(getattr(colour, scheme)) for name, colour in palette.TOKENS.items()})


def code(colour: Colour) -> str:
    """Return a colour as CSS and SVG write it."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def _parts(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue
