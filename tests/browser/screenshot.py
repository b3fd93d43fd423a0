"""Takes the picture of a section that the README shows: `python -m browser.screenshot FOLDER PICTURE`."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from server import serving

from .launching import launch

_SECTION = "ensayo/feudalizacion/"
_SIZE = {"width": 1280, "height": 960}


def take(site: Path, picture: Path) -> None:
    """Write the picture as PNG."""
    with serving(site, "/repo/") as address, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=_SIZE, color_scheme="light")
        page.goto(address + _SECTION)
        page.evaluate("document.fonts.ready")
        page.reload()  # now the text face is there from the start
        page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]))
