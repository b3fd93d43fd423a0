"""Renders the content of pages with their templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment

from edition.content import permalinks
from edition.content.glossary import Term
from edition.content.notes import Note
from edition.content.pages import Kind, Page
from edition.html import links
from edition.join.model import Edition
from edition.pages import chart
from edition.pages.contexts import Context
from edition.pages.drawing import draw
from edition.text import citations

_PARTIALS = "partials/edition/"


class Renderer:
    """Renders the pages of an edition with `env`, after adding the globals that its templates use.

    `strings` are the interface's; `assets` are further globals. `bodies` holds the HTML of each note by slug, rendered
    once.
    """

    def __init__(
        self, env: Environment, edition: Edition, strings: Mapping[str, Any], assets: Mapping[str, Any]
    ) -> None:
        self.strings = strings
        self.globals = {
            "t": strings,
            "edition": edition,
            "contents": edition.contents,
            "diagrams": edition.diagrams,
            "balance_page": edition.page(Kind.BALANCE),
            "permalinks": permalinks,
            "draw": draw,
            "body": lambda note, page: self._body_beside_passage(note, page.url),
            "definition": lambda term: with_citations(term.definition, term.id, term.sources, self._cite),
            "lay_out": chart.lay_out,
            "number": chart.number,
            "value_text": chart.value_text,
        }
        self._env = env
        self._edition = edition
        env.globals |= assets
        env.globals |= self.globals
        self._inline: Any = env.get_template(_PARTIALS + "inline.html").module
        written = {page.slug: page for page in edition.pages if page.is_note}
        self.bodies = {a.note.slug: self._body(a.note, written[a.note.slug]) for a in edition.annotations}

    def page(self, template: str, here: Context, variables: Mapping[str, Any], redirected: Mapping[str, str]) -> str:
        """Return the content of a page as HTML; `variables` go to its template beside `here`.

        `redirected` maps old ids of the page to current ones.
        """
        html = self._render(template, here=here, **variables)
        for old, new in redirected.items():
            html = links.insert_into(html, new, self._render("target.html", id=old))
        return html

    def feed_entry(self, note: Note) -> str:
        """Return the HTML of a note for the feed, with its sources."""
        return self.bodies[note.slug] + self._render("entry.html", note=note)

    def redirect(self, to: str) -> str:
        """Return the redirect page to the address `to`."""
        return self._render("redirect.html", to=to)

    def _render(self, template: str, **variables: Any) -> str:
        return self._env.get_template(_PARTIALS + template).render(variables)

    def _body(self, note: Note, page: Page) -> str:
        """Return the HTML of a note for its own page, with citations set and terms linked.

        Citations link to the note's own list of sources, which goes wherever the note goes.
        """
        terms = links.relative(permalinks.GLOSSARY, page.url)

        def define(term: Term, words: str) -> str:
            return str(self._inline.term(f"{terms}#{term.id}", words))

        return self._edition.lexicon.link(with_citations(page.html, note.slug, note.sources, self._cite), define)

    def _body_beside_passage(self, note: Note, url: str) -> str:
        """Return the HTML of a note for the page at `url`, where it stands beside its passage."""
        own = permalinks.note(note.slug)
        html = links.rebase(links.without_ids(self.bodies[note.slug]), own, url)
        away = re.escape(f'href="{links.relative(own, url)}#{note.slug}-')
        return re.sub(rf'{away}(\d+")', rf'href="#{note.slug}-\1', html)  # the list of sources comes along

    def _cite(self, owner: str, number: int, locator: str) -> str:
        return str(self._inline.cite(owner, number, locator))


def with_citations(html: str, owner: str, sources: tuple[str, ...], cite: Any) -> str:
    """Replace each citation in the HTML of a note or definition by `cite(owner, number in its list, locator)`."""
    return citations.replace(html, lambda citation: cite(owner, sources.index(citation.key) + 1, citation.locator))
