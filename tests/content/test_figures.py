"""What is wrong in the data of figures and in the list of threads is reported, whatever it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from edition.content import figures, threads
from edition.pages import chart
from hypothesis import given
from hypothesis import strategies as st

ROW = {"label": "Masa madre", "source": "manual", "value": 60}
FIGURE = {"title": "Aromas", "unit": "por ciento", "form": "bars", "rows": [ROW]}
THREAD = "- {url: 'https://example.org/1', title: Un hilo, about: notas/pan/, date: 2026-11-30}\n"
DELETED = object()

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.sampled_from([10**400, -1, 0]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
)


def figure_with(changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (FIGURE | changes).items() if value is not DELETED}


def faults_of(data: Any) -> list[str]:
    figure, problems = figures.parse("a", "docs/figuras/a.json", json.dumps(data))
    assert (figure is None) == bool(problems)
    if figure:
        chart.lay_out(figure)
    assert all(problem.path == "docs/figuras/a.json" and problem.cure for problem in problems)
    return [problem.what for problem in problems]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"title": DELETED}, "the figure has no «title»"),
        ({"colour": "rojo"}, "«colour» is not a field of a figure"),
        ({"title": 3}, "the figure: «title» cannot be «3»"),
        ({"form": "pie"}, "the figure: «form» cannot be «pie»"),
        ({"scale": "square"}, "the figure: «scale» cannot be «square»"),
        (
            {"reference": {"value": "80", "label": "a"}},
            "the figure: «reference» cannot be «{'value': '80', 'label': 'a'}»",
        ),
        ({"rows": ["60"]}, "the figure: «rows» cannot be «['60']»"),
        ({"rows": {"label": "a"}}, "the figure: «rows» cannot be «{'label': 'a'}»"),
        ({"scale": "log", "rows": [ROW | {"value": 0}]}, "a logarithmic axis has no place for 0"),
        ({"scale": "log", "rows": [ROW | {"value": 100}]}, "the axis would have no length"),
        ({"rows": [ROW | {"value": 0}]}, "the axis would have no length"),
    ],
)
def test_a_fault_of_a_figure_is_reported(changes: dict[str, Any], what: str) -> None:
    (fault,) = faults_of(figure_with(changes))
    assert fault.startswith(what)


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"label": "a", "source": "b"}, "row 2 has nothing to draw"),
        ({"label": "a", "source": "b", "low": 1}, "row 2 has nothing to draw"),
        ({"label": "a", "source": "b", "low": 1, "high": 2, "from": 1}, "row 2 has «from» and no «value»"),
        ({"source": "b", "value": 1}, "row 2 has no «label»"),
        (ROW | {"value": "60"}, "row 2: «value» cannot be «60»"),
        (ROW | {"value": None}, "row 2: «value» cannot be «None»"),
        (ROW | {"value": True}, "row 2: «value» cannot be «True»"),
        (ROW | {"value": float("nan")}, "row 2: «value» cannot be «nan»"),
        (ROW | {"detail": 5}, "row 2: «detail» cannot be «5»"),
        (ROW | {"parts": [1]}, "row 2: «parts» cannot be «[1]»"),
        (ROW | {"parts": [{"label": "a", "value": "1"}]}, "row 2: «parts» cannot be"),
    ],
)
def test_a_fault_of_a_row_is_reported(row: Any, what: str) -> None:
    (fault,) = faults_of(figure_with({"rows": [ROW, row]}))
    assert fault.startswith(what)


@given(
    st.dictionaries(st.sampled_from([*FIGURE, "scale", "note", "reference"]), _values, max_size=2),
    st.dictionaries(st.sampled_from([*ROW, "detail", "low", "high", "from", "parts"]), _values, max_size=3),
)
def test_whatever_a_figure_holds_it_is_drawn_or_reported(changes: dict[str, Any], row: dict[str, Any]) -> None:
    faults_of(FIGURE | {"rows": [ROW | row]} | changes)


def test_a_sound_thread_is_read() -> None:
    (thread,), problems = threads.parse(THREAD)
    assert (thread.host, problems) == ("example.org", [])


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("https://example.org/1", "https://[x", "thread 1: «https://[x» is not a web address"),
        ("https://example.org/1", "foro/1", "thread 1: «foro/1» is not a web address"),
        ("title: Un hilo, ", "", "thread 1 has no «title»"),
        ("title", "nombre: a, title", "«nombre» is not a field of a thread"),
        ("2026-11-30", "2026-11-31", "thread 1: «2026-11-31» is not a date"),
        ("- {", "{", "this is not a list of threads"),
        ("}", "", "broken YAML: did not find expected ',' or '}'"),
    ],
)
def test_a_fault_of_a_thread_is_reported(old: str, new: str, what: str) -> None:
    found, (problem,) = threads.parse(THREAD.replace(old, new))
    assert (found, problem.path, problem.what) == ([], "docs/conversaciones.yml", what)
    assert problem.cure
