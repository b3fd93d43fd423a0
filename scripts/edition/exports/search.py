"""The search index: each block of the essay, each note, term and other text once, with its own address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from edition.content import permalinks
from edition.content.pages import Kind, Page
from edition.join.model import Edition
from edition.text.runs import plain

SearchDocument = dict[str, str | float]

_ABOVE_NOTES = 3.0  # a hit in a text ranks above the notes about it
_BELOW_NOTES = 0.3
_HEADING = re.compile(r'<h[2-6] id="(?P<id>[^"]+)"[^>]*>(?P<title>.*?)</h[2-6]>', re.DOTALL)
_BREAK = re.compile(r"</(?:p|li|h\d|td|th|dd|dt)>")
_CITE = re.compile(r'\s*<a class="cite".*?</a>|\s*\[@[^\]]*\]', re.DOTALL)


def documents(edition: Edition, bodies: Mapping[str, str], paragraph: str) -> list[SearchDocument]:
    """List the documents of the index: location, title and text, HTML-escaped as Material's search worker expects.

    The worker groups documents by page. The document of a page must come before those of its parts, whose titles it
    shows below the page's. `paragraph` is the pattern of a block's title, with its number.
    """
    return [
        *_essay(edition, paragraph),
        *_notes(edition, bodies),
        *_terms(edition),
        *_sources(edition),
        *_texts(edition),
    ]


def _document(location: str, title: str, *texts: str, boost: float = 1) -> SearchDocument:
    words = " ".join(" ".join(texts).split())
    return {
        "location": location,
        "title": escape(title, quote=False),
        "text": escape(words, quote=False),
        "boost": boost,
    }


def _essay(edition: Edition, paragraph: str) -> Iterator[SearchDocument]:
    for entry in edition.contents:
        yield _document(entry.url, entry.title, entry.section.heading.text if entry.section.heading else "")
        for block in (block for block in entry.section.blocks if block.kind != "heading"):
            title = paragraph.format(block.number) if block.number else entry.title
            yield _document(f"{entry.url}#{block.id}", title, block.text, boost=_ABOVE_NOTES)


def _notes(edition: Edition, bodies: Mapping[str, str]) -> Iterator[SearchDocument]:
    for annotation in edition.annotations:
        note = annotation.note
        texts = f"{note.finding.name}. «{note.selector.exact}».", note.summary, _words(bodies[note.slug])
        yield _document(permalinks.note(note.slug), note.title, *texts)


def _terms(edition: Edition) -> Iterator[SearchDocument]:
    page = edition.page(Kind.GLOSSARY)
    if page:
        yield _document(page.url, page.title)
        for term in edition.terms.values():
            yield _document(f"{page.url}#{term.id}", plain(term.name), _words(term.definition), boost=_ABOVE_NOTES)


def _sources(edition: Edition) -> Iterator[SearchDocument]:
    page = edition.page(Kind.SOURCES)
    if page:
        yield _document(page.url, page.title)
        for source in edition.sources.values():
            before, title, rest = source.parts
            words = plain(f"{before} {rest}")
            yield _document(f"{page.url}#{permalinks.source_id(source.key)}", plain(title), words, boost=_BELOW_NOTES)


def _texts(edition: Edition) -> Iterator[SearchDocument]:
    for page in (page for page in edition.pages if page.is_text):
        yield from _parts(page)


def _parts(page: Page) -> Iterator[SearchDocument]:
    """Split a text at its headings."""
    starts = [*_HEADING.finditer(page.html)]
    ends = [heading.start() for heading in starts[1:]] + [len(page.html)]
    yield _document(page.url, page.title, _words(page.html[: starts[0].start()] if starts else page.html))
    for heading, end in zip(starts, ends, strict=True) if starts else ():
        yield _document(f"{page.url}#{heading['id']}", plain(heading["title"]), _words(page.html[heading.end() : end]))


def _words(html: str) -> str:
    return plain(_BREAK.sub(" ", _CITE.sub("", html)))
