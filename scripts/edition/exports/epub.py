"""The edition as a book: one EPUB 3 file with the essay, its notes as footnotes, and its sources.

Follows EPUB 3.3 (https://www.w3.org/TR/epub-33/), cited below as «EPUB» with the section.

Until the last step, every link in the book is an absolute URL of the site. Then links to pages that the book contains
become internal, and the others stay: no other code needs to know where the book has a page.
"""

from __future__ import annotations

import datetime
import itertools
import posixpath
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader
from lxml import etree
from lxml import html as lxml_html

from edition.content import permalinks
from edition.content.icons import STROKE
from edition.content.pages import Page
from edition.content.vocabulary import Vocabulary, Word
from edition.exports.cards.look import Look, code, look
from edition.exports.offline import pack
from edition.html import links
from edition.join.model import Edition
from edition.pages.contexts import Context
from edition.pages.drawing import Arrow, Box, Drawing, draw
from edition.pages.renderer import Renderer
from edition.text.runs import plain

_TEMPLATES = "partials/epub/"
_FOLDER, _PACKAGE = "EPUB/", "package.opf"
_XML, _XHTML, _SVG, _OPS = (
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "http://www.idpf.org/2007/ops",
)
_TYPES = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}  # core media types, EPUB §3.2
_MEASURE, _LEADING = 140, 2.5  # of the miniature: characters in a line, user units between lines
_ROW_GAP = 36.0  # between the rows of the diagram
_RULE = 0.1  # share of soft ink in the book's rules, which must be visible on any background


@dataclass(frozen=True)
class Imprint:
    """The publication data of the book; `site` is the URL of the site, `date` the day of the last change."""

    title: str
    site: str
    date: datetime.date
    summary: str
    rights: str
    language: str = "es"

    @property
    def identifier(self) -> str:
        """The identifier that all versions of the book share (EPUB §5.5.3.1.1); their dates differ (§5.5.5)."""
        return uuid.uuid5(uuid.NAMESPACE_URL, self.site).urn

    @property
    def name(self) -> str:
        return self.title.partition(": ")[0]

    @property
    def subtitle(self) -> str:
        return self.title.partition(": ")[2]


@dataclass(frozen=True)
class Part:
    """How a page of the site that follows the essay appears in the book: its template, and its landmark, if any."""

    template: str
    landmark: str = ""


@dataclass(frozen=True)
class Leaf:
    """A page of the book: its address on the site (real or not), its template, and the template's variables.

    `part` is its division of the book; `landmark` is its kind of landmark, if it is one.
    """

    address: str
    title: str
    template: str
    part: str
    landmark: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    is_listed: bool = True

    @property
    def path(self) -> str:
        return f"{self.address.rstrip('/') or 'index'}.xhtml"


@dataclass(frozen=True)
class Miniature:
    """The essay as small strokes, one a word: an SVG path for each finding and for text without notes."""

    width: int
    height: float
    strokes: tuple[tuple[Word | None, str], ...]


def make(
    edition: Edition,
    renderer: Renderer,
    imprint: Imprint,
    after: Sequence[tuple[Page, Part, Context]],
    templates: Path,
    face: bytes = b"",
    cache: Path | None = None,
) -> bytes:
    """Return the book as an EPUB: a zip that begins with its own media type, uncompressed (EPUB §4.3).

    `templates` is the folder that contains `partials/`; `after` are the pages that follow the essay, with their
    contexts; `face` is the text font as WOFF2, empty to leave the font to the reading system; `cache` is a folder for
    compiled templates.
    """
    leaves = [
        *_leaves(
            edition,
            renderer.strings["book"]
            | {"contents": renderer.strings["contents"], "key": renderer.strings["how_to_read"]},
            after,
        )
    ]
    env = _environment(edition, renderer, imprint, templates, leaves)
    if cache:  # not shared with the site, and one for each URL: compiling a template applies filters to constants
        env.bytecode_cache = FileSystemBytecodeCache(str(cache), f"__book_{uuid.UUID(imprint.identifier).hex}_%s.cache")
    fonts = {"face.woff2": face} if face else {}
    pages = {leaf.path: _page(env, leaf) for leaf in leaves}
    _link(pages, _places(leaves, edition), imprint.site)
    files = {path: _serialized(page) for path, page in pages.items()} | fonts
    files["book.css"] = _rendered(env, "book.css", face=next(iter(fonts), ""))
    files["cover.svg"] = _rendered(env, "cover.svg")
    files[_PACKAGE] = _rendered(env, _PACKAGE, items=_items(files))
    container = _rendered(env, "container.xml", package=_FOLDER + _PACKAGE)
    members = [("META-INF/container.xml", container), *((_FOLDER + path, files[path]) for path in sorted(files))]
    return pack([("mimetype", b"application/epub+zip"), *members], imprint.date, stored=("mimetype",))


