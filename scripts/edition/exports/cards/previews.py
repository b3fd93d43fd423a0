"""The content of the preview card of each page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from edition.content.essay import Section
from edition.content.pages import Page
from edition.exports.cards.picture import Card
from edition.join.model import Annotation, Edition
from edition.pages.drawing import Drawing, draw
from edition.text.selectors import Span

_ENOUGH = 600  # characters; more than fit on a card


@dataclass(frozen=True)
class Words:
    """The words on a card that are not the page's own: the interface's strings, and the edition's name as footer."""

    strings: Mapping[str, Any]
    footer: str


def name(page: Page) -> str:
    """Return the site-relative address of a page's card."""
    return f"assets/cards/{page.url.strip('/').replace('/', '-') or 'index'}.png"


def text(page: Page, edition: Edition, words: Words) -> Card:
    """Return the card of one of the edition's own texts, or of a list."""
    return Card(words.footer, page.title, page.meta.get("description", ""))


def note(page: Page, edition: Edition, words: Words) -> Card:
    """Return the card of a note's page."""
    annotation = edition.annotation(page.slug)
    return for_note(annotation, words.footer)


def section(page: Page, edition: Edition, words: Words) -> Card:
    """Return the card of a page of the essay."""
    entry, strings = edition.entry_at(page.url), words.strings
    part = entry.section
    kicker = strings["position"].format(entry.position, len(edition.contents) - 1) if entry.position else ""
    title = part.heading.text if part.heading else entry.title
    if diagram := edition.diagrams.get(part.id):
        return for_graph(edition, part, draw(diagram.graph), title, kicker, entry.lead, words.footer)
    return for_section(edition, part, title, kicker or strings["annotated"], words.footer)


def for_note(annotation: Annotation, footer: str) -> Card:
    """Return the card of a note."""
    note = annotation.note
    return Card(note.label, note.title, note.summary, note.finding, footer, passage=_one_line(annotation.sentence[1]))


def for_section(edition: Edition, section: Section, title: str, kicker: str, footer: str) -> Card:
    """Return the card of a section of the essay: its first words, with the passages marked."""
    text, marks = "", []
    for block in section.blocks:
        if block.kind in ("paragraph", "item") and len(text) < _ENOUGH:
            text += "\n" if text else ""
            for annotation in edition.on(block):
                span = Span(len(text) + annotation.span.start, len(text) + annotation.span.end)
                marks.append((span, annotation.note.finding))
            text += _one_line(block.text)
    tally = tuple(edition.balance(section))
    return Card(kicker, title, text, None, footer, excerpt=True, marks=tuple(marks), tally=tally)


def for_graph(
    edition: Edition, section: Section, drawing: Drawing, title: str, kicker: str, text: str, footer: str
) -> Card:
    """Return the card of a section that is a diagram; `text` describes it."""
    return Card(kicker, title, text, None, footer, tally=tuple(edition.balance(section)), drawing=drawing)


def _one_line(text: str) -> str:
    """Replace the line breaks of a block's text, which come from its Markdown, and keep its length."""
    return text.replace("\n", " ")
