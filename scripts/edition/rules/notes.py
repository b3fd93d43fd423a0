"""Rules n-001 to n-008: the required parts of a note, and its reviews."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping

from edition.content.notes import Note
from edition.content.sources import Source
from edition.content.vocabulary import Vocabulary
from edition.rules.codes import Violation
from edition.rules.manuscript import Manuscript
from edition.rules.prose import Text
from edition.text import citations

WORDS = range(60, 161)
_SOURCES = 2
_WORD = re.compile(r"\w[\w.,-]*")
_NUMBER = re.compile(r"\d+(?:[.,\u00a0]\d+)*")


def check(manuscript: Manuscript, today: datetime.date) -> Iterator[Violation]:
    """Yield the violations in the notes, and the reviews that were due before `today`."""
    for note in manuscript.notes:
        yield from _length_faults(note)
        yield from _number_faults(note)
        yield from _source_faults(note, manuscript.edition.sources)
        yield from _change_faults(note, manuscript.edition.vocabulary)
        yield from _date_faults(note, today)
    yield from (violation for text in manuscript.texts if text.role == "pending" for violation in _pending_faults(text))


def _violation(note: Note, field: str, code: str, what: str, hint: str) -> Violation:
    return Violation(note.path, note.lines.get(field, 1), code, what, hint)


def _length_faults(note: Note) -> Iterator[Violation]:
    count = len(_WORD.findall(_without_keys(note)))
    if count not in WORDS:
        what = f"the text has {count} words"
        yield _violation(note, "", "n-001", what, f"keep it between {WORDS.start} and {WORDS.stop - 1}")


def _number_faults(note: Note) -> Iterator[Violation]:
    there = set(_NUMBER.findall(_without_keys(note)))
    for number in dict.fromkeys(_NUMBER.findall(note.summary)):
        if number not in there:
            what = f"the summary says {number} and the text does not"
            yield _violation(note, "summary", "n-003", what, "give it there too, with its source")


def _source_faults(note: Note, sources: Mapping[str, Source]) -> Iterator[Violation]:
    """A verdict needs two sources, one of them read at its own address, or a reason why not."""
    known = [sources[key] for key in note.sources if key in sources]
    is_direct = any(source.seen == "yes" for source in known)
    wanting = [] if len(known) >= _SOURCES else [f"cites {len(known)} of {_SOURCES} sources"]
    wanting += [] if is_direct else ["rests on no source read directly"]
    needs_reason = note.kind.verdicts and bool(wanting)
    if needs_reason and not note.sources_note:
        hint = "add one, or give the reason in «sources_note: …»"
        yield _violation(note, "kind", "n-002", f"a {note.kind.name} that {' and '.join(wanting)}", hint)
    if note.sources_note and not needs_reason:
        what = "«sources_note» in a note whose sources need none"
        yield _violation(note, "sources_note", "n-007", what, "remove the line")


def _change_faults(note: Note, vocabulary: Vocabulary) -> Iterator[Violation]:
    named = [verdict for verdict in vocabulary.verdicts if f"«{verdict.name}»" in (note.changes or "")]
    if note.verdict in named:
        what = f"«changes» leads to «{note.verdict.name}», the verdict that it has"
        yield _violation(note, "changes", "n-008", what, "say what would lead to another")
    elif note.changes and not named:
        hint = "write between « » the one that it would lead to"
        yield _violation(note, "changes", "n-008", "«changes» names no verdict", hint)


def _date_faults(note: Note, today: datetime.date) -> Iterator[Violation]:
    if note.review_by <= note.reviewed:
        what = f"the next review, {note.review_by}, is not after the last, {note.reviewed}"
        yield _violation(note, "review_by", "n-006", what, "give it a later date")
    elif note.review_by < today:
        what = f"a review due since {note.review_by}"
        yield _violation(note, "review_by", "n-004", what, "review the note and set both its dates")


def _pending_faults(text: Text) -> Iterator[Violation]:
    if re.match(r"[^\W\d_a-záéíóúüñ][a-záéíóúüñ]", text.bare):
        yield Violation(
            text.path, text.line, "n-005", f"{text.around(0, 0)} begins with a capital", "write a phrase, in lower case"
        )
    if text.bare.endswith("."):
        end = len(text.bare)
        what = f"a full stop after {text.around(end, end)}"
        yield Violation(text.path, text.line, "n-005", what, "take it out: the page joins the phrases")


def _without_keys(note: Note) -> str:
    return citations.replace(note.body, lambda citation: citation.locator)
