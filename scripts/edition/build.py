"""One build of the edition, from what its authors write to what the site is made of. It knows no MkDocs."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment

from edition.content import threads
from edition.content.inputs import ESSAY, Inputs
from edition.content.pages import Kind, Page
from edition.content.register import Address, dump
from edition.exports import citing, epub, offline, search, site
from edition.exports.cards import picture, previews
from edition.exports.publication import Publication, to_script
from edition.files import Keep
from edition.html import links
from edition.join import anchors, fidelity, register
from edition.join.join import join
from edition.join.model import Edition
from edition.page_kinds import TABLE
from edition.pages import assets, findings
from edition.pages.contexts import NotePage
from edition.pages.renderer import Renderer
from edition.problems import Problem, report

_TITLE_BOOST = 5
_STRINGS = Path(__file__).with_name("es.yml")


class StopError(Exception):
    """The build cannot go on; the message says what is wrong, where, and how to cure it."""


@dataclass(frozen=True)
class Settings:
    """What a build is told: the address and names of the edition, its language and rights, its first day."""

    url: str
    title: str
    description: str
    language: str
    rights: str
    licence: str
    publisher: str
    essay_rights: str
    date: datetime.date


def strings() -> dict[str, Any]:
    """Return every string of the interface."""
    return dict(yaml.safe_load(_STRINGS.read_text(encoding="utf-8")))


def stop_on(problems: Iterable[Problem]) -> None:
    """Raise StopError, with all of `problems`, when there are any."""
    if problems := list(problems):
        raise StopError(report(problems))


@dataclass(frozen=True)
class Build:
    """The edition joined and rendered, and what the site is made of. `keep` keeps what is costly to make."""

    settings: Settings
    strings: Mapping[str, Any]
    inputs: Inputs
    edition: Edition
    renderer: Renderer
    publication: Publication
    references: Mapping[str, citing.Reference]
    keep: Keep

    @staticmethod
    def of(
        settings: Settings,
        inputs: Inputs,
        pages: Sequence[Page],
        env: Environment,
        assets: Mapping[str, Any],
        keep: Keep,
    ) -> Build:
        """Join pages and inputs. Raises StopError with every problem that there is."""
        edition, problems = join(pages, inputs, settings.language)
        stop_on(problems)
        words = strings()
        publication = _publication(settings, edition, inputs)
        references = citing.references(publication, edition, words["cite_paragraph"], keep)
        own = {
            "threads": threads.by_address(inputs.threads),
            "citing": references,
            "edition_version": _fingerprint(inputs.essay),
        }
        renderer = Renderer(env, edition, words, {**assets, **own})
        return Build(settings, words, inputs, edition, renderer, publication, references, keep)

    def content(self, page: Page, context: Mapping[str, Any]) -> str:
        """Return the content of a page as HTML; `context` is what its template takes beside the page's own."""
        kind = TABLE[page.kind]
        shown = [page.url, *(entry.url for entry in anchors.shown(page, self.edition))]
        moved = register.moved_ids(self.edition.redirects, shown)
        return self.renderer.page(kind.template, self.here(page), context, moved)

    def here(self, page: Page) -> Any:
        """Return what the template of a page takes as `here`."""
        here = TABLE[page.kind].context(page, self.edition)
        return here.with_body(self.renderer.bodies[page.slug]) if isinstance(here, NotePage) else here

    def head(self, page: Page) -> dict[str, Any]:
        """Return what the head of a page takes: its card, JSON-LD, meta elements for reference managers, and filters."""
        data = TABLE[page.kind].metadata(self.publication, self.edition, page)
        tags = site.tags(self.publication, self.edition, page)
        filters = findings.of_page(page, self.edition)
        return {"card": previews.name(page), "json_ld": to_script(data), "citation_tags": tags, "filters": filters}

    def modified(self, page: Page) -> datetime.date:
        """Return the day that what a page shows last changed."""
        return site.modified(self.publication, self.edition, page)

    def card(self, page: Page) -> bytes:
        """Return the picture that stands for a page where its address is shared, as PNG."""
        words = previews.Words(self.strings, self.settings.title)
        return picture.drawn_once(TABLE[page.kind].card(page, self.edition, words), self.keep)

    @cached_property
    def addresses(self) -> list[Address]:
        """Every permalink there is."""
        return register.collect(self.edition)

    def unregistered(self) -> int:
        """Count the permalinks that the register lacks."""
        return len(register.unregistered(self.inputs.registered, self.addresses))

    def registered(self, day: datetime.date) -> str:
        """Return the register with the permalinks that are new on a day."""
        return dump(register.register(self.inputs.registered, self.addresses, day.isoformat()))

    def files(self) -> dict[str, str]:
        """Return the exports by their site-relative address."""
        notes = [annotation.note for annotation in self.edition.annotations]
        entries = {note.slug: self.renderer.entry(note) for note in notes}
        return site.files(self.publication, self.edition, self.renderer.bodies, entries, self.references, self.strings)

    def search(self, config: Mapping[str, Any]) -> str:
        """Return the index of the search; `config` is what MkDocs' own search index has under «config»."""
        documents = search.documents(self.edition, self.renderer.bodies, self.strings["paragraph"])
        fields = {"title": {"boost": _TITLE_BOOST}, "text": {"boost": 1}}
        return json.dumps({"config": {**config, "fields": fields}, "docs": documents}, ensure_ascii=False)

    def redirects(self) -> dict[str, str]:
        """Return the pages that redirect from addresses of pages that moved, by their site-relative address."""
        moved = register.moved_pages(self.edition.redirects).items()
        return {old: self.renderer.redirect(links.relative(new, old)) for old, new in moved}

    def check_essay(self, finished: Callable[[Page], str]) -> None:
        """Take the essay out of the finished pages and compare it with the text as received.

        Raises StopError when a template has changed it: what the pages say was compared when they were joined.
        """
        chapters = [page for page in self.edition.pages if page.is_essay]
        whole = [page for page in self.edition.pages if page.kind is Kind.WHOLE]
        for shown in filter(None, (chapters, whole)):
            where = fidelity.difference(self.inputs.essay, fidelity.extract(map(finished, shown)))
            if where:
                raise StopError(f"{ESSAY}, {where}\n    Mend the templates of {shown[0].path}: they change the essay.")

    def book(self, templates: Path, cache: Path) -> bytes:
        """Return the edition as an EPUB."""
        published, settings = self.publication, self.settings
        imprint = epub.Imprint(
            published.essay_title, published.url, published.modified, settings.description, settings.rights
        )
        after = [(page, part, self.here(page)) for page in self.edition.pages if (part := TABLE[page.kind].in_book)]
        face = assets.serif(self.keep)
        return epub.make(self.edition, self.renderer, imprint, after, templates, face, cache)

    def copy(self, folder: Path, name: str) -> bytes:
        """Return the finished site in `folder` as a ZIP that opens from the file system, in a folder `name`."""
        words = self.strings["offline"]
        read_me = {words["read_me"]: words["text"]}
        return offline.archive(folder, name, self.publication.modified, self.publication.url, read_me)


def _fingerprint(essay: str) -> str:
    return assets.fingerprint(essay.encode())


def _publication(settings: Settings, edition: Edition, inputs: Inputs) -> Publication:
    heading = edition.contents[0].section.heading if edition.contents else None
    reviewed = (annotation.note.reviewed for annotation in edition.annotations)
    return Publication(
        url=settings.url,
        title=settings.title,
        essay_title=heading.text if heading else settings.title,
        essay_rights=settings.essay_rights,
        language=settings.language,
        publisher=settings.publisher,
        licence=settings.licence,
        date=settings.date,
        modified=max(reviewed, default=settings.date),
        since={a.path: datetime.date.fromisoformat(a.since) for a in inputs.registered if a.since and not a.id},
    )
