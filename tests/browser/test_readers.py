"""The reader view of a browser keeps the whole essay, without the notes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from lxml import html
from playwright.sync_api import Page
from projects import ROOT

from . import essay

READABILITY = ROOT / "node_modules/@mozilla/readability/Readability.js"  # the code of Firefox
# Without styles: cloned style elements are empty for a moment, and the policy has no hash for an empty style.
EXTRACT = """() => {
  document.querySelector("style").remove();
  const { title, content } = new Readability(document.cloneNode(true)).parse();
  return [title, content];
}"""
PARAGRAPHS = "[data-p], [data-graph]"
NOTE = "notas/coste-entrenamiento/"


@dataclass(frozen=True)
class Article:
    """The title in a reader view, and the texts of its blocks, in order."""

    title: str
    texts: list[str]


def flat(text: str) -> str:
    return " ".join(text.split())


def read(page: Page) -> Article:
    page.evaluate(READABILITY.read_text(encoding="utf-8"))
    title, content = page.evaluate(EXTRACT)
    blocks = html.fromstring(content).iter("p", "div", "li", "h2", "h3", "pre", "blockquote")
    return Article(title, [flat(block.text_content()) for block in blocks])


def shown(page: Page, selector: str) -> list[str]:
    return [flat(text) for text in page.locator(selector).all_text_contents()]


@pytest.mark.parametrize("path", [*essay.PAGES, essay.COMPLETE], ids=lambda path: path or "home")
def test_the_essay_is_whole_and_without_notes(go, path):
    page = go(path)
    article, own = read(page), shown(page, PARAGRAPHS)
    received = [flat(block) for block in essay.blocks()]
    assert own and [text for text in own if text not in received] == []
    assert list(dict.fromkeys(text for text in article.texts if text in own)) == own
    whole = "\n".join(article.texts)
    assert [gist for gist in shown(page, ".note .gist") if gist in whole] == []


@pytest.mark.parametrize("path", essay.PAGES, ids=lambda path: path or "home")
def test_the_title_is_that_of_the_section(go, path):
    page = go(path)
    assert read(page).title == shown(page, "h1")[0]


def test_headings_of_the_whole_essay_stand_before_their_text(go):
    page = go(essay.COMPLETE)
    headings_and_text = shown(page, f"h2[data-h], {PARAGRAPHS}")
    assert list(dict.fromkeys(text for text in read(page).texts if text in headings_and_text)) == headings_and_text


def test_a_note_keeps_passage_finding_text_and_sources(go):
    page = go(NOTE)
    article = read(page)
    kept = [".kicker", "blockquote p", ".gist", ".note-page > p:not([class])", ".changes", ".sources li"]
    for part in kept:
        texts = shown(page, part)
        assert texts and [text for text in texts if text not in article.texts] == [], part
    assert article.title == shown(page, "h1")[0]
