"""Pages as their authors wrote them: Markdown with fields, and its HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import Any

from edition.content import permalinks
from edition.text.fields import Field, Record
from edition.text.forms import STRING
from edition.text.frontmatter import Document
from edition.text.runs import plain

_HEADING = re.compile(r"<h1[^>]*>(?P<words>.*?)</h1>", re.DOTALL)


class Kind(Enum):
    """The kind of a page: the first pattern that matches the path of its Markdown below docs."""

    HOME = r"index\.md"
    SECTION = r"ensayo/.+"
    WHOLE = r"completo\.md"
    NOTES = r"notas/index\.md"
    NOTE = r"notas/.+"
    SOURCES = r"fuentes\.md"
    GLOSSARY = r"glosario\.md"
    BALANCE = r"balance\.md"
    ABOUT = r"sobre\.md"
    TEXT = r".+"

    @staticmethod
    def of(path: str) -> Kind:
        return next(kind for kind in Kind if re.fullmatch(kind.value, path))


RECORD = Record(  # of the fields that any page can have
    tuple(Field(name, STRING) for name in ("title", "lead", "description")),
    wrong=("«{name}» is not text", "Put it between quotes."),
)
ESSAY = (Kind.HOME, Kind.SECTION)
TEXTS = (Kind.BALANCE, Kind.ABOUT, Kind.TEXT)


@dataclass(frozen=True)
class Page:
    """A page: source path below docs, site-relative address, title, its Markdown as fields and body, its HTML."""

    path: str
    url: str
    title: str
    document: Document
    html: str

    @property
    def kind(self) -> Kind:
        return Kind.of(self.path)

    @property
    def meta(self) -> Mapping[str, Any]:
        return self.document.fields

    @property
    def slug(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".md")

    @property
    def shown_path(self) -> str:
        """The path as its author sees it."""
        return f"docs/{self.path}"

    @property
    def is_essay(self) -> bool:
        return self.kind in ESSAY

    @property
    def is_text(self) -> bool:
        """Tell whether the page is one of the edition's own texts, shown as its Markdown has it."""
        return self.kind in TEXTS

    @property
    def is_note(self) -> bool:
        return self.kind is Kind.NOTE


@dataclass(frozen=True)
class Plan:
    """How Markdown becomes pages: the paths in the navigation, in order; the Markdown converter; the language."""

    order: tuple[str, ...]
    convert: Callable[[str], str]
    language: str = "es"


def make(documents: Mapping[str, Document], plan: Plan) -> list[Page]:
    """Make pages of `documents`, given by path, as a build does, but without rewriting links.

    Pages of the navigation come first. A page without a title takes that of its first heading.
    """
    there = [path.removeprefix("docs/") for path in documents]
    listed = [path for path in plan.order if path in there]
    rest = [path for path in there if path not in listed]
    return [_page(path, documents[f"docs/{path}"], plan) for path in [*listed, *rest]]


def _page(path: str, document: Document, plan: Plan) -> Page:
    html = plan.convert(document.body)
    heading = _HEADING.search(html)
    title = document.fields.get("title") or (plain(heading["words"]) if heading else PurePosixPath(path).stem)
    return Page(path, permalinks.of_page(path), str(title), document, html)
