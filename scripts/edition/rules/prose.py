"""Extracts the words that readers see from their files, with their lines.

Everything that is not the edition's own Spanish prose is blotted out: code, citations, URLs, HTML, placeholders of
templates, and quotations of the essay. A blot has the length of what it covers, so positions stay the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import yaml

from edition.problems import line_at
from edition.text import citations
from edition.text.selectors import fold

# A title; sentences with their full stops; a phrase, which needs no capital and no full stop; a pending check, a
# phrase that must have neither; and what Markdown is made of.
Role = Literal["title", "sentences", "phrase", "pending", "heading", "paragraph", "item"]
OF_MARKDOWN = ("heading", "paragraph", "item")

BLOT = "\ufffc"
IN_PAGES: Mapping[str, Role] = {
    "title": "title",
    "name": "title",
    "summary": "sentences",
    "changes": "sentences",
    "sources_note": "sentences",
    "history": "sentences",
    "lead": "sentences",
    "description": "sentences",
    "pending": "pending",
    "meaning": "phrase",
}
IN_FIGURES: Mapping[str, Role] = {
    "title": "title",
    "note": "sentences",
    "unit": "phrase",
    "label": "phrase",
    "detail": "phrase",
    "shown": "phrase",
}
IN_VOCABULARY: Mapping[str, Role] = dict.fromkeys(("name", "label", "definition", "plural"), "phrase")
IN_SETTINGS: Mapping[str, Role] = {
    "site_name": "phrase",
    "site_description": "sentences",
    "copyright": "sentences",
}

_HTML = re.compile(r"<!--.*?-->|</?[a-zA-Z][\w-]*(?:\s[^<>]*)?>", re.DOTALL)
_APART = re.compile(r"\[@[^\]]+\]|(?<=\])\([^)\s]*\)")
_FILLED_IN = re.compile(r"\{[^{}\n]*\}")
_QUOTED = re.compile(r"(?<=«)[^«»]+(?=»)")
_MARKER = r" *(?:#{1,6} +|[-*+] +|\d+\. +|> ?|\|)"
_LINE = r"[^\n]*\S[^\n]*"
_BLOCK = re.compile(rf"^(?P<marker>{_MARKER})?(?P<words>{_LINE}(?:\n(?!{_MARKER}){_LINE})*)", re.MULTILINE)
_STRING = "tag:yaml.org,2002:str"


@dataclass(frozen=True)
class Text:
    """A text that readers see: its path, line and role, its words, and the same words with blots (`bare`)."""

    path: str
    line: int
    role: Role
    words: str
    bare: str

    def line_at(self, offset: int) -> int:
        """Return the line of the character at `offset`."""
        return line_at(self.bare, offset, self.line)

    def around(self, start: int, end: int) -> str:
        """Return the words around a span, to recognise it by."""
        before, after = self.words[:start].split(" ")[-2:], self.words[end:].split(" ")[:2]
        return f"«{' '.join(before)}{self.words[start:end]}{' '.join(after)}»".replace("\n", " ")


def strings(source: str, first_line: int = 1) -> Iterator[tuple[tuple[str, ...], str, int]]:
    """Yield every string value of a YAML or JSON document, with its keys and its line.

    Raises yaml.YAMLError if it is neither.
    """
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    yield from ((keys, words, first_line + line) for keys, words, line in _walk(root, ()))


def of_fields(
    path: str, source: str, essay: str, roles: Mapping[str, Role] | None = None, first_line: int = 1
) -> Iterator[Text]:
    """Yield the texts of a YAML or JSON document whose last or first key has a role; without `roles`, all as phrases.

    `essay` is the folded text of the essay, whose words nobody may correct.
    """
    for keys, words, line in strings(source, first_line):
        role = roles.get(keys[-1], roles.get(keys[0])) if roles is not None else "phrase"
        if role:
            yield Text(path, line, role, words, _quotations_blotted(_blotted(words, _FILLED_IN), essay))


def of_markdown(path: str, markdown: str, essay: str, first_line: int = 1, heading: Role = "heading") -> Iterator[Text]:
    """Yield the headings, paragraphs, items and rows of `markdown`; `heading` is the role of its headings."""
    bare = citations.without_code(markdown, BLOT)
    for pattern in (_HTML, _APART, _FILLED_IN):
        bare = _blotted(bare, pattern)
    bare = _quotations_blotted(bare, essay)
    for block in _BLOCK.finditer(bare):
        start, end = block.span("words")
        role = _role(block["marker"], heading)
        line = line_at(bare, start, first_line)
        yield Text(path, line, role, markdown[start:end].rstrip(), bare[start:end].rstrip())


def plain(text: str) -> str:
    """Return `text` in lower case without accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def _role(marker: str | None, heading: Role) -> Role:
    if marker is None:
        return "paragraph"
    return heading if "#" in marker else "item"


def _walk(node: yaml.Node | None, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _walk(value, (*keys, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for part in node.value:
            yield from _walk(part, keys)
    elif keys and node is not None and node.tag == _STRING:
        yield keys, str(node.value), node.start_mark.line


def _blotted(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda match: re.sub(r"[^\n]", BLOT, match[0]), text)


def _quotations_blotted(text: str, essay: str) -> str:
    """Blot the quotations between « » that are in the essay, character for character."""

    def blotted(quoted: re.Match[str]) -> str:
        is_its_own = fold(quoted[0].strip("… ")) in essay
        return BLOT * len(quoted[0]) if is_its_own else quoted[0]

    return _QUOTED.sub(blotted, text)
