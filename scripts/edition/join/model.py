"""The edition: the essay, its notes and its sources, joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from edition.content.essay import Block, Section, locate
from edition.content.figures import Figure
from edition.content.glossary import Lexicon, Term
from edition.content.notes import Note
from edition.content.sources import Source
from edition.content.vocabulary import Vocabulary, Word
from edition.problems import Problem
from edition.text.citations import Citation
from edition.text.runs import cut
from edition.text.selectors import Span, TextQuoteSelector, context, nearest

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_TERM = "#"  # before a term's id, which no slug of a note begins with


@dataclass(frozen=True)
class Annotation:
    """A note and its target: the block and the span of its text that it is about; `number` counts on the page."""

    note: Note
    block: Block
    span: Span
    number: int = 0

    @property
    def sentence(self) -> tuple[str, str, str]:
        """The sentence around the passage, as what stands before it, the passage and what stands after it."""
        text = self.block.text
        stops = [0, *(at + 2 for at in range(len(text)) if text[at : at + 2] in (". ", "? ")), len(text)]
        start = max(stop for stop in stops if stop <= self.span.start)
        end = min(stop for stop in stops if stop >= self.span.end)
        return text[start : self.span.start], text[self.span.start : self.span.end], text[self.span.end : end]


@dataclass(frozen=True)
class Piece:
    """A piece of a block's HTML: the annotations that it lies inside, those that end with it, and the term it is."""

    html: str
    annotations: tuple[Annotation, ...] = ()
    ends: tuple[Annotation, ...] = ()
    term: Term | None = None


@dataclass(frozen=True)
class Edition:
    """Everything the pages are made of. Annotations stand in the essay's order."""

    sections: tuple[Section, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)

    def on(self, *blocks: Block) -> list[Annotation]:
        """Return the annotations on `blocks`, block by block."""
        return [annotation for block in blocks for annotation in self._by_block.get(block, ())]

    def pieces(self, block: Block) -> list[Piece]:
        """Return the block's HTML cut at its passages, and at the terms that its section first uses there."""
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
        """The same edition with its annotations numbered through the whole essay instead of page by page."""
        numbered = (replace(annotation, number=at) for at, annotation in enumerate(self.annotations, 1))
        return replace(self, annotations=tuple(numbered))

    def annotation(self, slug: str) -> Annotation:
        return self.annotations[self._indices[slug]]

    def index(self, slug: str) -> int:
        """Return where the annotation of the note `slug` stands among all, from 0."""
        return self._indices[slug]

    def citing(self, key: str) -> list[Annotation]:
        """Return the annotations whose note cites the source `key`."""
        return self._by_source.get(key, [])

    def balance(self, *sections: Section) -> list[tuple[Word, int]]:
        """Count the findings of the notes on `sections`, in the order of the vocabulary."""
        count = Counter(a.note.finding for section in sections for a in self.on(*section.blocks))
        return [(finding, count[finding]) for finding in self.vocabulary.findings if count[finding]]

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self.terms.values())

    @cached_property
    def _by_block(self) -> dict[Block, list[Annotation]]:
        return _grouped((annotation.block, annotation) for annotation in self.annotations)

    @cached_property
    def _by_source(self) -> dict[str, list[Annotation]]:
        return _grouped((key, annotation) for annotation in self.annotations for key in annotation.note.sources)

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {annotation.note.slug: at for at, annotation in enumerate(self.annotations)}

    @cached_property
    def _first_uses(self) -> dict[Block, dict[str, Span]]:
        """The terms that each block is the first of its section to use; headings and diagrams use none."""
        found: dict[Block, dict[str, Span]] = {}
        for section in self.sections:
            used: set[str] = set()
            for block in (block for block in section.blocks if block.kind in ("paragraph", "item")):
                passages = [annotation.span for annotation in self.on(block)]
                found[block] = self.lexicon.first_uses(block.html, used, passages)
                used |= found[block].keys()
        return found


