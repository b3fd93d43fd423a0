"""The contents of pages, put through their templates."""

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
    """Renders the pages of an edition with the templates of `env`, to which it adds what they use.

    `strings` are those of the interface; `assets` is what else the templates need. Notes are set once, in `bodies`.
    """

    def __init__(
        self, env: Environment, edition: Edition, strings: Mapping[str, Any], assets: Mapping[str, Any]
    ) -> None:
        self.strings = strings
        self.shared = {
            "t": strings,
            "edition": edition,
            "contents": edition.contents,
            "diagrams": edition.diagrams,
            "balance_page": edition.page(Kind.BALANCE),
            "permalinks": permalinks,
            "draw": draw,
            "body": lambda note, page: self._moved_body(note, page.url),
            "definition": lambda term: cited(term.definition, term.id, term.sources, self._cite),
            "lay_out": chart.lay_out,
            "number": chart.number,
            "shown": chart.shown,
        }
        self._env = env
        self._edition = edition
        env.globals |= assets
        env.globals |= self.shared
        self._inline: Any = env.get_template(_PARTIALS + "inline.html").module
        written = {page.slug: page for page in edition.pages if page.is_note}
        self.bodies = {a.note.slug: self._body(a.note, written[a.note.slug]) for a in edition.annotations}

    def page(self, template: str, here: Context, context: Mapping[str, Any], moved: Mapping[str, str]) -> str:
        """Return the content of a page as HTML; `context` is what its template takes beside `here`.

        `moved` has ids that the page once had, each with the one that stands for it now.
        """
        html = self._render(template, here=here, **context)
        for old, new in moved.items():
            html = links.put_inside(html, new, self._render("target.html", id=old))
        return html

    def entry(self, note: Note) -> str:
        """Return the HTML of a note as it stands in the feed, with its sources."""
        return self.bodies[note.slug] + self._render("entry.html", note=note)

    def redirect(self, to: str) -> str:
        """Return the page that stands at the old address of one that is now at `to`."""
        return self._render("redirect.html", to=to)

    def _render(self, template: str, **context: Any) -> str:
        return self._env.get_template(_PARTIALS + template).render(context)

    def _body(self, note: Note, page: Page) -> str:
        """Return the HTML of a note for its own page: citations set, terms linked.

        Citations lead to the list of sources that stands with the note wherever it is shown.
        """
        terms = links.relative(permalinks.GLOSSARY, page.url)

        def define(term: Term, words: str) -> str:
            return str(self._inline.term(f"{terms}#{term.id}", words))

        return self._edition.lexicon.link(cited(page.html, note.slug, note.sources, self._cite), define)

    def _moved_body(self, note: Note, url: str) -> str:
        """Return the HTML of a note for the page at `url`, beside its passage."""
        own = permalinks.note(note.slug)
        html = links.rebase(links.without_ids(self.bodies[note.slug]), own, url)
        away = re.escape(f'href="{links.relative(own, url)}#{note.slug}-')
        return re.sub(rf'{away}(\d+")', rf'href="#{note.slug}-\1', html)  # its sources stand beside it there too

    def _cite(self, owner: str, number: int, locator: str) -> str:
        return str(self._inline.cite(owner, number, locator))


def cited(html: str, owner: str, sources: tuple[str, ...], cite: Any) -> str:
    """Return the HTML of a note or a definition, each citation as `cite(owner, number in its list, locator)`."""
    return citations.replace(html, lambda citation: cite(owner, sources.index(citation.key) + 1, citation.locator))
