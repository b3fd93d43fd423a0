"""Every published address works, and its target scrolls into view."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from lxml import etree, html

_CARD = (1200, 630)
_HIDDEN_BY_PURPOSE = "[data-finding]"


def registered(site: Path) -> list[dict[str, str]]:
    return json.loads((site / "anclas.json").read_text(encoding="utf-8"))


def pages(site: Path) -> Iterator[tuple[str, html.HtmlElement]]:
    """Yield the address and the document of each page that is no redirect."""
    for path in sorted(site.rglob("index.html")):
        if "http-equiv=\"refresh\"" in path.read_text(encoding="utf-8"):
            continue
        yield path.relative_to(site).parent.as_posix().removeprefix("."), html.parse(path).getroot()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_an_address_leads_to_comes_into_view(visit, site, width):
    entries = sorted((entry for entry in registered(site) if entry["id"]), key=lambda entry: entry["path"])
    for path, group in groupby(entries, key=lambda entry: entry["path"]):
        page = visit(path, width=width, height=700)
        lost = page.evaluate(
            """async (ids) => {
              const lost = [];
              for (const id of ids) {
                location.hash = id;
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                const { top, bottom } = document.getElementById(id).getBoundingClientRect();
                if (bottom < 0 || top > innerHeight || decodeURIComponent(location.hash) !== `#${id}`) lost.push(id);
              }
              return lost;
            }""",
            [entry["id"] for entry in group],
        )
        assert not lost, f"{path}: {lost}"


def test_every_page_that_is_registered_is_there(site):
    missing = [entry["path"] for entry in registered(site) if not (site / entry["path"] / "index.html").is_file()]
    assert not missing


def test_every_address_there_is_is_registered(site):
    known = {f"{entry['path']}#{entry['id']}" for entry in registered(site)}
    public = re.compile(r"p\d+|(nota|pasaje|fuente|g)-.+")
    for path, page in pages(site):
        url = f"{path}/".removeprefix("/") if path else ""
        if url in ("completo/",) or url.startswith("notas/"):
            continue
        ids = [id for id in page.xpath("//@id") if public.fullmatch(id)]
        assert not [id for id in ids if f"{url}#{id}" not in known]


def test_target_is_shown_after_reload_and_from_another_page(visit, address):
    page = visit("notas/cuota-80/")
    page.get_by_role("link", name="Leer en su sitio").click()
    page.wait_for_url(f"{address}ensayo/feudalizacion/#nota-cuota-80")
    for again in (False, True):
        if again:
            page.reload()
        page.wait_for_function(
            """() => {
              const note = document.getElementById("nota-cuota-80");
              const { top } = note.getBoundingClientRect();
              return note.querySelector("details").open && top >= 0 && top < innerHeight;
            }"""
        )


def test_text_fragments_are_left_alone(visit):
    page = visit("ensayo/kernel/#:~:text=campo%20de%20fuerzas")
    assert page.evaluate("location.hash") == ""
    assert page.locator("#p12").is_visible()


def test_every_page_has_its_own_card(site):
    titles, pictures = set(), set()
    for path, page in pages(site):
        (title,) = page.xpath("//meta[@property='og:title']/@content")
        (picture,) = page.xpath("//meta[@property='og:image']/@content")
        (url,) = page.xpath("//meta[@property='og:url']/@content")
        assert url == f"https://example.org/repo/{path + '/' if path else ''}".replace("//index", "/index")
        data = (site / picture.removeprefix("https://example.org/repo/")).read_bytes()
        size = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])  # PNG: width and height in the first chunk
        assert size == _CARD
        assert len(data) < 300_000
        titles.add(title)
        pictures.add(data)
    assert len(titles) == len(pictures) == len(list(pages(site)))


def test_exports_give_absolute_addresses_below_the_site(site):
    for name in ("notas.jsonld", "notas.xml", "fuentes.json", "sitemap.xml"):
        text = (site / name).read_text(encoding="utf-8")
        own = re.findall(r"https://example\.org[^\s\"<>]*", text)
        assert all(address.startswith("https://example.org/repo/") for address in own), name
    etree.parse(site / "notas.xml")
    etree.parse(site / "sitemap.xml")
    json.loads((site / "notas.jsonld").read_text(encoding="utf-8"))


def test_every_page_comes_with_its_markdown(site):
    for path, page in pages(site):
        (source,) = page.xpath("//link[@type='text/markdown']/@href")
        assert (site / path.lstrip("/") / source).read_text(encoding="utf-8").startswith("---")