def annotate(sections: Sequence[Section], notes: Iterable[Note]) -> tuple[list[Annotation], list[Problem]]:
    """Find the one place of every note, and number the notes of each page as their passages end."""
    parts: dict[str, list[Block]] = {}
    for section in sections:
        for block in section.blocks:
            parts.setdefault(block.section, []).append(block)
    annotations, problems = [], []
    for note in notes:
        found, faults = _place(note, parts)
        annotations += found
        problems += faults
    return [*_numbered(sections, annotations)], problems


def unknown_sources(path: str, citations: Iterable[Citation], known: Collection[str]) -> list[Problem]:
    """Report the citations in the file `path` of sources that do not exist; `known` has the keys of those that do."""
    return [
        Problem(path, citation.line, f"unknown source «{citation.key}»", _meant(citation.key, known))
        for citation in citations
        if citation.key not in known
    ]


def unknown_figures(notes: Iterable[Note], figures: Mapping[str, Figure]) -> list[Problem]:
    """Report the notes that name a figure that does not exist."""
    return [
        Problem(note.path, note.lines.get("figure", 1), f"unknown figure «{note.figure}»", _known(figures))
        for note in notes
        if note.figure and note.figure not in figures
    ]


def _known(figures: Iterable[str]) -> str:
    return f"Use one of docs/figuras/: {', '.join(sorted(figures))}."


def _place(note: Note, parts: Mapping[str, list[Block]]) -> tuple[list[Annotation], list[Problem]]:
    def problem(name: str, what: str, cure: str) -> tuple[list[Annotation], list[Problem]]:
        return [], [Problem(note.path, note.lines.get(name, 1), what, cure)]

    if note.section not in parts:
        return problem("section", f"unknown section «{note.section}»", f"Use one of: {', '.join(parts)}.")
    blocks, exact = parts[note.section], note.selector.exact
    found = locate(blocks, note.selector)
    if len(found) == 1:
        return [Annotation(note, *found[0])], []
    if found:
        what = f"the passage «{exact}» stands {len(found)} times in «{note.section}»"
        return problem("passage", what, f"Tell them apart with {_words_around(blocks, exact, *found[0])}.")
    if elsewhere := locate(blocks, TextQuoteSelector(exact)):
        what = f"the passage «{exact}» stands in «{note.section}», but not with those words around it"
        cure = (
            f"Use {_words_around(blocks, exact, *elsewhere[0])}."
            if len(elsewhere) > 1
            else "It stands there once: remove the line."
        )
        return problem("prefix" if note.selector.prefix else "suffix", what, cure)
    likely = nearest((block.text for block in blocks), exact)
    cure = f"Did you mean «{likely}»?" if likely else f"Quote words of the section «{note.section}» exactly."
    return problem("passage", f"the passage «{exact}» is not in «{note.section}»", cure)


def _words_around(blocks: list[Block], exact: str, block: Block, span: Span) -> str:
    """Say with which words before or after it the passage `exact` is found at `span` only."""
    before, after = context(block.text, span)
    likely = {
        f"«prefix: {before}»": TextQuoteSelector(exact, prefix=before),
        f"«suffix: {after}»": TextQuoteSelector(exact, suffix=after),
    }
    return (
        " or ".join(words for words, selector in likely.items() if len(locate(blocks, selector)) == 1)
        or "a longer passage"
    )


def _numbered(sections: Iterable[Section], annotations: Iterable[Annotation]) -> Iterable[Annotation]:
    on = _grouped((annotation.block, annotation) for annotation in annotations)
    for section in sections:
        here = [annotation for block in section.blocks for annotation in sorted(on.get(block, ()), key=_ending)]
        for number, annotation in enumerate(here, 1):
            yield Annotation(annotation.note, annotation.block, annotation.span, number)


def _ending(annotation: Annotation) -> tuple[int, int, str]:
    return annotation.span.end, annotation.span.start, annotation.note.slug


def _grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _meant(key: str, known: Iterable[str]) -> str:
    likely = nearest(known, key)
    return f"Did you mean «{likely}»?" if likely else "Add it to docs/fuentes.json, or mend the key."
