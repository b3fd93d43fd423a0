"""Without MkDocs, the pages are those that MkDocs makes: what the rules check is what a build publishes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import site_settings
from edition import files
from edition.build import StopError
from edition.content import inputs, pages
from edition.html import links
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import get_files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page
from projects import ROOT, Project


def rendered(config: MkDocsConfig) -> Iterator[Page]:
    """Yield the pages as MkDocs renders them."""
    found = get_files(config)
    get_navigation(found, config)  # makes the pages
    for page in (file.page for file in found.documentation_pages() if file.page):
        page.read_source(config)
        page.render(config, found)
        yield page


def without_addresses(html: str) -> str:
    return links.rewrite(html, lambda _: "")


def test_pages_are_those_of_mkdocs_but_for_the_addresses_of_links() -> None:
    documents = inputs.parse(files.read(ROOT / "docs", inputs.ENDINGS)).documents
    ours = pages.make(documents, site_settings.plan(ROOT))
    theirs = list(rendered(load_config(str(ROOT / "mkdocs.yml"))))
    assert len(ours) == len(theirs) > 20
    by_path = {page.file.src_uri: page for page in theirs}
    for page in ours:
        other = by_path[page.path]
        assert without_addresses(page.html) == without_addresses(other.content), page.path
        assert page.url == other.url
        assert page.title == other.title


def test_settings_of_another_edition_are_read_through_the_one_they_inherit(project: Project) -> None:
    plan = site_settings.plan(project.root)
    assert plan.order[:2] == ("index.md", "ensayo/levadura.md")
    assert plan.language == "es"
    assert plan.convert("## Pan {#pan}\n") == '<h2 id="pan">Pan</h2>'


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("site_name: El pan", "extra: {publisher: 5}\nsite_name: El pan", "«extra: publisher»"),
        ("site_name: El pan", "extra: {date: pronto}\nsite_name: El pan", "«extra: date»"),
        ("site_url: https://example.org/pan/", "site_url: ''", "«site_url: »"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_told(project: Project, old: str, new: str, what: str) -> None:
    project.replace("mkdocs.yml", old, new)
    with pytest.raises(StopError, match=what):
        site_settings.settings(load_config(str(project.root / "mkdocs.yml")))
