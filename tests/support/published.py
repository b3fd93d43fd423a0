"""What the tests of the exports share: the content joined, published somewhere, and the words to show."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import site_settings
import yaml
from edition import files
from edition.content import inputs, pages
from edition.content.pages import Page, Plan
from edition.exports.publication import Publication
from edition.join.join import join
from edition.join.model import Edition, Entry, Place
from edition.pages.renderer import Renderer
from edition.problems import Problem
from edition.text import frontmatter
from jinja2 import Environment, FileSystemLoader
from projects import MINIATURE, ROOT

STRINGS = yaml.safe_load((ROOT / "scripts/edition/es.yml").read_text(encoding="utf-8"))
DAY = datetime.date(2026, 11, 30)
LICENCE = "https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True)
class Exported:
    """The real edition, published below the root of a host, with the HTML of its notes, and that for the feed."""

    publication: Publication
    edition: Edition
    bodies: dict[str, str]
    entries: dict[str, str]

    def entry(self, url: str) -> Entry:
        return self.edition.entry_at(url)

    def trail(self, url: str, title: str) -> list[Place]:
        return [Place("", "Portada"), Place(url, title)]


@cache
def exported() -> Exported:
    """Join the real content as the build does."""
    edition = joined(ROOT)
    rendered = renderer(edition)
    return Exported(
        publication(essay_title=edition.sections[0].blocks[0].text),
        edition,
        rendered.bodies,
        {annotation.note.slug: rendered.feed_entry(annotation.note) for annotation in edition.annotations},
    )


def renderer(edition: Edition, templates: Path = ROOT / "overrides") -> Renderer:
    """Return what renders an edition, for addresses from the home page."""
    env = Environment(loader=FileSystemLoader(templates))
    env.filters["url"] = str
    return Renderer(env, edition, STRINGS, {})


@cache
def joined(root: Path) -> Edition:
    """Join the edition in a folder as the build does."""
    edition, problems = join_in(root)
    assert not problems
    return edition


def plan_of(root: Path) -> Plan:
    """Return how Markdown becomes pages in a folder, or in the miniature before it is set up."""
    if root != MINIATURE:
        return site_settings.plan(root)
    nav = yaml.safe_load((root / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    return replace(site_settings.plan(ROOT), order=tuple(site_settings.listed(nav)))


def join_in(root: Path, plan: Plan | None = None) -> tuple[Edition, list[Problem]]:
    """Join the edition in a folder, and return it with all that is wrong."""
    docs = files.read(root / "docs", inputs.ENDINGS)
    plan = plan or plan_of(root)
    read = inputs.parse(docs)
    return join(pages.make(read.documents, plan), read, plan.language)


def page_of(path: str, text: str) -> Page:
    """Return the page of a Markdown file as a build makes it; `path` is below docs."""
    shown = f"docs/{path}"
    (page,) = pages.make({shown: frontmatter.split(shown, text)[0]}, site_settings.plan(ROOT))
    return page


def publication(**given: Any) -> Publication:
    """Return an edition published at an address with a sub-path, with the fields `given`."""
    fields = {
        "url": "https://example.org/repo/",
        "title": "Un ensayo, edición anotada",
        "essay_title": "Un ensayo",
        "essay_rights": "El ensayo pertenece a su autor.",
        "language": "es",
        "publisher": "Edición anotada",
        "licence": LICENCE,
        "date": DAY,
        "modified": DAY,
    }
    return Publication(**fields | given)
