"""The register of all permalinks that were ever published, `docs/anclas.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from edition.problems import Problem

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


def parse(text: str) -> tuple[list[Address], list[Problem]]:
    """Parse the register, the JSON that `dump` writes."""
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
    """Write permalinks as JSON, one a line, so that each change shows as one line in a diff."""
    lines = (json.dumps(asdict(address), ensure_ascii=False) for address in addresses)
    return "[\n" + ",\n".join(lines) + "\n]\n"
