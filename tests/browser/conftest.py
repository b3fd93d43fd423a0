"""The site, built once as for publication, and served; one browser; `visit` and `go`, which open pages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .launching import launch
from .server import serving
from .visits import Visits, watching

_ROOT = Path(__file__).parents[2]
_PREFIX = "/repo/"

expect.set_options(timeout=10_000)  # ms, for slow machines


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built as for publication."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", folder],
        cwd=_ROOT,
        env=os.environ | {"SITE_URL": f"https://example.org{_PREFIX}", "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    return folder


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
