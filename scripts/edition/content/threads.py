"""Public threads about a passage or a note, from `docs/conversaciones.yml`."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from edition.problems import Problem
from edition.text import fields, places
from edition.text.fields import Field, Record
from edition.text.forms import ADDRESS, DAY, TEXT, Schema, suggesting
from edition.text.loaders import load_yaml
from edition.text.places import Places

FILE = "conversaciones.yml"  # in the folder docs
THREAD = Record(
    (
        Field(
            "url",
            ADDRESS,
            is_required=True,
            wrong=("{whose}: «{value}» is not a web address", "Begin it with https://."),
        ),
        Field("title", TEXT, is_required=True),
        Field("about", TEXT, is_required=True),
        Field("date", DAY, is_required=True, wrong=("{whose}: «{value}» is not a date", "Write it as 2026-11-30.")),
    ),
    wrong=("{whose}: «{name}» is not text", "Put it between quotes."),
    missing=("{whose} has no «{name}»", "Add «{name}: …» to it."),
    unknown=("«{name}» is not a field of a thread", "Use {known}."),
    needs_content=True,
)


@dataclass(frozen=True)
class Thread:
    """A public thread: its URL and title, the day it began, and the address in the edition that it is about."""

    url: str
    title: str
    about: str
    date: datetime.date
    line: int = field(default=1, compare=False)  # of `about`

    @property
    def host(self) -> str:
        return (urlsplit(self.url).hostname or "").removeprefix("www.")


def parse(text: str) -> tuple[list[Thread], list[Problem]]:
    """Parse the list of threads; each needs url, title, about (such as «ensayo/x/#p3» or «notas/y/») and date."""
    path = f"docs/{FILE}"
    entries, problems = load_yaml(path, text)
    entries = entries or []
    if problems:
        return [], problems
    written = places.of_yaml(path, text)
    if not isinstance(entries, list):
        return [], [written.problem((), "this is not a list of threads", "Begin each with «- url: …».")]
    if problems := [problem for at, entry in enumerate(entries) for problem in _faults(written, at, entry)]:
        return [], problems
    return [Thread(**entry, line=written.line((at, "about"))) for at, entry in enumerate(entries)], []


def schema(addresses: Iterable[str]) -> Schema:
    """Return the list of threads as JSON Schema; `addresses` are those that a thread can be about, as far as registered."""
    thread = fields.schema(THREAD)
    thread["properties"]["about"] = suggesting(TEXT, addresses)
    return {"type": ["array", "null"], "items": thread}


def astray(threads: Iterable[Thread], addresses: Iterable[str]) -> list[Problem]:
    """Report the threads about an address that does not exist."""
    live = set(addresses)
    return [
        Problem(
            f"docs/{FILE}",
            thread.line,
            f"«{thread.about}» is not an address of the edition",
            "Use one of docs/anclas.json: path, «#» and id.",
        )
        for thread in threads
        if thread.about not in live
    ]


def by_address(threads: Iterable[Thread]) -> dict[str, list[Thread]]:
    """Group the threads by the address that they are about, in order."""
    about: dict[str, list[Thread]] = {}
    for thread in threads:
        about.setdefault(thread.about, []).append(thread)
    return about


def _faults(written: Places, at: int, entry: Any) -> Iterator[Problem]:
    whose = f"thread {at + 1}"
    if isinstance(entry, dict):
        yield from fields.faults(THREAD, entry, written, (at,), whose)
    else:
        cure = "Write «- url: …» and its other fields below."
        yield written.problem((at,), f"{whose} is not a set of fields", cure)
