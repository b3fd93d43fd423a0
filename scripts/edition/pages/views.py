"""What each page shows: the pages as rendered Markdown go in, a template and its data come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from edition.content import essay, glossary, graph
from edition.content.essay import HOME, Block, Section
from edition.content.figures import Figure
from edition.content.glossary import Term
from edition.content.graph import Graph
from edition.content.notes import Note
from edition.content.sources import Source
from edition.content.vocabulary import Vocabulary
from edition.join import model as edition
from edition.join.model import Annotation, Edition
from edition.pages.drawing import Drawing, draw
from edition.problems import Problem
from edition.text import citations
from edition.text.runs import plain
from edition.text.selectors import fold

_T = TypeVar("_T")
_ESSAY, _NOTES, GLOSSARY, SOURCES, WHOLE = "ensayo/", "notas/", "glosario.md", "fuentes.md", "completo.md"
INDEX = f"{_NOTES}index.md"
_AROUND_A_LIST = GLOSSARY, SOURCES  # up to its first heading a text goes before the list, the rest after it
_TEXTS = "title", "lead", "description"
_TEMPLATES = {
    "index.md": "home.html",
    WHOLE: "complete.html",
    INDEX: "notes.html",
    SOURCES: "sources.html",
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
    def is_text(self) -> bool:
        """Tell whether the page is a text of the edition's own, and shows its Markdown as it is."""
        return not self.is_essay and not self.is_note and self.path not in _TEMPLATES

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
class Diagram:
    """A diagram of the essay: what it says, where its parts are drawn, and the places they point readers to."""

    graph: Graph
    drawing: Drawing
    see: Mapping[str, Place]


@dataclass(frozen=True)
class Site:
    """The pages, and the edition they are joined into: its table of contents has the sections in their order."""

    pages: tuple[Page, ...]
    edition: Edition
    contents: tuple[Entry, ...]

    def entry(self, annotation: Annotation) -> Entry:
        """Return the section that an annotation stands in."""
        return self._by_block[annotation.block]

    def entry_at(self, url: str) -> Entry:
        """Return the section whose page is at `url`."""
        return self._by_url[url]

    def place(self, target: str) -> Place | None:
        """Find what `target`, a source path with an optional id, points to: a page, or a block of the essay."""
        path, _, fragment = target.partition("#")
        page = self._by_path.get(path)
        if not page or not fragment:
            return Place(page.url, page.title) if page else None
        blocks = self.entry_at(page.url).section.blocks if page.is_essay else ()
        block = next((block for block in blocks if block.id == fragment), None)
        return Place(f"{page.url}#{fragment}", f"{page.title}, ¶\u00a0{block.number}") if block else None

    @cached_property
    def notes(self) -> tuple[Place, ...]:
        """The pages of the notes, in the essay's order."""
        return tuple(Place(f"{_NOTES}{a.note.slug}/", a.note.title) for a in self.edition.annotations)

    @cached_property
    def _by_path(self) -> dict[str, Page]:
        return {page.path: page for page in self.pages}

    @cached_property
    def _by_url(self) -> dict[str, Entry]:
        return {entry.url: entry for entry in self.contents}

    @cached_property
    def _by_block(self) -> dict[Block, Entry]:
        return {block: entry for entry in self.contents for block in entry.section.blocks}


@dataclass(frozen=True)
class Views:
    """What all pages share, the diagrams by their section, and for each page by its path a template and its data."""

    site: Site
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)
    pages: Mapping[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)


def compose(
    pages: Iterable[Page],
    notes: Iterable[Note],
    sources: Mapping[str, Source],
    figures: Mapping[str, Figure],
    vocabulary: Vocabulary,
) -> tuple[Views, list[Problem]]:
    """Join pages (those of the essay in its order), notes, sources and figures; the notes speak `vocabulary`.

    With a problem, or when a page of a note has no note because it could not be read, the views hold no page.
    """
    pages = tuple(pages)
    chapters = [page for page in pages if page.is_essay]
    sections, problems = _sections(chapters)
    annotations, faults = edition.annotate(sections, notes)
    terms, term_faults = _terms(pages)
    contents = tuple(
        Entry(section, page.url, page.title, page.meta.get("lead", ""), position)
        for position, (section, page) in enumerate(zip(sections, chapters, strict=True))
    )
    joined = Edition(tuple(sections), tuple(annotations), sources, terms, figures, vocabulary)
    site = Site(pages, joined, contents)
    diagrams, diagram_faults = _diagrams(site)
    problems += [*faults, *term_faults, *diagram_faults, *_field_faults(pages)]
    if problems or len(annotations) < sum(page.is_note for page in pages):
        return Views(site), problems
    return Views(site, diagrams, {page.path: (_template(page), _here(page, site)) for page in pages}), []


