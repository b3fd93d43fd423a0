"""One build of the edition, from the authors' input to the parts of the site. It does not know MkDocs."""

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
from edition.exports import citing, epub, metadata, offline, search, site
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
    """The settings of a build: the edition's address, names, language, rights and first day."""

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
    """Raise StopError with all `problems`, if there are any."""
    if problems := list(problems):
        raise StopError(report(problems))


@dataclass(frozen=True)
class Build:
    """The edition, joined and rendered, and the parts of the site made from it. `keep` caches what is slow to make."""

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
        """Join pages and inputs. Raises StopError with all problems, if there are any."""
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

    def content(self, page: Page, variables: Mapping[str, Any]) -> str:
        """Return the content of a page as HTML; `variables` go to its template beside `here`."""
        kind = TABLE[page.kind]
        urls = [page.url, *(entry.url for entry in anchors.sections_on(page, self.edition))]
        redirected = register.redirected_ids(self.edition.redirects, urls)
        return self.renderer.page(kind.template, self.context(page), variables, redirected)

    def context(self, page: Page) -> Any:
        """Return the context of a page; its template knows it as `here`."""
        context = TABLE[page.kind].context(page, self.edition)
        return context.with_body(self.renderer.bodies[page.slug]) if isinstance(context, NotePage) else context

    def head(self, page: Page) -> dict[str, Any]:
        """Return the data for a page's `<head>`: card, JSON-LD, tags for reference managers, CSS of the filters."""
        card = previews.name(page)
        described = TABLE[page.kind].metadata(self.publication, self.edition, page)
        data = metadata.illustrated(described, self.publication.at(card))
        tags = site.tags(self.publication, self.edition, page)
        filters = findings.of_page(page, self.edition)
        return {"card": card, "json_ld": to_script(data), "citation_tags": tags, "filters": filters}

    def modified(self, page: Page) -> datetime.date:
        """Return the day that the content of a page last changed."""
        return site.modified(self.publication, self.edition, page)

    def card(self, page: Page) -> bytes:
        """Return the preview card of a page, as PNG."""
        words = previews.Words(self.strings, self.settings.title)
        return picture.drawn_once(TABLE[page.kind].card(page, self.edition, words), self.keep)

    @cached_property
    def permalinks(self) -> list[Address]:
        """All permalinks of this edition."""
        return register.collect(self.edition)

    def unregistered(self) -> int:
        """Count the permalinks that are not in the register yet."""
        return len(register.unregistered(self.inputs.registered, self.permalinks))

    def extended_register(self, day: datetime.date) -> str:
        """Return the register with all new permalinks added, dated `day`."""
        return dump(register.extended(self.inputs.registered, self.permalinks, day.isoformat()))

    def exports(self) -> dict[str, str]:
        """Return the exports by site-relative address."""
        notes = [annotation.note for annotation in self.edition.annotations]
        entries = {note.slug: self.renderer.feed_entry(note) for note in notes}
        return site.files(self.publication, self.edition, self.renderer.bodies, entries, self.references, self.strings)

    def search(self, config: Mapping[str, Any]) -> str:
        """Return the search index as JSON; `config` is the «config» of MkDocs' own search index."""
        documents = search.documents(self.edition, self.renderer.bodies, self.strings["paragraph"])
        fields = {"title": {"boost": _TITLE_BOOST}, "text": {"boost": 1}}
        return json.dumps({"config": {**config, "fields": fields}, "docs": documents}, ensure_ascii=False)

    def redirects(self) -> dict[str, str]:
        """Return the HTML of the redirect pages by their site-relative address."""
        pages = register.redirected_pages(self.edition.redirects).items()
        return {old: self.renderer.redirect(links.relative(new, old)) for old, new in pages}

    def check_essay(self, finished: Callable[[Page], str]) -> None:
        """Extract the essay from the finished pages and compare it with the text as received.

        Raises StopError if they differ. Then a template has changed the essay: its Markdown was compared at the join.
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
        after = [(page, part, self.context(page)) for page in self.edition.pages if (part := TABLE[page.kind].in_book)]
        face = assets.serif(self.keep)
        return epub.make(self.edition, self.renderer, imprint, after, templates, face, cache)

    def offline_copy(self, folder: Path, name: str) -> bytes:
        """Return the finished site in `folder` as a ZIP of one folder `name`, readable from the file system."""
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
