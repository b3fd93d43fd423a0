"""The search dialog."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

PATH = "ensayo/kernel/"


def open_search(page: Page) -> None:
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_role("searchbox")).to_be_focused()


def look_for(page: Page, words: str) -> Locator:
    """Open the search, type `words`, and return the results."""
    open_search(page)
    page.keyboard.type(words)
    results = page.locator("dialog.search li a")
    results.first.wait_for()
    return results


def test_opens_by_keyboard(visit):
    page = visit(PATH)
    page.get_by_role("button", name="Buscar").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_finds_the_essay(visit):
    results = look_for(visit(PATH), "democratización")
    expect(results.filter(has_text="La narrativa de la democratización").first).to_be_visible()


def test_finds_notes(visit, address):
    results = look_for(visit(PATH), "un coste que nadie ha publicado")
    assert results.first.evaluate("link => link.href").startswith(f"{address}notas/coste-entrenamiento/")


def test_says_when_nothing_is_found(visit):
    page = visit(PATH)
    open_search(page)
    page.keyboard.type("xyzzy")
    expect(page.get_by_role("status")).to_have_text("Sin resultados")


def test_enter_leads_to_the_first_result(visit, address):
    page = visit(PATH)
    first = look_for(page, "democratización").first.evaluate("link => link.href")
    page.keyboard.press("Enter")
    page.wait_for_url(first)
    assert first.startswith(address)
    expect(page.locator("h1")).to_be_visible()


def test_arrows_walk_through_the_results_and_back(visit):
    page = visit(PATH)
    results = look_for(page, "kernel")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_escape_closes_and_gives_the_focus_back(visit):
    page = visit(PATH)
    look_for(page, "kernel")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()
    expect(page.get_by_role("button", name="Buscar")).to_be_focused()