def miniature(edition: Edition) -> Miniature:
    """Draw a stroke for every word of the essay, in the colour of its passage's finding."""
    strokes: dict[Word | None, list[str]] = {}
    x, y = 0, 0.0
    for section in edition.sections:
        for block in (block for block in section.blocks if block.kind != "graph"):
            for piece in edition.pieces(block):
                finding = piece.annotations[-1].note.finding if piece.annotations else None
                for token in re.findall(r"\s+|\S+", plain(piece.html)):
                    if not token.isspace():
                        strokes.setdefault(finding, []).append(f"M{x} {y:g}h{len(token) - 0.3:g}")
                    elif x > _MEASURE:
                        x, y = 0, y + _LEADING
                        continue
                    x += len(token)
            x, y = 0, y + 2 * _LEADING
    paths = [(finding, "".join(parts)) for finding, parts in strokes.items()]
    return Miniature(_MEASURE + 14, y, tuple(sorted(paths, key=lambda path: path[0].name if path[0] else "")))


def upright(drawing: Drawing) -> Drawing:
    """Turn a drawing upright, its columns as rows, to fit the narrow page of a book."""
    rows = [[*row] for _, row in itertools.groupby(drawing.boxes, lambda box: box.x)]
    lengths = [sum(box.width for box in row) + _ROW_GAP * (len(row) - 1) for row in rows]
    boxes: dict[str, Box] = {}
    y = 1.0
    for row, length in zip(rows, lengths, strict=True):
        x = (max(lengths) - length) / 2 + 1
        for box in row:
            boxes[box.node.name] = replace(box, x=round(x, 1), y=y)
            x += box.width + _ROW_GAP
        y += row[0].height + _ROW_GAP
    arrows = tuple(_downward(arrow, boxes) for arrow in drawing.arrows)
    return Drawing(round(max(lengths) + 2, 1), y - _ROW_GAP + 1, tuple(boxes.values()), arrows)


def _downward(arrow: Arrow, boxes: Mapping[str, Box]) -> Arrow:
    source, target = boxes[arrow.link.source], boxes[arrow.link.target]
    return Arrow(
        arrow.link, source.x + source.width / 2, source.y + source.height, target.x + target.width / 2, target.y
    )


def _leaves(edition: Edition, words: Mapping[str, str], after: Iterable[tuple[Page, Part, Context]]) -> Iterator[Leaf]:
    """Yield the pages of the book in the order of its spine (EPUB §5.7)."""
    yield Leaf("book/cover/", words["cover"], "cover.xhtml", "frontmatter", landmark="cover", is_listed=False)
    yield Leaf("book/nav/", words["contents"], "nav.xhtml", "frontmatter", landmark="toc", is_listed=False)
    yield Leaf("book/key/", words["key"], "key.xhtml", "frontmatter")
    for entry in edition.contents:
        landmark = "" if entry.position else "bodymatter"
        yield Leaf(entry.url, entry.title, "section.xhtml", "bodymatter", landmark, {"entry": entry})
    for page, part, here in after:
        yield Leaf(page.url, page.title, part.template, "backmatter", part.landmark, vars(here))


def _environment(
    edition: Edition, site: Renderer, imprint: Imprint, templates: Path, leaves: list[Leaf]
) -> Environment:
    """Return the environment of the book's templates, with the globals that they share with the site's."""
    env = Environment(loader=FileSystemLoader(templates), keep_trailing_newline=True)
    env.filters |= {
        "url": partial(urljoin, imprint.site),
        "xhtml": partial(_xhtml, imprint.site),
        "without_ids": links.without_ids,
    }
    env.globals |= site.globals | {
        "bodies": site.bodies,
        "leaves": leaves,
        "drawings": {section: upright(draw(diagram.graph)) for section, diagram in edition.diagrams.items()},
        "imprint": imprint,
        "stroke": STROKE,
        "day": _palette(look("light"), edition.vocabulary),
        "night": _palette(look("dark"), edition.vocabulary),
        "miniature": miniature(edition),
    }
    return env


