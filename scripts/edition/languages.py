"""Words of other languages in the edition's own texts, marked with theirs so that they are read aloud as they sound."""

from __future__ import annotations

import re
from collections.abc import Mapping

from edition.data import load_yaml
from edition.forms import is_language, is_list, is_text
from edition.problems import Problem
from edition.runs import plain

FILE = "idiomas.yml"  # in the folder docs
_ITALIC = re.compile(r"<em>(?P<words>[^<]+)</em>")


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the lists of words, one for each language, as the language of each."""
    path = f"docs/{FILE}"
    lists, problems = load_yaml(path, text)
    lists = lists or {}
    if problems:
        return {}, problems
    if not isinstance(lists, dict) or not all(is_language(tag) and is_list(lists[tag], is_text) for tag in lists):
        cure = "Write «en: [word, …]», a line for each language."
        return {}, [Problem(path, 1, "these are not lists of words by their language", cure)]
    return {words: tag for tag, listed in lists.items() for words in listed}, []


def mark(html: str, languages: Mapping[str, str], own: str) -> str:
    """Return `html` with the language of each phrase in italics that is listed, unless it is the edition's `own`."""

    def marked(italic: re.Match[str]) -> str:
        language = languages.get(plain(italic["words"]), own)
        return f'<em lang="{language}">{italic["words"]}</em>' if language != own else italic[0]

    return _ITALIC.sub(marked, html)
