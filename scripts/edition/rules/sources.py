"""Rules s-001 to s-004, f-001 and f-002: unused sources, figures and terms; addresses and dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from edition.content.sources import Source
from edition.problems import line_at
from edition.rules.codes import Violation
from edition.rules.manuscript import GLOSSARY, SOURCES, Manuscript
from edition.rules.prose import OF_MARKDOWN
from edition.text.citations import without_code

_BARE = re.compile(r"https?://|(?<!/)\bwww\.")
_INSECURE = re.compile(r"\]\(<?http:")
_BRACKETS = re.compile(r"\[[^\]]*\]")  # they hold the day of reading
_UNDATED = "s. f."


def check(manuscript: Manuscript) -> Iterator[Violation]:
    """Yield the violations in sources and addresses, and everything that no text uses."""
    yield from _unused_sources(manuscript)
    yield from _references(manuscript)
    yield from _addresses(manuscript)
    yield from _unused_figures(manuscript)
    yield from _unused_terms(manuscript)


def _unused_sources(manuscript: Manuscript) -> Iterator[Violation]:
    cited = {key for note in manuscript.notes for key in note.sources}
    cited |= {citation.key for citation in manuscript.cited}
    cited |= {key for figure in manuscript.edition.figures.values() for key in figure.sources}
    for key in manuscript.edition.sources.keys() - cited:
        what = f"nothing cites the source «{key}»"
        yield Violation(SOURCES, line_of(manuscript, key), "s-001", what, f"cite it as [@{key}], or remove it")


def _references(manuscript: Manuscript) -> Iterator[Violation]:
    for key, source in manuscript.edition.sources.items():
        if source.url.startswith("http:"):
            what = f"the address of «{key}» begins with http:"
            yield Violation(SOURCES, line_of(manuscript, key), "s-003", what, "use https: if it leads to the same page")
        if not _is_dated(source):
            what = f"the reference of «{key}» has neither a date nor «{_UNDATED}»"
            yield Violation(SOURCES, line_of(manuscript, key), "s-004", what, "give «issued» one date, or remove it")


def _is_dated(source: Source) -> bool:
    """Tell whether the reference shows the year it should; citeproc drops a span that ends in its own year."""
    issued = source.item.get("issued")
    before, _, rest = source.parts
    shown = _BRACKETS.sub("", before + rest)
    return (str(issued["date-parts"][0][0]) if issued else _UNDATED) in shown


def _addresses(manuscript: Manuscript) -> Iterator[Violation]:
    for text in manuscript.texts:
        for bare in _BARE.finditer(text.bare):
            what = f"a bare address: {text.around(*bare.span())}"
            yield Violation(text.path, text.line_at(bare.start()), "s-002", what, "cite a source, or link words to it")
        if text.role in OF_MARKDOWN:
            for link in _INSECURE.finditer(without_code(text.words)):
                what = f"a link with http: {text.around(*link.span())}"
                yield Violation(
                    text.path, text.line_at(link.start()), "s-003", what, "use https: if it leads to the same page"
                )


def _unused_figures(manuscript: Manuscript) -> Iterator[Violation]:
    shown = {note.figure for note in manuscript.notes}
    for figure in (figure for figure in manuscript.edition.figures if figure not in shown):
        hint = f"name it in a note, «figure: {figure}», or remove it"
        yield Violation(f"docs/figuras/{figure}.json", 1, "f-001", "no note shows this figure", hint)


def _unused_terms(manuscript: Manuscript) -> Iterator[Violation]:
    terms = manuscript.edition.terms
    html = [block.html for section in manuscript.edition.sections for block in section.blocks]
    html += [escape(note.body, quote=False) for note in manuscript.notes]
    used = {id for source in html for id in manuscript.edition.lexicon.first_uses(source)}
    for id in (id for id in terms if id not in used):
        line = _line_with(manuscript.lists[GLOSSARY], rf"^## .*\{{#{re.escape(id)}\}}")
        what = f"neither essay nor notes use the term «{id}»"
        yield Violation(GLOSSARY, line, "f-002", what, f"mend its words under «terms: {id}:», or remove it")


def line_of(manuscript: Manuscript, key: str) -> int:
    """Return the line of the source `key` in docs/fuentes.json."""
    return _line_with(manuscript.lists[SOURCES], rf'"id"\s*:\s*"{re.escape(key)}"')


def _line_with(text: str, pattern: str) -> int:
    match = re.search(pattern, text, re.MULTILINE)
    return line_at(text, match.start()) if match else 1
