"""The site, built once as for publication, and served; one browser; `visit` and `go`, which open pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from projects import Project
from server import serving

from .launching import launch
from .visits import Visits, watching

_HERE = Path(__file__).parent
_PREFIX = "/repo/"

expect.set_options(timeout=10_000)  # ms, for slow machines


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def site(real: Project) -> Path:
    """The folder of the site, built as it is published."""
    return real.site


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The URL of the served site."""
    with serving(site, _PREFIX) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def go(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Go from page to page in one tab, which reuses compiled scripts."""
    with watching(browser, address) as visit:
        yield partial(visit.go, visit())


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visits]:
    """Open pages of the site; any error in them fails the test."""
    with watching(browser, address) as visit:
        yield visit
