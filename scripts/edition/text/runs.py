"""Cuts a block's inline HTML into runs, to mark overlapping passages without changing the text.

The spans of all passages are found on the plain text first. The text is then cut at every boundary, and each run knows
all passages that cover it. No run crosses a tag and nothing is rewritten: joined again, the runs are the original HTML,
character for character.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from edition.text.selectors import Span

_TOKEN = re.compile(r"(?P<tag><!--.*?-->|</?[a-zA-Z][^>]*>)|&(?:#\d+|#x[0-9a-fA-F]+|\w+);|[^<&]+|.", re.DOTALL)


@dataclass(frozen=True)
class Run:
    """A piece of HTML: tags, or text covered by exactly the passages `keys`; the passages `ends` end with it."""

    html: str
    keys: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()


def plain(source: str) -> str:
    """Return the text that inline HTML `source` shows."""
    return "".join(html.unescape(token) for token, is_tag in _tokens(source) if not is_tag)


def cut(source: str, spans: Mapping[str, Span]) -> list[Run]:
    """Cut inline HTML at the boundaries of `spans` in its plain text; keys name the passages.

    Each run lists its keys by start of passage, longer passages first, whatever the order of the mapping.
    """
    order = sorted(spans, key=lambda key: (spans[key].start, -spans[key].end, key))
    boundaries = {at for span in spans.values() for at in (span.start, span.end)}
    return [_run(piece, span, order, spans) for piece, span in _pieces(source, boundaries)]


def _run(piece: str, span: Span, order: list[str], spans: Mapping[str, Span]) -> Run:
    if span.start == span.end:
        return Run(piece)
    keys = tuple(key for key in order if spans[key].overlaps(span))
    return Run(piece, keys, ends=tuple(key for key in keys if spans[key].end == span.end))


def _pieces(source: str, boundaries: set[int]) -> Iterator[tuple[str, Span]]:
    """Yield tags (with an empty span) and stretches of text without an inner boundary."""
    cuts = sorted(boundaries)
    text, start, at = "", 0, 0
    for token, is_tag in _tokens(source):
        for part in [token] if is_tag else _divided(token, at, cuts):
            if text and (is_tag or at in boundaries):
                yield text, Span(start, at)
                text, start = "", at
            if is_tag:
                yield part, Span(at, at)
            else:
                text += part
                at += len(html.unescape(part))
    if text:
        yield text, Span(start, at)


def _divided(token: str, at: int, cuts: list[int]) -> list[str]:
    """Cut a text token, which begins at the offset `at`, at the `cuts` inside it; an entity counts as one character."""
    if token.startswith("&"):
        return [token]
    inside = [cut - at for cut in cuts if at < cut < at + len(token)]
    return [token[a:b] for a, b in zip([0, *inside], [*inside, len(token)], strict=True)]


def _tokens(source: str) -> Iterator[tuple[str, bool]]:
    for match in _TOKEN.finditer(source):
        yield match[0], match["tag"] is not None
