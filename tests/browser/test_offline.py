"""The offline copy as it opens from the disk: what a reader does there works without a server and without scripts."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from projects import Project

from .visits import Visits, watching


@pytest.fixture(scope="module")
def copy(real: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a reader unpacks, in a place with a name of its own."""
    root = tmp_path_factory.mktemp("Mis descargas ñ")
    with zipfile.ZipFile(real.site / "edicion.zip") as file:
        file.extractall(root)
    return root / "edicion"


@pytest.fixture
def visit(browser: Browser, copy: Path) -> Iterator[Visits]:
    """Open pages of the copy; whatever goes wrong in them fails the test."""
    with watching(browser, f"{copy.as_uri()}/") as visit:
        yield visit


def test_reader_walks_from_the_cover_to_a_section_and_a_note(visit, copy):
    page = visit("index.html")
    expect(page.locator("h1")).to_be_visible()
    page.locator(".contents a").first.click()
    assert page.url.startswith("file:") and page.url.endswith("/index.html")
    note = page.locator(".note").first
    note.locator("summary").click()
    expect(note.locator(".full")).to_be_visible()
    note.locator(".full .meta a[href*='notas/']").first.click()
    expect(page.locator(".note-page h1")).to_be_visible()
    page.locator(".quote figcaption a").click()
    assert "#nota-" in page.url
    expect(page.locator(":target")).to_be_in_viewport()
    page.locator(".bar .name").click()
    assert page.url == (copy / "index.html").as_uri()


@pytest.mark.parametrize("id", ["p7", "nota-azure-en-este-caso", "pasaje-azure-en-este-caso"])
def test_fragments_land(visit, copy, id):
    path = next(path for path in copy.glob("ensayo/*/index.html") if f'id="{id}"' in path.read_text(encoding="utf-8"))
    page = visit(f"{path.relative_to(copy)}#{id}")
    expect(page.locator(":target")).to_be_in_viewport()
    assert page.evaluate("document.querySelector(':target').id") == id


def test_graph_is_drawn(visit):
    page = visit("ensayo/grafo/index.html")
    expect(page.locator(".graph svg.drawn")).to_be_visible()
    assert page.locator(".graph svg text:visible").count() == 5
    page.locator(".graph svg a").last.click()
    expect(page.locator(":target")).to_be_in_viewport()


def test_text_face_is_loaded_and_no_dead_control_shows(visit):
    page = visit("ensayo/grafo/index.html")
    assert faces(page, "h1") == ["Literata"]
    expect(page.locator("button:visible")).to_have_count(0)
    page.get_by_label("Solo el ensayo").check()
    expect(page.locator(".note:visible")).to_have_count(0)


def faces(page: Page, selector: str) -> list[str]:
    """Return the names of the fonts that an element's text is set in."""
    session = page.context.new_cdp_session(page)
    for domain in "DOM", "CSS":
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return [font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]
