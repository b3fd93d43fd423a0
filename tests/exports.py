"""What the tests of the exports share: the real content joined, published somewhere, and the words to show."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from conftest import ROOT, essay_pages
from edition import frontmatter, inputs, views
from edition.edition import Edition
from edition.exports.publication import Publication
from edition.views import Entry, Page, Place

STRINGS = yaml.safe_load((ROOT / "scripts/edition/es.yml").read_text(encoding="utf-8"))
LABELS: dict[str, str] = STRINGS["kinds"] | STRINGS["findings"]
DAY = datetime.date(2026, 11, 30)
LICENCE = "https://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True)
class Exported:
    """The real edition, published below the root of a host, with the HTML of its notes."""

    publication: Publication
    edition: Edition
    contents: tuple[Entry, ...]
    bodies: dict[str, str]

    def entry(self, url: str) -> Entry:
        return next(entry for entry in self.contents if entry.url == url)

    def trail(self, url: str, title: str) -> list[Place]:
        return [Place("", "Portada"), Place(url, title)]


@cache
def exported(render: Callable[[str], str]) -> Exported:
    """Join the real content as the build does, with `render` for its Markdown."""
    read = inputs.read(ROOT / "docs")
    composed, problems = views.compose(_pages(render), read.notes, read.sources, read.figures)
    assert not problems
    site = composed.site
    rendered = {page.slug: page.html for page in site.pages if page.is_note}
    bodies = {note.slug: views.cited(rendered[note.slug], note, _cite) for note in read.notes}
    return Exported(
        publication(essay_title=site.edition.sections[0].blocks[0].text), site.edition, site.contents, bodies
    )


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


def _pages(render: Callable[[str], str]) -> Iterator[Page]:
    chapters = essay_pages()
    docs = ROOT / "docs"
    for path in [*chapters, *sorted((docs / "notas").glob("*.md")), docs / views.GLOSSARY]:
        yield _page(path, path.relative_to(docs).as_posix(), render)


def _page(path: Path, name: str, render: Callable[[str], str]) -> Page:
    document, _ = frontmatter.split(name, path.read_text(encoding="utf-8"))
    url = name.removesuffix(".md").removesuffix("index").rstrip("/")
    heading = next((line[2:] for line in document.body.splitlines() if line.startswith("# ")), path.stem)
    title = document.fields.get("title", heading)
    return Page(name, f"{url}/" if url else "", title, document.fields, render(document.body))


def _cite(owner: str, number: int, locator: str) -> str:
    return f'<a class="cite" href="#{owner}-{number}">[{number}]</a>'
