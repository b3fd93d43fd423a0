"""Which exports the site has, and which metadata each page has."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from edition.content.pages import Page
from edition.exports import annotations as web_annotations
from edition.exports import bibliography, feed, metadata
from edition.exports.citing import Reference
from edition.exports.metadata import Data
from edition.exports.publication import Publication, to_json
from edition.join.model import Annotation, Edition, Place
from edition.text.runs import plain

Describe = Callable[[Publication, Edition, Page], Data]  # describes a page in schema.org terms


def files(
    publication: Publication,
    edition: Edition,
    bodies: Mapping[str, str],
    entries: Mapping[str, str],
    references: Mapping[str, Reference],
    strings: Mapping[str, Any],
) -> dict[str, str]:
    """Return the exports by site-relative address.

    `bodies` holds the HTML of each note by slug, `entries` the same for the feed, and `references` how to cite each
    address.
    """
    label = strings["notes_of"].format(publication.essay_title)
    items = [dict(source.item) for source in edition.sources.values()]
    return {
        web_annotations.PATH: to_json(web_annotations.collection(publication, edition, bodies, label)),
        feed.PATH: feed.feed(publication, edition, entries, label),
        "fuentes.json": to_json(bibliography.csl(items)),
        "fuentes.bib": bibliography.bibtex(items),
        "fuentes.ris": bibliography.ris(items),
        "citas.json": to_json({address: _forms(reference) for address, reference in references.items()}),
    }


def tags(publication: Publication, edition: Edition, page: Page) -> list[tuple[str, str]]:
    """Return the `<meta>` elements of a page for reference managers, as (name, content)."""
    day, place = modified(publication, edition, page), _place(publication, page)
    cited = place if page.url else Place("", publication.essay_title)
    first = publication.published(page.url, day)
    return metadata.citation_tags(publication, cited, day, first, has_author=not page.is_essay)


def modified(publication: Publication, edition: Edition, page: Page) -> datetime.date:
    """Return the day that the content of a page last changed; the home page stands for the whole edition."""
    return publication.modified if not page.url else publication.revised(_annotations(page, edition))


def home(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe the home page."""
    return metadata.home(publication, edition, edition.contents, _description(page))


def section(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe a section of the essay."""
    entry = edition.entry_at(page.url)
    return metadata.section(publication, edition, entry, _trail(publication, page), _description(page), is_brief=True)


def note(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe a note; the trail to it leads through its section."""
    annotation = edition.annotation(page.slug)
    entry = edition.entry(annotation)
    above = [Place(entry.url, entry.title)] if entry.url else []
    trail = [_home(publication), *above, _place(publication, page)]
    return metadata.note(publication, edition, annotation, entry, trail)


def glossary(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe the glossary."""
    return metadata.glossary(publication, edition, _trail(publication, page), _description(page))


def sources(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe the page of all sources."""
    return metadata.sources(publication, edition, _trail(publication, page), _description(page))


def text(publication: Publication, edition: Edition, page: Page) -> Data:
    """Describe any other page."""
    return metadata.page(publication, _trail(publication, page), _description(page))


def _forms(reference: Reference) -> dict[str, str]:
    return {
        "iso690": f"{plain(reference.html)} {reference.url}",
        "bibtex": reference.bibtex,
        "ris": reference.ris,
    }


def _trail(publication: Publication, page: Page) -> list[Place]:
    return [_home(publication), _place(publication, page)]


def _place(publication: Publication, page: Page) -> Place:
    return Place(page.url, page.title) if page.url else _home(publication)


def _home(publication: Publication) -> Place:
    return Place("", publication.title)


def _description(page: Page) -> str:
    return str(page.meta.get("description", ""))


def _annotations(page: Page, edition: Edition) -> Sequence[Annotation]:
    """Return the annotations on a page."""
    if page.is_note:
        return [edition.annotation(page.slug)]
    if page.is_essay:
        return edition.on(*edition.entry_at(page.url).section.blocks)
    return edition.annotations
