"""Everything that authors write beside the pages, read from the texts of the folder docs and checked file by file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from edition.content import figures, languages, notes, redirects, register, sources, threads, vocabulary
from edition.content.figures import Figure
from edition.content.notes import Note
from edition.content.pages import Kind
from edition.content.register import Address
from edition.content.sources import Source
from edition.content.threads import Thread
from edition.content.vocabulary import Vocabulary
from edition.files import Folder, Keep, keep_nothing
from edition.html import links
from edition.problems import Problem
from edition.text import characters, frontmatter

ENDINGS = (".md", ".txt", ".json", ".yml")  # of the files that are read as texts
ESSAY, SOURCES, FIGURES = "docs/ensayo.txt", "docs/fuentes.json", "docs/figuras/"
VOCABULARY = f"docs/{vocabulary.FILE}"
_ACTIVE = (".htm", ".html", ".xhtml", ".svg", ".xml", ".xsl", ".js", ".mjs", ".css")


@dataclass(frozen=True)
class Inputs:
    """What was read, and all that is wrong with it.

    `essay` is the text as received, `paths` are those of all files below docs, by which pages link to them; whatever
    is in `halting` MkDocs would trip over, or leaves no telling which words notes may use.
    """

    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    essay: str = ""
    notes: tuple[Note, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    threads: tuple[Thread, ...] = ()
    languages: Mapping[str, str] = field(default_factory=dict)
    registered: tuple[Address, ...] = ()
    redirects: Mapping[str, str] = field(default_factory=dict)
    paths: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    halting: tuple[Problem, ...] = ()

    @property
    def broken(self) -> frozenset[str]:
        """The paths of the files with problems of their own."""
        return frozenset(problem.path for problem in self.problems)


def parse(docs: Folder, keep: Keep = keep_nothing) -> Inputs:
    """Read and check what stands beside the pages; `keep` keeps what is slow to make of it."""
    pages = {path: text for path, text in docs.texts.items() if path.endswith(".md")}
    words, of_words = vocabulary.parse(docs.texts[VOCABULARY]) if VOCABULARY in docs.texts else (Vocabulary(), [])
    halting = [*docs.problems, *_missing(docs), *_unreadable_links(pages), *of_words]
    problems = [*halting, *_unreadable_fields(pages), *_hidden_characters(pages), *_active(docs)]
    read_notes = [notes.parse(path, text, words) for path, text in pages.items() if words.kinds and _is_note(path)]
    read_figures = [
        figures.parse(PurePosixPath(path).stem, path, text)
        for path, text in docs.texts.items()
        if path.startswith(FIGURES) and path.endswith(".json")
    ]
    items, of_sources = sources.parse(SOURCES, docs.texts[SOURCES]) if SOURCES in docs.texts else ([], [])
    read_threads, of_threads = threads.parse(docs.text(f"docs/{threads.FILE}"))
    foreign, of_languages = languages.parse(docs.text(f"docs/{languages.FILE}"))
    registered, of_register = register.parse(docs.text(f"docs/{register.FILE}") or "[]")
    moved, of_redirects = redirects.parse(docs.text(f"docs/{redirects.FILE}"))
    problems += itertools.chain(of_sources, of_threads, of_languages, of_register, of_redirects)
    problems += itertools.chain(*(found for _, found in (*read_notes, *read_figures)))
    return Inputs(
        words,
        docs.text(ESSAY),
        tuple(note for note, _ in read_notes if note),
        sources.references(items, keep),
        {figure.id: figure for figure, _ in read_figures if figure},
        tuple(read_threads),
        foreign,
        tuple(registered),
        moved,
        frozenset(path.removeprefix("docs/") for path in docs.paths),
        tuple(problems),
        tuple(halting),
    )


def _missing(docs: Folder) -> Iterator[Problem]:
    unreadable = {problem.path for problem in docs.problems}
    for path in (ESSAY, SOURCES, VOCABULARY):
        if path not in docs.texts and path not in unreadable:
            yield Problem(path, 1, "the file is missing", "Put it there again: it is part of the edition.")


def _unreadable_links(pages: Mapping[str, str]) -> Iterator[Problem]:
    for path, words in pages.items():
        for line, address in links.malformed(words):
            yield Problem(path, line, f"«{address}» is no address", "Mend it: a bracket in it is not closed.")


def _unreadable_fields(pages: Mapping[str, str]) -> Iterator[Problem]:
    """Report the pages whose front matter is broken, which MkDocs would show; that of the notes is read with them."""
    for path, words in pages.items():
        if not _is_note(path) and words.startswith("---"):
            yield from frontmatter.split(path, words)[1]


def _hidden_characters(pages: Mapping[str, str]) -> Iterator[Problem]:
    """Report those of every page but the essay's, whose characters are compared with the text as received."""
    for path, words in pages.items():
        if _kind(path) not in (Kind.HOME, Kind.SECTION):
            yield from characters.in_markdown(path, words)


def _is_note(path: str) -> bool:
    return _kind(path) is Kind.NOTE


def _kind(path: str) -> Kind:
    return Kind.of(path.removeprefix("docs/"))


def _active(docs: Folder) -> Iterator[Problem]:
    """Report the files that would be published as they are and run in a browser as pages of their own."""
    for path in sorted(docs.others):
        if PurePosixPath(path).suffix.lower() in _ACTIVE and not path.startswith("docs/assets/"):
            yield Problem(path, 1, "a file that browsers run", "Delete it; the code is in docs/assets/.")
