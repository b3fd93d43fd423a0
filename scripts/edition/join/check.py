"""Checks that the parts of the edition fit: every reference has a target, and every id is unique."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Set
from pathlib import PurePosixPath

from edition.content import permalinks, redirects, threads
from edition.content.inputs import FIGURES, SOURCES, VOCABULARY, Inputs
from edition.content.notes import Note
from edition.content.pages import RECORD, TEXTS, Kind, Page
from edition.content.register import Address
from edition.html import links, markup
from edition.join import anchors, counts
from edition.join.model import Edition
from edition.join.register import collect, lost
from edition.problems import Problem
from edition.text import citations, fields
from edition.text.citations import Citation
from edition.text.selectors import nearest


def unjoined(pages: Iterable[Page], inputs: Inputs) -> Iterator[Problem]:
    """Report the problems that need no join: those within one page, and unknown sources and figures."""
    for page in pages:
        yield from markup.faults(page.shown_path, page.document, page.html, has_diagram=page.is_essay)
        yield from fields.faults(RECORD, page.meta, page.document.places(page.shown_path))
    yield from unknown_figures(
        inputs.notes, {PurePosixPath(path).stem for path in inputs.paths if path.startswith("figuras/")}
    )
    if SOURCES not in inputs.broken:
        for path, cited in _cited(pages, inputs):
            yield from unknown_sources(path, cited, inputs.sources)


def joined(edition: Edition, inputs: Inputs, broken: Set[str]) -> Iterator[Problem]:
    """Report the problems of the joined edition; `broken` are the files that could not be joined."""
    ids_of = {page.path: anchors.of(page, edition) for page in edition.pages}
    targets: dict[str, Collection[str] | None] = dict.fromkeys(inputs.paths, ())
    targets |= {path: None if _is_uncertain(path, broken) else set(ids) for path, ids in ids_of.items()}
    is_counted = not broken & {SOURCES, VOCABULARY} and not _unplaced(edition)
    for page in edition.pages:
        yield from links.faults(page.shown_path, page.path, page.document, targets)
        yield from markup.repeated_ids(page.shown_path, page.document, ids_of[page.path])
        if is_counted:
            yield from counts.faults(page, edition)
    current = collect(edition)
    yield from threads.astray(inputs.threads, [*map(str, current), *(str(a) for a in inputs.registered if broken)])
    unread = _unread(edition, broken)
    if f"docs/{redirects.FILE}" not in inputs.broken:
        yield from lost(inputs.registered, current, inputs.redirects.targets, unread)


def unknown_sources(path: str, cited: Iterable[Citation], known: Collection[str]) -> list[Problem]:
    """Report the citations in the file `path` whose key is not in `known`, the keys of all sources."""
    return [
        Problem(path, citation.line, f"unknown source «{citation.key}»", _suggestion(citation.key, known))
        for citation in cited
        if citation.key not in known
    ]


def unknown_figures(notes: Iterable[Note], figures: Collection[str]) -> list[Problem]:
    """Report the notes whose figure is not in `figures`."""
    cure = f"Use one of docs/figuras/: {', '.join(sorted(figures))}."
    return [
        Problem(note.path, note.lines.get("figure", 1), f"unknown figure «{note.figure}»", cure)
        for note in notes
        if note.figure and note.figure not in figures
    ]


def _is_uncertain(path: str, broken: Collection[str]) -> bool:
    """Tell whether some ids of a page may be unknown: ids of notes, sources and terms come from other files."""
    return bool(broken) and Kind.of(path) not in TEXTS


def _unread(edition: Edition, broken: Collection[str]) -> Callable[[Address], bool]:
    """Return a predicate: is a permalink missing only because its file could not be read or joined?"""
    slugs = _unplaced(edition)
    ids = {id for slug in slugs for id in (permalinks.note_id(slug), permalinks.passage_id(slug))}
    is_essay_broken = any(page.is_essay and page.shown_path in broken for page in edition.pages)
    urls = {page.url for page in edition.pages if page.shown_path in broken}
    urls |= {permalinks.SOURCES} if SOURCES in broken else set()
    return lambda address: (
        address.id in ids or address.path in urls or (is_essay_broken and address.kind == "paragraph")  # its number
    )


def _unplaced(edition: Edition) -> set[str]:
    """Return the slugs of the notes that could not be read or placed."""
    return {page.slug for page in edition.pages if page.is_note} - {a.note.slug for a in edition.annotations}


def _cited(pages: Iterable[Page], inputs: Inputs) -> Iterator[tuple[str, list[Citation]]]:
    """Yield each file that cites sources, with its citations."""
    for note in inputs.notes:
        yield note.path, list(note.citations)
    for figure in inputs.figures.values():
        yield (
            f"{FIGURES}{figure.id}.json",
            [Citation(row["source"], line=line) for row, line in zip(figure.rows, figure.lines, strict=True)],
        )
    for page in (page for page in pages if page.kind is Kind.GLOSSARY):
        yield page.shown_path, list(citations.find(page.document.body, page.document.body_line))


def _suggestion(key: str, known: Iterable[str]) -> str:
    likely = nearest(known, key)
    return f"Did you mean «{likely}»?" if likely else "Add it to docs/fuentes.json, or mend the key."