def _palette(look: Look, vocabulary: Vocabulary) -> dict[str, str]:
    """Return the colours of the book by token, in CSS notation."""
    rule = look.mix(look.colours["soft"], _RULE, look.colours["rule"])
    found = {f"k-{finding.slug}": look.of(finding) for finding in vocabulary.findings}
    return {name: code(colour) for name, colour in {**look.colours, "rule": rule, **found}.items()}


def _xhtml(site: str, html: str, address: str | None = None) -> str:
    """Return a fragment of HTML as XHTML; if `address`, its own page, is given, its links become absolute."""
    holder = lxml_html.fragment_fromstring(html, create_parent="div")
    if address is not None:
        holder.make_links_absolute(urljoin(site, address))
    return re.sub(r"^<div>|</div>$|^<div/>$", "", etree.tostring(holder, encoding="unicode"))


def _rendered(env: Environment, template: str, **data: Any) -> bytes:
    return env.get_template(_TEMPLATES + template).render(data).encode()


def _page(env: Environment, leaf: Leaf) -> etree._Element:
    """Render a page and parse it as XML, which it must be (EPUB §6.1.2)."""
    root = "../" * leaf.path.count("/")
    text = _rendered(env, leaf.template, **leaf.data, leaf=leaf, root=root)
    page = etree.fromstring(text.replace(b"<svg ", f'<svg xmlns="{_SVG}" '.encode()))
    for folded in page.iter(f"{{{_XHTML}}}details"):  # few reading systems can open it
        folded.tag = f"{{{_XHTML}}}div"
        folded[0].tag = f"{{{_XHTML}}}p"
    for foreign in page.iterfind(".//*[@lang]"):  # reading systems use the XML attribute
        foreign.set(f"{{{_XML}}}lang", foreign.get("lang", ""))
    for link in page.iter(f"{{{_XHTML}}}a"):
        if link.get("class") == "term":
            link.set(f"{{{_OPS}}}type", "glossref")
            link.set("role", "doc-glossref")
    return page


def _places(leaves: Iterable[Leaf], edition: Edition) -> dict[str, tuple[str, str]]:
    """Map each address of the site to its page and id in the book.

    A note maps to the place in the text that refers to it: reading systems may show the note itself only in a pop-up.
    """
    places = {leaf.address: (leaf.path, "") for leaf in leaves}
    for entry in edition.contents:
        for annotation in edition.on(*entry.section.blocks):
            slug = annotation.note.slug
            places[permalinks.note(slug)] = (places[entry.url][0], permalinks.passage_id(slug))
    return places


def _link(pages: Mapping[str, etree._Element], places: Mapping[str, tuple[str, str]], site: str) -> None:
    """Turn links to pages of the site that the book contains into internal links."""
    ids = {path: {element.get("id") for element in page.iter("*")} for path, page in pages.items()}
    for path, page in pages.items():
        for element in page.iter("*"):
            address, _, fragment = element.get("href", "").partition("#")
            if not address.startswith(site) or (address := address.removeprefix(site)) not in places:
                continue
            target, default = places[address]
            id = fragment if fragment in ids[target] else default
            relative = "" if target == path and id else posixpath.relpath(target, posixpath.dirname(path))
            element.set("href", f"{relative}#{id}" if id else relative)


def _serialized(page: etree._Element) -> bytes:
    return etree.tostring(page, xml_declaration=True, encoding="utf-8", doctype="<!DOCTYPE html>") + b"\n"


def _items(files: Mapping[str, bytes]) -> dict[str, dict[str, str]]:
    """Return the manifest items of the files (EPUB §5.6)."""
    return {
        path: {
            "id": "item-" + re.sub(r"[^a-z0-9]+", "-", path),
            "type": _TYPES[Path(path).suffix],
            "properties": " ".join(_properties(path, data)),
        }
        for path, data in sorted(files.items())
    }


def _properties(path: str, data: bytes) -> Iterator[str]:
    if path == "cover.svg":
        yield "cover-image"
    elif path == "book/nav.xhtml":
        yield "nav"
    elif path.endswith(".xhtml") and b"<svg" in data:
        yield "svg"
