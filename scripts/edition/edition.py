"""The edition: the essay, its notes and its sources, joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from edition.essay import Block, Section, locate
from edition.notes import KINDS, VERDICTS, VERIFICATION, Note
from edition.problems import Problem
from edition.runs import Run, cut
from edition.selectors import Span, context, nearest
from edition.sources import Source

FINDINGS = (*VERDICTS, *(kind for kind in KINDS if kind != VERIFICATION))


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
class Edition:
    """Everything the pages are made of. Annotations stand in the essay's order."""

    sections: tuple[Section, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)

    def on(self, *blocks: Block) -> list[Annotation]:
        """Return the annotations on any of `blocks`, in order."""
        return [annotation for annotation in self.annotations if annotation.block in blocks]

    def runs(self, block: Block) -> list[Run]:
        """Return the block's HTML cut at its passages; the keys of the runs are slugs of notes."""
        return cut(block.html, {annotation.note.slug: annotation.span for annotation in self.on(block)})

    def annotation(self, slug: str) -> Annotation:
        return next(annotation for annotation in self.annotations if annotation.note.slug == slug)

    def section_of(self, annotation: Annotation) -> Section:
        return next(section for section in self.sections if annotation.block in section.blocks)

    def citing(self, key: str) -> list[Annotation]:
        """Return the annotations whose note cites the source `key`."""
        return [annotation for annotation in self.annotations if key in annotation.note.sources]

    def balance(self, *sections: Section) -> list[tuple[str, int]]:
        """Count the findings of the notes on `sections`, in the order verdicts and kinds are always listed."""
        count = Counter(a.note.finding for section in sections for a in self.on(*section.blocks))
        return [(finding, count[finding]) for finding in FINDINGS if count[finding]]


def annotate(sections: Iterable[Section], notes: Iterable[Note]) -> tuple[list[Annotation], list[Problem]]:
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


def unknown_sources(notes: Iterable[Note], sources: Mapping[str, Source] | Iterable[str]) -> list[Problem]:
    """Report the citations of sources that do not exist."""
    known = set(sources)
    return [
        Problem(note.path, citation.line, f"unknown source «{citation.key}»", _meant(citation.key, known))
        for note in notes
        for citation in note.citations
        if citation.key not in known
    ]


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
        block, span = found[0]
        before, after = context(block.text, span)
        hint = f"«prefix: {before}» or «suffix: {after}»" if before or after else "a longer passage"
        return problem("passage", f"the passage «{exact}» stands {len(found)} times in «{note.section}»", f"Tell them apart with {hint}.")
    likely = nearest("\n".join(block.text for block in blocks), exact)
    cure = f"Did you mean «{likely}»?" if likely else f"Quote words of the section «{note.section}» exactly."
    return problem("passage", f"the passage «{exact}» is not in «{note.section}»", cure)


def _numbered(sections: Iterable[Section], annotations: Iterable[Annotation]) -> Iterable[Annotation]:
    for section in sections:
        order = {block: at for at, block in enumerate(section.blocks)}
        here = [annotation for annotation in annotations if annotation.block in order]
        here.sort(key=lambda a: (order[a.block], a.span.end, a.span.start, a.note.slug))
        for number, annotation in enumerate(here, 1):
            yield Annotation(annotation.note, annotation.block, annotation.span, number)


def _meant(key: str, known: Iterable[str]) -> str:
    likely = nearest(" ".join(sorted(known)), key)
    return f"Did you mean «{likely}»?" if likely else "Add it to docs/fuentes.json, or mend the key."
