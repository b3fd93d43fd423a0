"""One build of the edition, from the files that authors write to what the site is made of. It knows no MkDocs."""

from __future__ import annotations

import datetime
import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import yaml
from jinja2 import Environment

from edition import files
from edition.content import inputs, threads
from edition.content.inputs import ESSAY, Inputs, UnreadableError, optional_text, text
from edition.exports import citing, epub, offline, search, site
from edition.exports.cards import picture, previews
from edition.exports.publication import Publication, to_script
from edition.html import links
from edition.html.languages import mark
from edition.join import addresses, fidelity
from edition.join.addresses import Address
from edition.pages import assets, findings, views
from edition.pages.assets import fingerprint
from edition.pages.renderer import Renderer
from edition.pages.views import Page, Views
from edition.problems import Problem, report

_BOOK_ENDS = ("sobre.md",)  # the texts that close the book
_TITLE_BOOST = 5
_STRINGS = Path(__file__).with_name("es.yml")
_T = TypeVar("_T")
_log = logging.getLogger("mkdocs.edition")


class StopError(Exception):
    """The build cannot go on; the message says what is wrong, where, and how to cure it."""


@dataclass(frozen=True)
class Settings:
    """What a build is told: folders, the address and names of the edition, its first day, the licence of its notes."""

    docs: Path
    cache: Path
    templates: Path
    url: str
    language: str
    title: str
    description: str
    rights: str
    licence: str
    date: datetime.date


def read(settings: Settings) -> Inputs:
    """Read what stands beside the pages. What is wrong with it is reported with the rest, when all is joined.

    Raises StopError when a file cannot be read at all.
    """
    settings.cache.mkdir(parents=True, exist_ok=True)
    return _readable(lambda: inputs.read(settings.docs, settings.cache))


def strings() -> dict[str, Any]:
    """Return every string of the interface."""
    return dict(yaml.safe_load(_STRINGS.read_text(encoding="utf-8")))


def join(
    settings: Settings,
    inputs: Inputs,
    pages: Iterable[Page],
    env: Environment,
    assets: Mapping[str, Any],
    found: Iterable[Problem] = (),
) -> Build:
    """Join the pages, with the HTML of their Markdown, and all that was read.

    Raises StopError with every problem so far, those `found` before among them.
    """
    pages = [_in_their_languages(page, inputs.languages, settings.language) for page in pages]
    composed, problems = views.compose(pages, inputs.notes, inputs.sources, inputs.figures, inputs.vocabulary)
    stop_on([*found, *inputs.problems, *problems])
    registered = _registered(settings.docs)
    aliases, problems = _addresses(settings.docs, registered, composed, inputs)
    stop_on(problems)
    words = strings()
    publication = _publication(settings, composed, registered, words)
    references = citing.references(
        publication, composed.site.edition, composed.site.contents, words["cite_paragraph"], settings.cache
    )
    own = {
        "threads": threads.by_address(inputs.threads),
        "citing": references,
        "edition_version": fingerprint((settings.docs / ESSAY).read_bytes()),
    }
    renderer = Renderer(env, composed, words, {**assets, **own})
    return Build(settings, words, composed, aliases, publication, references, renderer)


