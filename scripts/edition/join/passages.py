"""Places the notes: finds the one occurrence of each passage in the essay, or reports why there is not just one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from edition.content.essay import Block, Section, locate
from edition.content.notes import Note
from edition.join.model import Annotation, grouped
from edition.problems import Problem
from edition.text.selectors import Span, TextQuoteSelector, context, nearest


def annotate(sections: Sequence[Section], notes: Iterable[Note]) -> tuple[list[Annotation], list[Problem]]:
    """Place every note, and number the notes of each page in the order in which their passages end."""
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
    """Say which prefix or suffix makes the passage `exact` match only at `span`."""
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
    on = grouped((annotation.block, annotation) for annotation in annotations)
    for section in sections:
        here = [annotation for block in section.blocks for annotation in sorted(on.get(block, ()), key=_by_end)]
        for number, annotation in enumerate(here, 1):
            yield Annotation(annotation.note, annotation.block, annotation.span, number)


def _by_end(annotation: Annotation) -> tuple[int, int, str]:
    return annotation.span.end, annotation.span.start, annotation.note.slug
