"""Which card each page shows where its address is shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edition.exports.cards import Card, for_graph, for_note, for_section
from edition.notes import Note
from edition.views import Entry, Page, Views


def name(page: Page) -> str:
    """Return the site-relative address of a page's card."""
    return f"assets/cards/{page.url.strip('/').replace('/', '-') or 'index'}.png"


def card(page: Page, composed: Views, strings: Mapping[str, Any], footer: str) -> Card:
    """Return the card of a page; `footer` is the name of the edition."""
    site = composed.site
    if page.is_note:
        annotation = site.edition.annotation(page.slug)
        return for_note(annotation, _label(annotation.note, strings), footer)
    entry = next((entry for entry in site.contents if entry.url == page.url), None)
    if not entry:
        return Card(footer, page.title, page.meta.get("description", ""))
    return _section_card(entry, composed, strings, footer)


def _section_card(entry: Entry, composed: Views, strings: Mapping[str, Any], footer: str) -> Card:
    edition, section = composed.site.edition, entry.section
    kicker = strings["position"].format(entry.position, len(composed.site.contents) - 1) if entry.position else ""
    title = section.heading.text if section.heading else entry.title
    if diagram := composed.diagrams.get(section.id):
        return for_graph(edition, section, diagram.drawing, title, kicker, entry.lead, footer)
    return for_section(edition, section, title, kicker or strings["annotated"], footer)


def _label(note: Note, strings: Mapping[str, Any]) -> str:
    kind = str(strings["kinds"][note.kind])
    return f"{kind}: {note.verdict}" if note.verdict else kind
