"""The settings in mkdocs.yml that the core needs, typed."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import markdown
from edition.build import Settings, StopError
from edition.content.pages import Plan
from mkdocs.config import base
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils.yaml import yaml_load

_ADDRESS = re.compile(r"https?://[^/\s]+/(\S*/)?")
_BUILT_IN = ("toc", "tables", "fenced_code")  # MkDocs adds these before those of mkdocs.yml


class EditionConfig(base.Config):  # type: ignore[no-untyped-call]
    """The fields below `extra`."""

    date = options.Type(datetime.date)
    licence = options.URL()
    publisher = options.Type(str)
    essay_rights = options.Type(str)
    repository = options.Type(str, default="")


def settings(config: MkDocsConfig) -> Settings:
    """Return the settings of the edition. Raises StopError if one is missing or wrong."""
    edition = EditionConfig()
    edition.load_dict(dict(config.extra))
    failed, _ = edition.validate()
    if failed:
        name, fault = failed[0]
        raise StopError(f"mkdocs.yml: «extra: {name}»: {fault}\n    Give it below «extra:», as README.md says.")
    url = str(config.site_url or "")
    if not _ADDRESS.fullmatch(url):
        cure = "Write it as https://example.org/path/, or give it in SITE_URL."
        raise StopError(f"mkdocs.yml: «site_url: {url}» is no absolute address that ends in «/»\n    {cure}")
    return Settings(
        url=url,
        title=config.site_name,
        description=config.site_description or "",
        language=str(config.theme["language"]),
        rights=config.copyright or "",
        licence=edition.licence,
        publisher=edition.publisher,
        essay_rights=edition.essay_rights,
        date=edition.date,
    )


def plan(root: Path) -> Plan:
    """Read from mkdocs.yml in the folder `root` how Markdown becomes pages, without the rest that a build needs.

    Raises OSError or yaml.YAMLError if the file is missing or cannot be read.
    """
    with (root / "mkdocs.yml").open("rb") as file:
        read = yaml_load(file)
    extensions = {name: given for entry in read.get("markdown_extensions", []) for name, given in _extension(entry)}
    made = markdown.Markdown(extensions=[*_BUILT_IN, *extensions], extension_configs=extensions)
    theme = read.get("theme", {})

    def convert(source: str) -> str:
        made.reset()
        return made.convert(source)

    return Plan(tuple(listed(read.get("nav", []))), convert, str(theme.get("language", "es")))


def _extension(entry: object) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(entry, dict):
        yield from ((name, given or {}) for name, given in entry.items())
    else:
        yield str(entry), {}


def listed(nav: object) -> Iterator[str]:
    """Yield the paths of the pages in a navigation, in order."""
    if isinstance(nav, str):
        yield nav
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ()
    for part in parts:
        yield from listed(part)
