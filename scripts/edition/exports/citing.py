"""How to cite the edition, a section, a paragraph or a note: in ISO 690, BibLaTeX and RIS."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from edition.content import permalinks, sources
from edition.exports import bibliography
from edition.exports.publication import Publication
from edition.files import Keep, keep_nothing
from edition.join.model import Edition


@dataclass(frozen=True)
class Reference:
    """How to cite one thing: the reference as HTML, without its address `url`; and as BibLaTeX and RIS."""

    html: str
    url: str
    bibtex: str
    ris: str


def references(
    publication: Publication, edition: Edition, paragraph: str, keep: Keep = keep_nothing
) -> dict[str, Reference]:
    """Return how to cite each thing, by site-relative address: «» (the edition), `…/`, `…/#p3`, `notas/<slug>/`.

    `paragraph` is the pattern of a paragraph's title, with its section's title and its number. The date is that of the
    last change. The essay has no author: references to its parts begin with the title, and name the edition as
    publisher.
    """
    items = dict(_items(publication, edition, paragraph))
    texts = sources.references(list(items.values()), keep)
    return {
        address: Reference(
            texts[item["id"]].reference,
            item["URL"],
            bibliography.bibtex([item]),
            bibliography.ris([item]),
        )
        for address, item in items.items()
    }


def _items(publication: Publication, edition: Edition, paragraph: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the CSL items, each with its address."""
    of_essay = {"publisher": publication.publisher}
    inside = of_essay | {"container-title": publication.essay_title}
    by_editors = {
        "author": [{"literal": publication.publisher}],
        "container-title": publication.title,
    }

    def item(
        key: str, title: str, address: str, day: datetime.date, more: dict[str, Any]
    ) -> tuple[str, dict[str, Any]]:
        return address, more | {
            "id": key,
            "type": "webpage",
            "title": title,
            "issued": {"date-parts": [[day.year, day.month, day.day]]},
            "URL": publication.at(address),
            "language": publication.language,
        }

    yield item("edicion", publication.essay_title, "", publication.modified, of_essay)
    for entry in edition.contents:
        blocks = entry.section.blocks
        day = publication.revised(edition.on(*blocks))
        if entry.url:
            yield item(f"seccion-{entry.section.id}", entry.title, entry.url, day, inside)
        for block in (block for block in blocks if block.number):
            title = paragraph.format(entry.title, block.number)
            yield item(f"parrafo-{block.number}", title, f"{entry.url}#{block.id}", day, inside)
    for note in (annotation.note for annotation in edition.annotations):
        yield item(f"nota-{note.slug}", note.title, permalinks.note(note.slug), note.reviewed, by_editors)
