"""The views, put through their templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment

from edition.content.glossary import Term
from edition.content.notes import Note
from edition.html import links
from edition.pages import chart, views
from edition.pages.views import Page, Views

_PARTIALS = "partials/edition/"


class Renderer:
    """Renders the pages of an edition with the templates of `env`, to which it adds what they use."""

    def __init__(
        self, env: Environment, composed: Views, strings: Mapping[str, Any], assets: Mapping[str, Any]
    ) -> None:
        self._env = env
        self._site = composed.site
        self._views = composed.pages
        self._written = {page.slug: page for page in composed.site.pages if page.is_note}
        env.globals |= assets
        env.globals |= {
            "t": strings,
            "edition": composed.site.edition,
            "contents": composed.site.contents,
            "diagrams": composed.diagrams,
            "body": lambda note, page: self._body(note, page.url),
            "definition": lambda term: views.cited(term.definition, term, self._cite),
            "lay_out": chart.lay_out,
            "number": chart.number,
            "shown": chart.shown,
        }
        self._inline: Any = env.get_template(_PARTIALS + "inline.html").module
        self.bodies = {a.note.slug: self._body(a.note) for a in composed.site.edition.annotations}

    def page(self, page: Page, context: Mapping[str, Any], moved: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
        """Return the content of a page as HTML, and the data its template was given as `here`.

        `moved` has ids that the page once had, each with the one that stands for it now.
        """
        template, here = self._views[page.path]
        if page.is_note:
            here = here | {"body": self.bodies[page.slug]}
        html = self._render(template, here=here, **context)
        for old, new in moved.items():
            html = links.put_inside(html, new, self._render("target.html", id=old))
        return html, here

    def entry(self, note: Note) -> str:
        """Return the HTML of a note as it stands in the feed, with its sources."""
        return self.bodies[note.slug] + self._render("entry.html", note=note)

    def moved(self, to: str) -> str:
        """Return the page that stands at the old address of one that is now at `to`."""
        return self._render("moved.html", to=to)

    def _render(self, template: str, **context: Any) -> str:
        return self._env.get_template(_PARTIALS + template).render(context)

    def _body(self, note: Note, url: str | None = None) -> str:
        """Return the HTML of a note, for its own page or the one at `url`: citations set, terms linked.

        Citations lead to the list of sources that stands with the note on every page.
        """
        page = self._written[note.slug]
        html = page.html if url is None else links.rebase(links.without_ids(page.html), page.url, url)
        terms = links.relative("glosario/", page.url if url is None else url)

        def define(term: Term, words: str) -> str:
            return str(self._inline.term(f"{terms}#{term.id}", words))

        return self._site.edition.lexicon.link(views.cited(html, note, self._cite), define)

    def _cite(self, owner: str, number: int, locator: str) -> str:
        return str(self._inline.cite(owner, number, locator))
