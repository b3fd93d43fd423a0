"""Figures, the data of small charts, parsed from JSON and checked: rows of values over one axis."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from edition.problems import Problem
from edition.text import fields, places
from edition.text.fields import Field, Record
from edition.text.forms import NUMBER, OBJECT, STRING, TEXT, Form, Schema, is_number, is_text, list_of, one_of
from edition.text.loaders import load_json
from edition.text.places import Places

Drawing = Literal["bars", "points", "parts"]
FORMS, SCALES = get_args(Drawing), ("linear", "log")
_NUMBERS = ("value", "low", "high", "from")


@dataclass(frozen=True)
class Figure:
    """The data of a figure; `reference` is a value to compare with, `scale` is linear or log."""

    id: str
    title: str
    unit: str
    form: Drawing
    rows: tuple[Mapping[str, Any], ...]
    scale: str = "linear"
    reference: Mapping[str, Any] | None = None
    note: str = ""
    lines: tuple[int, ...] = field(default=(), compare=False)  # of each row's source

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the sources of the rows, in order, without duplicates."""
        return tuple(dict.fromkeys(row["source"] for row in self.rows))


def parse(id: str, path: str, text: str) -> tuple[Figure | None, list[Problem]]:
    """Parse a figure from JSON: title, unit, form, and rows of label, values and source."""
    data, problems = load_json(path, text)
    written = places.of_json(path, text)
    problems = problems or list(_faults(written, data))
    if problems:
        return None, problems
    rows = tuple(data.pop("rows"))
    lines = tuple(written.line(("rows", at, "source")) for at in range(len(rows)))
    figure = Figure(id, rows=rows, lines=lines, **data)
    problems = list(_axis_faults(written, figure))
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


def schema(sources: Collection[str]) -> Schema:
    """Return a figure as JSON Schema, with the keys of the `sources` that there are."""
    drawn = [{"required": names} for names in (["value"], ["parts"], ["low", "high"])]
    row = fields.schema(ROW, {"source": sources}, anyOf=drawn, dependencies={"from": ["value"]})
    described = fields.schema(FIGURE)
    described["properties"]["rows"]["items"] = row
    return described


def _faults(written: Places, data: Any) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield written.problem((), "a figure is one object", 'Write «{ "title": …, "rows": [ … ] }».')
        return
    yield from fields.faults(FIGURE, data, written, whose="the figure")
    if _ROWS.accepts(data.get("rows")):
        for at, row in enumerate(data["rows"]):
            yield from _row_faults(written, at, row)


def _row_faults(written: Places, at: int, row: Mapping[str, Any]) -> Iterator[Problem]:
    whose, place = f"row {at + 1}", ("rows", at)
    if not ("value" in row or "parts" in row or {"low", "high"} <= row.keys()):
        cure = 'Give it a "value", "parts", or "low" and "high".'
        yield written.problem(place, f"{whose} has nothing to draw", cure)
    if "from" in row and "value" not in row:
        yield written.problem((*place, "from"), f"{whose} has «from» and no «value»", 'Add "value": … to it.')
    yield from fields.faults(ROW, row, written, place, whose)


def _axis_faults(written: Places, figure: Figure) -> Iterator[Problem]:
    """Report values that no axis can hold together."""
    values = _values(figure)
    if figure.scale == "log" and (min(values) <= 0 or any("parts" in row for row in figure.rows)):
        what = "a logarithmic axis has no place for 0, nor for parts, which begin there"
        yield written.problem(("scale",), what, 'Remove "scale".')
    elif not any(values) or (figure.scale == "log" and len({*domain(figure)}) == 1):
        yield written.problem(("rows",), "the axis would have no length", "Give it values that differ.")


def _is_valued(value: Any) -> bool:
    """Tell whether `value` is a number with its name: a part of a row, or what its values are compared with."""
    return isinstance(value, dict) and is_text(value.get("label")) and is_number(value.get("value"))


_QUOTED, _QUOTED_TEXT = (form.asked("some text, between quotes") for form in (STRING, TEXT))
_VALUED = Form(
    _is_valued,
    '{"label": "…", "value": 1}',
    {
        "type": "object",
        "required": ["label", "value"],
        "properties": {"label": TEXT.schema, "value": NUMBER.schema},
    },
)
_ROWS = list_of(OBJECT, "a list of rows, «[ {…}, {…} ]»")
_WRONG = "{whose}: «{name}» cannot be «{value}»", "Write {wanted}."
_MISSING = "{whose} has no «{name}»", 'Add "{name}": … to it.'
FIGURE = Record(
    (
        *(Field(name, _QUOTED_TEXT, is_required=True) for name in ("title", "unit")),
        Field("note", _QUOTED),
        Field("form", one_of(FORMS), is_required=True),
        Field("scale", one_of(SCALES)),
        Field("reference", _VALUED),
        Field("rows", _ROWS, is_required=True),
    ),
    _WRONG,
    _MISSING,
    unknown=("«{name}» is not a field of a figure", "Remove it."),
    needs_content=True,
)
ROW = Record(
    (
        *(Field(name, _QUOTED_TEXT, is_required=True) for name in ("label", "source")),
        *(Field(name, _QUOTED) for name in ("detail", "shown")),
        *(Field(name, NUMBER) for name in _NUMBERS),
        Field("parts", list_of(_VALUED, f"a list of parts, «[ {_VALUED.wanted} ]»")),
    ),
    _WRONG,
    _MISSING,
    needs_content=True,
)
