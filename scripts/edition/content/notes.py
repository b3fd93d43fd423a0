"""Notes, parsed and checked. Each is a Markdown file, `docs/notas/<slug>.md`."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from edition.content.vocabulary import Kind, Verdict, Vocabulary, Word
from edition.problems import Problem
from edition.text import fields, frontmatter
from edition.text.citations import Citation, find, malformed
from edition.text.fields import Field, Record
from edition.text.forms import DAY, TEXT, Form, Schema, is_day, is_slug, is_text, list_of, one_of
from edition.text.frontmatter import Document
from edition.text.places import Places
from edition.text.selectors import TextQuoteSelector

SUMMARY_LIMIT = 220
_FOLDER = PurePosixPath("docs/notas")
_OF_VERIFICATIONS = ("verdict", "changes")


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
    given = document.fields
    return Note(
        slug=PurePosixPath(path).stem,
        path=path,
        lines=document.lines,
        title=given["title"],
        section=given["section"],
        selector=TextQuoteSelector(given["passage"], given.get("prefix", ""), given.get("suffix", "")),
        kind=next(kind for kind in vocabulary.kinds if kind.name == given["kind"]),
        verdict=next((verdict for verdict in vocabulary.verdicts if verdict.name == given.get("verdict")), None),
        summary=given["summary"],
        changes=given.get("changes"),
        pending=tuple(given.get("pending", ())),
        figure=given.get("figure"),
        history=tuple(sorted(given.get("history", {}).items())),
        reviewed=given["reviewed"],
        review_by=given["review_by"],
        body=document.body,
        citations=tuple(find(document.body, document.body_line)),
        sources_note=given.get("sources_note"),
    )


def schema(vocabulary: Vocabulary, sections: Collection[str], figures: Collection[str]) -> Schema:
    """Return the front matter of a note as JSON Schema, with the names of the `sections` and `figures` that there are."""
    verification = vocabulary.verification.name
    rule = {
        "if": {"properties": {"kind": {"const": verification}}},
        "then": {"required": [*_OF_VERIFICATIONS]},
        "else": {"properties": dict.fromkeys(_OF_VERIFICATIONS, False)},
    }
    described = fields.schema(record(vocabulary), {"section": sections, "figure": figures}, **rule)
    described["properties"]["summary"]["maxLength"] = SUMMARY_LIMIT
    return described


def _is_history(value: object) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(is_day, value)) and all(map(is_text, value.values()))


_HISTORY = Form(
    _is_history,
    "a list of «2026-11-30: what changed», one to a line",
    {"type": "object", "minProperties": 1, "propertyNames": DAY.schema, "additionalProperties": TEXT.schema},
)


def record(vocabulary: Vocabulary) -> Record:
    """Return what can be written of a note whose kind and verdict are words of `vocabulary`."""
    return Record(
        (
            *(Field(name, TEXT, is_required=True) for name in ("title", "section", "passage")),
            Field("kind", one_of(kind.name for kind in vocabulary.kinds), is_required=True),
            Field("summary", TEXT, is_required=True),
            *(Field(name, DAY, is_required=True) for name in ("reviewed", "review_by")),
            Field("verdict", one_of(verdict.name for verdict in vocabulary.verdicts)),
            *(Field(name, TEXT) for name in ("changes", "prefix", "suffix")),
            Field("pending", list_of(TEXT, "a list of phrases, each on its line after «- »")),
            *(Field(name, TEXT) for name in ("sources_note", "figure")),
            Field("history", _HISTORY),
        ),
        missing=("the field «{name}» is missing", "Add «{name}: …» to the front matter."),
        unknown=("«{name}» is not a field of a note", "Remove it, or use one of: {known}."),
    )


def _faults(path: str, document: Document, vocabulary: Vocabulary) -> Iterable[Problem]:
    places = document.places(path)
    yield from _name_faults(PurePosixPath(path))
    yield from fields.faults(record(vocabulary), document.fields, places)
    yield from _length_faults(document.fields.get("summary"), places)
    yield from _verdict_faults(document.fields, vocabulary, places)
    yield from _body_faults(path, document)


def _name_faults(path: PurePosixPath) -> Iterable[Problem]:
    if not is_slug(path.stem):
        what, cure = f"«{path.stem}» cannot be an address", "Name the file with a–z, 0–9 and single hyphens."
        yield Problem(str(path), 1, what, cure)
    if path.parent != _FOLDER:
        cure = f"Put it directly in {_FOLDER}, under a name that is free there."
        yield Problem(str(path), 1, "a note in a folder of its own", cure)


def _length_faults(summary: object, places: Places) -> Iterable[Problem]:
    if isinstance(summary, str) and len(summary) > SUMMARY_LIMIT:
        what = f"the summary has {len(summary)} characters, {len(summary) - SUMMARY_LIMIT} too many"
        yield places.problem(("summary",), what, f"Keep it to {SUMMARY_LIMIT}: it is what shows in the margin.")


def _verdict_faults(given: Mapping[str, Any], vocabulary: Vocabulary, places: Places) -> Iterable[Problem]:
    """A note has a verdict, and says what would change it, if and only if its kind carries verdicts."""
    kind = next((kind for kind in vocabulary.kinds if kind.name == given.get("kind")), None)
    if kind and kind.verdicts:
        for name in (name for name in _OF_VERIFICATIONS if name not in given):
            cure = f"Add «{name}: …» to the front matter."
            yield places.problem(("kind",), f"a {kind.name} without «{name}»", cure)
    elif kind:
        cure = f"Only a {vocabulary.verification.name} takes it: remove the line."
        for name in (name for name in _OF_VERIFICATIONS if name in given):
            yield places.problem((name,), f"«{name}» on a note of kind «{kind.name}»", cure)


def _body_faults(path: str, document: Document) -> Iterable[Problem]:
    if not document.body.strip():
        yield Problem(path, document.body_line, "the note has no text", "Write it below the front matter.")
    for line, written in malformed(document.body, document.body_line):
        cure = "Write [@key], or [@key, place]; two stand as [@a] [@b]."
        yield Problem(path, line, f"«{written}» is no citation", cure)
