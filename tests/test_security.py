"""The policy of every page names the scripts that stand in it, and no others."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from conftest import Project
from edition.security import with_hashes
from lxml import html

_CODE = "//script[not(@src)][not(@type) or @type='module']"


def test_scripts_are_named_by_their_hashes_and_data_are_not():
    page = with_hashes(
        "<meta content=\"'self' 'sha256-…'\"><script>a()</script><script type=\"application/json\">{}</script>"
    )
    digest = base64.b64encode(hashlib.sha256(b"a()").digest()).decode()
    assert f"'self' 'sha256-{digest}'" in page
    assert page.count("sha256-") == 1


@pytest.mark.parametrize("address", ["", "ensayo/esquema", "notas/trigo", "fuentes"])
def test_a_finished_page_allows_just_its_own_scripts(miniature: Project, address: str):
    page = html.fromstring(miniature.page(address))
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    named = set(re.findall(r"'sha256-([^']+)'", policy))
    written = {base64.b64encode(hashlib.sha256(s.text.encode()).digest()).decode() for s in page.xpath(_CODE)}
    assert named == written
    assert "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
