"""The edition as published: what its exports say of the whole, and its addresses as the world sees them."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

from edition.html import links
from edition.join.model import Annotation


@dataclass(frozen=True)
class Publication:
    """The edition as published at `url`, which is absolute, may lie below a host's root and ends in «/».

    `publisher` names who makes the edition and writes its notes; `licence` is the address of the notes' licence, and
    `essay_rights` says in a sentence whose the essay is, which that licence does not cover. `date` is the day of the
    first publication, `modified` that of the last change, and `since` the day that a page was first published, by its
    site-relative address; a page that is not there came with the edition.
    """

    url: str
    title: str
    essay_title: str
    essay_rights: str
    language: str
    publisher: str
    licence: str
    date: datetime.date
    modified: datetime.date
    since: Mapping[str, datetime.date] = field(default_factory=dict)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if not (parts.scheme and parts.netloc and parts.path.endswith("/")):
            raise ValueError(f"«{self.url}» is not an absolute address that ends in «/»")

    def at(self, address: str) -> str:
        """Return the site-relative `address` as an absolute one."""
        return self.url + address

    def published(self, address: str, revised: datetime.date) -> datetime.date:
        """Return the day that the page at `address` was first published: never later than it was last `revised`."""
        return min(self.since.get(address, self.date), revised)

    def revised(self, annotations: Iterable[Annotation]) -> datetime.date:
        """Return the day that a page with `annotations` last changed: when the newest of them was reviewed."""
        return max((annotation.note.reviewed for annotation in annotations), default=self.date)

    def absolute(self, html: str, address: str) -> str:
        """Return the `html` of the page at the site-relative `address` for use anywhere: its addresses absolute."""
        base = self.at(address)
        return links.rewrite(html, lambda url: urljoin(base, url))


def instant(day: datetime.date) -> str:
    """Return the beginning of `day` as a date and time in UTC (RFC 3339; xsd:dateTime)."""
    return f"{day.isoformat()}T00:00:00Z"


def to_json(value: Any) -> str:
    """Return `value` as a JSON file."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def to_script(value: Any) -> str:
    """Return `value` as JSON that may stand in a script element, on one line.

    HTML Living Standard, 4.12.1.3 Restrictions for contents of script elements.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("<", r"\u003c")
