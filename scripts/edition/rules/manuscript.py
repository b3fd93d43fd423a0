"""All there is to check, read from the folder of an edition and joined without building it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import markdown

from edition import citations, edition, essay, frontmatter, glossary, inputs
from edition.citations import Citation
from edition.edition import Edition
from edition.essay import HOME, Section
from edition.frontmatter import Document
from edition.glossary import Term
from edition.notes import Note
from edition.problems import Problem
from edition.rules import prose
from edition.rules.prose import Role, Text
from edition.selectors import fold

SOURCES, GLOSSARY, LANGUAGES = "docs/fuentes.json", "docs/glosario.md", "docs/idiomas.yml"
WORDS, IGNORES = "scripts/palabras.txt", "scripts/ignore.yml"
_SETTINGS, _INTERFACE = "mkdocs.yml", "scripts/edition/es.yml"

# As in mkdocs.yml, as far as it touches the essay and the glossary.
_EXTENSIONS = ["attr_list", "tables", "pymdownx.superfences"]
_MERMAID = {"name": "mermaid", "class": "mermaid"}
_OPTIONS = {"pymdownx.superfences": {"custom_fences": [_MERMAID]}}


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
    pages = {path: _page(root, path) for path in _paths(root, "docs/**/*.md")}
    sections, problems = _sections(_chapters(root), pages)
    terms, faults = _terms(pages)
    problems += faults
    annotations, faults = edition.annotate(sections, read.notes)
    return Manuscript(
        Edition(tuple(sections), tuple(annotations), read.sources, terms, read.figures),
        tuple(read.notes),
        tuple(_texts(root, pages, list(read.figures), _words(sections))),
        tuple(_cited(pages)),
        {path: _optional(root, path) for path in (SOURCES, GLOSSARY, LANGUAGES, WORDS, IGNORES)},
        tuple(read.problems + problems + faults),
    )


@dataclass(frozen=True)
class _Page:
    """A page as it is written: its front matter as given, and it taken apart, with what is wrong."""

    fields: str
    document: Document
    problems: list[Problem]


def _page(root: Path, path: str) -> _Page:
    text = inputs.text(root / path)
    document, problems = frontmatter.split(path, text)
    fields = "\n".join(text.split("\n")[1 : document.body_line - 2])
    return _Page(fields, document, problems)


def _paths(root: Path, pattern: str) -> list[str]:
    return [path.relative_to(root).as_posix() for path in sorted(root.glob(pattern))]


def _chapters(root: Path) -> list[str]:
    """Return the paths of the essay's pages, in the order of the navigation."""
    settings = prose.strings(inputs.text(root / _SETTINGS))
    listed = [f"docs/{words}" for keys, words, _ in settings if keys[:1] == ("nav",)]
    return [path for path in listed if _is_chapter(path)]


def _is_chapter(path: str) -> bool:
    return path == f"docs/{HOME}.md" or path.startswith("docs/ensayo/")


def _sections(chapters: list[str], pages: dict[str, _Page]) -> tuple[list[Section], list[Problem]]:
    sections: list[Section] = []
    problems: list[Problem] = []
    for path in (path for path in chapters if path in pages):
        page = pages[path]
        section, strays = essay.parse(Path(path).stem, path, _html(page.document.body))
        sections.append(section)
        problems += page.problems + strays
    return essay.number(sections), problems


def _html(source: str) -> str:
    return str(markdown.markdown(source, extensions=_EXTENSIONS, extension_configs=_OPTIONS))


def _terms(pages: dict[str, _Page]) -> tuple[dict[str, Term], list[Problem]]:
    if GLOSSARY not in pages:
        return {}, []
    page = pages[GLOSSARY]
    words = page.document.fields.get("terms", {})
    terms, faults = glossary.parse(GLOSSARY, _html(page.document.body), words)
    return terms, page.problems + faults


def _cited(pages: dict[str, _Page]) -> Iterator[Citation]:
    if GLOSSARY in pages:
        document = pages[GLOSSARY].document
        yield from citations.find(document.body, document.body_line)


def _words(sections: list[Section]) -> str:
    """Return the essay's own words, folded: what of them stands in quotation marks is left as it is."""
    return fold("\n".join(block.text for section in sections for block in section.blocks))


def _texts(root: Path, pages: dict[str, _Page], figures: list[str], essay: str) -> Iterator[Text]:
    settings = inputs.text(root / _SETTINGS)
    yield from prose.of_fields(_SETTINGS, settings, essay, prose.IN_SETTINGS)
    yield from prose.of_fields(_INTERFACE, _optional(root, _INTERFACE), essay)
    for path in (f"docs/figuras/{figure}.json" for figure in figures):
        yield from prose.of_fields(path, inputs.text(root / path), essay, prose.IN_FIGURES)
    for path, page in pages.items():
        if not page.problems:
            yield from prose.of_fields(path, page.fields, essay, prose.IN_PAGES, first_line=2)
            yield from _body(path, page.document, essay)


def _body(path: str, document: Document, essay: str) -> Iterator[Text]:
    """Yield the texts of a page's body, unless it is the essay's: there the words are nobody's to mend."""
    if not _is_chapter(path):
        heading: Role = "item" if path == GLOSSARY else "heading"  # a term may begin in lower case
        yield from prose.of_markdown(path, document.body, essay, document.body_line, heading)


def _optional(root: Path, path: str) -> str:
    return inputs.text(root / path) if (root / path).is_file() else ""
