"""One build of the edition, from the files that authors write to what the site is made of. It knows no MkDocs."""

from __future__ import annotations

import datetime
import json
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment

from edition import addresses, assets, fidelity, inputs, links, threads, views
from edition.addresses import Address
from edition.exports import cards, citing, epub, offline, previews, search, site
from edition.exports.publication import Publication, to_script
from edition.problems import Problem, report
from edition.render import Renderer
from edition.views import Page

ESSAY = "ensayo.txt"
_REGISTRY, _ALIASES = "anclas.json", "alias.yml"
_BOOK_ENDS = ("sobre.md",)  # the texts that close the book
_TITLE_BOOST = 5
_STRINGS = Path(__file__).with_name("es.yml")
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
    title: str
    description: str
    rights: str
    licence: str
    date: datetime.date


@dataclass
class Build:
    """What one build has read and made so far."""

    settings: Settings
    strings: Mapping[str, Any]
    inputs: inputs.Inputs
    aliases: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def begin(cls, settings: Settings) -> Build:
        """Read what stands beside the pages. What is wrong with it is reported with the rest, when all is joined."""
        settings.cache.mkdir(parents=True, exist_ok=True)
        strings = yaml.safe_load(_STRINGS.read_text(encoding="utf-8"))
        return cls(settings, strings, _readable(lambda: inputs.read(settings.docs, settings.cache)))

    def join(self, pages: Iterable[Page], env: Environment, assets: Mapping[str, Any]) -> None:
        """Join the pages, with the HTML of their Markdown, and all that was read.

        Raises StopError with every problem of the run.
        """
        read = self.inputs
        self.views, problems = views.compose(pages, read.notes, read.sources, read.figures)
        stop_on([*read.problems, *problems])
        registered = self._registered()
        self.aliases, problems = self._addresses(registered)
        stop_on(problems)
        self.publication = self._publication(registered)
        own = {"threads": read.threads, "citing": self._references(), "edition_version": self._version()}
        self.renderer = Renderer(env, self.views, self.strings, {**assets, **own})

    def content(self, page: Page, context: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the content of a page as HTML, and the data its template was given as `here`."""
        html, here = self.renderer.page(page, context)
        return addresses.with_targets(html, page.url, self.aliases), here

    def head(self, page: Page) -> dict[str, Any]:
        """Return what the head of a page takes: its card, its JSON-LD, its meta elements for reference managers."""
        data, tags = site.head(self.publication, self.views, page, self.strings)
        return {"card": previews.name(page), "json_ld": to_script(data), "citation_tags": tags}

    def card(self, page: Page) -> bytes:
        """Return the picture that stands for a page where its address is shared, as PNG."""
        card = previews.card(page, self.views, self.strings, self.settings.title)
        return cards.cached(card, self.settings.cache)

    def files(self) -> dict[str, str]:
        """Return the exports by their site-relative address."""
        return site.files(self.publication, self.views, self.renderer.bodies, self._references(), self.strings)

    def search(self, config: Mapping[str, Any]) -> str:
        """Return the index of the search, with the configuration `config` that Material's search made for it."""
        documents = search.documents(self.views.site, self.renderer.bodies, self.strings["paragraph"])
        fields = {"title": {"boost": _TITLE_BOOST}, "text": {"boost": 1}}
        return json.dumps({"config": {**config, "fields": fields}, "docs": documents}, ensure_ascii=False)

    def moved(self, env: Environment) -> dict[str, str]:
        """Return the pages that lead on from addresses of pages that moved, by their site-relative address."""
        template = env.get_template("partials/edition/moved.html")
        moved = addresses.moved_pages(self.aliases).items()
        return {old: template.render(to=links.relative(new, old), t=self.strings) for old, new in moved}

    def check_essay(self, finished: Callable[[Page], str]) -> None:
        """Take the essay out of the finished pages again and compare it with the text as received.

        Raises StopError at the first letter that differs.
        """
        received = _readable(lambda: inputs.text(self.settings.docs / ESSAY))
        pages = self.views.site.pages
        chapters = [page for page in pages if page.is_essay]
        whole = [page for page in pages if page.path == views.WHOLE]
        for shown in filter(None, (chapters, whole)):
            where = fidelity.difference(received, fidelity.extract(map(finished, shown)))
            if where:
                raise StopError(f"docs/{ESSAY}, {where}\n    Give the page the words of docs/{ESSAY} again.")

    def book(self) -> bytes:
        """Return the edition as an EPUB."""
        of, told = self.publication, self.settings
        imprint = epub.Imprint(of.essay_title, of.url, of.modified, told.description, told.rights)
        face = assets.serif(told.cache)
        return epub.make(self.views, imprint, self.strings, told.templates, list(_BOOK_ENDS), face)

    def copy(self, folder: Path, name: str) -> bytes:
        """Return the finished site in `folder` as a ZIP that opens from the file system, in a folder `name`."""
        words = self.strings["offline"]
        read_me = {words["read_me"]: words["text"]}
        return offline.archive(folder, name, self.publication.modified, self.publication.url, read_me)

    def _references(self) -> dict[str, citing.Reference]:
        joined, template = self.views.site, self.strings["cite_paragraph"]
        return citing.references(self.publication, joined.edition, joined.contents, template, self.settings.cache)

    def _version(self) -> str:
        return assets.fingerprint(self.settings.docs / ESSAY) if (self.settings.docs / ESSAY).is_file() else ""

    def _registered(self) -> list[Address]:
        path = self.settings.docs / _REGISTRY
        registered, problems = addresses.parse(inputs.text(path)) if path.is_file() else ([], [])
        stop_on(problems)
        return registered

    def _addresses(self, registered: list[Address]) -> tuple[dict[str, str], list[Problem]]:
        """Compare the addresses there are with all that were ever published; with REGISTER set to a day, add the new."""
        aliases = self.settings.docs / _ALIASES
        current = addresses.collect(self.views)
        given = yaml.safe_load(inputs.text(aliases)) if aliases.is_file() else None
        resolved, problems = addresses.resolve(given or {}, current)
        if day := os.environ.get("REGISTER"):
            registry = addresses.dump(addresses.register(registered, current, day))
            (self.settings.docs / _REGISTRY).write_text(registry, encoding="utf-8")
        elif new := addresses.unregistered(registered, current):
            _log.info("%d new addresses: run scripts/register before you publish them.", len(new))
        problems += threads.astray(self.inputs.threads, map(str, current))
        return resolved, problems + addresses.lost(registered, current, resolved)

    def _publication(self, registered: list[Address]) -> Publication:
        told, joined = self.settings, self.views.site
        heading = joined.contents[0].section.heading if joined.contents else None
        reviewed = (annotation.note.reviewed for annotation in joined.edition.annotations)
        return Publication(
            url=told.url,
            title=told.title,
            essay_title=heading.text if heading else told.title,
            essay_rights=self.strings["essay_rights"],
            language="es",
            publisher=self.strings["publisher"],
            licence=told.licence,
            date=told.date,
            modified=max(reviewed, default=told.date),
            since={a.path: datetime.date.fromisoformat(a.since) for a in registered if a.since and not a.id},
        )


def _readable(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except inputs.UnreadableError as error:
        raise StopError(report([error.args[0]])) from None


def stop_on(problems: Iterable[Problem]) -> None:
    """Raise StopError, with all of `problems`, when there are any."""
    if problems := list(problems):
        raise StopError(report(problems))
