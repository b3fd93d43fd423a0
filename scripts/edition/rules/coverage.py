"""The coverage of the edition so far, as tables for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from edition.content.essay import Block
from edition.content.sources import SEEN
from edition.content.vocabulary import Word
from edition.join.model import Annotation, Edition

_WIDTH, _EXCERPT = 100, 60


def table(edition: Edition) -> str:
    """Return blocks without notes, notes by section, kind and verdict, how sources were read, and reviews due."""
    parts = (_bare_blocks(edition), _kinds(edition), _verdicts(edition), _sources(edition), _reviews(edition))
    return "\n\n".join("\n".join(part) for part in parts)


def _bare_blocks(edition: Edition) -> Iterator[str]:
    blocks = [block for section in edition.sections for block in section.blocks if block.kind != "heading"]
    bare = [block for block in blocks if not edition.on(block)]
    yield f"Blocks of the essay without notes: {len(bare)} of {len(blocks)}"
    yield from (f"  {_name(block)}  {textwrap.shorten(block.text, _EXCERPT, placeholder='…')}" for block in bare)


def _name(block: Block) -> str:
    return f"{block.section} ¶ {block.number}" if block.number else block.section


def _kinds(edition: Edition) -> Iterator[str]:
    yield "Notes by section and kind"
    yield from _grid(edition, edition.vocabulary.kinds, [(a, a.note.kind) for a in edition.annotations])


def _verdicts(edition: Edition) -> Iterator[str]:
    yield "Verdicts by section"
    yield from _grid(edition, edition.vocabulary.verdicts, [(a, a.note.verdict) for a in edition.annotations])


def _grid(edition: Edition, columns: Sequence[Word], cells: Sequence[tuple[Annotation, Word | None]]) -> Iterator[str]:
    """Yield a row for each section and one for the total: its number of notes in each column, and in all."""
    rows = list(dict.fromkeys(block.section for section in edition.sections for block in section.blocks))
    count = Counter((annotation.block.section, word) for annotation, word in cells)
    width, names = max(map(len, (*rows, "total"))), [*(word.name for word in columns), "total"]
    yield _line(width, "", names, names)
    for row in (*rows, "total"):
        numbers = [sum(count[each, word] for each in ([row] if row != "total" else rows)) for word in columns]
        yield _line(width, row, names, [number or "·" for number in (*numbers, sum(numbers))])


def _line(width: int, name: str, columns: Iterable[str], cells: Iterable[object]) -> str:
    shown = (f"{cell:>{len(column)}}" for column, cell in zip(columns, cells, strict=True))
    return f"  {name:<{width}}  {'  '.join(shown)}"


def _sources(edition: Edition) -> Iterator[str]:
    count = Counter(source.seen for source in edition.sources.values())
    yield f"Sources as they were read: {len(edition.sources)}"
    yield "  " + ", ".join(f"{seen} {count[seen]}" for seen in SEEN)


def _reviews(edition: Edition) -> Iterator[str]:
    due: dict[object, list[str]] = {}
    for note in sorted((a.note for a in edition.annotations), key=lambda note: (note.review_by, note.slug)):
        due.setdefault(note.review_by, []).append(note.slug)
    yield "Next reviews"
    for day, slugs in due.items():
        yield from textwrap.wrap(
            f"{day}  {len(slugs)}: {', '.join(slugs)}",
            _WIDTH,
            initial_indent="  ",
            subsequent_indent=" " * 14,
            break_on_hyphens=False,
        )
