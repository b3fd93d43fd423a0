"""Figures, the data of small charts, parsed from JSON and checked: rows of values over one axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from edition.problems import Problem
from edition.text.forms import is_list, is_number, is_string, is_text
from edition.text.loaders import load_json

Form = Literal["bars", "points", "parts"]
FORMS, SCALES = get_args(Form), ("linear", "log")
_FIELDS = ("title", "unit", "form", "rows")
_NUMBERS = ("value", "low", "high", "from")


@dataclass(frozen=True)
class Figure:
    """The data of a figure; `reference` is a value to compare with, `scale` is linear or log."""

    id: str
    title: str
    unit: str
    form: Form
    rows: tuple[Mapping[str, Any], ...]
    scale: str = "linear"
    reference: Mapping[str, Any] | None = None
    note: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the sources of the rows, in order, without duplicates."""
        return tuple(dict.fromkeys(row["source"] for row in self.rows))


def parse(id: str, path: str, text: str) -> tuple[Figure | None, list[Problem]]:
    """Parse a figure from JSON: title, unit, form, and rows of label, values and source."""
    data, problems = load_json(path, text)
    problems = problems or list(_faults(path, data))
    if problems:
        return None, problems
    figure = Figure(id, rows=tuple(data.pop("rows")), **data)
    problems = list(_axis_faults(path, figure))
    return (None if problems else figure), problems


def domain(figure: Figure) -> tuple[float, float]:
    """Return the start and end of a figure's axis."""
    values = _values(figure)
    if figure.scale == "log":
        return 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values)))
    even = ticks(min(0, *values), max(0, *values), "linear")
    return min(even[0], *values), max(even[-1], *values)


def _values(figure: Figure) -> list[float]:
    """Return all values that the axis must include."""
    values = [row[name] for row in figure.rows for name in _NUMBERS if name in row]
    values += [sum(part["value"] for part in row["parts"]) for row in figure.rows if "parts" in row]
    return values + ([figure.reference["value"]] if figure.reference else [])


def ticks(low: float, high: float, scale: str) -> list[float]:
    """Return round values to label on the axis: powers of ten, or three to six even steps."""
    if scale == "log":
        first, last = round(math.log10(low)), round(math.log10(high))
        return [round(10.0**power, 10) for power in range(first, last + 1, 1 if last - first < 5 else 2)]
    rough = (high - low) / 4
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
    return [round(step * index, 10) for index in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _faults(path: str, data: Any) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield Problem(path, 1, "a figure is one object", 'Write «{ "title": …, "rows": [ … ] }».')
        return
    for name in data.keys() - {name for name, _, _ in _FORMS}:
        yield Problem(path, 1, f"«{name}» is not a field of a figure", "Remove it.")
    yield from _form_faults(path, "the figure", data, _FIELDS, _FORMS)
    if is_list(data.get("rows"), _is_object):
        for at, row in enumerate(data["rows"], 1):
            yield from _row_faults(path, f"row {at}", row)


def _row_faults(path: str, name: str, row: Mapping[str, Any]) -> Iterator[Problem]:
    if not ("value" in row or "parts" in row or {"low", "high"} <= row.keys()):
        yield Problem(path, 1, f"{name} has nothing to draw", 'Give it a "value", "parts", or "low" and "high".')
    if "from" in row and "value" not in row:
        yield Problem(path, 1, f"{name} has «from» and no «value»", 'Add "value": … to it.')
    yield from _form_faults(path, name, row, ("label", "source"), _ROW_FORMS)


def _form_faults(
    path: str, whose: str, data: Mapping[str, Any], required: Iterable[str], forms: Iterable[_FieldForm]
) -> Iterator[Problem]:
    for name, is_valid, wanted in forms:
        if name in required and not data.get(name):
            yield Problem(path, 1, f"{whose} has no «{name}»", f'Add "{name}": … to it.')
        elif name in data and not is_valid(data[name]):
            yield Problem(path, 1, f"{whose}: «{name}» cannot be «{data[name]}»", f"Write {wanted}.")


def _axis_faults(path: str, figure: Figure) -> Iterator[Problem]:
    """Report values that no axis can hold together."""
    values = _values(figure)
    if figure.scale == "log" and (min(values) <= 0 or any("parts" in row for row in figure.rows)):
        what = "a logarithmic axis has no place for 0, nor for parts, which begin there"
        yield Problem(path, 1, what, 'Remove "scale".')
    elif not any(values) or (figure.scale == "log" and len({*domain(figure)}) == 1):
        yield Problem(path, 1, "the axis would have no length", "Give it values that differ.")


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_valued(value: Any) -> bool:
    """Tell whether `value` is a number with its name: a part of a row, or what its values are compared with."""
    return isinstance(value, dict) and is_text(value.get("label")) and is_number(value.get("value"))


_FieldForm = tuple[str, Callable[[Any], bool], str]
_VALUED = '{"label": "…", "value": 1}'
_FORMS: tuple[_FieldForm, ...] = (
    ("title", is_text, "some text, between quotes"),
    ("unit", is_text, "some text, between quotes"),
    ("note", is_string, "some text, between quotes"),
    ("form", FORMS.__contains__, f"one of: {', '.join(FORMS)}"),
    ("scale", SCALES.__contains__, f"one of: {', '.join(SCALES)}"),
    ("reference", _is_valued, _VALUED),
    ("rows", lambda rows: is_list(rows, _is_object), "a list of rows, «[ {…}, {…} ]»"),
)
_ROW_FORMS: tuple[_FieldForm, ...] = (
    *((name, is_text, "some text, between quotes") for name in ("label", "source")),
    *((name, is_string, "some text, between quotes") for name in ("detail", "shown")),
    *((name, is_number, "a number, without quotes") for name in _NUMBERS),
    ("parts", lambda parts: is_list(parts, _is_valued), f"a list of parts, «[ {_VALUED} ]»"),
)
