"""All there is to check, joined from the files of an edition without building it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import markdown
from pymdownx.superfences import fence_div_format

from edition import chart, citations, edition, essay, frontmatter, glossary, notes, prose, sources
from edition.chart import Figure
from edition.citations import Citation
from edition.edition import Edition
from edition.essay import HOME, Section
from edition.glossary import Term
from edition.notes import Note
from edition.problems import Problem
from edition.prose import Text
from edition.selectors import fold
from edition.sources import Source

SOURCES, GLOSSARY, LANGUAGES = "docs/fuentes.json", "docs/glosario.md", "docs/idiomas.yml"
WORDS, IGNORES = "scripts/palabras.txt", "scripts/ignore.yml"
_SETTINGS, _INTERFACE = "mkdocs.yml", "scripts/edition/es.yml"
_PAGES, _NOTES, _FIGURES = "docs/*.md", "docs/notas/*.md", "docs/figuras/*.json"
_NEEDED = (_SETTINGS, SOURCES)
_TAKEN = (LANGUAGES, WORDS, IGNORES, _INTERFACE, "docs/**/*.md", _FIGURES)

# As in mkdocs.yml, as far as it touches the essay and the glossary.
_EXTENSIONS = ["attr_list", "tables", "pymdownx.superfences"]
_MERMAID = {"name": "mermaid", "class": "mermaid", "format": fence_div_format}
_OPTIONS = {"pymdownx.superfences": {"custom_fences": [_MERMAID]}}

Files = Mapping[str, str]


@dataclass(frozen=True)
class Manuscript:
    """The edition joined, and what its pages do not show that way: the notes that found no place, every text as it
    is written, what the glossary cites, the files themselves by path, and what the build would stop on.
    """

    edition: Edition
    notes: tuple[Note, ...] = ()
    texts: tuple[Text, ...] = ()
    glossary_citations: tuple[Citation, ...] = ()
    files: Files = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def written(self, path: str) -> str:
        """Return the text of a file that an edition may do without."""
        return self.files.get(path, "")


def read(root: Path) -> dict[str, str]:
    """Read the files of the edition in the folder `root`, by their paths in it.

    Raises OSError when one that every edition has is missing, and UnicodeDecodeError when one is not UTF-8.
    """
    optional = [path for pattern in _TAKEN for path in sorted(root.glob(pattern))]
    paths = [*(root / path for path in _NEEDED), *optional]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def join(files: Files) -> Manuscript:
    """Join what `files` hold; what cannot be used is left out and among the problems.

    Raises yaml.YAMLError when a file of settings is not YAML.
    """
    sections, problems = _sections(files)
    known, faults = _sources(files)
    problems += faults
    figures, faults = _figures(files)
    problems += faults
    written, faults = _notes(files)
    problems += faults
    terms, cited, faults = _glossary(files)
    problems += faults
    annotations, faults = edition.annotate(sections, written)
    problems += faults + notes.duplicates(written) + edition.unknown_figures(written, figures)
    problems += _unknown_sources(written, cited, figures, known)
    joined = Edition(tuple(sections), tuple(annotations), known, terms, figures)
    own_words = fold("\n".join(block.text for section in sections for block in section.blocks))
    return Manuscript(joined, tuple(written), tuple(_texts(files, own_words)), tuple(cited), files, tuple(problems))


def _sections(files: Files) -> tuple[list[Section], list[Problem]]:
    sections: list[Section] = []
    problems: list[Problem] = []
    for path in _chapters(files):
        document, faults = frontmatter.split(path, files[path])
        section, strays = essay.parse(PurePosixPath(path).stem, path, _html(document.body))
        sections.append(section)
        problems += faults + strays
    return essay.number(sections), problems


def _chapters(files: Files) -> list[str]:
    """Return the paths of the essay's pages, in the order of the navigation."""
    listed = [f"docs/{words}" for keys, words, _ in prose.strings(files[_SETTINGS]) if keys[:1] == ("nav",)]
    return [path for path in listed if _is_chapter(path) and path in files]


def _is_chapter(path: str) -> bool:
    return path == f"docs/{HOME}.md" or path.startswith("docs/ensayo/")


def _html(source: str) -> str:
    return markdown.markdown(source, extensions=_EXTENSIONS, extension_configs=_OPTIONS)


def _sources(files: Files) -> tuple[dict[str, Source], list[Problem]]:
    items, problems = sources.parse(SOURCES, files[SOURCES])
    return sources.references(items), problems


def _figures(files: Files) -> tuple[dict[str, Figure], list[Problem]]:
    figures: dict[str, Figure] = {}
    problems: list[Problem] = []
    for path in _matching(files, _FIGURES):
        figure, faults = chart.parse(PurePosixPath(path).stem, path, files[path])
        figures |= {figure.id: figure} if figure else {}
        problems += faults
    return figures, problems


def _notes(files: Files) -> tuple[list[Note], list[Problem]]:
    written: list[Note] = []
    problems: list[Problem] = []
    for path in _matching(files, "docs/notas/*.md"):
        if not path.endswith("/index.md"):
            note, faults = notes.parse(path, files[path])
            written += [note] if note else []
            problems += faults
    return written, problems


def _glossary(files: Files) -> tuple[dict[str, Term], list[Citation], list[Problem]]:
    if GLOSSARY not in files:
        return {}, [], []
    document, problems = frontmatter.split(GLOSSARY, files[GLOSSARY])
    terms, faults = glossary.parse(GLOSSARY, _html(document.body), document.fields.get("terms", {}))
    return terms, list(citations.find(document.body, document.body_line)), problems + faults


def _unknown_sources(
    written: Iterable[Note], cited: Iterable[Citation], figures: Mapping[str, Figure], known: Mapping[str, Source]
) -> list[Problem]:
    if not known:
        return []  # fuentes.json itself is at fault
    citing = [(note.path, note.citations) for note in written] + [(GLOSSARY, tuple(cited))]
    for figure in figures.values():
        citing.append((f"docs/figuras/{figure.id}.json", tuple(map(Citation, figure.sources))))
    return [problem for path, found in citing for problem in edition.unknown_sources(path, found, known)]


def _texts(files: Files, own_words: str) -> Iterator[Text]:
    yield from prose.of_fields(_SETTINGS, files[_SETTINGS], own_words, prose.IN_SETTINGS)
    if _INTERFACE in files:
        yield from prose.of_fields(_INTERFACE, files[_INTERFACE], own_words)
    for path in _matching(files, _FIGURES):
        yield from prose.of_fields(path, files[path], own_words, prose.IN_FIGURES)
    for path in _matching(files, "docs/**.md"):
        yield from _page_texts(path, files[path], own_words)


def _page_texts(path: str, text: str, own_words: str) -> Iterator[Text]:
    document, problems = frontmatter.split(path, text)
    if problems:
        return
    fields = "\n".join(text.split("\n")[1 : document.body_line - 2])
    yield from prose.of_fields(path, fields, own_words, prose.IN_PAGES, first_line=2)
    if not _is_chapter(path):
        yield from prose.of_markdown(path, document.body, own_words, document.body_line)


def _matching(files: Files, pattern: str) -> list[str]:
    return [path for path in files if fnmatchcase(path, pattern)]
