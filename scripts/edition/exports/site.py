"""What the edition says of itself to machines: the files beside its pages, and what stands in each page's head."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from edition.exports import annotations as web_annotations
from edition.exports import bibliography, feed, metadata
from edition.exports.citing import Reference
from edition.exports.publication import Publication, to_json
from edition.join.model import Annotation
from edition.pages.views import GLOSSARY, Page, Place, Site, Views
from edition.text.runs import plain

_SOURCES = "fuentes.md"


def files(
    publication: Publication,
    composed: Views,
    bodies: Mapping[str, str],
    entries: Mapping[str, str],
    references: Mapping[str, Reference],
    strings: Mapping[str, Any],
) -> dict[str, str]:
    """Return the exports by their site-relative address.

    `bodies` has the HTML of every note by its slug, `entries` the same for the feed, and `references` how to cite each
    address.
    """
    site = composed.site
    label = strings["notes_of"].format(publication.essay_title)
    items = [dict(source.item) for source in site.edition.sources.values()]
    return {
        web_annotations.PATH: to_json(
            web_annotations.collection(publication, site.edition, site.contents, bodies, label)
        ),
        feed.PATH: feed.feed(publication, site.edition, entries, label),
        "fuentes.bib": bibliography.bibtex(items),
        "fuentes.ris": bibliography.ris(items),
        "citas.json": to_json({address: _forms(reference) for address, reference in references.items()}),
    }


def _forms(reference: Reference) -> dict[str, str]:
    return {
        "iso690": f"{plain(reference.html)} {reference.url}",
        "bibtex": reference.bibtex,
        "ris": reference.ris,
    }


def head(publication: Publication, composed: Views, page: Page) -> tuple[metadata.Data, list[tuple[str, str]]]:
    """Return what a page is in schema.org's terms, and its meta elements for reference managers as (name, content)."""
    here = Place(page.url, page.title) if page.url else _home(publication)
    day = modified(publication, composed, page)
    data = _data(publication, composed.site, page, here)
    return data, metadata.citation_tags(publication, here, day, publication.published(page.url, day))


def modified(publication: Publication, composed: Views, page: Page) -> datetime.date:
    """Return the day that what a page shows last changed."""
    return publication.revised(_annotations(page, composed.site))


def _home(publication: Publication) -> Place:
    return Place("", publication.title)


def _annotations(page: Page, site: Site) -> Sequence[Annotation]:
    """Return the annotations that a page shows."""
    if page.is_note:
        return [site.edition.annotation(page.slug)]
    if page.is_essay:
        return site.edition.on(*site.entry_at(page.url).section.blocks)
    return site.edition.annotations


def _data(publication: Publication, site: Site, page: Page, here: Place) -> metadata.Data:
    home, edition, description = _home(publication), site.edition, page.meta.get("description", "")
    if page.is_note:
        annotation = edition.annotation(page.slug)
        entry = site.entry(annotation)
        trail = [home, *([Place(entry.url, entry.title)] if entry.url else []), here]
        return metadata.note(publication, edition, annotation, entry, trail)
    if not page.url:
        return metadata.home(publication, edition, site.contents, description)
    trail = [home, here]
    if page.is_essay:
        entry = site.entry_at(page.url)
        return metadata.section(publication, edition, entry, trail, description, is_brief=True)
    if page.path == GLOSSARY:
        return metadata.glossary(publication, edition, trail, description)
    if page.path == _SOURCES:
        return metadata.sources(publication, edition, trail, description)
    return metadata.page(publication, trail, description)
