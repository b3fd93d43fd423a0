"""On a phone a note is one line under its block, and opens in place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture(params=["ensayo/feudalizacion/", "ensayo/logro-tecnico/"])
def page(visit, request: pytest.FixtureRequest) -> Page:
    return visit(request.param, width=360, height=740, touch=True)


def test_a_note_shows_its_number_verdict_and_title_only(page):
    for note in page.locator(".note").all():
        finding = note.get_attribute("data-finding")
        title = note.locator("summary .title").first.inner_text()
        shown = f"{note.locator('.number').inner_text()} {finding} {title}"
        assert words(note.inner_text()) == words(shown)


def test_a_tap_opens_a_note_and_another_closes_it(page):
    for note in page.locator(".note").all():
        gist = note.locator(".gist").first
        expect(gist).to_be_hidden()
        note.locator("summary").first.tap()
        expect(gist).to_be_visible()
        note.locator("summary").first.tap()
        expect(gist).to_be_hidden()


def test_enter_opens_a_note(page):
    for note in page.locator(".note").all():
        note.locator("summary").first.focus()
        page.keyboard.press("Enter")
        expect(note.locator(".gist").first).to_be_visible()


def words(text: str) -> list[str]:
    """Return the words of a text without the full stops for screen readers."""
    return text.casefold().replace(".", "").split()
