"""Random input: texts that are hard to handle, inline HTML that shows them, and passages in it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from edition.text.selectors import Span
from hypothesis import strategies as st

SPACES = " \n\t\u00a0\u202f"
MARKS = "\u0301\u0303\u0323\u0327"  # acute, tilde, dot below, cedilla: they join the letter before them
HARD = (
    "aenou.ñéü«»—¿" + SPACES + MARKS + "&<>\"'"
    "\u1112\u1161\u11ab"  # Hangul letters, which NFC joins into one syllable
    "אبم\u200f"  # from right to left
    "👩💻\u200d🇪🇸"  # emoji in several code points
)

texts = st.text(st.sampled_from(HARD), max_size=30)

_TAGS = ("em", "strong", "code", "a")
_ATTRIBUTES = (
    "",
    ' class="x y"',
    ' href="https://example.org/?a=1&amp;b=2" title="dice &quot;a &gt; b&quot;"',
    " title='con \"comillas\" y &lt;em&gt;'",
)
_EMPTY = ("<br>", "<!-- a > b -->", '<img alt="una &quot;i&quot;" src="x.svg">')
_ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "\u00a0": "&nbsp;",
    "é": "&eacute;",
    "ñ": "&#241;",
    "👩": "&#x1f469;",
}


@dataclass(frozen=True)
class Markup:
    """Inline HTML and the text that it shows."""

    html: str
    text: str


@st.composite
def _plain(draw: st.DrawFn) -> Markup:
    text = draw(st.text(st.sampled_from(HARD), min_size=1, max_size=12))
    if draw(st.booleans()):
        return Markup(escape(text, quote=False), text)
    return Markup("".join(_ENTITIES.get(character, character) for character in text), text)


def _element(tag: str, attributes: str, content: list[Markup]) -> Markup:
    inner = _joined(content)
    return Markup(f"<{tag}{attributes}>{inner.html}</{tag}>", inner.text)


def _joined(parts: list[Markup]) -> Markup:
    return Markup("".join(part.html for part in parts), "".join(part.text for part in parts))


_empty = st.sampled_from(_EMPTY).map(lambda html: Markup(html, ""))
_piece = st.recursive(
    _plain() | _empty,
    lambda parts: st.builds(
        _element, st.sampled_from(_TAGS), st.sampled_from(_ATTRIBUTES), st.lists(parts, max_size=3)
    ),
    max_leaves=6,
)
markups = st.lists(_piece, max_size=4).map(_joined)


@st.composite
def spans(draw: st.DrawFn, length: int) -> dict[str, Span]:
    """Draw passages of a text of `length` characters, with ends in common: nested, equal, adjacent, crossing."""
    ends = draw(st.lists(st.integers(0, length), max_size=6))
    pairs = [(start, end) for start in ends for end in ends if start < end]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=6)) if pairs else []
    return {f"note-{at}": Span(*pair) for at, pair in enumerate(chosen)}


@st.composite
def marked(draw: st.DrawFn) -> tuple[Markup, dict[str, Span]]:
    """Draw inline HTML and passages of its text."""
    markup = draw(markups)
    return markup, draw(spans(len(markup.text)))
