"""Rules v-001 and v-002: texts and proposal form name the kinds and verdicts as the vocabulary does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from edition.content import vocabulary
from edition.content.vocabulary import Vocabulary, Word
from edition.rules.codes import Violation
from edition.rules.manuscript import PROPOSAL, Manuscript
from edition.rules.prose import Text, strings

_DEFINING = "docs/manual.md", "docs/sobre.md"
_DECLARED = f"docs/{vocabulary.FILE}"
_DEFINITION = re.compile(r"(?:[\w ]+ )?\*\*(?P<word>[^*]+)\*\*:? (?P<meaning>.+)", re.DOTALL)
_FIELD = "kind"  # the id of the form's list of kinds


@dataclass(frozen=True)
class _Definition:
    """A list item such as «**Word**: what it means» or «The **word** means», and its line."""

    text: Text
    word: str
    meaning: str


def check(manuscript: Manuscript) -> Iterator[Violation]:
    """Yield the differences between the vocabulary and the texts or the form."""
    known = manuscript.edition.vocabulary
    for defined in _lists(manuscript.texts):
        yield from _list_faults(defined, known)
    yield from _form_faults(manuscript.lists[PROPOSAL], [kind.name for kind in known.kinds])


def _lists(texts: Iterable[Text]) -> Iterator[list[_Definition]]:
    """Yield the definitions in each list of the texts that explain how notes are made."""
    for (path, role), items in groupby(texts, lambda text: (text.path, text.role)):
        if path in _DEFINING and role == "item":
            yield [found for item in items if (found := _definition(item))]


def _definition(item: Text) -> _Definition | None:
    words = " ".join(item.words.split())
    found = _DEFINITION.match(words)
    return _Definition(item, found["word"].casefold(), found["meaning"].casefold()) if found else None


def _list_faults(defined: list[_Definition], known: Vocabulary) -> Iterator[Violation]:
    """Compare a list with the kinds or the verdicts, depending on the words in it."""
    for words in (known.kinds, known.verdicts):
        if {definition.word for definition in defined} & {_name_of(word) for word in words}:
            yield from _difference(defined, words)


def _difference(defined: list[_Definition], words: Sequence[Word]) -> Iterator[Violation]:
    declared = {_name_of(word): word for word in words}
    for definition in defined:
        path, line = definition.text.path, definition.text.line
        word = declared.pop(definition.word, None)
        if not word:
            hint = f"take it out, or declare it in {_DECLARED}"
            yield Violation(path, line, "v-001", f"«{definition.word}» is not one of these words", hint)
        elif not definition.meaning.startswith(word.definition.casefold()):
            hint = f"begin with «{word.definition}», or change that in {_DECLARED}"
            yield Violation(path, line, "v-001", f"«{word.label}» is not defined as it is declared", hint)
    for word in declared.values():
        hint = f"add «**{word.label}**: {word.definition}»"
        place = defined[-1].text
        yield Violation(place.path, place.line, "v-001", f"«{word.label}» is not among the definitions", hint)


def _name_of(word: Word) -> str:
    return word.label.casefold()


def _form_faults(form: str, names: list[str]) -> Iterator[Violation]:
    """Compare the kinds in the form for proposing a note."""
    field, offered, line = "", [], 1
    for keys, words, at in strings(form):
        if keys == ("body", "id"):
            field, line = words, at if words == _FIELD else line
        elif field == _FIELD and keys[-1] == "options":
            offered.append(words)
    if form and offered != names:
        what = f"the list «{_FIELD}» offers {', '.join(offered) or 'nothing'}"
        yield Violation(PROPOSAL, line, "v-002", what, f"write «options: [{', '.join(names)}]» there")
