"""Rules w-001 to w-004: spelling, the edition's own list of words, and the list of foreign words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from edition.rules.codes import Violation
from edition.rules.manuscript import LANGUAGES, WORDS, Manuscript
from edition.rules.prose import BLOT, OF_MARKDOWN, Text, strings
from edition.rules.spelling import Speller
from edition.rules.typography import UNITS
from edition.text.collation import alphabetical

_CHUNK = re.compile(r"https?://\S+|\w(?:[\w'’./-]*\w)?")
_PART = re.compile(r"[^/-]+")
_NAME = re.compile(r"[\d_.:ºª]")  # GPT-5, qr_v2, torch.geqrf, a URL or n.º are not words
_ITALIC = re.compile(r"(?<![*\w])\*(?!\*)([^*\n]+)\*(?!\*)|(?<!\w)_([^_\n]+)_(?!\w)")
_SUGGESTED = 5  # only this many words get suggestions, which can take three seconds each


def check(manuscript: Manuscript, speller: Speller) -> Iterator[Violation]:
    """Yield the words that are in no list, and the needless entries of the lists."""
    own = manuscript.lists[WORDS].splitlines()
    foreign = {words: line for _, words, line in strings(manuscript.lists[LANGUAGES])}
    known = {*own, *UNITS, *(word for words in foreign for _, word in _words(words))}
    occurrences = [(text, at, word) for text in manuscript.texts for at, word in _words(text.bare, own)]
    yield from _misspelt(occurrences, known, speller)
    yield from _italics(manuscript.texts, foreign)
    yield from _list_faults(own, {word for *_, word in occurrences}, speller)


def _misspelt(occurrences: list[tuple[Text, int, str]], known: set[str], speller: Speller) -> Iterator[Violation]:
    words = dict.fromkeys(word for *_, word in occurrences)
    unknown = [word for word in words if not _is_known(word, known) and not speller.has(word)]
    meant = dict.fromkeys(unknown) | {word: speller.suggest(word) for word in unknown[:_SUGGESTED]}
    for text, at, word in occurrences:
        if word in meant:
            likely = f"did you mean «{meant[word]}»? If not, " if meant[word] else ""
            hint = f"{likely}add it to {WORDS}; code goes between backticks"
            yield Violation(text.path, text.line_at(at), "w-001", f"no dictionary has «{word}»", hint)


def _is_known(word: str, known: Collection[str]) -> bool:
    """Tell whether `word` is a letter, an acronym or listed, with or without a capital at the start."""
    return len(word) == 1 or word.isupper() or word in known or word[:1].lower() + word[1:] in known


def _words(text: str, whole: Collection[str] = ()) -> Iterator[tuple[int, str]]:
    """Yield the words of a blotted text with their offsets, cut at hyphens unless they are in `whole`."""
    for chunk in _CHUNK.finditer(text):
        if chunk[0] in whole:
            yield chunk.start(), chunk[0]
        elif not _NAME.search(chunk[0]):
            yield from ((chunk.start() + part.start(), part[0]) for part in _PART.finditer(chunk[0]))


def _italics(texts: Collection[Text], foreign: dict[str, int]) -> Iterator[Violation]:
    used: set[str] = set()
    for text in (text for text in texts if text.role in OF_MARKDOWN):
        for italic in _ITALIC.finditer(text.bare):
            words = italic[1] or italic[2]
            used.add(words)
            if words not in foreign and BLOT not in words:
                what = f"«{words}» is in italics, and no language has it"
                hint = f"list it in {LANGUAGES}, or take the asterisks out"
                yield Violation(text.path, text.line_at(italic.start()), "w-002", what, hint)
    for words, line in foreign.items():
        if words not in used:
            what = f"no text has «{words}» in italics"
            yield Violation(LANGUAGES, line, "w-003", what, "remove it from the list")


def _list_faults(own: list[str], used: set[str], speller: Speller) -> Iterator[Violation]:
    """Report the faults in the edition's own list of words, for each word only the gravest."""
    for line, word in enumerate(own, 1):
        hint = "remove the line"
        if word in own[: line - 1]:
            what = "stands twice"
        elif line > 1 and alphabetical(own[line - 2]) > alphabetical(word):
            what, hint = "is out of order", f"put it before «{own[line - 2]}»"
        elif word not in used and word[:1].upper() + word[1:] not in used:
            what = "is in no text"
        elif speller.has(word):
            what = "is in the dictionary anyway"
        else:
            continue
        yield Violation(WORDS, line, "w-004", f"«{word}» {what}", hint)
