"""The icon as PNG shows what the SVG does, in every size that is asked for."""

from __future__ import annotations

import io

import pytest
from edition.exports.cards import favicon
from PIL import Image
from projects import ROOT

SVG = (ROOT / "docs/assets/favicon.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", favicon.SIZES.values())
def test_paper_ink_and_accent_are_where_the_svg_has_them(size: int) -> None:
    image = Image.open(io.BytesIO(favicon.png(SVG, size)))
    assert image.size == (size, size)
    at = [
        image.getpixel((round(x * size / 32), round(y * size / 32))) for x, y in ((16, 28), (10, 9), (24, 15), (0, 0))
    ]
    assert at[0] == (0xFB, 0xFA, 0xF6, 255)
    assert at[1][:3] == (0x1F, 0x1C, 0x18)
    assert at[2][:3] == (0x8A, 0x5A, 0x00)
    assert at[3][3] < 255


def test_another_form_is_refused() -> None:
    with pytest.raises(ValueError, match="a <circle> cannot be drawn"):
        favicon.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle r="3"/></svg>', 48)
