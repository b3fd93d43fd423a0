"""The edition: the essay, its notes and its sources, joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from edition.content import permalinks
from edition.content.essay import Block, Section
from edition.content.figures import Figure
from edition.content.glossary import Lexicon, Term
from edition.content.graph import Graph
from edition.content.notes import Note
from edition.content.pages import Kind, Page
from edition.content.sources import Source
from edition.content.vocabulary import Vocabulary, Word
from edition.text.runs import cut
from edition.text.selectors import Span

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_TERM = "#"  # prefix of a term's id; no slug of a note begins with it


@dataclass(frozen=True)
class Annotation:
    """A note and its target: a block and a span of its text; `number` counts the notes of a page from 1."""

    note: Note
    block: Block
    span: Span
    number: int = 0

    @property
    def sentence(self) -> tuple[str, str, str]:
        """The sentence around the passage, in three parts: before the passage, the passage, after it."""
        text = self.block.text
        stops = [0, *(at + 2 for at in range(len(text)) if text[at : at + 2] in (". ", "? ")), len(text)]
        start = max(stop for stop in stops if stop <= self.span.start)
        end = min(stop for stop in stops if stop >= self.span.end)
        return text[start : self.span.start], text[self.span.start : self.span.end], text[self.span.end : end]


@dataclass(frozen=True)
class Piece:
    """A piece of a block's HTML: the annotations that cover it, those that end with it, and its glossary term."""

    html: str
    annotations: tuple[Annotation, ...] = ()
    ends: tuple[Annotation, ...] = ()
    term: Term | None = None


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
    """A page, or a place on one, to link to."""

    url: str
    title: str


@dataclass(frozen=True)
class Diagram:
    """A diagram of the essay, and the places that its parts link to, by their source path."""

    graph: Graph
    see: Mapping[str, Place]


@dataclass(frozen=True)
class Edition:
    """Essay, notes and sources, joined. Annotations and contents are in the order of the essay.

    `diagrams` are keyed by section; `redirects` map an old permalink to its current one.
    """

    sections: tuple[Section, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    pages: tuple[Page, ...] = ()
    contents: tuple[Entry, ...] = ()
    diagrams: Mapping[str, Diagram] = field(default_factory=dict)
    redirects: Mapping[str, str] = field(default_factory=dict)

    def on(self, *blocks: Block) -> list[Annotation]:
        """Return the annotations on `blocks`, block by block."""
        return [annotation for block in blocks for annotation in self._by_block.get(block, ())]

    def pieces(self, block: Block) -> list[Piece]:
        """Cut the HTML of a block at its passages, and at the terms that its section uses there first."""
        annotations = {annotation.note.slug: annotation for annotation in self.on(block)}
        passages = {slug: annotation.span for slug, annotation in annotations.items()}
        terms = {_TERM + id: span for id, span in self._first_uses.get(block, {}).items()}
        return [
            Piece(
                run.html,
                tuple(annotations[key] for key in run.keys if key in annotations),
                tuple(annotations[key] for key in run.ends if key in annotations),
                next((self.terms[key.removeprefix(_TERM)] for key in run.keys if key in terms), None),
            )
            for run in cut(block.html, passages | terms)
        ]

    @property
    def numbered_throughout(self) -> Edition:
        """The same edition with its annotations numbered through the whole essay, not page by page."""
        numbered = (replace(annotation, number=at) for at, annotation in enumerate(self.annotations, 1))
        return replace(self, annotations=tuple(numbered))

    def annotation(self, slug: str) -> Annotation:
        return self.annotations[self._indices[slug]]

    def index(self, slug: str) -> int:
        """Return the index of the annotation of the note `slug`, from 0."""
        return self._indices[slug]

    def citing(self, key: str) -> list[Annotation]:
        """Return the annotations whose notes cite the source `key`."""
        return self._by_source.get(key, [])

    def balance(self, *sections: Section) -> list[tuple[Word, int]]:
        """Return each finding that notes on `sections` have, with their number, in the order of the vocabulary."""
        count = Counter(a.note.finding for section in sections for a in self.on(*section.blocks))
        return [(finding, count[finding]) for finding in self.vocabulary.findings if count[finding]]

    def entry(self, annotation: Annotation) -> Entry:
        """Return the section that contains an annotation."""
        return self._entries[annotation.block]

    def entry_at(self, url: str) -> Entry:
        """Return the section whose page is at `url`."""
        return self._by_url[url]

    def place(self, target: str) -> Place | None:
        """Resolve `target`, a source path with an optional id, to a page or a block of the essay."""
        path, _, fragment = target.partition("#")
        page = self._by_path.get(path)
        if not page or not fragment:
            return Place(page.url, page.title) if page else None
        blocks = self.entry_at(page.url).section.blocks if page.is_essay else ()
        block = next((block for block in blocks if block.id == fragment), None)
        return Place(f"{page.url}#{fragment}", f"{page.title}, ¶\u00a0{block.number}") if block else None

    def page(self, kind: Kind) -> Page | None:
        """Return the only page of a kind, or None."""
        return next((page for page in self.pages if page.kind is kind), None)

    @cached_property
    def note_pages(self) -> tuple[Place, ...]:
        """The pages of the notes, in the order of the essay."""
        return tuple(Place(permalinks.note(a.note.slug), a.note.title) for a in self.annotations)

    @cached_property
    def unused_findings(self) -> list[Word]:
        """The findings that no note has."""
        return [finding for finding in self.vocabulary.findings if finding not in dict(self.balance(*self.sections))]

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.terms.values())

    @cached_property
    def _by_block(self) -> dict[Block, list[Annotation]]:
        return grouped((annotation.block, annotation) for annotation in self.annotations)

    @cached_property
    def _by_source(self) -> dict[str, list[Annotation]]:
        return grouped((key, annotation) for annotation in self.annotations for key in annotation.note.sources)

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {annotation.note.slug: at for at, annotation in enumerate(self.annotations)}

    @cached_property
    def _by_path(self) -> dict[str, Page]:
        return {page.path: page for page in self.pages}

    @cached_property
    def _by_url(self) -> dict[str, Entry]:
        return {entry.url: entry for entry in self.contents}

    @cached_property
    def _entries(self) -> dict[Block, Entry]:
        return {block: entry for entry in self.contents for block in entry.section.blocks}

    @cached_property
    def _first_uses(self) -> dict[Block, dict[str, Span]]:
        """The terms that a section uses first in each block; headings and diagrams are left out."""
        found: dict[Block, dict[str, Span]] = {}
        for section in self.sections:
            used: set[str] = set()
            for block in (block for block in section.blocks if block.kind in ("paragraph", "item")):
                passages = [annotation.span for annotation in self.on(block)]
                found[block] = self.lexicon.first_uses(block.html, used, passages)
                used |= found[block].keys()
        return found


def grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """Group the values by key, keeping their order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
