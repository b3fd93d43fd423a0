"""The printed page."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from .visits import watching

# One long sheet: what is cut by the end of a sheet comes out of a PDF in no certain order.
SHEET = {"width": "210mm", "height": "190in"}


def squeezed(text: str) -> str:
    """Take out white space: where lines break is no matter."""
    return "".join(text.split())


@pytest.fixture(scope="module", params=[True, False], ids=["scripts", "no scripts"])
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    with watching(browser, address) as visit:
        yield visit("ensayo/feudalizacion/", javascript=request.param)


@pytest.fixture(scope="module")
def printed(page: Page) -> str:
    [sheet] = PdfReader(io.BytesIO(page.pdf(**SHEET))).pages
    return squeezed(sheet.extract_text())


@pytest.mark.parametrize("part", [".note .title", ".note .gist", ".note .full > p:not(.meta)"])
def test_notes_are_printed_in_full(page, printed, part):
    texts = page.locator(part).all_text_contents()
    assert texts
    assert [text for text in texts if squeezed(text) not in printed] == []


def test_addresses_of_sources_are_printed(page, printed):
    links = page.locator(".sources a[href^=http]:not(.archived *)").all()
    addresses = [link.get_attribute("href") for link in links]
    assert addresses
    assert [address for address in addresses if address not in printed] == []
