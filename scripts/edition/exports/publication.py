"""The edition as published: the facts that all exports need, and absolute URLs."""

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
    """The edition as published at `url`, which is absolute, may be below a host's root, and ends in «/».

    `publisher` makes the edition and writes its notes; `licence` is the URL of the notes' licence; `essay_rights` is a
    sentence on the rights in the essay, which that licence does not cover. `date` is the day of first publication,
    `modified` that of the last change. `since` maps a site-relative address to the day the page was first published;
    for other pages, that is `date`.
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
        """Return the site-relative `address` as an absolute URL."""
        return self.url + address

    def published(self, address: str, revised: datetime.date) -> datetime.date:
        """Return the day of first publication of the page at `address`; `revised`, if that is earlier."""
        return min(self.since.get(address, self.date), revised)

    def revised(self, annotations: Iterable[Annotation]) -> datetime.date:
        """Return the day of the last change of a page with `annotations`: the newest review."""
        return max((annotation.note.reviewed for annotation in annotations), default=self.date)

    def absolute(self, html: str, address: str) -> str:
        """Return the `html` of the page at the site-relative `address` with absolute URLs."""
        base = self.at(address)
        return links.rewrite(html, lambda url: urljoin(base, url))


def instant(day: datetime.date) -> str:
    """Return the first instant of `day` in UTC (RFC 3339; xsd:dateTime)."""
    return f"{day.isoformat()}T00:00:00Z"


def to_json(value: Any) -> str:
    """Return `value` as a JSON file."""
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def to_script(value: Any) -> str:
    """Return `value` as JSON on one line that is safe inside a `<script>` element.

    HTML Living Standard, 4.12.1.3 Restrictions for contents of script elements.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("<", r"\u003c")
