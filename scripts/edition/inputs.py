"""Everything that authors write beside the pages: notes, sources and figures, read from the folder docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from edition import characters, chart, citations, frontmatter, languages, links, notes, sources, threads
from edition.chart import Figure
from edition.citations import Citation
from edition.edition import unknown_figures, unknown_sources
from edition.notes import Note
from edition.problems import Problem, report
from edition.sources import Source
from edition.threads import Thread

_ACTIVE = (".htm", ".html", ".xhtml", ".svg", ".xml", ".xsl", ".js", ".mjs", ".css")
ESSAY, _SOURCES, _GLOSSARY = "ensayo.txt", "fuentes.json", "glosario.md"


class UnreadableError(Exception):
    """The edition cannot be read at all; the one argument is the list of problems to report."""

    def __str__(self) -> str:
        return report(self.args[0])


@dataclass
class Inputs:
    """What was read, and all that is wrong with it."""

    notes: list[Note] = field(default_factory=list)
    sources: Mapping[str, Source] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    threads: list[Thread] = field(default_factory=list)
    languages: Mapping[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read(docs: Path, cache: Path | None = None) -> Inputs:
    """Read and check notes, sources and figures; `cache` is a folder for what is slow to make of them.

    Raises UnreadableError when a file is missing or is not UTF-8, or when a page has what MkDocs would trip over.
    """
    text(docs / ESSAY)  # what the finished pages are compared with: better missed now than then
    tripping = [problem for path in sorted(docs.rglob("*.md")) for problem in _unreadable_links(docs, path)]
    if tripping:
        raise UnreadableError(tripping)
    inputs = Inputs()
    inputs.problems += [*_unreadable_fields(docs), *_hidden_characters(docs), *_active(docs)]
    items, source_problems = sources.parse(f"docs/{_SOURCES}", text(docs / _SOURCES))
    inputs.problems += source_problems
    inputs.sources = sources.references(items, cache)
    for path in sorted((docs / "notas").rglob("*.md")):
        if path.name != "index.md":
            note, problems = notes.parse(_shown(docs, path), text(path, _shown(docs, path)))
            inputs.notes += [note] if note else []
            inputs.problems += problems
    for path in sorted((docs / "figuras").glob("*.json")):
        figure, problems = chart.parse(path.stem, _shown(docs, path), text(path, _shown(docs, path)))
        inputs.figures |= {path.stem: figure} if figure else {}
        inputs.problems += problems
    if (docs / threads.FILE).is_file():
        inputs.threads, problems = threads.parse(text(docs / threads.FILE))
        inputs.problems += problems
    if (docs / languages.FILE).is_file():
        inputs.languages, problems = languages.parse(text(docs / languages.FILE))
        inputs.problems += problems
    inputs.problems += unknown_figures(inputs.notes, inputs.figures)
    if not source_problems:
        for name, cited in _citations(docs, inputs):
            inputs.problems += unknown_sources(name, cited, inputs.sources)
    return inputs


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


def _unreadable_links(docs: Path, path: Path) -> list[Problem]:
    shown = _shown(docs, path)
    return [
        Problem(shown, line, f"«{address}» is no address", "Mend it: a bracket in it is not closed.")
        for line, address in links.malformed(text(path, shown))
    ]


def _unreadable_fields(docs: Path) -> Iterator[Problem]:
    """Report the pages whose front matter is broken, which MkDocs would show; that of the notes is read with them."""
    for path in sorted(docs.rglob("*.md")):
        words = text(path, _shown(docs, path))
        if docs / "notas" not in path.parents and words.startswith("---"):
            yield from frontmatter.split(_shown(docs, path), words)[1]


def _hidden_characters(docs: Path) -> Iterator[Problem]:
    """Report those of every page but the essay's, whose characters are compared with the text as received."""
    for path in sorted(docs.rglob("*.md")):
        if docs / "ensayo" not in path.parents and path != docs / "index.md":
            yield from characters.in_markdown(_shown(docs, path), text(path, _shown(docs, path)))


def _active(docs: Path) -> Iterator[Problem]:
    """Report the files that would be published as they are and run in a browser as pages of their own."""
    for path in sorted(docs.rglob("*")):
        if path.suffix.lower() in _ACTIVE and docs / "assets" not in path.parents:
            yield Problem(_shown(docs, path), 1, "a file that browsers run", "Delete it; the code is in docs/assets/.")


def _citations(docs: Path, inputs: Inputs) -> Iterator[tuple[str, list[Citation]]]:
    """Yield each file that cites sources, with its citations."""
    for note in inputs.notes:
        yield note.path, list(note.citations)
    for figure in inputs.figures.values():
        yield f"docs/figuras/{figure.id}.json", [Citation(key) for key in figure.sources]
    if (docs / _GLOSSARY).is_file():
        document, _ = frontmatter.split(_GLOSSARY, text(docs / _GLOSSARY))
        yield f"docs/{_GLOSSARY}", list(citations.find(document.body, document.body_line))


def _shown(docs: Path, path: Path) -> str:
    return f"docs/{path.relative_to(docs).as_posix()}"
