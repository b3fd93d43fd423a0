"""The ids of each finished page, in no particular order. Links may lead to them; no author may use one again.

The templates write these ids; `tests/join/test_anchors.py` checks that both agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from edition.content import permalinks
from edition.content.essay import Block
from edition.content.notes import Note
from edition.content.pages import Kind, Page
from edition.html import links
from edition.join.model import Edition, Entry

_FRAME = ("__drawer", "__search", "contenido", "share")  # two of Material's, two of ours
_BESIDE_ESSAY = ("solo",)
_OF_HOME = ("indice", "como-se-lee")
_ALL = "todas"


def of(page: Page, edition: Edition) -> list[str]:
    """Return the ids of a page. An id that the page would have twice is in the list twice."""
    return [*_FRAME, *_of_content(page, edition), *_moved(page, edition)]


def sections_on(page: Page, edition: Edition) -> list[Entry]:
    """Return the sections of the essay that a page shows."""
    if page.kind is Kind.WHOLE:
        return list(edition.contents)
    return [entry for entry in edition.contents if page.is_essay and entry.url == page.url]


def _of_content(page: Page, edition: Edition) -> Iterator[str]:
    match page.kind:
        case Kind.HOME | Kind.SECTION | Kind.WHOLE:
            yield from (*_BESIDE_ESSAY, *(_OF_HOME if page.kind is Kind.HOME else ()))
            for entry in sections_on(page, edition):
                yield from _of_section(entry, edition)
        case Kind.NOTES:
            yield from (_ALL, edition.vocabulary.verification.slug, *links.ids(page.html))
            yield from (finding.slug for finding in edition.vocabulary.findings)
            yield from (permalinks.section_id(s.id) for s in edition.sections if edition.on(*s.blocks))
        case Kind.NOTE:
            yield from links.ids(page.html)
            yield from (id for a in edition.annotations if a.note.slug == page.slug for id in _of_note_page(a.note))
        case Kind.SOURCES:
            yield from (*links.ids(page.html), *map(permalinks.source_id, edition.sources))
        case Kind.GLOSSARY:
            yield from links.ids(page.html)
            yield from (id for term in edition.terms.values() for id in _listed(term.id, term.sources))
        case Kind.BALANCE | Kind.ABOUT | Kind.TEXT:
            yield from links.ids(page.html)
            yield from ("seal",) if 'id="sello"' in page.html else ()


def _of_section(entry: Entry, edition: Edition) -> Iterator[str]:
    section = entry.section
    if not section.heading:
        yield f"{section.id}-titulo"
    for block in section.blocks:
        yield from _of_block(block, edition)
    for annotation in edition.on(*section.blocks):
        yield from (permalinks.note_id(annotation.note.slug), permalinks.passage_id(annotation.note.slug))
        yield from _listed(annotation.note.slug, annotation.note.sources)


def _of_block(block: Block, edition: Edition) -> Iterator[str]:
    yield block.id
    if block.kind == "graph" and (diagram := edition.diagrams.get(block.section)):
        yield from (f"{block.section}-{part}" for part in ("nombre", "en-palabras", "original"))
        yield from (permalinks.part_id(part.id) for part in diagram.graph.parts)


def _of_note_page(note: Note) -> Iterator[str]:
    yield permalinks.note_id(note.slug)
    yield from ("fuentes", *_listed(note.slug, note.sources)) if note.sources else ()
    yield from ("historia",) if note.history else ()
    yield from (f"datos-{note.slug}",) if note.figure else ()
    yield from ("pendiente",) if note.pending else ()


def _listed(owner: str, sources: Iterable[str]) -> Iterator[str]:
    yield from (f"{owner}-{number}" for number, _ in enumerate(sources, 1))


def _moved(page: Page, edition: Edition) -> Iterator[str]:
    urls = [page.url, *(entry.url for entry in sections_on(page, edition))]
    yield from (old.partition("#")[2] for old in edition.redirects if "#" in old and old.partition("#")[0] in urls)
