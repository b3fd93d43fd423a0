"""What the search finds: every block of the essay, note, term and text of the edition, once and at its own address."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from edition.pages.views import Page, Site
from edition.text.runs import plain

Document = dict[str, str | float]

_ABOVE_NOTES = 3.0  # what is asked for by its own words comes before what is said about it
_BELOW_NOTES = 0.3
_HEADING = re.compile(r'<h[2-6] id="(?P<id>[^"]+)"[^>]*>(?P<title>.*?)</h[2-6]>', re.DOTALL)
_BREAK = re.compile(r"</(?:p|li|h\d|td|th|dd|dt)>")
_CITE = re.compile(r'\s*<a class="cite".*?</a>|\s*\[@[^\]]*\]', re.DOTALL)


def documents(site: Site, bodies: Mapping[str, str], paragraph: str) -> list[Document]:
    """List what is found: location, title and text, the text escaped as the worker of Material's search wants it.

    The worker groups documents by page and needs that of the page before those of its parts, whose titles are shown
    after the page's. `paragraph` gives the title of a block from its number.
    """
    return [*_essay(site, paragraph), *_notes(site, bodies), *_terms(site), *_sources(site), *_texts(site)]


def _document(location: str, title: str, *texts: str, boost: float = 1) -> Document:
    words = " ".join(" ".join(texts).split())
    return {
        "location": location,
        "title": escape(title, quote=False),
        "text": escape(words, quote=False),
        "boost": boost,
    }


def _essay(site: Site, paragraph: str) -> Iterator[Document]:
    for entry in site.contents:
        yield _document(entry.url, entry.title, entry.section.heading.text if entry.section.heading else "")
        for block in (block for block in entry.section.blocks if block.kind != "heading"):
            title = paragraph.format(block.number) if block.number else entry.title
            yield _document(f"{entry.url}#{block.id}", title, block.text, boost=_ABOVE_NOTES)


def _notes(site: Site, bodies: Mapping[str, str]) -> Iterator[Document]:
    for annotation in site.edition.annotations:
        note = annotation.note
        texts = f"{note.finding.name}. «{note.selector.exact}».", note.summary, _words(bodies[note.slug])
        yield _document(f"notas/{note.slug}/", note.title, *texts)


def _terms(site: Site) -> Iterator[Document]:
    page = next((page for page in site.pages if page.path == "glosario.md"), None)
    if page:
        yield _document(page.url, page.title)
        for term in site.edition.terms.values():
            yield _document(f"{page.url}#{term.id}", plain(term.name), _words(term.definition), boost=_ABOVE_NOTES)


def _sources(site: Site) -> Iterator[Document]:
    page = next((page for page in site.pages if page.path == "fuentes.md"), None)
    if page:
        yield _document(page.url, page.title)
        for source in site.edition.sources.values():
            before, title, rest = source.parts
            words = plain(f"{before} {rest}")
            yield _document(f"{page.url}#fuente-{source.key}", plain(title), words, boost=_BELOW_NOTES)


def _texts(site: Site) -> Iterator[Document]:
    for page in (page for page in site.pages if page.is_text):
        yield from _parts(page)


def _parts(page: Page) -> Iterator[Document]:
    """Cut a text at its headings."""
    starts = [*_HEADING.finditer(page.html)]
    ends = [heading.start() for heading in starts[1:]] + [len(page.html)]
    yield _document(page.url, page.title, _words(page.html[: starts[0].start()] if starts else page.html))
    for heading, end in zip(starts, ends, strict=True) if starts else ():
        yield _document(f"{page.url}#{heading['id']}", plain(heading["title"]), _words(page.html[heading.end() : end]))


def _words(html: str) -> str:
    return plain(_BREAK.sub(" ", _CITE.sub("", html)))
