"""Adds the functions of measures.js to a page, as `measure`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

_MEASURES = Path(__file__).with_name("measures.js")


def measured(page: Page) -> Page:
    """Add the measures to a page, and return it."""
    page.evaluate(_MEASURES.read_text(encoding="utf-8"))
    return page
