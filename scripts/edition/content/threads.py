"""Public threads about a passage or a note, from `docs/conversaciones.yml`."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from edition.problems import Problem
from edition.text.forms import is_address, is_day, is_text
from edition.text.loaders import load_yaml

FILE = "conversaciones.yml"  # in the folder docs
_FIELDS = ("url", "title", "about", "date")


@dataclass(frozen=True)
class Thread:
    """A public thread: its URL and title, the day it began, and the address in the edition that it is about."""

    url: str
    title: str
    about: str
    date: datetime.date

    @property
    def host(self) -> str:
        return (urlsplit(self.url).hostname or "").removeprefix("www.")


def parse(text: str) -> tuple[list[Thread], list[Problem]]:
    """Parse the list of threads; each needs url, title, about (such as «ensayo/x/#p3» or «notas/y/») and date."""
    entries, problems = load_yaml(f"docs/{FILE}", text)
    entries = entries or []
    if problems:
        return [], problems
    if not isinstance(entries, list):
        return [], [Problem(f"docs/{FILE}", 1, "this is not a list of threads", "Begin each with «- url: …».")]
    problems = [problem for at, entry in enumerate(entries, 1) for problem in _faults(at, entry)]
    return ([] if problems else [Thread(**entry) for entry in entries]), problems


def astray(threads: Iterable[Thread], addresses: Iterable[str]) -> list[Problem]:
    """Report the threads about an address that does not exist."""
    live = set(addresses)
    return [
        Problem(
            f"docs/{FILE}",
            1,
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


def _faults(at: int, entry: Any) -> Iterator[Problem]:
    if not isinstance(entry, dict):
        yield Problem(
            f"docs/{FILE}", 1, f"thread {at} is not a set of fields", "Write «- url: …» and its other fields below."
        )
        return
    for name in (name for name in _FIELDS if not entry.get(name)):
        yield Problem(f"docs/{FILE}", 1, f"thread {at} has no «{name}»", f"Add «{name}: …» to it.")
    for name in (name for name in entry if name not in _FIELDS):
        yield Problem(f"docs/{FILE}", 1, f"«{name}» is not a field of a thread", f"Use {', '.join(_FIELDS)}.")
    for name in (name for name in ("title", "about") if entry.get(name) and not is_text(entry[name])):
        yield Problem(f"docs/{FILE}", 1, f"thread {at}: «{name}» is not text", "Put it between quotes.")
    if entry.get("url") and not is_address(str(entry["url"])):
        yield Problem(
            f"docs/{FILE}", 1, f"thread {at}: «{entry['url']}» is not a web address", "Begin it with https://."
        )
    if entry.get("date") and not is_day(entry["date"]):
        yield Problem(f"docs/{FILE}", 1, f"thread {at}: «{entry['date']}» is not a date", "Write it as 2026-11-30.")
