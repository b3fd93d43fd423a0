"""The offline copy holds the whole site, opens from the disk, and is the same at every build."""

from __future__ import annotations

import datetime
import io
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from edition.exports import offline
from lxml import html as lxml_html
from projects import Project

DAY = datetime.date(2026, 11, 30)
URL = "https://example.org/repo/"
READ_ME = {"LEEME.txt": "Abre index.html.\n"}


def archive(site: Path) -> bytes:
    return offline.archive(site, "edicion", DAY, URL, READ_ME)


@pytest.fixture(scope="module")
def copy(real: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that a reader unpacks, in a place with a name of its own."""
    root = tmp_path_factory.mktemp("Mis descargas ñ")
    with zipfile.ZipFile(io.BytesIO(archive(real.site))) as file:
        file.extractall(root)
    return root / "edicion"


@pytest.fixture(scope="module")
def pages(copy: Path) -> dict[Path, Any]:
    return {path: lxml_html.fromstring(path.read_text(encoding="utf-8")) for path in copy.rglob("*.html")}


# What is in it


def test_every_page_is_there_and_nothing_that_needs_a_server(real, copy):
    built = {path.relative_to(real.site) for path in real.site.rglob("*.html")} - {Path("404.html")}
    assert {path.relative_to(copy) for path in copy.rglob("*.html")} == built
    assert {path.suffix for path in copy.rglob("*") if path.is_file()} <= {".html", ".css", ".svg", ".txt"}
    assert (copy / "LEEME.txt").read_text(encoding="utf-8") == READ_ME["LEEME.txt"]


def test_every_link_leads_to_a_file_and_an_id_of_the_copy(copy, pages):
    ids = {path: {*page.xpath("//@id"), ""} for path, page in pages.items()}
    for path, page in pages.items():
        for skip in page.xpath("//*[@data-md-component='skip']"):  # Material's, which the edition hides
            skip.drop_tree()
        for link in page.xpath("//@href | //@src"):
            target, fragment = urldefrag(link)
            if re.match(r"[a-z]+:", target):
                continue
            file = (path.parent / unquote(target)).resolve() if target else path
            assert file.is_file(), f"{path}: {link}"
            assert unquote(fragment) in ids.get(file, {""}), f"{path}: {link}"


def test_links_to_what_was_left_out_lead_to_the_site(tmp_path):
    (tmp_path / "notas/una").mkdir(parents=True)
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    (tmp_path / "fuentes.bib").write_text("", encoding="utf-8")
    html = (
        '<link rel="canonical" href="https://example.org/repo/notas/una/">'
        '<link rel="alternate" href="../../notas.xml">'
        '<a href="../../fuentes.bib?a=1&amp;b=2#c">x</a><a href="../../#p7">y</a><a href="../..">z</a><a href="#aquí">ñ</a>'
        '<a href="">ahora</a><a href="mailto:a@b.c">@</a><a href="//example.com/">//</a><p title=\'href="../../"\'>&lt;a href="../../"></p>'
    )
    (tmp_path / "notas/una/index.html").write_text(html, encoding="utf-8")
    assert unpacked(archive(tmp_path), "notas/una/index.html") == (
        '<link rel="canonical" href="https://example.org/repo/notas/una/">'
        '<link rel="alternate" href="https://example.org/repo/notas.xml">'
        '<a href="https://example.org/repo/fuentes.bib?a=1&amp;b=2#c">x</a><a href="../../index.html#p7">y</a>'
        '<a href="../../index.html">z</a><a href="#aquí">ñ</a>'
        '<a href="">ahora</a><a href="mailto:a@b.c">@</a><a href="//example.com/">//</a><p title=\'href="../../"\'>&lt;a href="../../"></p>'
    )


def test_pages_that_moved_lead_on(tmp_path):
    (tmp_path / "nueva").mkdir()
    (tmp_path / "vieja").mkdir()
    (tmp_path / "nueva/index.html").write_text("", encoding="utf-8")
    (tmp_path / "vieja/index.html").write_text(
        '<meta http-equiv="refresh" content="0; url=../nueva/#x">', encoding="utf-8"
    )
    moved = unpacked(archive(tmp_path), "vieja/index.html")
    assert moved == '<meta http-equiv="refresh" content="0; url=../nueva/index.html#x">'


def test_what_waits_for_scripts_is_gone_and_data_stays(tmp_path):
    html = (
        '<script type="application/ld+json">{"url": "../x/"}</script><script type="module" src="a.js"></script>'
        '<script>\nif (1 < 2) {}\n</script><button type="button" hidden>Buscar</button><button>Sí</button>'
        '<link rel="preload" href="a.woff2" as="font" crossorigin><template><a href="x/">x</a></template>'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">'
    )
    (tmp_path / "index.html").write_text(html, encoding="utf-8")
    kept = '<script type="application/ld+json">{"url": "../x/"}</script><button>Sí</button>'
    assert unpacked(archive(tmp_path), "index.html") == kept


def test_pages_share_a_stylesheet_with_the_font_in_it(tmp_path):
    for path, root in (("index.html", ""), ("nota/index.html", "../")):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        style = f'@font-face{{src:url({root}serif.woff2);font-display:optional}}i{{mask:url("data:x,y.woff2")}}'
        (tmp_path / path).write_text(f"<style>{style}</style><p>", encoding="utf-8")
    (tmp_path / "serif.woff2").write_bytes(b"wOF2")
    packed = archive(tmp_path)
    page = unpacked(packed, "index.html")
    name = page.removeprefix('<link rel="stylesheet" href="').removesuffix('"><p>')
    assert unpacked(packed, "nota/index.html") == page.replace(name, f"../{name}")
    font = "@font-face{src:url(data:font/woff2;base64,d09GMg==);font-display:block}"
    assert unpacked(packed, name) == f'{font}i{{mask:url("data:x,y.woff2")}}'


def unpacked(data: bytes, path: str) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return file.read(f"edicion/{path}").decode()


# The same bytes


def test_place_and_time_leave_no_trace(real, tmp_path, monkeypatch):
    elsewhere = shutil.copytree(real.site, tmp_path / "otro sitio", copy_function=shutil.copyfile)
    first = archive(real.site)
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    assert archive(elsewhere) == first
    with zipfile.ZipFile(io.BytesIO(first)) as file:
        entries = file.infolist()
    assert {entry.date_time for entry in entries} == {(2026, 11, 30, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.filename.partition("/")[0] for entry in entries} == {"edicion"}
