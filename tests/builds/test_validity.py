"""Every page of the real edition is valid HTML, with its headings in order and links that say where they lead."""

from __future__ import annotations

import json
from typing import Any

import java
import pytest
from lxml import html as lxml_html
from lxml.html import HtmlElement
from projects import ROOT, Project

CHECKER = ROOT / "node_modules/vnu-jar/build/dist/vnu.jar"  # the Nu Html Checker, as the W3C runs it
# Two boxes of Material's document, never shown, with an attribute that does nothing there.
MATERIAL = 'class="md-toggle"'
HEADINGS = "//h1 | //h2 | //h3 | //h4 | //h5 | //h6"


@pytest.fixture(scope="module")
def pages(real: Project) -> dict[str, HtmlElement]:
    """Every page by its file."""
    return {str(file): lxml_html.parse(file).getroot() for file in sorted(real.site.rglob("*.html"))}


@pytest.mark.browser
def test_pages_are_valid(pages: dict[str, HtmlElement]) -> None:
    report = java.run(CHECKER, "--errors-only", "--format", "json", "--stdout", *pages)
    found = [fault for fault in json.loads(report)["messages"] if not is_known(fault)]
    assert [f"{fault.get('url')}:{fault.get('lastLine')}: {fault['message']}" for fault in found] == []


def is_known(fault: dict[str, Any]) -> bool:
    """Tell whether a fault is none of ours: of Material's, or of styles, of which browsers know more than the checker."""
    return MATERIAL in fault.get("extract", "") or fault["message"].startswith("CSS:")


def test_headings_are_in_order(pages: dict[str, HtmlElement]) -> None:
    """One of the first level, none empty, and none more than a level below the one before."""
    for page, root in pages.items():
        headings = root.xpath(HEADINGS)
        levels = [int(heading.tag[1]) for heading in headings]
        assert levels.count(1) == 1, page
        assert all(heading.text_content().strip() for heading in headings), page
        assert all(level <= before + 1 for before, level in zip([0, *levels], levels, strict=False)), (
            f"{page}: {levels}"
        )


def test_links_and_buttons_have_a_name(pages: dict[str, HtmlElement]) -> None:
    """Their text, or a label, as the references to notes have; the button of the colours gets its by script."""
    for page, root in pages.items():
        for control in root.xpath("//a | //button[not(@data-label)]"):
            name = control.get("aria-label") or control.text_content()
            assert name.strip(), f"{page}: {lxml_html.tostring(control, encoding='unicode')}"
