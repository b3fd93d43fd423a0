"""The foreign words in the edition's own texts, by language, from `docs/idiomas.yml`."""

from __future__ import annotations

from edition.problems import Problem
from edition.text.forms import is_language, is_list, is_text
from edition.text.loaders import load_yaml

FILE = "idiomas.yml"  # in the folder docs


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Parse the lists of words, one for each language; return the language of each word."""
    path = f"docs/{FILE}"
    lists, problems = load_yaml(path, text)
    lists = lists or {}
    if problems:
        return {}, problems
    if not isinstance(lists, dict) or not all(is_language(tag) and is_list(lists[tag], is_text) for tag in lists):
        cure = "Write «en: [word, …]», a line for each language."
        return {}, [Problem(path, 1, "these are not lists of words by their language", cure)]
    return {words: tag for tag, listed in lists.items() for words in listed}, []
