"""Notes, parsed and checked. Each is a Markdown file, `docs/notas/<slug>.md`."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from edition.content.vocabulary import Kind, Verdict, Vocabulary, Word
from edition.problems import Problem
from edition.text import frontmatter
from edition.text.citations import Citation, find, malformed
from edition.text.forms import is_day, is_list, is_slug, is_text
from edition.text.frontmatter import Document
from edition.text.selectors import TextQuoteSelector

_REQUIRED = ("title", "section", "passage", "kind", "summary", "reviewed", "review_by")
_OF_VERIFICATIONS = ("verdict", "changes")
_OPTIONAL = ("prefix", "suffix", "pending", "sources_note", "figure", "history")
_TEXTS = ("title", "summary", "changes", "sources_note")
SUMMARY_LIMIT = 220
_FOLDER = PurePosixPath("docs/notas")
_Reporter = Callable[[str, str, str], Problem]  # arguments: a field's name, what is wrong, the cure


@dataclass(frozen=True)
class Note:
    """A note as its author wrote it; `body` is Markdown, `citations` are the sources that it cites, in order."""

    slug: str
    path: str
    lines: dict[str, int]
    title: str
    section: str
    selector: TextQuoteSelector
    kind: Kind
    verdict: Verdict | None
    summary: str
    changes: str | None
    pending: tuple[str, ...]
    figure: str | None
    history: tuple[tuple[datetime.date, str], ...]
    reviewed: datetime.date
    review_by: datetime.date
    body: str
    citations: tuple[Citation, ...]
    sources_note: str | None = None  # why it has few sources, or none read directly

    @property
    def finding(self) -> Word:
        """The note's verdict, or its kind if it has no verdict."""
        return self.verdict or self.kind

    @property
    def label(self) -> str:
        """The kind and, if there is one, the verdict, to go before the title."""
        return f"{self.kind.label}: {self.verdict.name}" if self.verdict else self.kind.label

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the cited sources in order, without duplicates."""
        return tuple(dict.fromkeys(citation.key for citation in self.citations))


def parse(path: str, text: str, vocabulary: Vocabulary) -> tuple[Note | None, list[Problem]]:
    """Parse a note. If it has a problem, there is no note."""
    document, problems = frontmatter.split(path, text)
    return (None, problems) if problems else read(path, document, vocabulary)


def read(path: str, document: Document, vocabulary: Vocabulary) -> tuple[Note | None, list[Problem]]:
    """Read a note from its parsed file."""
    problems = list(_faults(path, document, vocabulary))
    return (None, problems) if problems else (_note(path, document, vocabulary), [])


def _note(path: str, document: Document, vocabulary: Vocabulary) -> Note:
    fields = document.fields
    return Note(
        slug=PurePosixPath(path).stem,
        path=path,
        lines=document.lines,
        title=fields["title"],
        section=fields["section"],
        selector=TextQuoteSelector(fields["passage"], fields.get("prefix", ""), fields.get("suffix", "")),
        kind=next(kind for kind in vocabulary.kinds if kind.name == fields["kind"]),
        verdict=next((verdict for verdict in vocabulary.verdicts if verdict.name == fields.get("verdict")), None),
        summary=fields["summary"],
        changes=fields.get("changes"),
        pending=tuple(fields.get("pending", ())),
        figure=fields.get("figure"),
        history=tuple(sorted(fields.get("history", {}).items())),
        reviewed=fields["reviewed"],
        review_by=fields["review_by"],
        body=document.body,
        citations=tuple(find(document.body, document.body_line)),
        sources_note=fields.get("sources_note"),
    )


def _faults(path: str, document: Document, vocabulary: Vocabulary) -> Iterable[Problem]:
    def problem(name: str, what: str, cure: str) -> Problem:
        return Problem(path, document.lines.get(name, 1), what, cure)

    yield from _name_faults(PurePosixPath(path), problem)
    yield from _field_faults(document.fields, problem)
    yield from _word_faults(document.fields, vocabulary, problem)
    yield from _verdict_faults(document.fields, vocabulary, problem)
    yield from _body_faults(path, document)


def _name_faults(path: PurePosixPath, problem: _Reporter) -> Iterable[Problem]:
    if not is_slug(path.stem):
        yield problem("", f"«{path.stem}» cannot be an address", "Name the file with a–z, 0–9 and single hyphens.")
    if path.parent != _FOLDER:
        cure = f"Put it directly in {_FOLDER}, under a name that is free there."
        yield problem("", "a note in a folder of its own", cure)


def _field_faults(fields: dict[str, Any], problem: _Reporter) -> Iterable[Problem]:
    for name in (name for name in _REQUIRED if name not in fields):
        yield problem(name, f"the field «{name}» is missing", f"Add «{name}: …» to the front matter.")
    known = (*_REQUIRED, *_OF_VERIFICATIONS, *_OPTIONAL)
    for name in (name for name in fields if name not in known):
        yield problem(name, f"«{name}» is not a field of a note", f"Remove it, or use one of: {', '.join(known)}.")
    for name, is_valid, wanted in _FORMS:
        if name in fields and not is_valid(fields[name]):
            yield problem(name, f"«{name}» cannot be «{fields[name]}»", f"Write {wanted}.")
    summary = fields.get("summary")
    if isinstance(summary, str) and len(summary) > SUMMARY_LIMIT:
        what = f"the summary has {len(summary)} characters, {len(summary) - SUMMARY_LIMIT} too many"
        yield problem("summary", what, f"Keep it to {SUMMARY_LIMIT}: it is what shows in the margin.")


def _body_faults(path: str, document: Document) -> Iterable[Problem]:
    if not document.body.strip():
        yield Problem(path, document.body_line, "the note has no text", "Write it below the front matter.")
    for line, written in malformed(document.body, document.body_line):
        cure = "Write [@key], or [@key, place]; two stand as [@a] [@b]."
        yield Problem(path, line, f"«{written}» is no citation", cure)


def _word_faults(fields: dict[str, Any], vocabulary: Vocabulary, problem: _Reporter) -> Iterable[Problem]:
    for name, words in (("kind", vocabulary.kinds), ("verdict", vocabulary.verdicts)):
        known = [word.name for word in words]
        if name in fields and fields[name] not in known:
            yield problem(name, f"«{name}» cannot be «{fields[name]}»", f"Write one of: {', '.join(known)}.")


def _verdict_faults(fields: dict[str, Any], vocabulary: Vocabulary, problem: _Reporter) -> Iterable[Problem]:
    """A note has a verdict, and says what would change it, if and only if its kind carries verdicts."""
    kind = next((kind for kind in vocabulary.kinds if kind.name == fields.get("kind")), None)
    if kind and kind.verdicts:
        for name in (name for name in _OF_VERIFICATIONS if name not in fields):
            yield problem("kind", f"a {kind.name} without «{name}»", f"Add «{name}: …» to the front matter.")
    elif kind:
        cure = f"Only a {vocabulary.verification.name} takes it: remove the line."
        for name in (name for name in _OF_VERIFICATIONS if name in fields):
            yield problem(name, f"«{name}» on a note of kind «{kind.name}»", cure)


def _is_texts(value: object) -> bool:
    return is_list(value, is_text)


def _is_history(value: object) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(is_day, value)) and all(map(is_text, value.values()))


_FORMS: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    *((name, is_text, "some text, between quotes if it looks like anything else")
      for name in (*_TEXTS, "section", "passage", "prefix", "suffix", "figure")),
    ("reviewed", is_day, "a date as 2026-11-30"),
    ("review_by", is_day, "a date as 2026-11-30"),
    ("history", _is_history, "a list of «2026-11-30: what changed», one to a line"),
    ("pending", _is_texts, "a list of phrases, each on its line after «- »"),
)  # fmt: skip
