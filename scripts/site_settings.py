"""What mkdocs.yml says of the edition, as MkDocs reads it: the only settings that the core gets."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path

import markdown
from edition.build import Settings, StopError
from mkdocs.config import base, load_config
from mkdocs.config import config_options as options
from mkdocs.config.defaults import MkDocsConfig


class EditionConfig(base.Config):  # type: ignore[no-untyped-call]
    """The fields below `extra`."""

    date = options.Type(datetime.date)
    licence = options.URL()
    publisher = options.Type(str)
    essay_rights = options.Type(str)
    repository = options.Type(str, default="")


def settings(config: MkDocsConfig) -> Settings:
    """Return the settings of the edition. Raises StopError when one is missing or of the wrong kind."""
    edition = EditionConfig()
    edition.load_dict(dict(config.extra))
    failed, _ = edition.validate()
    if failed:
        name, fault = failed[0]
        raise StopError(f"mkdocs.yml: «extra: {name}»: {fault}\n    Give it below «extra:», as README.md says.")
    return Settings(
        url=str(config.site_url),
        title=config.site_name,
        description=config.site_description or "",
        language=str(config.theme["language"]),
        rights=config.copyright or "",
        licence=edition.licence,
        publisher=edition.publisher,
        essay_rights=edition.essay_rights,
        date=edition.date,
    )


def converter(config: MkDocsConfig) -> Callable[[str], str]:
    """Return what turns the Markdown of a page into HTML, but for its links, as MkDocs does."""
    made = markdown.Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)

    def convert(source: str) -> str:
        made.reset()
        return made.convert(source)

    return convert


def load(root: Path) -> MkDocsConfig:
    """Read mkdocs.yml in the folder `root`. Raises StopError when MkDocs cannot."""
    return load_config(str(root / "mkdocs.yml"))


def order(config: MkDocsConfig) -> list[str]:
    """Return the paths of the pages that the navigation lists, in its order."""
    return list(_listed(config.nav or []))


def _listed(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ()
    return [path for part in parts for path in _listed(part)]
