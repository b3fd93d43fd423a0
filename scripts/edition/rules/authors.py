"""Rule s-005: a record may not list one author alone when the work has several.

A work has several if the record (title, note, `custom.supports`), or a sentence that cites it, has the author's name
with «et al.», «y otros» or «y colaboradores», or mentions authors: «tres autores», «sus autores», «coautores».
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from edition.content.sources import Source
from edition.rules.codes import Violation
from edition.rules.manuscript import SOURCES, Manuscript
from edition.rules.prose import OF_MARKDOWN, Text
from edition.rules.sources import line_of
from edition.text.citations import without_code

_CITATION = re.compile(r"\[@([^\],]+)[^\]]*\]")
_SENTENCE = re.compile(r"(?<=[.?!…])\s+(?=[¿¡«A-ZÁÉÍÓÚÑ])")
_NUMBER = r"(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|decenas de)"
_PLURAL = rf"\b(?:(?:{_NUMBER}|sus) autor[ae]s|{_NUMBER} firmantes|coautor[ae]s)\b"
_GIVEN = r"(?:,? [A-ZÁÉÍÓÚÑ][\w.]*)*"
_CRITICS = rf"(?! (?!{_NUMBER}\b|autores\b)\w+s\b)"  # «Trigo y otros críticos» are not the authors of one work
_OTHERS = rf"{_GIVEN},? (?:et al|y colaborador[ae]s|y otros{_CRITICS})\b"


def check(manuscript: Manuscript) -> Iterator[Violation]:
    """Yield the records that list one author although the texts mention more."""
    citing = _citing(manuscript.texts)
    for key, source in manuscript.edition.sources.items():
        family = _only_author(source)
        mention = family and _mention_of_others(family, [*_texts_of(source), *citing.get(key, ())])
        if mention:
            what = f"«{key}» has one author, and is said to have more: «{mention}»"
            hint = 'name them all, or end the list with {"literal": "y otros"}'
            yield Violation(SOURCES, line_of(manuscript, key), "s-005", what, hint)


def _only_author(source: Source) -> str:
    """Return the family name of the only author; empty if there are several or it is an organisation."""
    authors = source.item.get("author", ())
    return str(authors[0].get("family", "")) if len(authors) == 1 else ""


def _texts_of(source: Source) -> list[str]:
    item = source.item
    return [str(item["title"]), str(item.get("note", "")), str(item["custom"].get("supports", ""))]


def _citing(texts: Iterable[Text]) -> dict[str, list[str]]:
    """Return, by source, the words before each citation of it: those of its sentence, back to the previous citation."""
    citing: dict[str, list[str]] = {}
    for text in (text for text in texts if text.role in OF_MARKDOWN):
        pieces = _CITATION.split(without_code(text.words))  # words, key, words, key … words
        for words, key in zip(pieces[:-1:2], pieces[1::2], strict=True):
            citing.setdefault(key, []).append(_SENTENCE.split(words)[-1])
    return citing


def _mention_of_others(family: str, texts: Iterable[str]) -> str:
    """Return the words of `texts` that mention authors besides `family`, or an empty string."""
    found = (re.search(rf"\b{re.escape(family)}{_OTHERS}|{_PLURAL}", text) for text in texts)
    return next((match[0] for match in found if match), "")
