"""Lists stand in the order of the Spanish alphabet."""

from __future__ import annotations

import random

import pytest
from edition.text.collation import alphabetical
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    "ordered",
    [
        ["Ábaco", "abad", "ábside", "ACERA", "águila", "zaguán"],
        ["canon", "cantar", "canzonetta", "caña", "cañón", "capa"],
        ["nube", "n\u0303andu\u0301", "ñu", "oso"],
        ["De la Torre", "del Río", "Delgado"],
        ["GARCÍA, Juan", "García, Zoe", "García Márquez, Ana", "Garcíez"],
        ["PANES. Trigo", "Panes. Zumo", "Panes con cuentas", "Panes y hornos. Agua"],
        ["[Anónimo]", "«Azul»", "¿Qué?", "…Rojo", "“Verde”"],
        ["solo", "sólo"],
        ["zumo", "«2 panes»", "3M"],
    ],
)
def test_readers_find_it_where_they_look(ordered: list[str]) -> None:
    mixed = random.Random(0).sample(ordered, len(ordered))
    assert sorted(mixed, key=alphabetical) == ordered


@given(st.text())
def test_a_text_stands_where_its_likes_do(text: str) -> None:
    """Whatever it is written with, it has a place, and case and quotation marks do not move it."""
    assert alphabetical(f"«{text.upper()}»")[:2] == alphabetical(text.upper())[:2]
    assert alphabetical(text)[:2] == alphabetical(f" {text}… ")[:2]
