"""The register of all permalinks that were ever published, `docs/anclas.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from edition.problems import Problem
from edition.text import fields, places
from edition.text.fields import Field, Record
from edition.text.forms import STRING, Schema
from edition.text.loaders import load_json
from edition.text.places import Places

FILE = "anclas.json"  # in the folder docs


@dataclass(frozen=True, order=True)
class Address:
    """A permalink: the site-relative path of a page, and an id on it or none; `since` is its first day."""

    path: str
    id: str
    kind: str
    title: str
    since: str = ""

    def __str__(self) -> str:
        return f"{self.path}#{self.id}" if self.id else self.path


_CURE = "Restore the file from the last commit."
_STRANGE = "this is no list of addresses", _CURE
_NAMES = ("path", "id", "kind", "title")
ADDRESS = Record(
    (*(Field(name, STRING, is_required=True) for name in _NAMES), Field("since", STRING)),
    wrong=_STRANGE,
    missing=_STRANGE,
    unknown=_STRANGE,
)


def parse(text: str) -> tuple[list[Address], list[Problem]]:
    """Parse the register, the JSON that `dump` writes."""
    path = f"docs/{FILE}"
    entries, problems = load_json(path, text)
    if problems:
        return [], [replace(problem, cure=_CURE) for problem in problems]
    first = next(_faults(entries, places.of_json(path, text)), None)
    return ([], [first]) if first else ([Address(**entry) for entry in entries], [])


def schema() -> Schema:
    """Return the register as JSON Schema."""
    return {"type": "array", "items": fields.schema(ADDRESS)}


def _faults(entries: Any, written: Places) -> Iterator[Problem]:
    if not isinstance(entries, list):
        yield written.problem((), *_STRANGE)
        return
    for at, entry in enumerate(entries):
        given = entry if isinstance(entry, dict) else {}
        yield from fields.faults(ADDRESS, given, written, (at,))


def dump(addresses: Iterable[Address]) -> str:
    """Write permalinks as JSON, one a line, so that each change shows as one line in a diff."""
    lines = (json.dumps(asdict(address), ensure_ascii=False) for address in addresses)
    return "[\n" + ",\n".join(lines) + "\n]\n"
