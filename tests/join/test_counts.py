"""The numbers that texts say of the notes are true, or told with their place and the right one."""

from __future__ import annotations

import pytest
from edition.join.counts import faults, in_words
from edition.join.model import Edition
from edition.problems import Problem
from projects import MINIATURE
from published import joined, page_of

# Of the miniature: seven notes, of which two are verified and two are textual; two sources.
TRUE = (
    "[siete](notas/index.md) notas y [7](notas/index.md#todas)",
    "[dos](notas/index.md#textual), [2](notas/index.md#textual), [Dos](notas/index.md#verificacion)",
    "[una](notas/index.md#impreciso), [otra](notas/index.md#impreciso), [1](notas/index.md#impreciso)",
    "[ninguna](notas/index.md#falso), [cero](notas/index.md#falso), [0](notas/index.md#falso)",
    "[dos](fuentes.md) fuentes",
    "[varias](notas/index.md#textual) y [las notas](notas/index.md) y [87,6\u00a0%](notas/index.md)",
    "[nueve](sobre.md) y [nueve](notas/index.md#seccion-pasos) y [nueve](https://example.org/notas/index.md)",
    "`[nueve](notas/index.md)`",
)


def faults_of(markdown: str, edition: Edition) -> list[Problem]:
    return list(faults(page_of("balance.md", f"---\ntitle: Balance\n---\n\nUno.\n\n{markdown}\n"), edition))


@pytest.fixture(scope="module")
def edition() -> Edition:
    return joined(MINIATURE)


@pytest.mark.parametrize("markdown", TRUE)
def test_what_is_true_or_no_number_is_left_alone(edition: Edition, markdown: str) -> None:
    assert faults_of(markdown, edition) == []


@pytest.mark.parametrize(
    ("markdown", "what", "cure"),
    [
        ("[cuatro](notas/index.md#textual)", "«cuatro» counts 4 where there are 2", "Write «dos», or 2."),
        ("[12](notas/index.md)", "«12» counts 12 where there are 7", "Write «siete», or 7."),
        ("[dos](notas/index.md#falso)", "«dos» counts 2 where there are 0", "Write «ninguna», or 0."),
        ("[ninguna](notas/index.md#impreciso)", "«ninguna» counts 0 where there are 1", "Write «una», or 1."),
        ("[**doce**](notas/index.md)", "«**doce**» counts 12 where there are 7", "Write «siete», or 7."),
        ('[_12_]( <notas/index.md> "t" )', "«_12_» counts 12 where there are 7", "Write «siete», or 7."),
        ("[una](fuentes.md)", "«una» counts 1 where there are 2", "Write «dos», or 2."),
    ],
)
def test_what_is_not_true_is_told_with_the_right_number(edition: Edition, markdown: str, what: str, cure: str) -> None:
    assert faults_of(markdown, edition) == [Problem("docs/balance.md", 7, what, cure)]


def test_a_number_is_read_as_it_is_written(edition: Edition) -> None:
    every = [number for number in range(1000) if number != 7]
    told = faults_of(" ".join(f"[{in_words(number)}](notas/index.md)" for number in every), edition)
    assert [fault.what for fault in told] == [f"«{in_words(at)}» counts {at} where there are 7" for at in every]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("veintidós", 22),
        ("veintiuna", 21),
        ("veintiún", 21),
        ("treinta y uno", 31),
        ("treinta y un", 31),
        ("treinta y una", 31),
        ("doscientas una", 201),
        ("quinientos", 500),
        ("quinientas", 500),
    ],
)
def test_numbers_agree_with_what_they_count(edition: Edition, words: str, number: int) -> None:
    (fault,) = faults_of(f"[{words}](notas/index.md)", edition)
    assert fault.what == f"«{words}» counts {number} where there are 7"
