"""Small charts: lays out a figure as rows over one axis.

A row is a line of words with a mark on the axis below it: a point, a bar from zero, an interval, a change between two
values, or parts that add up. No line joins values that measure different things.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from edition.content.figures import Figure, domain, ticks

WIDTH = 340.0
_WORDS, _NOTE_WORDS = 34, 54  # most characters in a line beside the value, and in a line of small type
_LINE, _SMALL_LINE, _MARK, _ROW_GAP, _TOP, _AXIS = 16.0, 13.5, 9.0, 10.0, 20.0, 24.0
_INSET = 5.0


@dataclass(frozen=True)
class Row:
    """A row laid out: its words with their baselines, and its marks along the axis, in user units of the SVG."""

    lines: tuple[tuple[float, str], ...]
    notes: tuple[tuple[float, str], ...]
    value: str
    y: float
    point: float | None = None
    span: tuple[float, float] | None = None
    start: float | None = None
    parts: tuple[tuple[float, float], ...] = ()  # start and width of each
    accent: bool = False


@dataclass(frozen=True)
class Layout:
    """A chart laid out: rows, ticks as (x, label), the baseline at zero or one, and the reference as (x, label)."""

    height: float
    bottom: float
    rows: tuple[Row, ...]
    ticks: tuple[tuple[float, str], ...]
    base: float | None
    reference: tuple[float, str] | None
    width: float = WIDTH


def lay_out(figure: Figure) -> Layout:
    """Place the rows one below the other, with their marks on one common axis."""
    low, high = domain(figure)
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
        ticks=tuple((at(tick), number(tick)) for tick in ticks(low, high, figure.scale)),
        base=at(1 if figure.scale == "log" else 0) if low <= (figure.scale == "log") <= high or low <= 0 else None,
        reference=(at(reference["value"]), reference["label"]) if reference else None,
    )


def number(value: float) -> str:
    """Format a number in Spanish: decimal comma, thousands set apart from five digits on, a real minus sign."""
    whole, _, decimals = f"{abs(value):.10f}".rstrip("0").partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u00a0")
    return ("−" if value < 0 else "") + whole + (f",{decimals}" if decimals else "")


def value_text(row: Mapping[str, Any]) -> str:
    """Return the value of a row as text: its own wording if it has one, or else its numbers."""
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
        value=value_text(data),
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
