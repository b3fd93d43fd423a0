"""Reads and joins everything that the rules check, from an edition's folder and without a build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from edition import files
from edition.content import inputs
from edition.content import pages as content_pages
from edition.content.essay import Section
from edition.content.notes import Note
from edition.content.pages import Kind, Page, Plan
from edition.files import Folder
from edition.join.join import join
from edition.join.model import Edition
from edition.problems import Problem
from edition.rules import prose
from edition.rules.prose import Role, Text
from edition.text import citations
from edition.text.citations import Citation
from edition.text.selectors import fold

SOURCES, GLOSSARY, LANGUAGES = "docs/fuentes.json", "docs/glosario.md", "docs/idiomas.yml"
WORDS, IGNORES = "scripts/palabras.txt", "scripts/ignore.yml"
VOCABULARY, PROPOSAL = inputs.VOCABULARY, ".github/ISSUE_TEMPLATE/nota.yml"
_SETTINGS, _INTERFACE = "mkdocs.yml", "scripts/edition/es.yml"


@dataclass(frozen=True)
class Manuscript:
    """The joined edition and its parts.

    `texts` are all texts that readers see, as written; `notes` include those without a place in the essay; `cited` are
    the glossary's citations; `lists` are the texts of the files that the rules keep in order, by path (empty if
    missing); `problems` would stop a build.
    """

    edition: Edition
    notes: tuple[Note, ...]
    texts: tuple[Text, ...]
    cited: tuple[Citation, ...] = ()
    lists: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read(root: Path, plan: Plan) -> Manuscript:
    """Read the edition in the folder `root` and join it as a build does, leaving out what cannot be used.

    Raises ValueError if a list or the settings are not UTF-8.
    """
    docs = files.read(root / "docs", inputs.ENDINGS)
    beside = {path: files.text(root / path) for path in (WORDS, IGNORES, PROPOSAL, _SETTINGS, _INTERFACE)}
    read = inputs.parse(docs)
    pages = content_pages.make(read.documents, plan)
    edition, problems = join(pages, read, plan.language)
    written = Folder({**docs.texts, **beside})
    return Manuscript(
        edition,
        read.notes,
        tuple(_texts(written, pages, read.figures, _words(edition.sections))),
        tuple(_cited(pages)),
        {path: written.text(path) for path in (SOURCES, GLOSSARY, LANGUAGES, WORDS, IGNORES, PROPOSAL)},
        tuple(problems),
    )


def _cited(pages: Iterable[Page]) -> Iterator[Citation]:
    for document in (page.document for page in pages if page.kind is Kind.GLOSSARY):
        yield from citations.find(document.body, document.body_line)


def _words(sections: Iterable[Section]) -> str:
    """Return the essay's words, folded, which may be quoted without change."""
    return fold("\n".join(block.text for section in sections for block in section.blocks))


def _texts(written: Folder, pages: Iterable[Page], figures: Iterable[str], essay: str) -> Iterator[Text]:
    yield from prose.of_fields(_SETTINGS, written.text(_SETTINGS), essay, prose.IN_SETTINGS)
    yield from prose.of_fields(_INTERFACE, written.text(_INTERFACE), essay)
    yield from prose.of_fields(VOCABULARY, written.text(VOCABULARY), essay, prose.IN_VOCABULARY)
    for path in (f"{inputs.FIGURES}{figure}.json" for figure in figures):
        yield from prose.of_fields(path, written.text(path), essay, prose.IN_FIGURES)
    for page in pages:
        text, body_line = written.text(page.shown_path), page.document.body_line
        fields = "\n".join(text.split("\n")[1 : body_line - 2])
        if page.document.fields:
            yield from prose.of_fields(page.shown_path, fields, essay, prose.IN_PAGES, first_line=2)
            yield from _body(page, essay)


def _body(page: Page, essay: str) -> Iterator[Text]:
    """Yield the texts of a page's body; none for the essay, whose words nobody may correct."""
    if not page.is_essay:
        heading: Role = "item" if page.kind is Kind.GLOSSARY else "heading"  # a term may begin in lower case
        yield from prose.of_markdown(page.shown_path, page.document.body, essay, page.document.body_line, heading)
