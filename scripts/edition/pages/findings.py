"""The CSS made from the vocabulary: colours and icons of the findings, and the filters of a page.

`tokens` is the same on every page and only sets custom properties. `of_page` makes the filters, only for the findings
on that page. Each goes into its cascade layer (docs/assets/css/layers.css).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from edition.content.icons import SIDE, STROKE
from edition.content.pages import Kind, Page
from edition.content.vocabulary import Vocabulary, Word
from edition.join.model import Edition
from edition.pages import palette

_SAFE_IN_URL = " '()*,/:;=!"  # characters that a quoted URL may hold unescaped


def tokens(vocabulary: Vocabulary) -> str:
    """Return the palette, and the colour (--k) and the icon's position (--at) of each finding.

    All icons are in one picture, which the browser decodes once: `mask: var(--at) var(--icons)` shows one. They stand
    their own width apart, so that rounding never shows a part of the next.
    """
    found = vocabulary.findings
    colours = "".join(f"--{name}:{colour.css};" for name, colour in palette.TOKENS.items())
    picture = f'--icons:0/{2 * len(found) - 1}00% 100% no-repeat url("data:image/svg+xml,{_picture(found)}")'
    places = (100 * at / max(len(found) - 1, 1) for at in range(len(found)))
    looks = (f"{_has(word)}{{--k:{word.colour.css};--at:{at:g}%}}" for word, at in zip(found, places, strict=True))
    return _layer("tokens", f":root{{{colours}{picture}}}{''.join(looks)}")


def of_page(page: Page, edition: Edition) -> str:
    """Return the filters of a page; none if its notes cannot be filtered."""
    return _layer("choices", _filters(page, edition))


def _filters(page: Page, edition: Edition) -> str:
    if page.kind is Kind.NOTES:
        noted = [entry for entry in edition.contents if edition.on(*entry.section.blocks)]
        found = [word for word, _ in edition.balance(*edition.sections)]
        return _of_index(edition.vocabulary, found, len(noted))
    if page.kind is Kind.WHOLE:
        return _of_essay(edition.vocabulary, [word for word, _ in edition.balance(*edition.sections)])
    if page.kind is Kind.SECTION:
        section = edition.entry_at(page.url).section
        return _of_essay(edition.vocabulary, [word for word, _ in edition.balance(section)])
    return ""


def _picture(words: Sequence[Word]) -> str:
    width = SIDE * (2 * len(words) - 1)
    box = f"viewBox='0 0 {width} {SIDE}' preserveAspectRatio='none'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {box} fill='none' stroke='#000'"
    icons = (f"<svg x='{2 * SIDE * at}'>{word.icon}</svg>" for at, word in enumerate(words))
    return quote(f"{head} stroke-width='{STROKE}'>{''.join(icons)}</svg>".replace('"', "'"), safe=_SAFE_IN_URL)


def _of_essay(vocabulary: Vocabulary, found: Sequence[Word]) -> str:
    """Return the filters of notes beside the essay.

    The passages of hidden notes become plain text; a passage with several notes takes the colour of the chosen finding.
    """
    if len(found) < 2:  # nothing to choose from
        return ""
    notes = [(word.slug, f":is(.note,.ref){_has_not(word)}") for word in found]
    passages = [(word.slug, f".passage{_has_not(word)}") for word in found]
    others = [word for word in found if word in vocabulary.kinds]
    if 0 < len(others) < len(found):
        slug, rest = vocabulary.verification.slug, f":is({','.join(map(_has, others))})"
        notes.insert(0, (slug, f":is(.note,.ref){rest}"))
        passages.insert(0, (slug, f".passage{rest}:not([data-shared~={slug}])"))
    shared = (
        _rule([f"{_chosen(word.slug)} .passage[data-shared~={word.slug}]"], f"--k:{word.colour.css}") for word in found
    )
    return "".join(
        [
            _rule((f"{_chosen(slug)} {hidden}" for slug, hidden in notes), "display:none"),
            _rule((f"{_chosen(slug)} {plain}" for slug, plain in passages), "--k:transparent"),
            *shared,
        ]
    )


def _of_index(vocabulary: Vocabulary, found: Iterable[Word], sections: int) -> str:
    """Return the filters of the index of notes: by finding, and by each of its `sections` sections."""
    slug, kind = vocabulary.verification.slug, f'[data-kind="{vocabulary.verification.name}"]'
    hidden = [".index:has(.sections :target) section", _listed(slug, f":not({kind})")]
    hidden += [_listed(word.slug, _has_not(word)) for word in found]
    shown = (
        f".index:has(.sections :nth-child({at}):target) section:nth-of-type({at})" for at in range(1, sections + 1)
    )
    return _rule(hidden, "display:none") + _rule(shown, "display:block")


def _listed(slug: str, others: str) -> str:
    return f".index:has(#{slug}:target) :is(.notes li{others},section:not([data-findings~={slug}]))"


def _chosen(slug: str) -> str:
    return f":root:has([value={slug}]:checked)"


def _has(word: Word) -> str:
    value = word.name if word.name.isalpha() else f'"{word.name}"'
    return f"[data-finding={value}]"


def _has_not(word: Word) -> str:
    return f":not({_has(word)})"


def _layer(name: str, css: str) -> str:
    return f"@layer {name}{{{css}}}" if css else ""


def _rule(selectors: Iterable[str], declaration: str) -> str:
    listed = ",".join(selectors)
    return f"{listed}{{{declaration}}}" if listed else ""
