"""The policy of every page names the scripts that stand in it, and no others."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from edition.html.security import with_any_script, with_hashes
from lxml import html
from projects import Project

_DIAGRAM = "//pre[@class='mermaid']"
_CODE = "//script[not(@src)][not(@type) or @type='module']"


def test_scripts_are_named_by_their_hashes_and_data_are_not():
    page = with_hashes(
        "<meta content=\"'self' 'sha256-script'\"><script>a()</script><script type=\"application/json\">{}</script>"
    )
    digest = base64.b64encode(hashlib.sha256(b"a()").digest()).decode()
    assert f"'self' 'sha256-{digest}'" in page
    assert page.count("sha256-") == 1


def test_a_page_without_a_diagram_takes_no_styles_but_those_of_the_site(real: Project):
    for path in real.site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert ("style-src 'self' 'unsafe-inline';" in text) == ('<pre class="mermaid"' in text), path


def test_a_page_that_leads_on_loads_nothing(project: Project):
    project.write("docs/alias.yml", "notas/barra/: notas/pan/\n")
    project.build()
    assert "content=\"default-src 'none'; base-uri 'none'; form-action 'none'\"" in project.page("notas/barra")


def test_every_link_that_leads_away_says_so_wherever_it_stands(project: Project):
    project.replace("docs/notas/fermenta.md", "Véanse [lo que", "[Fuera](https://example.org/fuera) y [lo que")
    project.replace("docs/glosario.md", "[@manual-pan].", "[@manual-pan], [fuera](https://example.org/fuera).")
    assert project.build().is_success
    found = [
        link for path in project.site.rglob("*.html") for link in html.parse(path).xpath("//a[contains(@href, '://')]")
    ]
    assert all("external" in link.get("rel").split() for link in found)
    assert not [link for link in found if link.get("target")]  # what opens in its own tab needs no «noopener»
    assert sum(link.get("href") == "https://example.org/fuera" for link in found) == 4
    assert "noopener external" in (project.site / "notas.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["", "ensayo/esquema", "notas/trigo", "fuentes"])
def test_a_finished_page_allows_just_its_own_scripts_and_styles(miniature: Project, address: str):
    page = html.fromstring(miniature.page(address))
    (policy,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    named = set(re.findall(r"'sha256-([^']+)'", policy))
    written = [e.text for e in page.xpath(_CODE) + ([] if page.xpath(_DIAGRAM) else page.xpath("//style"))]
    assert named == {base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in written}
    assert "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]


def test_a_server_that_reloads_pages_may_put_its_script_into_them() -> None:
    page = "<meta content=\"script-src 'self' 'sha256-script'; style-src 'self' 'sha256-style'\"><script>1</script>"
    served = with_any_script(page)
    assert "script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'" in served
    assert "sha256" not in served
