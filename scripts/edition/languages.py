"""Words of other languages in the edition's own texts: marked with theirs, so that they are read aloud as they sound."""

from __future__ import annotations

import re
from collections.abc import Mapping

import yaml

from edition.forms import is_list, is_text
from edition.frontmatter import Loader
from edition.problems import Problem
from edition.runs import plain

FILE = "idiomas.yml"  # in the folder docs
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_ITALIC = re.compile(r"<em>(?P<words>[^<]+)</em>")


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the lists of words, one for each language, as the language of each."""
    cure = "Write «en: [word, …]», a line for each language."
    try:
        lists = yaml.load(text, Loader=Loader) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return {}, [Problem(f"docs/{FILE}", mark.line + 1 if mark else 1, "broken YAML", cure)]
    if not isinstance(lists, dict) or not all(_is_language(tag) and is_list(lists[tag], is_text) for tag in lists):
        return {}, [Problem(f"docs/{FILE}", 1, "these are not lists of words by their language", cure)]
    return {words: tag for tag, listed in lists.items() for words in listed}, []


def mark(html: str, languages: Mapping[str, str], own: str) -> str:
    """Return `html` with the language of what stands in italics, where that is listed and is not the edition's `own`."""

    def marked(italic: re.Match[str]) -> str:
        language = languages.get(plain(italic["words"]), own)
        return f'<em lang="{language}">{italic["words"]}</em>' if language != own else italic[0]

    return _ITALIC.sub(marked, html)


def _is_language(tag: object) -> bool:
    return isinstance(tag, str) and bool(_TAG.fullmatch(tag))
