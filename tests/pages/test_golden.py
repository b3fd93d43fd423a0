"""The pages of the miniature are exactly as they were when somebody last looked at them and found them right."""

from __future__ import annotations

import re

import pytest
from lxml import html as lxml_html
from projects import ROOT, Project, assert_golden

GOLDEN = ROOT / "tests" / "golden"
PAGES = {
    "section.html": "ensayo/levadura",
    "note.html": "notas/fermenta",
    "sources.html": "fuentes",
}


@pytest.mark.parametrize(("name", "address"), PAGES.items(), ids=PAGES)
def test_a_page_is_as_it_was(miniature: Project, name: str, address: str) -> None:
    assert_golden(GOLDEN / name, body(miniature.page(address)))


def body(page: str) -> str:
    """Return the part of a page between header and footer, with a line for each tag that matters."""
    content = lxml_html.document_fromstring(page).find(".//*[@id='contenido']/*")
    assert content is not None
    source = lxml_html.tostring(content, encoding="unicode")
    lines = re.sub(r"\s*(?=<(?:mark|a|aside|button|details|summary|dialog)\b)", "\n", source).split("\n")
    return "\n".join(line for line in lines if line.strip()) + "\n"
