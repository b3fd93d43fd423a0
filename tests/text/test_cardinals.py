"""Spanish cardinals: their spelling, and that no two numbers are spelt alike."""

from __future__ import annotations

import pytest
from edition.text.cardinals import LIMIT, cardinal


@pytest.mark.parametrize(
    ("number", "masculine", "feminine", "before_noun"),
    [
        (0, "cero", "cero", "cero"),
        (1, "uno", "una", "un"),
        (16, "dieciséis", "dieciséis", "dieciséis"),
        (21, "veintiuno", "veintiuna", "veintiún"),
        (22, "veintidós", "veintidós", "veintidós"),
        (31, "treinta y uno", "treinta y una", "treinta y un"),
        (100, "cien", "cien", "cien"),
        (101, "ciento uno", "ciento una", "ciento un"),
        (170, "ciento setenta", "ciento setenta", "ciento setenta"),
        (232, "doscientos treinta y dos", "doscientas treinta y dos", "doscientos treinta y dos"),
        (521, "quinientos veintiuno", "quinientas veintiuna", "quinientos veintiún"),
        (999, "novecientos noventa y nueve", "novecientas noventa y nueve", "novecientos noventa y nueve"),
    ],
)
def test_spelling(number: int, masculine: str, feminine: str, before_noun: str) -> None:
    assert cardinal(number) == (masculine, feminine, before_noun)


def test_every_number_has_its_own_words() -> None:
    for forms in zip(*map(cardinal, range(LIMIT)), strict=True):
        assert len(set(forms)) == LIMIT
