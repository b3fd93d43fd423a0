"""The register of all permalinks that were ever published, `docs/anclas.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from edition.problems import Problem

FILE = "anclas.json"  # in the folder docs


@dataclass(frozen=True, order=True)
class Address:
    """A page by its site-relative path, or a place on it by its id; `since` is the day it was first published."""

    path: str
    id: str
    kind: str
    title: str
    since: str = ""

    def __str__(self) -> str:
        return f"{self.path}#{self.id}" if self.id else self.path


def parse(text: str) -> tuple[list[Address], list[Problem]]:
    """Read the register, the JSON that `dump` writes."""
    try:
        return [Address(**entry) for entry in json.loads(text)], []
    except json.JSONDecodeError as error:
        return [], [
            Problem(
                f"docs/{FILE}",
                error.lineno,
                f"malformed JSON: {error.msg}",
                "Restore the file from the last commit.",
            )
        ]
    except TypeError:
        return [], [
            Problem(f"docs/{FILE}", 1, "this is no list of addresses", "Restore the file from the last commit.")
        ]


def dump(addresses: Iterable[Address]) -> str:
    """Write addresses as JSON, one to a line, so that a change shows as one line."""
    lines = (json.dumps(asdict(address), ensure_ascii=False) for address in addresses)
    return "[\n" + ",\n".join(lines) + "\n]\n"
