"""What the tests of the exports share: the content joined, published somewhere, and the words to show."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from conftest import ROOT, essay_pages
from edition.content import inputs
from edition.exports.publication import Publication
from edition.join.model import Edition
from edition.pages import views
from edition.pages.renderer import Renderer
from edition.pages.views import Entry, Page, Place, Views
from edition.text import frontmatter
from jinja2 import Environment, FileSystemLoader
from lxml import html as lxml_html

STRINGS = yaml.safe_load((ROOT / "scripts/edition/es.yml").read_text(encoding="utf-8"))
DAY = datetime.date(2026, 11, 30)
LICENCE = "https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True)
class Exported:
    """The real edition, published below the root of a host, with the HTML of its notes, and that for the feed."""

    publication: Publication
    edition: Edition
    contents: tuple[Entry, ...]
    bodies: dict[str, str]
    entries: dict[str, str]

    def entry(self, url: str) -> Entry:
        return next(entry for entry in self.contents if entry.url == url)

    def trail(self, url: str, title: str) -> list[Place]:
        return [Place("", "Portada"), Place(url, title)]


@cache
def exported(render: Callable[[str], str]) -> Exported:
    """Join the real content as the build does, with `render` for its Markdown."""
    joined = join(ROOT / "docs", essay_pages(), render)
    env = Environment(loader=FileSystemLoader(ROOT / "overrides"))
    env.filters["url"] = str  # for addresses from the home page
    edition = joined.site.edition
    renderer = Renderer(env, joined, STRINGS, {})
    return Exported(
        publication(essay_title=edition.sections[0].blocks[0].text),
        edition,
        joined.site.contents,
        renderer.bodies,
        {annotation.note.slug: renderer.entry(annotation.note) for annotation in edition.annotations},
    )


def join(docs: Path, chapters: Sequence[Path], render: Callable[[str], str]) -> Views:
    """Join the edition in a folder, whose essay is `chapters`, as the build does, with `render` for its Markdown."""
    rest = [path for path in sorted(docs.rglob("*.md")) if path not in chapters]
    read = inputs.read(docs)
    pages = [_page(path.relative_to(docs).as_posix(), path, render) for path in [*chapters, *rest]]
    joined, problems = views.compose(pages, read.notes, read.sources, read.figures, read.vocabulary)
    assert not read.problems + problems
    return joined


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


def _page(path: str, file: Path, render: Callable[[str], str]) -> Page:
    document, _ = frontmatter.split(path, file.read_text(encoding="utf-8"))
    html = render(document.body)
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", html)
    title = document.fields.get("title") or (lxml_html.fromstring(heading[0]).text_content() if heading else file.stem)
    url = re.sub(r"(^|/)index/$", r"\1", path.removesuffix(".md") + "/")
    return Page(path, url, title, document.fields, html)
