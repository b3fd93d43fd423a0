"""The glossary: its terms, the words that refer to them, and the first uses of these words."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lxml import html as lxml_html

from edition.content.essay import inner
from edition.problems import Problem
from edition.text.citations import find
from edition.text.forms import is_slug, is_text
from edition.text.runs import cut, plain
from edition.text.selectors import Span

_APART = re.compile(r"<(?P<tag>a|code|pre|h\d)\b.*?</(?P=tag)>", re.DOTALL)
_MASK = "\0"
_JOINED = re.compile(r"[\w-]")
_HEAD = re.compile(r"[\w-]+|[^\w\s-]")  # the start of a token: a word, or a symbol


@dataclass(frozen=True)
class Term:
    """A term: its id on the glossary page, its name, the words that refer to it (`tokens`), its definition as HTML."""

    id: str
    name: str
    tokens: tuple[str, ...]
    definition: str

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the sources that the definition cites, in order, without duplicates."""
        return tuple(dict.fromkeys(citation.key for citation in find(self.definition)))


class Lexicon:
    """Finds the words that refer to terms, in one pass over a text for any number of terms."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._terms = {term.id: term for term in terms}
        by_token = {token: term.id for term in self._terms.values() for token in term.tokens}
        self._by_head: dict[str, list[tuple[str, str]]] = {}
        for token in sorted(by_token, key=len, reverse=True):
            self._by_head.setdefault(_HEAD.findall(token)[0], []).append((token, by_token[token]))

    def first_uses(self, html: str, used: Container[str] = (), passages: Iterable[Span] = ()) -> dict[str, Span]:
        """Find the first use of each term in `html`, as spans of its plain text keyed by the term's id.

        Skips terms with an id in `used`, links, code, headings, and words that are only partly inside a passage.
        """
        passages = list(passages)
        found: dict[str, Span] = {}
        for id, span in self._uses(_masked(html), used) if self._by_head else ():
            if id not in found and all(_apart_or_inside(span, passage) for passage in passages):
                found[id] = span
        return found

    def link(self, html: str, render: Callable[[Term, str], str]) -> str:
        """Return `html` with the first use of each term replaced by `render(term, words)`."""
        spans = self.first_uses(html)
        runs = cut(html, spans)
        return "".join(render(self._terms[run.keys[0]], run.html) if run.keys else run.html for run in runs)

    def _uses(self, text: str, used: Container[str]) -> Iterator[tuple[str, Span]]:
        """Yield every use of a term that is not in `used`, without overlaps; of two that begin together, the longer."""
        end = 0
        for head in _HEAD.finditer(text):
            candidates = self._by_head.get(head[0])
            for token, id in candidates if candidates and head.start() >= end else ():
                span = Span(head.start(), head.start() + len(token))
                if id not in used and text.startswith(token, span.start) and _is_whole(text, span):
                    yield id, span
                    end = span.end
                    break


def parse(path: str, html: str, tokens: Any) -> tuple[dict[str, Term], list[Problem]]:
    """Parse the terms of a page, a heading of level 2 each; `tokens` lists the words for each term by its id."""
    words = _words(tokens)
    names: dict[str, str] = {}
    definitions: dict[str, str] = {}
    here = ""
    for element in lxml_html.fragments_fromstring(html, no_leading_text=True):
        if element.tag == "h2":
            here = element.get("id", "")
            names[here], definitions[here] = inner(element), ""
        elif here:
            definitions[here] += lxml_html.tostring(element, encoding="unicode")
    terms = {id: Term(id, name, words.get(id, ()), definitions[id]) for id, name in names.items()}
    return terms, list(_faults(path, terms, words))


def _words(tokens: Any) -> dict[str, tuple[str, ...]]:
    """Return the words for each term; a term without a valid list is missing."""
    given = tokens if isinstance(tokens, Mapping) else {}
    return {id: tuple(words) for id, words in given.items() if isinstance(words, list) and all(map(is_text, words))}


def _masked(html: str) -> str:
    pieces, at = [], 0
    for apart in _APART.finditer(html):
        pieces += [plain(html[at : apart.start()]), _MASK * len(plain(apart[0]))]
        at = apart.end()
    return "".join([*pieces, plain(html[at:])])


def _is_whole(text: str, span: Span) -> bool:
    """Tell whether the text at `span` is not part of a longer word."""
    return not (_JOINED.match(text, span.end) or (span.start and _JOINED.match(text, span.start - 1)))


def _apart_or_inside(span: Span, passage: Span) -> bool:
    return not span.overlaps(passage) or (passage.start <= span.start and span.end <= passage.end)


def _faults(path: str, terms: Mapping[str, Term], tokens: Mapping[str, Iterable[str]]) -> Iterator[Problem]:
    for id in (id for id in terms if not is_slug(id)):
        yield Problem(path, 1, f"«{id}» cannot be an address", "Write «## term {#id}», with a–z, 0–9 and hyphens.")
    for id in (id for id in terms if id not in tokens):
        yield Problem(path, 1, f"no words call for the term «{id}»", f"Add «{id}: [word, …]» under «terms:».")
    for id in (id for id in tokens if id not in terms):
        yield Problem(path, 1, f"the term «{id}» has no definition", f"Add a heading «## {id} {{#{id}}}» and its text.")
    seen: dict[str, str] = {}
    for id, words in tokens.items():
        for word in words:
            if seen.setdefault(word, id) != id:
                yield Problem(
                    path, 1, f"«{word}» calls for two terms, «{seen[word]}» and «{id}»", "Leave it to one of them."
                )
