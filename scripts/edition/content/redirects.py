"""Redirects from permalinks that moved: `docs/alias.yml`, one «old: new» a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from edition.problems import Problem
from edition.text import places
from edition.text.forms import Schema, matching, suggesting
from edition.text.loaders import load_yaml
from edition.text.places import Places

FILE = "alias.yml"  # in the folder docs
_PATH = f"docs/{FILE}"
NOWHERE = Places(_PATH, tuple)
_NAME = r"[A-Za-z0-9_~-][A-Za-z0-9_.~-]*"  # RFC 3986, 2.3: unreserved characters; no name begins with a full stop
ADDRESS = matching(rf"({_NAME}/)*(#{_NAME})?", "it as in docs/anclas.json, such as «notas/x/» or «ensayo/y/#p3»")


@dataclass(frozen=True)
class Redirects:
    """Where each old address leads, and the places of the file that says so."""

    targets: Mapping[str, str] = field(default_factory=dict)
    places: Places = NOWHERE


def parse(text: str) -> tuple[Redirects, list[Problem]]:
    """Parse the redirects, one «old: new» a line."""
    pairs, problems = load_yaml(_PATH, text)
    if problems:
        return Redirects(), problems
    written = places.of_yaml(_PATH, text)
    if not isinstance(pairs or {}, dict):
        return Redirects(), [written.problem((), "this is not a list of «old: new»", "Write one of them on each line.")]
    targets = {str(old): str(new) for old, new in (pairs or {}).items()}
    return Redirects(targets, written), list(_faults(targets, written))


def schema(addresses: Iterable[str]) -> Schema:
    """Return the redirects as JSON Schema; `addresses` are those where one can lead, as far as they are registered."""
    return {
        "type": ["object", "null"],
        "propertyNames": ADDRESS.schema,
        "additionalProperties": suggesting(ADDRESS, addresses),
    }


def _faults(targets: Mapping[str, str], written: Places) -> Iterator[Problem]:
    for old, new in targets.items():
        for address in (address for address in (old, new) if not ADDRESS.accepts(address)):
            what = f"«{address}» cannot be an address of the edition"
            yield written.problem((old,), what, f"Write {ADDRESS.wanted}.")
