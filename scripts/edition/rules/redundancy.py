"""Rules n-009 to n-011: a note need not repeat what stands elsewhere.

The text of a note must not begin with the words of its summary, which stands right above it (n-009). Two statements are
the same if they share nearly all of their words in order, as `difflib` counts them. A statement ends at a full stop,
colon or semicolon. A phrase of up to four words («Depende de la medida») does not count and may be repeated. The rule
looks only at the first three statements of the text: further on, a figure of the summary comes back with its source.

The list of sources says how a source was read (n-010), and what was read is not pending (n-011). The last rule guesses
from the words of the entry, so it only warns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from edition.content.notes import Note
from edition.content.sources import Source
from edition.rules.codes import Violation
from edition.rules.manuscript import GLOSSARY, Manuscript
from edition.rules.prose import plain
from edition.text import citations

_STATEMENT_WORDS, _OPENING, _ALIKE = 5, 3, 0.8
_STOP = re.compile(r"[.:;?!…][»”)*_]*(?:\s+|$)")
_WORD = re.compile(r"\w+(?:[.-]\w+)*")  # GPT-5.3 is one

_AS_READ = re.compile(r"\b(?:leíd[oa]s?\s+)?en\s+(?:cita|copia)\b", re.IGNORECASE)

_TO_BE_READ = re.compile(r"^(?:leer|abrir)\b|\ben sus? (?:propias? )?páginas?$|\benter[oa]s?$")
_DOCUMENT_WORDS = 2  # fewer do not name a document: an author alone may mean any of their works
_NAMING = ("title", "container-title", "publisher")
_STOP_WORDS = frozenset(
    "a al con de del desde e el en la las los o para por que se sin sobre su sus un una unos unas y "
    "leer abrir propia propias pagina paginas entero entera enteros enteras original originales "
    "articulo articulos blog capitulo capitulos comunicado comunicados discusion documento documentos entrada entradas "
    "ficha fichas informe informes libro libros nota notas texto textos".split()
)


def check(manuscript: Manuscript) -> Iterator[Violation]:
    """Yield the repetitions in notes and glossary."""
    for note in manuscript.notes:
        yield from _repetitions(note)
        yield from _read_already(note, manuscript.edition.sources)
    yield from _ways_of_reading(manuscript)


def _repetitions(note: Note) -> Iterator[Violation]:
    opening = _statements(citations.replace(note.body, lambda _: ""))[:_OPENING]
    for statement in _statements(note.summary):
        if len(_words(statement)) >= _STATEMENT_WORDS and any(_are_alike(statement, other) for other in opening):
            what = f"the text begins as the summary does: «{statement}»"
            hint = "begin with something else, or say it in other words"
            yield Violation(note.path, note.lines["summary"], "n-009", what, hint)


def _are_alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, _words(one), _words(other)).ratio() >= _ALIKE


def _statements(text: str) -> list[str]:
    return _STOP.split(text.strip())


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


def _ways_of_reading(manuscript: Manuscript) -> Iterator[Violation]:
    paths = {GLOSSARY, *(note.path for note in manuscript.notes)}
    reasons = {note.sources_note for note in manuscript.notes}  # these are about how sources were read
    for text in (text for text in manuscript.texts if text.path in paths and text.words not in reasons):
        for match in _AS_READ.finditer(text.bare):
            what = f"how a source was read: {text.around(*match.span())}"
            hint = "take it out: the list of sources says so, and «sources_note» may give a reason"
            yield Violation(text.path, text.line_at(match.start()), "n-010", what, hint)


def _read_already(note: Note, sources: Mapping[str, Source]) -> Iterator[Violation]:
    read = [sources[key] for key in note.sources if key in sources and sources[key].seen == "yes"]
    for entry in filter(_TO_BE_READ.search, note.pending):
        named = set(_words(entry)) - _STOP_WORDS
        for source in read if len(named) >= _DOCUMENT_WORDS else ():
            if named <= _named_in(source):
                what = f"«{entry}» is pending, and «{source.key}» was read at its own address"
                yield Violation(
                    note.path, note.lines["pending"], "n-011", what, "remove it, or say what else is missing"
                )


def _named_in(source: Source) -> set[str]:
    """Return the words by which a reader would name `source`: title, authors, container and publisher."""
    names = [name for author in source.item.get("author", ()) for name in author.values()]
    return set(_words(" ".join([*(str(source.item.get(field, "")) for field in _NAMING), *names])))
