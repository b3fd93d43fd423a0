"""Everything that authors write beside the pages, parsed from the texts in docs/ and checked file by file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TypeVar

from edition.content import figures, languages, notes, redirects, register, sources, threads, vocabulary
from edition.content.figures import Figure
from edition.content.notes import Note
from edition.content.pages import ESSAY as ESSAY_KINDS
from edition.content.pages import Kind
from edition.content.redirects import Redirects
from edition.content.register import Address
from edition.content.sources import Source
from edition.content.threads import Thread
from edition.content.vocabulary import Vocabulary
from edition.files import Folder, Keep, keep_nothing
from edition.html import links
from edition.problems import Problem
from edition.text import characters, frontmatter
from edition.text.frontmatter import Document

_T = TypeVar("_T")
_Split = tuple[Document, list[Problem]]
ENDINGS = (".md", ".txt", ".json", ".yml")  # the endings of files read as text
ESSAY, SOURCES, FIGURES = "docs/ensayo.txt", "docs/fuentes.json", "docs/figuras/"
VOCABULARY, REGISTER = f"docs/{vocabulary.FILE}", f"docs/{register.FILE}"
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_BEFORE = "\ufeff \t\n"  # what can stand before front matter by mistake
_ACTIVE = (".htm", ".html", ".xhtml", ".svg", ".xml", ".xsl", ".js", ".mjs", ".css")


@dataclass(frozen=True)
class Inputs:
    """The parsed inputs, and all problems in them.

    `essay` is the text as received; `documents` are the Markdown files split into fields and body, by path; `paths` are
    those of all files below docs, relative to it, as link targets. `halting` are problems that would crash MkDocs or
    leave the vocabulary unknown.
    """

    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    essay: str = ""
    documents: Mapping[str, Document] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    threads: tuple[Thread, ...] = ()
    languages: Mapping[str, str] = field(default_factory=dict)
    registered: tuple[Address, ...] = ()
    redirects: Redirects = field(default_factory=Redirects)
    paths: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    halting: tuple[Problem, ...] = ()

    @property
    def broken(self) -> frozenset[str]:
        """The paths of the files that have problems of their own."""
        return frozenset(problem.path for problem in self.problems)


def parse(docs: Folder, keep: Keep = keep_nothing) -> Inputs:
    """Parse and check the inputs; `keep` caches what is slow to make from them."""
    found: list[Problem] = []

    def take(read: tuple[_T, Iterable[Problem]]) -> _T:
        found.extend(read[1])
        return read[0]

    pages = {path: text for path, text in docs.texts.items() if path.endswith(".md")}
    words = take(vocabulary.parse(docs.texts[VOCABULARY]) if VOCABULARY in docs.texts else (Vocabulary(), ()))
    halting = [*docs.problems, *_missing(docs), *_misnamed(docs), *_unreadable_links(pages), *found]
    found += [*halting, *_active(docs)]
    split = {path: frontmatter.split(path, text) for path, text in pages.items()}
    documents = {path: document for path, (document, _) in split.items()}
    found += _unreadable_fields(pages, split)
    found += _hidden_characters(pages, documents)
    return Inputs(
        words,
        docs.text(ESSAY),
        documents,
        tuple(filter(None, map(take, _notes(split, words)))),
        sources.references(take(sources.parse(SOURCES, docs.texts[SOURCES])), keep) if SOURCES in docs.texts else {},
        {figure.id: figure for figure in map(take, _figures(docs)) if figure},
        tuple(take(threads.parse(docs.text(f"docs/{threads.FILE}")))),
        take(languages.parse(docs.text(f"docs/{languages.FILE}"))),
        tuple(take(register.parse(docs.texts[REGISTER]))) if REGISTER in docs.texts else (),
        take(redirects.parse(docs.text(f"docs/{redirects.FILE}"))),
        frozenset(path.removeprefix("docs/") for path in docs.paths),
        tuple(dict.fromkeys(found)),
        tuple(halting),
    )


def _unreadable_fields(pages: Mapping[str, str], split: Mapping[str, _Split]) -> Iterator[Problem]:
    """Report broken front matter, which MkDocs would show as text; only notes must have front matter."""
    for path, (_, problems) in split.items():
        yield from problems if _is_note(path) or pages[path].lstrip(_BEFORE).startswith("---") else ()


def _notes(split: Mapping[str, _Split], words: Vocabulary) -> Iterator[tuple[Note | None, list[Problem]]]:
    for path, (document, problems) in split.items():
        if words.kinds and _is_note(path) and not problems:
            yield notes.read(path, document, words)


def _figures(docs: Folder) -> Iterator[tuple[Figure | None, list[Problem]]]:
    for path, text in docs.texts.items():
        if path.startswith(FIGURES) and path.endswith(".json"):
            yield figures.parse(PurePosixPath(path).stem, path, text)


def _missing(docs: Folder) -> Iterator[Problem]:
    unreadable = {problem.path for problem in docs.problems}
    for path in (ESSAY, SOURCES, VOCABULARY):
        if path not in docs.texts and path not in unreadable:
            yield Problem(path, 1, "the file is missing", "Put it there again: it is part of the edition.")


def _misnamed(docs: Folder) -> Iterator[Problem]:
    """Report Markdown files that MkDocs would take for pages, or publish as they are."""
    for path in sorted(docs.others):
        if PurePosixPath(path).suffix.lower() in _MARKDOWN:
            yield Problem(path, 1, "a Markdown file with another ending", "Rename it, so that it ends in «.md».")


def _unreadable_links(pages: Mapping[str, str]) -> Iterator[Problem]:
    for path, words in pages.items():
        for line, address in links.malformed(words):
            yield Problem(path, line, f"«{address}» is no address", "Mend it: a bracket in it is not closed.")


def _hidden_characters(pages: Mapping[str, str], documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Report the hidden characters of all pages except the essay's, which are compared with the text as received."""
    for path, text in pages.items():
        if _kind(path) not in ESSAY_KINDS:
            yield from characters.in_markdown(path, text, documents[path])


def _is_note(path: str) -> bool:
    return _kind(path) is Kind.NOTE


def _kind(path: str) -> Kind:
    return Kind.of(path.removeprefix("docs/"))


def _active(docs: Folder) -> Iterator[Problem]:
    """Report files that would be published unchanged and run in browsers as pages of their own."""
    for path in sorted(docs.others):
        if PurePosixPath(path).suffix.lower() in _ACTIVE and not path.startswith("docs/assets/"):
            yield Problem(path, 1, "a file that browsers run", "Delete it; the code is in docs/assets/.")
