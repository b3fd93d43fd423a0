"""The foreign words in the edition's own texts, by language, from `docs/idiomas.yml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from edition.problems import Problem
from edition.text import places
from edition.text.forms import LANGUAGE, TEXT, Schema, list_of
from edition.text.loaders import load_yaml
from edition.text.places import Places

FILE = "idiomas.yml"  # in the folder docs


WORDS = list_of(TEXT, "a list of words")


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Parse the lists of words, one for each language; return the language of each word."""
    path = f"docs/{FILE}"
    lists, problems = load_yaml(path, text)
    lists = lists or {}
    if not problems:
        problems = list(_faults(lists, places.of_yaml(path, text)))
    return ({} if problems else {words: tag for tag, listed in lists.items() for words in listed}), problems


def schema() -> Schema:
    """Return the lists as JSON Schema."""
    return {"type": ["object", "null"], "propertyNames": LANGUAGE.schema, "additionalProperties": WORDS.schema}


def _faults(lists: Any, written: Places) -> Iterator[Problem]:
    what, cure = "these are not lists of words by their language", "Write «en: [word, …]», a line for each language."
    if not isinstance(lists, dict):
        yield written.problem((), what, cure)
        return
    for tag in (tag for tag in lists if not (LANGUAGE.accepts(tag) and WORDS.accepts(lists[tag]))):
        yield written.problem((tag,), what, cure)
