"""The context of each kind of page: what its template knows as `here`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from edition.content import permalinks
from edition.content.essay import Section
from edition.content.pages import Kind, Page
from edition.content.sources import Source
from edition.html import links
from edition.join.model import Annotation, Edition, Entry, Place
from edition.text.collation import alphabetical
from edition.text.runs import plain

_T = TypeVar("_T")
_NO_SECTION = Section("", "", ())


@dataclass(frozen=True)
class Context:
    """The part of the context that all pages have: description, previous page, next page."""

    description: str | None = None
    previous: Place | None = None
    next: Place | None = None


@dataclass(frozen=True)
class Chapter(Context):
    """A section of the essay; `position` counts from 1 to `count`, and is 0 for the home page."""

    section: Section = _NO_SECTION
    position: int = 0
    count: int = 0


@dataclass(frozen=True)
class NotePage(Context):
    """A note: its annotation, the section that it is about, and its text as HTML."""

    annotation: Annotation | None = None
    entry: Entry | None = None
    body: str = ""

    def with_body(self, html: str) -> NotePage:
        """Return the same context with the text of the note."""
        return replace(self, body=html)


@dataclass(frozen=True)
class Text(Context):
    """One of the edition's own texts, as HTML; `after` goes below the page's list, if it has one."""

    intro: str = ""
    after: str = ""


@dataclass(frozen=True)
class Bibliography(Text):
    """All sources, in alphabetical order."""

    sources: tuple[Source, ...] = ()


def chapter(page: Page, edition: Edition) -> Chapter:
    """Return the context of a page of the essay."""
    at = edition.entry_at(page.url).position
    previous, following = _neighbours(_reading_order(edition), at)
    return Chapter(
        page.meta.get("description"), previous, following, edition.contents[at].section, at, len(edition.contents) - 1
    )


def note(page: Page, edition: Edition) -> NotePage:
    """Return the context of a note's page, still without its text, which the renderer makes."""
    annotation = edition.annotation(page.slug)
    previous, following = _neighbours(edition.note_pages, edition.index(page.slug))
    return NotePage(annotation.note.summary, previous, following, annotation, edition.entry(annotation))


def text(page: Page, edition: Edition) -> Text:
    """Return the context of a text."""
    return Text(page.meta.get("description"), intro=page.html)


def balance(page: Page, edition: Edition) -> Text:
    """Return the context of the balance, which follows the last section; its links to notes carry their findings."""
    order = _reading_order(edition)
    findings = {permalinks.note(note.slug): note.finding.name for note in (a.note for a in edition.annotations)}
    html = links.with_findings(page.html, page.url, findings)
    return Text(page.meta.get("description"), order[-2] if len(order) > 1 else None, intro=html)


def glossary(page: Page, edition: Edition) -> Text:
    """Return the context of the glossary, with the text above the first term."""
    return Text(page.meta.get("description"), intro=page.html.partition("<h2")[0])


def sources(page: Page, edition: Edition) -> Bibliography:
    """Return the context of the page of all sources; its text from the first heading on goes below the list."""
    intro, heading, rest = page.html.partition("<h2")
    ordered = tuple(sorted(edition.sources.values(), key=lambda source: alphabetical(plain(source.reference))))
    return Bibliography(page.meta.get("description"), intro=intro, after=heading + rest, sources=ordered)


def _reading_order(edition: Edition) -> list[Place]:
    """Return the pages in reading order: the sections, then the balance."""
    balance = edition.page(Kind.BALANCE)
    places = [Place(entry.url, entry.title) for entry in edition.contents]
    return [*places, *([Place(balance.url, balance.title)] if balance else [])]


def _neighbours(sequence: Sequence[_T], at: int) -> tuple[_T | None, _T | None]:
    """Return the items before and after index `at`, None at either end."""
    return sequence[at - 1] if at else None, sequence[at + 1] if at + 1 < len(sequence) else None
