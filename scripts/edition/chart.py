"""Small charts: the data of a figure, read from JSON and laid out as rows over one axis.

A row is a line of words and, under it, a mark on the axis: a point, a bar from zero, an interval, a change from one
value to another, or parts that add up. Values that measure different things are never joined by a line.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from edition.data import load_json
from edition.forms import is_list, is_number, is_string, is_text
from edition.problems import Problem

Form = Literal["bars", "points", "parts"]
FORMS, SCALES = get_args(Form), ("linear", "log")
_FIELDS = ("title", "unit", "form", "rows")
_NUMBERS = ("value", "low", "high", "from")

WIDTH = 340.0
_WORDS, _NOTE_WORDS = 34, 54  # characters that fit in a line beside the value, and in a line of small type
_LINE, _SMALL_LINE, _MARK, _ROW_GAP, _TOP, _AXIS = 16.0, 13.5, 9.0, 10.0, 20.0, 24.0
_INSET = 5.0


@dataclass(frozen=True)
class Figure:
    """A figure's data as read: `reference` is a value to compare with, `scale` is linear or log."""

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
        """The keys of the sources of the rows, each once, in order."""
        return tuple(dict.fromkeys(row["source"] for row in self.rows))


@dataclass(frozen=True)
class Row:
    """A row laid out: its words with their baselines, and its marks along the axis, in the drawing's units."""

    lines: tuple[tuple[float, str], ...]
    notes: tuple[tuple[float, str], ...]
    shown: str
    y: float
    point: float | None = None
    span: tuple[float, float] | None = None
    start: float | None = None
    parts: tuple[tuple[float, float], ...] = ()  # where each begins, and its width
    accent: bool = False


@dataclass(frozen=True)
class Layout:
    """A chart laid out: rows, ticks as (x, label), the line of zero or one, and the reference as (x, label)."""

    height: float
    bottom: float
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]
    base: float | None
    reference: tuple[float, str] | None
    width: float = WIDTH


def parse(id: str, path: str, text: str) -> tuple[Figure | None, list[Problem]]:
    """Read a figure from JSON: title, unit, form, rows of label, value or low and high, and source."""
    data, problems = load_json(path, text)
    problems = problems or list(_faults(path, data))
    if problems:
        return None, problems
    figure = Figure(id, rows=tuple(data.pop("rows")), **data)
    problems = list(_axis_faults(path, figure))
    return (None if problems else figure), problems


def lay_out(figure: Figure) -> Layout:
    """Place rows one under the other and their marks over the axis that holds them all."""
    low, high = _domain(figure)
    at = _Axis(low, high, figure.scale == "log")
    rows: list[Row] = []
    y = _TOP if figure.reference else 4.0
    for data in figure.rows:
        row = _row(data, y, at, figure)
        rows.append(row)
        y = row.y + _MARK + _ROW_GAP
    reference = figure.reference
    return Layout(
        height=y + _AXIS,
        bottom=y,
        rows=tuple(rows),
        ticks=tuple((at(tick), number(tick)) for tick in _ticks(low, high, figure.scale)),
        base=at(1 if figure.scale == "log" else 0) if low <= (figure.scale == "log") <= high or low <= 0 else None,
        reference=(at(reference["value"]), reference["label"]) if reference else None,
    )


def number(value: float) -> str:
    """Write a number as Spanish does: decimal comma, thousands apart from five digits on, a real minus sign."""
    whole, _, decimals = f"{abs(value):.10f}".rstrip("0").partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u00a0")
    return ("−" if value < 0 else "") + whole + (f",{decimals}" if decimals else "")


def shown(row: Mapping[str, Any]) -> str:
    """Return what a row's value reads as: as it is given, or its numbers."""
    if "shown" in row:
        return str(row["shown"])
    if "value" in row:
        return number(row["value"])
    if "parts" in row:
        return ""
    return f"{number(row['low'])}–{number(row['high'])}"


@dataclass(frozen=True)
class _Axis:
    low: float
    high: float
    log: bool

    def __call__(self, value: float) -> float:
        scale = math.log10 if self.log else float
        share = (scale(value) - scale(self.low)) / (scale(self.high) - scale(self.low))
        return round(_INSET + share * (WIDTH - 2 * _INSET), 1)


def _row(data: Mapping[str, Any], y: float, at: _Axis, figure: Figure) -> Row:
    lines = textwrap.wrap(data["label"], _WORDS)
    notes = textwrap.wrap(data.get("detail", ""), _NOTE_WORDS)
    baselines = [y + 12 + index * _LINE for index in range(len(lines))]
    small = [y + len(lines) * _LINE + 9 + index * _SMALL_LINE for index in range(len(notes))]
    spanned = "low" in data and "high" in data
    return Row(
        lines=tuple(zip(baselines, lines, strict=True)),
        notes=tuple(zip(small, notes, strict=True)),
        shown=shown(data),
        y=y + len(lines) * _LINE + len(notes) * _SMALL_LINE + 4,
        point=at(data["value"]) if "value" in data else None,
        span=(at(data["low"]), at(data["high"])) if spanned else None,
        start=at(data["from"]) if "from" in data else None,
        parts=tuple(_parts(data.get("parts", ()), at)),
        accent=bool(data.get("accent")),
    )


def _parts(parts: Iterable[Mapping[str, Any]], at: _Axis) -> Iterator[tuple[float, float]]:
    total = 0.0
    for part in parts:
        yield at(total), round(at(total + part["value"]) - at(total), 1)
        total += part["value"]


def _domain(figure: Figure) -> tuple[float, float]:
    values = _values(figure)
    if figure.scale == "log":
        return 10.0 ** math.floor(math.log10(min(values))), 10.0 ** math.ceil(math.log10(max(values)))
    ticks = _ticks(min(0, *values), max(0, *values), "linear")
    return min(ticks[0], *values), max(ticks[-1], *values)


def _values(figure: Figure) -> list[float]:
    """Return all that the axis has to have a place for."""
    values = [row[name] for row in figure.rows for name in _NUMBERS if name in row]
    values += [sum(part["value"] for part in row["parts"]) for row in figure.rows if "parts" in row]
    return values + ([figure.reference["value"]] if figure.reference else [])


def _ticks(low: float, high: float, scale: str) -> list[float]:
    """Choose round values to name on the axis: powers of ten, or three to six even steps."""
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
    elif not any(values) or (figure.scale == "log" and len({*_domain(figure)}) == 1):
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
