"""What each page shows: the pages as rendered Markdown go in, a template and its data come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from edition import citations, edition, essay, glossary, graph
from edition.chart import Figure
from edition.edition import Annotation, Edition
from edition.essay import HOME, Block, Section
from edition.glossary import Term
from edition.notes import Note
from edition.problems import Problem
from edition.selectors import fold
from edition.sources import Source

_ESSAY, _NOTES, GLOSSARY = "ensayo/", "notas/", "glosario.md"
_TEMPLATES = {
    "index.md": "home.html",
    "notas/index.md": "notes.html",
    "fuentes.md": "sources.html",
    GLOSSARY: "glossary.html",
}


@dataclass(frozen=True)
class Page:
    """A page as it comes from its Markdown: source path below docs, site-relative address, title, fields, HTML."""

    path: str
    url: str
    title: str
    meta: Mapping[str, Any]
    html: str

    @property
    def slug(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def is_essay(self) -> bool:
        return self.path == f"{HOME}.md" or self.path.startswith(_ESSAY)

    @property
    def is_note(self) -> bool:
        return self.path.startswith(_NOTES) and self.slug != "index"


@dataclass(frozen=True)
class Entry:
    """A section in the table of contents; `position` counts from 1, and is 0 for the home page."""

    section: Section
    url: str
    title: str
    lead: str
    position: int


@dataclass(frozen=True)
class Place:
    """Somewhere to point a reader to."""

    url: str
    title: str


@dataclass(frozen=True)
class Views:
    """The edition joined, its table of contents, and for each page by its path a template and the data it takes."""

    edition: Edition
    contents: tuple[Entry, ...]
    pages: Mapping[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)


def compose(
    pages: Iterable[Page], notes: Iterable[Note], sources: Mapping[str, Source], figures: Mapping[str, Figure]
) -> tuple[Views, list[Problem]]:
    """Join pages (those of the essay in its order), notes, sources and figures. With a problem the views hold no page."""
    pages = list(pages)
    chapters = [page for page in pages if page.is_essay]
    sections, problems = _sections(chapters)
    annotations, faults = edition.annotate(sections, notes)
    terms, term_faults = _terms(pages)
    joined = Edition(tuple(sections), tuple(annotations), sources, terms, figures)
    contents = tuple(
        Entry(section, page.url, page.title, page.meta.get("lead", ""), position)
        for position, (section, page) in enumerate(zip(sections, chapters, strict=True))
    )
    problems += faults + term_faults
    if problems:
        return Views(joined, contents), problems
    views = {}
    for page in pages:
        here, faults = _here(page, joined, contents, pages)
        views[page.path] = (_template(page), here)
        problems += faults
    return Views(joined, contents, views), problems


def cited(html: str, owner: Note | Term, cite: Callable[[str, int, str], str]) -> str:
    """Return the HTML of a note or a definition, each citation set by `cite(owner's name, number in its list, locator)`."""
    name = owner.slug if isinstance(owner, Note) else owner.id
    return citations.replace(html, lambda citation: cite(name, owner.sources.index(citation.key) + 1, citation.locator))


def _sections(chapters: Iterable[Page]) -> tuple[list[Section], list[Problem]]:
    sections, problems = [], []
    for page in chapters:
        section, faults = essay.parse(page.slug, f"docs/{page.path}", page.html)
        sections.append(section)
        problems += faults
    return essay.number(sections), problems


def _terms(pages: Iterable[Page]) -> tuple[dict[str, Term], list[Problem]]:
    page = next((page for page in pages if page.path == GLOSSARY), None)
    return glossary.parse(f"docs/{page.path}", page.html, page.meta.get("terms", {})) if page else ({}, [])


def _template(page: Page) -> str:
    if page.path in _TEMPLATES:
        return _TEMPLATES[page.path]
    return "section.html" if page.is_essay else "note.html" if page.is_note else "text.html"


def _here(page: Page, joined: Edition, contents: tuple[Entry, ...], pages: list[Page]) -> tuple[dict[str, Any], list[Problem]]:
    if page.is_essay:
        return _chapter(page, joined, contents, pages)
    if page.is_note:
        return _note(page, joined, contents), []
    sources = sorted(joined.sources.values(), key=_alphabetical)
    intro = page.html.partition("<h2")[0] if page.path == GLOSSARY else page.html
    return {"description": page.meta.get("description"), "intro": intro, "sources": sources}, []


def _chapter(page: Page, joined: Edition, contents: tuple[Entry, ...], pages: list[Page]) -> tuple[dict[str, Any], list[Problem]]:
    at = next(entry.position for entry in contents if entry.url == page.url)
    here = {
        "description": page.meta.get("description"),
        "section": contents[at].section,
        "position": at,
        "count": len(contents) - 1,
        "previous": contents[at - 1] if at else None,
        "next": contents[at + 1] if at + 1 < len(contents) else None,
    }
    source = next((block for block in contents[at].section.blocks if block.kind == "graph"), None)
    if not source:
        return here, []
    diagram, problems = graph.parse(f"docs/{page.path}", source.text, page.meta.get("graph", {}))
    see = {target for node in diagram.nodes.values() for target in node.see}
    places = {target: _place(target, joined, contents, pages) for target in see}
    problems += [
        Problem(f"docs/{page.path}", 1, f"broken link: «{target}»", "Under «see:», name a page below docs/ and an id on it.")
        for target in sorted(see)
        if not places[target]
    ]
    drawing = None if problems else graph.draw(diagram)
    return here | {"graph": diagram, "drawing": drawing, "see": places}, problems


def _note(page: Page, joined: Edition, contents: tuple[Entry, ...]) -> dict[str, Any]:
    annotation = joined.annotation(page.slug)
    return {"description": annotation.note.summary, "annotation": annotation, "place": _entry(annotation, joined, contents)}


def _entry(annotation: Annotation, joined: Edition, contents: tuple[Entry, ...]) -> Entry:
    section = joined.section_of(annotation)
    return next(entry for entry in contents if entry.section is section)


def _place(target: str, joined: Edition, contents: tuple[Entry, ...], pages: list[Page]) -> Place | None:
    """Find what `target`, a source path with an optional id, points to: a block of the essay, a note or a page."""
    path, _, fragment = target.partition("#")
    page = next((page for page in pages if page.path == path), None)
    if not page:
        return None
    if not fragment:
        return Place(page.url, page.title)
    entry = next((entry for entry in contents if entry.url == page.url), None)
    block = next(_with_id(entry.section.blocks, fragment), None) if entry else None
    return Place(f"{page.url}#{fragment}", f"{page.title}, ¶\u00a0{block.number}") if block else None


def _with_id(blocks: Iterable[Block], wanted: str) -> Iterator[Block]:
    return (block for block in blocks if block.id == wanted)


def _alphabetical(source: Source) -> tuple[bool, str]:
    """Order references as a reader looks for them, those that begin with no letter last."""
    text = fold(source.reference.replace("<i>", "").lstrip("[«“")).casefold()
    return not text[:1].isalpha(), text


