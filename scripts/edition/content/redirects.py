"""Where permalinks lead that are no longer there: `docs/alias.yml`, «old: new» on a line each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from edition.problems import Problem
from edition.text import places
from edition.text.forms import Schema, matching, suggesting
from edition.text.loaders import load_yaml
from edition.text.places import Places

FILE = "alias.yml"  # in the folder docs
_NAME = r"[A-Za-z0-9_~-][A-Za-z0-9_.~-]*"  # RFC 3986, 2.3: unreserved; none begins with a stop
_ADDRESS = matching(rf"({_NAME}/)*(#{_NAME})?", "it as in docs/anclas.json, such as «notas/x/» or «ensayo/y/#p3»")


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the aliases, «old: new» on a line each."""
    path = f"docs/{FILE}"
    aliases, problems = load_yaml(path, text)
    if problems:
        return {}, problems
    written = places.of_yaml(path, text)
    if not isinstance(aliases or {}, dict):
        return {}, [written.problem((), "this is not a list of «old: new»", "Write one of them on each line.")]
    pairs = {str(old): str(new) for old, new in (aliases or {}).items()}
    return pairs, list(_faults(pairs, written))


def schema(addresses: Iterable[str]) -> Schema:
    """Return the aliases as JSON Schema; `addresses` are those where one can lead, as far as they are registered."""
    return {
        "type": ["object", "null"],
        "propertyNames": _ADDRESS.schema,
        "additionalProperties": suggesting(_ADDRESS, addresses),
    }


def _faults(pairs: Mapping[str, str], written: Places) -> Iterator[Problem]:
    for old, new in pairs.items():
        for address in (address for address in (old, new) if not _ADDRESS.accepts(address)):
            what = f"«{address}» cannot be an address of the edition"
            yield written.problem((old,), what, f"Write {_ADDRESS.wanted}.")
