"""One row for each kind of page: its template and context, its card, its metadata, its place in the book."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from edition.content.pages import Kind, Page
from edition.exports import site
from edition.exports.cards import previews
from edition.exports.cards.picture import Card
from edition.exports.epub import Part
from edition.exports.site import Describe
from edition.join.model import Edition
from edition.pages import contexts
from edition.pages.contexts import Context


@dataclass(frozen=True)
class PageKind:
    """How to make the pages of one kind; `Kind` has the patterns of their paths."""

    template: str
    context: Callable[[Page, Edition], Context]
    card: Callable[[Page, Edition, previews.Words], Card]
    metadata: Describe
    in_book: Part | None = None


TABLE: Mapping[Kind, PageKind] = {
    Kind.HOME: PageKind("home.html", contexts.chapter, previews.section, site.home),
    Kind.SECTION: PageKind("section.html", contexts.chapter, previews.section, site.section),
    Kind.WHOLE: PageKind("complete.html", contexts.text, previews.text, site.text),
    Kind.NOTES: PageKind("notes.html", contexts.text, previews.text, site.text),
    Kind.NOTE: PageKind("note.html", contexts.note, previews.note, site.note),
    Kind.SOURCES: PageKind(
        "sources.html", contexts.sources, previews.text, site.sources, Part("sources.xhtml", "bibliography")
    ),
    Kind.GLOSSARY: PageKind(
        "glossary.html", contexts.glossary, previews.text, site.glossary, Part("glossary.xhtml", "glossary")
    ),
    Kind.BALANCE: PageKind("text.html", contexts.balance, previews.text, site.text, Part("text.xhtml", "conclusion")),
    Kind.ABOUT: PageKind("text.html", contexts.text, previews.text, site.text, Part("text.xhtml")),
    Kind.TEXT: PageKind("text.html", contexts.text, previews.text, site.text),
}
