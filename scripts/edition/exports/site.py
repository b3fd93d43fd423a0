"""What the edition says of itself to machines: the files beside its pages, and what stands in each page's head."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edition.exports import annotations as web_annotations
from edition.exports import bibliography, feed, metadata
from edition.exports.citing import Reference
from edition.exports.publication import Publication, to_json
from edition.runs import plain
from edition.views import GLOSSARY, Page, Place, Views

_SOURCES = "fuentes.md"


def files(
    publication: Publication,
    composed: Views,
    bodies: Mapping[str, str],
    references: Mapping[str, Reference],
    strings: Mapping[str, Any],
) -> dict[str, str]:
    """Return the exports by their site-relative address.

    `bodies` has the HTML of every note by its slug, and `references` how to cite each address.
    """
    site = composed.site
    label = strings["notes_of"].format(publication.essay_title)
    items = [dict(source.item) for source in site.edition.sources.values()]
    return {
        web_annotations.PATH: to_json(
            web_annotations.collection(publication, site.edition, site.contents, bodies, label)
        ),
        feed.PATH: feed.feed(publication, site.edition, bodies, label, strings["kinds"] | strings["findings"]),
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


def head(
    publication: Publication, composed: Views, page: Page, strings: Mapping[str, Any]
) -> tuple[metadata.Data, list[tuple[str, str]]]:
    """Return what a page is in schema.org's terms, and its meta elements for reference managers as (name, content)."""
    site = composed.site
    edition, here = site.edition, Place(page.url, page.title)
    home = Place("", publication.title)
    trail, description = [home, here] if page.url else [home], page.meta.get("description", "")
    notes, data = edition.annotations, metadata.page(publication, trail, description)
    if page.is_note:
        notes = (noted := edition.annotation(page.slug),)
        entry = site.entry(noted)
        steps = [home, Place(entry.url, entry.title), here] if entry.url else trail
        data = metadata.note(publication, edition, noted, entry, steps, strings["kinds"] | strings["findings"])
    elif page.is_essay:
        entry = next(entry for entry in site.contents if entry.url == page.url)
        notes = tuple(edition.on(*entry.section.blocks))
        data = (
            metadata.section(publication, edition, entry, trail, description, is_brief=True)
            if page.url
            else metadata.home(publication, edition, site.contents, description)
        )
    elif page.path == GLOSSARY:
        data = metadata.glossary(publication, edition, trail, description)
    elif page.path == _SOURCES:
        data = metadata.sources(publication, edition, trail, description)
    modified = publication.revised(notes)
    return data, metadata.citation_tags(
        publication, here if page.url else home, modified, publication.published(page.url, modified)
    )
