"""All there is to check, read from the folder of an edition and joined without building it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import markdown

from edition.content import inputs, vocabulary
from edition.content.essay import Section
from edition.content.notes import Note
from edition.html import markup
from edition.join.model import Edition
from edition.pages import views
from edition.pages.views import Page
from edition.problems import Problem
from edition.rules import prose
from edition.rules.prose import Role, Text
from edition.text import citations, frontmatter
from edition.text.citations import Citation
from edition.text.frontmatter import Document
from edition.text.selectors import fold

SOURCES, GLOSSARY, LANGUAGES = "docs/fuentes.json", f"docs/{views.GLOSSARY}", "docs/idiomas.yml"
WORDS, IGNORES = "scripts/palabras.txt", "scripts/ignore.yml"
VOCABULARY, PROPOSAL = f"docs/{vocabulary.FILE}", ".github/ISSUE_TEMPLATE/nota.yml"
_SETTINGS, _INTERFACE = "mkdocs.yml", "scripts/edition/es.yml"

# As in mkdocs.yml, as far as it touches the essay and the glossary.
_EXTENSIONS = ["attr_list", "tables", "pymdownx.highlight", "pymdownx.superfences"]
_MERMAID = {"name": "mermaid", "class": "mermaid"}
_OPTIONS: dict[str, dict[str, Any]] = {
    "pymdownx.highlight": {"use_pygments": False},
    "pymdownx.superfences": {"custom_fences": [_MERMAID]},
}


@dataclass(frozen=True)
class Manuscript:
    """The edition joined, and what it is made of.

    `texts` is all that a reader sees, as it is written; `notes` are also those that found no place, `cited` is what
    the glossary cites, `lists` are the texts of the files that the rules keep in order, by path (empty where there is
    none), and `problems` is what the build would stop on.
    """

    edition: Edition
    notes: tuple[Note, ...]
    texts: tuple[Text, ...]
    cited: tuple[Citation, ...] = ()
    lists: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read(root: Path) -> Manuscript:
    """Read the edition in the folder `root`; what cannot be used of it is left out, and among the problems.

    Raises inputs.UnreadableError when a file is missing or is not UTF-8, yaml.YAMLError when settings are not YAML.
    """
    read = inputs.read(root / "docs")
    files = [_file(root, path) for path in _paths(root)]
    composed, problems = views.compose(
        (file.page for file in files), read.notes, read.sources, read.figures, read.vocabulary
    )
    joined = composed.site.edition
    return Manuscript(
        joined,
        tuple(read.notes),
        tuple(_texts(root, files, list(read.figures), _words(joined.sections))),
        tuple(_cited(files)),
        {path: inputs.optional_text(root / path) for path in (SOURCES, GLOSSARY, LANGUAGES, WORDS, IGNORES, PROPOSAL)},
        (*read.problems, *_unreadable(files), *_foreign_markup(files), *problems),
    )


@dataclass(frozen=True)
class _File:
    """A page as it is written: its path, its front matter as given, it taken apart, and what the build makes of it."""

    path: str
    fields: str
    document: Document
    page: Page
    problems: list[Problem]


def _file(root: Path, path: str) -> _File:
    text = inputs.text(root / path)
    document, problems = frontmatter.split(path, text)
    fields = "\n".join(text.split("\n")[1 : document.body_line - 2])
    source = path.removeprefix("docs/")
    address = source.removesuffix(".md").removesuffix("index").rstrip("/")
    title = str(document.fields.get("title", address))
    page = Page(source, f"{address}/" if address else "", title, document.fields, _html(document.body))
    return _File(path, fields, document, page, problems)


def _html(source: str) -> str:
    return str(markdown.markdown(source, extensions=_EXTENSIONS, extension_configs=_OPTIONS))


def _paths(root: Path) -> list[str]:
    """Return the paths of all pages, those of the navigation first and in its order."""
    settings = prose.strings(inputs.text(root / _SETTINGS))
    listed = [f"docs/{words}" for keys, words, _ in settings if keys[:1] == ("nav",)]
    there = [path.relative_to(root).as_posix() for path in sorted(root.glob("docs/**/*.md"))]
    return [*(path for path in listed if path in there), *(path for path in there if path not in listed)]


def _unreadable(files: Iterable[_File]) -> Iterator[Problem]:
    """Yield what is wrong with the front matter of the essay and the glossary; that of the notes is read with them."""
    for file in files:
        if file.page.is_essay or file.path == GLOSSARY:
            yield from file.problems


def _foreign_markup(files: Iterable[_File]) -> Iterator[Problem]:
    for file in files:
        yield from markup.faults(file.path, file.document, file.page.html, has_diagram=file.page.is_essay)


def _cited(files: Iterable[_File]) -> Iterator[Citation]:
    for document in (file.document for file in files if file.path == GLOSSARY):
        yield from citations.find(document.body, document.body_line)


def _words(sections: Iterable[Section]) -> str:
    """Return the essay's own words, folded: what of them stands in quotation marks is left as it is."""
    return fold("\n".join(block.text for section in sections for block in section.blocks))


def _texts(root: Path, files: Iterable[_File], figures: list[str], essay: str) -> Iterator[Text]:
    settings = inputs.text(root / _SETTINGS)
    yield from prose.of_fields(_SETTINGS, settings, essay, prose.IN_SETTINGS)
    yield from prose.of_fields(_INTERFACE, inputs.optional_text(root / _INTERFACE), essay)
    yield from prose.of_fields(VOCABULARY, inputs.text(root / VOCABULARY), essay, prose.IN_VOCABULARY)
    for path in (f"docs/figuras/{figure}.json" for figure in figures):
        yield from prose.of_fields(path, inputs.text(root / path), essay, prose.IN_FIGURES)
    for file in (file for file in files if not file.problems):
        yield from prose.of_fields(file.path, file.fields, essay, prose.IN_PAGES, first_line=2)
        yield from _body(file, essay)


def _body(file: _File, essay: str) -> Iterator[Text]:
    """Yield the texts of a page's body, unless it is the essay's: there the words are nobody's to mend."""
    if not file.page.is_essay:
        heading: Role = "item" if file.path == GLOSSARY else "heading"  # a term may begin in lower case
        yield from prose.of_markdown(file.path, file.document.body, essay, file.document.body_line, heading)
