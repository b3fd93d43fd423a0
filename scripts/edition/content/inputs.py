"""Everything that authors write beside the pages: notes, sources and figures, read from the folder docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from edition.content import figures, languages, notes, sources, threads, vocabulary
from edition.content.figures import Figure
from edition.content.notes import Note
from edition.content.sources import Source
from edition.content.threads import Thread
from edition.content.vocabulary import Vocabulary
from edition.html import links
from edition.join.model import unknown_figures, unknown_sources
from edition.problems import Problem, report
from edition.text import characters, citations, frontmatter
from edition.text.citations import Citation

_ACTIVE = (".htm", ".html", ".xhtml", ".svg", ".xml", ".xsl", ".js", ".mjs", ".css")
ESSAY, _SOURCES = "ensayo.txt", "fuentes.json"  # in the folder docs
_NOTES, _GLOSSARY = "docs/notas/", "docs/glosario.md"


class UnreadableError(Exception):
    """The edition cannot be read at all; the one argument is the list of problems to report."""

    def __str__(self) -> str:
        return report(self.args[0])


@dataclass
class Inputs:
    """What was read, and all that is wrong with it."""

    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    notes: list[Note] = field(default_factory=list)
    sources: Mapping[str, Source] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    threads: list[Thread] = field(default_factory=list)
    languages: Mapping[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read(docs: Path, cache: Path | None = None) -> Inputs:
    """Read and check what stands beside the pages; `cache` is a folder for what is slow to make of them.

    Raises UnreadableError when a file is missing or is not UTF-8, when a page has what MkDocs would trip over, or when
    there is no telling which words notes may use.
    """
    text(docs / ESSAY)  # what the finished pages are compared with: better missed now than then
    written = dict(pages(docs))
    if tripping := list(_unreadable_links(written)):
        raise UnreadableError(tripping)
    words, problems = vocabulary.parse(text(docs / vocabulary.FILE))
    if problems:
        raise UnreadableError(problems)
    inputs = Inputs(words)
    inputs.problems += [*_unreadable_fields(written), *_hidden_characters(written), *_active(docs)]
    items, source_problems = sources.parse(f"docs/{_SOURCES}", text(docs / _SOURCES))
    inputs.problems += source_problems
    inputs.sources = sources.references(items, cache)
    for path in (path for path in written if _is_note(path)):
        note, problems = notes.parse(path, written[path], words)
        inputs.notes += [note] if note else []
        inputs.problems += problems
    for file in sorted((docs / "figuras").glob("*.json")):
        figure, problems = figures.parse(file.stem, _shown(docs, file), text(file, _shown(docs, file)))
        inputs.figures |= {file.stem: figure} if figure else {}
        inputs.problems += problems
    inputs.threads, problems = threads.parse(optional_text(docs / threads.FILE))
    inputs.problems += problems
    inputs.languages, problems = languages.parse(optional_text(docs / languages.FILE))
    inputs.problems += problems
    inputs.problems += unknown_figures(inputs.notes, inputs.figures)
    if not source_problems:
        for name, cited in _citations(inputs, written):
            inputs.problems += unknown_sources(name, cited, inputs.sources)
    return inputs


def pages(docs: Path) -> Iterator[tuple[str, str]]:
    """Yield the path of each page, as its author sees it, and its Markdown.

    Raises UnreadableError when one is not UTF-8.
    """
    for path in sorted(docs.rglob("*.md")):
        yield _shown(docs, path), text(path, _shown(docs, path))


def text(path: Path, shown: str = "") -> str:
    """Return what a file says; `shown` is how its author sees its path, if that is more than its folder and name.

    Raises UnreadableError when it is missing or is not UTF-8.
    """
    shown = shown or f"{path.parent.name}/{path.name}"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UnreadableError(
            [Problem(shown, 1, "the file is missing", "Put it there again: it is part of the edition.")]
        ) from None
    except UnicodeDecodeError as error:
        raise UnreadableError(
            [Problem(shown, 1, f"this is not UTF-8 (byte {error.start})", "Save it as UTF-8.")]
        ) from None


def optional_text(path: Path) -> str:
    """Return what a file says, nothing where there is none."""
    return text(path) if path.is_file() else ""


def _unreadable_links(written: Mapping[str, str]) -> Iterator[Problem]:
    for path, words in written.items():
        for line, address in links.malformed(words):
            yield Problem(path, line, f"«{address}» is no address", "Mend it: a bracket in it is not closed.")


def _unreadable_fields(written: Mapping[str, str]) -> Iterator[Problem]:
    """Report the pages whose front matter is broken, which MkDocs would show; that of the notes is read with them."""
    for path, words in written.items():
        if not path.startswith(_NOTES) and words.startswith("---"):
            yield from frontmatter.split(path, words)[1]


def _hidden_characters(written: Mapping[str, str]) -> Iterator[Problem]:
    """Report those of every page but the essay's, whose characters are compared with the text as received."""
    for path, words in written.items():
        if not path.startswith("docs/ensayo/") and path != "docs/index.md":
            yield from characters.in_markdown(path, words)


def _is_note(path: str) -> bool:
    return path.startswith(_NOTES) and not path.endswith("/index.md")


def _active(docs: Path) -> Iterator[Problem]:
    """Report the files that would be published as they are and run in a browser as pages of their own."""
    for path in sorted(docs.rglob("*")):
        if path.suffix.lower() in _ACTIVE and docs / "assets" not in path.parents:
            yield Problem(_shown(docs, path), 1, "a file that browsers run", "Delete it; the code is in docs/assets/.")


def _citations(inputs: Inputs, written: Mapping[str, str]) -> Iterator[tuple[str, list[Citation]]]:
    """Yield each file that cites sources, with its citations."""
    for note in inputs.notes:
        yield note.path, list(note.citations)
    for figure in inputs.figures.values():
        yield f"docs/figuras/{figure.id}.json", [Citation(key) for key in figure.sources]
    if _GLOSSARY in written:
        document, _ = frontmatter.split(_GLOSSARY, written[_GLOSSARY])
        yield _GLOSSARY, list(citations.find(document.body, document.body_line))


def _shown(docs: Path, path: Path) -> str:
    return f"docs/{path.relative_to(docs).as_posix()}"
