"""The one join: pages and inputs become the edition and a complete list of problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from edition.content import essay, glossary, graph
from edition.content.essay import Section
from edition.content.glossary import Term
from edition.content.inputs import ESSAY, Inputs
from edition.content.pages import Kind, Page
from edition.html import links
from edition.html.languages import mark
from edition.join import check, fidelity, register
from edition.join.model import Annotation, Diagram, Edition, Entry
from edition.join.passages import annotate
from edition.problems import Problem
from edition.text.selectors import TextQuoteSelector, resolve


def join(pages: Sequence[Page], inputs: Inputs, language: str) -> tuple[Edition, list[Problem]]:
    """Join the inputs with the pages, those of the essay in order; `language` is the edition's own.

    If there are problems, the edition holds only what could be joined and must not be published. A problem that merely
    follows from another is not reported.
    """
    if inputs.halting:
        return Edition(), sorted(set(inputs.problems))
    problems = [*inputs.problems, *check.unjoined(pages, inputs)]
    pages = tuple(_marked(page, inputs, language) for page in pages)
    sections, faults = _sections([page for page in pages if page.is_essay])
    problems += faults
    different = [] if faults else _differences(sections, pages, inputs)
    problems += different
    spoilt = {problem.path for problem in (*faults, *different)}
    annotations, faults = _annotations(sections, inputs, spoilt)
    problems += faults
    terms, faults = _terms(pages)
    problems += faults
    edition = Edition(
        tuple(sections),
        tuple(annotations),
        inputs.sources,
        terms,
        inputs.figures,
        inputs.vocabulary,
        pages,
        _contents(sections, pages),
    )
    diagrams, faults = _diagrams(edition)
    problems += faults
    current = register.collect(replace(edition, diagrams=diagrams))
    moved, faults = register.resolve(inputs.redirects.targets, current, inputs.redirects.places)
    edition = replace(edition, diagrams=diagrams, redirects=moved)
    broken = {problem.path for problem in problems}
    problems += [] if broken else faults
    problems += check.joined(edition, inputs, broken | {problem.path for problem in faults})
    return edition, sorted(set(problems))


def _marked(page: Page, inputs: Inputs, language: str) -> Page:
    """Return a page with outgoing links and foreign words marked; in the essay, only links."""
    html = links.mark_external(page.html)
    return replace(page, html=html if page.is_essay else mark(html, inputs.languages, language))


def _differences(sections: Sequence[Section], pages: Iterable[Page], inputs: Inputs) -> list[Problem]:
    if ESSAY in inputs.broken:
        return []
    return [*fidelity.differences(inputs.essay, sections, {page.shown_path: page.document for page in pages})]


def _sections(chapters: Iterable[Page]) -> tuple[list[Section], list[Problem]]:
    sections, problems = [], []
    for page in chapters:
        section, faults = essay.parse(page.slug, page.shown_path, page.html)
        sections.append(section)
        problems += faults
    return essay.number(sections), problems


def _annotations(
    sections: Sequence[Section], inputs: Inputs, spoilt: set[str]
) -> tuple[list[Annotation], list[Problem]]:
    """Place the notes. A note that quotes a `spoilt` section as received is not reported: the section already is."""
    annotations, faults = annotate(sections, inputs.notes)
    parts = {part for section in sections if section.path in spoilt for part in section.parts}
    excused = {note.path for note in inputs.notes if note.section in parts and _quotes(inputs, note.selector)}
    return annotations, [fault for fault in faults if fault.path not in excused]


def _quotes(inputs: Inputs, selector: TextQuoteSelector) -> bool:
    """Tell whether a passage stands in the essay as received, or may stand there: it could not be read."""
    return ESSAY in inputs.broken or bool(resolve(inputs.essay, selector))


def _contents(sections: Iterable[Section], pages: Iterable[Page]) -> tuple[Entry, ...]:
    by_path: Mapping[str, Page] = {page.shown_path: page for page in pages}
    found = ((section, by_path[section.path]) for section in sections)
    return tuple(
        Entry(section, page.url, page.title, str(page.meta.get("lead", "")), position)
        for position, (section, page) in enumerate(found)
    )


def _terms(pages: Iterable[Page]) -> tuple[dict[str, Term], list[Problem]]:
    page = next((page for page in pages if page.kind is Kind.GLOSSARY), None)
    return glossary.parse(page.shown_path, page.html, page.meta.get("terms", {})) if page else ({}, [])


def _diagrams(edition: Edition) -> tuple[dict[str, Diagram], list[Problem]]:
    diagrams: dict[str, Diagram] = {}
    problems: list[Problem] = []
    pages = {page.url: page for page in edition.pages}
    for entry in edition.contents:
        for block in (block for block in entry.section.blocks if block.kind == "graph"):
            diagram, faults = _diagram(edition, pages[entry.url], block.text)
            problems += faults
            if not faults:
                diagrams[entry.section.id] = diagram
    return diagrams, problems


def _diagram(edition: Edition, page: Page, source: str) -> tuple[Diagram, list[Problem]]:
    places = page.document.places(page.shown_path)
    read, problems = graph.parse(page.shown_path, source, page.meta.get(graph.FIELD, {}), places)
    targets = sorted({target for part in read.parts for target in part.see})
    see = {target: place for target in targets if (place := edition.place(target))}
    cure = "Under «see:», name a page below docs/ and an id on it."
    for part in read.parts:
        at = graph.place(part)
        missing = (target for target in part.see if target not in see)
        problems += [places.problem((*at, "see"), f"broken link: «{target}»", cure) for target in missing]
    return Diagram(read, see), problems
