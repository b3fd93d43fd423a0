"""Which card each page shows where its address is shared, and what that says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edition.content.essay import Section
from edition.exports.cards.picture import Card
from edition.join.model import Annotation, Edition
from edition.pages.drawing import Drawing
from edition.pages.views import Entry, Page, Views
from edition.text.selectors import Span

_ENOUGH = 600  # characters that more than fill a card


def name(page: Page) -> str:
    """Return the site-relative address of a page's card."""
    return f"assets/cards/{page.url.strip('/').replace('/', '-') or 'index'}.png"


def card(page: Page, composed: Views, strings: Mapping[str, Any], footer: str) -> Card:
    """Return the card of a page; `footer` is the name of the edition."""
    site = composed.site
    if page.is_note:
        annotation = site.edition.annotation(page.slug)
        return for_note(annotation, footer)
    if not page.is_essay:
        return Card(footer, page.title, page.meta.get("description", ""))
    return _section_card(site.entry_at(page.url), composed, strings, footer)


def for_note(annotation: Annotation, footer: str) -> Card:
    """Return the card of a note."""
    note = annotation.note
    return Card(note.label, note.title, note.summary, note.finding, footer, passage=_one_line(annotation.sentence[1]))


def for_section(edition: Edition, section: Section, title: str, kicker: str, footer: str) -> Card:
    """Return the card of a section of the essay, with its first words and the passages marked in them."""
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
    """Return the card of the section that is a diagram; `text` describes it."""
    return Card(kicker, title, text, None, footer, tally=tuple(edition.balance(section)), drawing=drawing)


def _section_card(entry: Entry, composed: Views, strings: Mapping[str, Any], footer: str) -> Card:
    edition, section = composed.site.edition, entry.section
    kicker = strings["position"].format(entry.position, len(composed.site.contents) - 1) if entry.position else ""
    title = section.heading.text if section.heading else entry.title
    if diagram := composed.diagrams.get(section.id):
        return for_graph(edition, section, diagram.drawing, title, kicker, entry.lead, footer)
    return for_section(edition, section, title, kicker or strings["annotated"], footer)


def _one_line(text: str) -> str:
    """Return a block's text of the same length without line breaks: they come from how its Markdown is written."""
    return text.replace("\n", " ")