@dataclass(frozen=True)
class Build:
    """The edition joined, and what the site is made of."""

    settings: Settings
    strings: Mapping[str, Any]
    views: Views
    aliases: Mapping[str, str]
    publication: Publication
    references: Mapping[str, citing.Reference]
    renderer: Renderer

    def content(self, page: Page, context: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the content of a page as HTML, and the data its template was given as `here`."""
        shown = [entry.url for entry in self.views.site.contents] if page.path == views.WHOLE else [page.url]
        return self.renderer.page(page, context, addresses.moved_ids(self.aliases, shown))

    def head(self, page: Page) -> dict[str, Any]:
        """Return what the head of a page takes: its card, JSON-LD, meta elements for reference managers, and filters."""
        data, tags = site.head(self.publication, self.views, page)
        chosen = findings.of_page(page, self.views.site)
        return {"card": previews.name(page), "json_ld": to_script(data), "citation_tags": tags, "filters": chosen}

    def modified(self, page: Page) -> datetime.date:
        """Return the day that what a page shows last changed."""
        return site.modified(self.publication, self.views, page)

    def card(self, page: Page) -> bytes:
        """Return the picture that stands for a page where its address is shared, as PNG."""
        card = previews.card(page, self.views, self.strings, self.settings.title)
        return picture.cached(card, self.settings.cache)

    def files(self) -> dict[str, str]:
        """Return the exports by their site-relative address."""
        notes = [annotation.note for annotation in self.views.site.edition.annotations]
        entries = {note.slug: self.renderer.entry(note) for note in notes}
        bodies = self.renderer.bodies
        return site.files(self.publication, self.views, bodies, entries, self.references, self.strings)

    def search(self, config: Mapping[str, Any]) -> str:
        """Return the index of the search, with the configuration `config` that Material's search made for it."""
        documents = search.documents(self.views.site, self.renderer.bodies, self.strings["paragraph"])
        fields = {"title": {"boost": _TITLE_BOOST}, "text": {"boost": 1}}
        return json.dumps({"config": {**config, "fields": fields}, "docs": documents}, ensure_ascii=False)

    def moved(self) -> dict[str, str]:
        """Return the pages that lead on from addresses of pages that moved, by their site-relative address."""
        moved = addresses.moved_pages(self.aliases).items()
        return {old: self.renderer.moved(links.relative(new, old)) for old, new in moved}

    def check_essay(self, finished: Callable[[Page], str]) -> None:
        """Take the essay out of the finished pages again and compare it with the text as received.

        Raises StopError at the first letter that differs.
        """
        received = _readable(lambda: text(self.settings.docs / ESSAY))
        pages = self.views.site.pages
        chapters = [page for page in pages if page.is_essay]
        whole = [page for page in pages if page.path == views.WHOLE]
        for shown in filter(None, (chapters, whole)):
            where = fidelity.difference(received, fidelity.extract(map(finished, shown)))
            if where:
                raise StopError(f"docs/{ESSAY}, {where}\n    Give the page the words of docs/{ESSAY} again.")

    def book(self) -> bytes:
        """Return the edition as an EPUB."""
        published, settings = self.publication, self.settings
        imprint = epub.Imprint(
            published.essay_title, published.url, published.modified, settings.description, settings.rights
        )
        face = assets.serif(settings.cache)
        return epub.make(self.views, imprint, self.strings, settings.templates, list(_BOOK_ENDS), face, settings.cache)

    def copy(self, folder: Path, name: str) -> bytes:
        """Return the finished site in `folder` as a ZIP that opens from the file system, in a folder `name`."""
        words = self.strings["offline"]
        read_me = {words["read_me"]: words["text"]}
        return offline.archive(folder, name, self.publication.modified, self.publication.url, read_me)


def _in_their_languages(page: Page, foreign: Mapping[str, str], own: str) -> Page:
    return page if page.is_essay else replace(page, html=mark(page.html, foreign, own))


def _registered(docs: Path) -> list[Address]:
    path = docs / addresses.REGISTRY
    registered, problems = addresses.parse(text(path)) if path.is_file() else ([], [])
    stop_on(problems)
    return registered


def _addresses(
    docs: Path, registered: list[Address], composed: Views, inputs: Inputs
) -> tuple[dict[str, str], list[Problem]]:
    """Compare the addresses there are with all that were ever published; with REGISTER set to a day, add the new."""
    current = addresses.collect(composed)
    given, faults = addresses.parse_aliases(optional_text(docs / addresses.ALIASES))
    stop_on(faults)
    resolved, problems = addresses.resolve(given, current)
    if day := os.environ.get("REGISTER"):
        files.write(docs / addresses.REGISTRY, addresses.dump(addresses.register(registered, current, day)).encode())
    elif new := addresses.unregistered(registered, current):
        _log.info("%d new addresses: run scripts/register before you publish them.", len(new))
    problems += threads.astray(inputs.threads, map(str, current))
    return resolved, problems + addresses.lost(registered, current, resolved)


def _publication(
    settings: Settings, composed: Views, registered: list[Address], words: Mapping[str, Any]
) -> Publication:
    site = composed.site
    heading = site.contents[0].section.heading if site.contents else None
    reviewed = (annotation.note.reviewed for annotation in site.edition.annotations)
    return Publication(
        url=settings.url,
        title=settings.title,
        essay_title=heading.text if heading else settings.title,
        essay_rights=words["essay_rights"],
        language=settings.language,
        publisher=words["publisher"],
        licence=settings.licence,
        date=settings.date,
        modified=max(reviewed, default=settings.date),
        since={a.path: datetime.date.fromisoformat(a.since) for a in registered if a.since and not a.id},
    )


def _readable(read: Callable[[], _T]) -> _T:
    try:
        return read()
    except UnreadableError as error:
        raise StopError(str(error)) from None


def stop_on(problems: Iterable[Problem]) -> None:
    """Raise StopError, with all of `problems`, when there are any."""
    if problems := list(problems):
        raise StopError(report(problems))