def cited(html: str, owner: Note | Term, cite: Callable[[str, int, str], str]) -> str:
    """Return the HTML of a note or a definition, each citation as `cite(owner's name, number in its list, locator)`."""
    name = owner.slug if isinstance(owner, Note) else owner.id
    return citations.replace(html, lambda citation: cite(name, owner.sources.index(citation.key) + 1, citation.locator))


def _field_faults(pages: Iterable[Page]) -> Iterator[Problem]:
    for page in pages:
        for name in (name for name in _TEXTS if not isinstance(page.meta.get(name, ""), str)):
            yield Problem(f"docs/{page.path}", 1, f"«{name}» is not text", "Put it between quotes.")


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


def _diagrams(site: Site) -> tuple[dict[str, Diagram], list[Problem]]:
    diagrams: dict[str, Diagram] = {}
    problems: list[Problem] = []
    pages = {page.url: page for page in site.pages}
    for entry in site.contents:
        for block in (block for block in entry.section.blocks if block.kind == "graph"):
            page = pages[entry.url]
            drawn, faults = _diagram(site, page, block.text)
            problems += faults
            if not faults:
                diagrams[entry.section.id] = drawn
    return diagrams, problems


def _diagram(site: Site, page: Page, source: str) -> tuple[Diagram, list[Problem]]:
    path = f"docs/{page.path}"
    read, problems = graph.parse(path, source, page.meta.get("graph", {}))
    targets = sorted({target for part in read.parts for target in part.see})
    see = {target: place for target in targets if (place := site.place(target))}
    problems += [
        Problem(path, 1, f"broken link: «{target}»", "Under «see:», name a page below docs/ and an id on it.")
        for target in targets
        if target not in see
    ]
    return Diagram(read, draw(read), see), problems


def _template(page: Page) -> str:
    if page.path in _TEMPLATES:
        return _TEMPLATES[page.path]
    return "text.html" if page.is_text else "note.html" if page.is_note else "section.html"


def _here(page: Page, site: Site) -> dict[str, Any]:
    if page.is_essay:
        return _chapter(page, site)
    if page.is_note:
        return _note(page, site)
    intro, heading, rest = page.html.partition("<h2") if page.path in _AROUND_A_LIST else (page.html, "", "")
    return {
        "description": page.meta.get("description"),
        "intro": intro,
        "after": heading + rest,
        "sources": sorted(site.edition.sources.values(), key=_alphabetical),
    }


def _chapter(page: Page, site: Site) -> dict[str, Any]:
    at = site.entry_at(page.url).position
    previous, following = _neighbours(site.contents, at)
    return {
        "description": page.meta.get("description"),
        "section": site.contents[at].section,
        "position": at,
        "count": len(site.contents) - 1,
        "previous": previous,
        "next": following,
    }


def _note(page: Page, site: Site) -> dict[str, Any]:
    annotation = site.edition.annotation(page.slug)
    previous, following = _neighbours(site.notes, site.edition.index(page.slug))
    return {
        "description": annotation.note.summary,
        "annotation": annotation,
        "place": site.entry(annotation),
        "previous": previous,
        "next": following,
    }


def _neighbours(sequence: Sequence[_T], at: int) -> tuple[_T | None, _T | None]:
    """Return what stands before and after the place `at`."""
    return sequence[at - 1] if at else None, sequence[at + 1] if at + 1 < len(sequence) else None


def _alphabetical(source: Source) -> tuple[bool, str]:
    """Order references as a reader looks for them, those that begin with no letter last."""
    text = fold(plain(source.reference).lstrip("[«“")).casefold()
    return not text[:1].isalpha(), text
