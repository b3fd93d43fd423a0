"""Opens the overlays of a page: search, menu of a permalink, definition of a term."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect


def open_search(page: Page) -> Locator:
    page.get_by_role("button", name="Buscar").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    return page.locator("dialog.search")


def look_for(page: Page, words: str) -> Locator:
    """Open the search, type `words`, and return the results."""
    results = open_search(page).locator("li a")
    page.keyboard.type(words)
    results.first.wait_for()
    return results


def open_menu(page: Page, number: int) -> Locator:
    """Open the menu of the paragraph with this number."""
    page.get_by_role("link", name=re.compile(f"Párrafo {number}$")).click()
    menu = page.locator(".menu")
    menu.wait_for()
    return menu


def open_definition(page: Page) -> Locator:
    """Open the definition of the first term."""
    page.locator("a.term").first.click()
    definition = page.locator(".definition")
    definition.wait_for()
    return definition
