"""What the edition does at each event of a MkDocs build; how it is done is in `edition`."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from edition import build
from edition.build import Build, Settings, StopError, stop_on
from edition.content.inputs import Inputs
from edition.exports import checksums
from edition.html import links, markup, security
from edition.pages import assets, styles
from edition.pages.views import Page
from edition.problems import Problem
from edition.text import frontmatter
from edition.text.frontmatter import Document
from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure import pages as mkdocs_pages
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from rjsmin import jsmin

_MERMAID = Path("node_modules/.cache/edition/mermaid.js")
_CACHE = Path(".cache/edition")
_TAKEN_AWAY = "edicion"
_SOURCE = "index.md"  # beside each page, the Markdown it was made of
_FOLD = "assets/lunr-fold.js"
_UNSEARCHED = {"exclude": True}  # for Material's search, which would read every page; `on_post_build` writes its index
_UNUSED = "assets/javascripts/", "assets/stylesheets/", "partials/", f"{styles.FOLDER}/", _FOLD
_SEARCH = re.compile(r"assets/javascripts/(workers/search\.\w+|lunr/min/lunr\.(es|stemmer\.support))\.min\.js")

_T = TypeVar("_T")


class _Run:
    """The build under way: its pages as MkDocs has them, and the edition made of them."""

    command = ""
    inputs: Inputs
    build: Build
    pages: list[mkdocs_pages.Page]


def _reported(event: Callable[..., _T]) -> Callable[..., _T]:
    """Let MkDocs say why the edition stopped a build, without a traceback."""

    @wraps(event)
    def reported(*args: Any, **kwargs: Any) -> _T:
        try:
            return event(*args, **kwargs)
        except StopError as stop:
            raise PluginError(str(stop)) from None

    return reported


def on_startup(command: str, **_: Any) -> None:
    """Remember what MkDocs was asked to do; spare its reader what the diagram's plugin says of itself."""
    logging.getLogger("mkdocs.plugins.mermaid2.util").setLevel(logging.WARNING)
    _Run.command = command


@_reported
def on_pre_build(config: MkDocsConfig) -> None:
    """Read what stands beside the pages: notes, sources, figures."""
    _Run.inputs = build.read(_settings(config))


@_reported
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what comes from packages, the text face and mermaid; of Material's own files keep its search.

    The edition's own scripts go out smaller, and its styles as bundles, most of which stand in the pages themselves.
    """
    mermaid = _root(config) / _MERMAID
    if not mermaid.is_file():
        raise StopError("mermaid is not installed: run «npm ci», or scripts/serve, which does it for you.")
    for path in mermaid.parent.glob("mermaid.*"):
        files.append(File.generated(config, f"assets/vendor/{path.name}", abs_src_path=str(path)))
    files.append(File.generated(config, "assets/serif.woff2", content=assets.serif(_root(config) / _CACHE)))
    files.append(File.generated(config, "assets/serif.LICENSE.txt", content=assets.serif_licence()))
    files.append(File.generated(config, "assets/overlay.css", content=_style(config, "overlay")))
    for file in list(files):
        if file.src_uri.startswith(_UNUSED) and not _SEARCH.fullmatch(file.src_uri):
            files.remove(file)
        elif content := _instead(file, Path(config.docs_dir)):
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=content))
    return files


def _instead(file: File, docs: Path) -> str | None:
    """Return what goes out in place of a file: Spanish search that folds letters, the edition's own scripts smaller."""
    path = PurePosixPath(file.src_uri)
    if path.name == "lunr.es.min.js":
        return f"{file.content_string}\n{(docs / _FOLD).read_text(encoding='utf-8')}"
    return str(jsmin(file.content_string)) if str(path.parent) == "assets" and path.suffix == ".js" else None


def on_nav(nav: Navigation, files: Files, **_: Any) -> None:
    """Keep all pages, those of the essay in the order of the navigation."""
    pages = [file.page for file in files.documentation_pages() if file.page]
    _Run.pages = list({page.file.src_uri: page for page in [*nav.pages, *pages]}.values())


@_reported
def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Join essay, notes and sources, and put what comes of it in the place of each page's Markdown."""
    env.bytecode_cache = FileSystemBytecodeCache(str(_root(config) / _CACHE))
    opening = build.strings()["opening"]
    pages = [_page(page, opening) for page in _Run.pages]
    found = [*_broken_links(files, with_ids=False), *_foreign_markup(pages)]
    edition = _Run.build = build.join(_settings(config), _Run.inputs, pages, env, _assets(config, files), found)
    for path, content in edition.files().items():
        files.append(File.generated(config, path, content=content))
    for mkdocs_page, page in zip(_Run.pages, pages, strict=True):
        context = {"page": mkdocs_page, "config": config, "base_url": links.relative("", page.url)}
        mkdocs_page.content, here = edition.content(page, context)
        head = edition.head(page)
        mkdocs_page.meta.update(edition=here, search=_UNSEARCHED, **head)
        mkdocs_page.toc.items.clear()  # Material would hide a link to the first heading in every page
        mkdocs_page.present_anchor_ids = set(links.ids(mkdocs_page.content))
        mkdocs_page.update_date = edition.modified(page).isoformat()
        files.append(File.generated(config, head["card"], content=edition.card(page)))
    stop_on(_broken_links(files, with_ids=True))
    return env


@_reported
def on_post_page(output: str, page: mkdocs_pages.Page, **_: Any) -> str:
    """Name the page's own scripts in its policy, when plugins have put theirs in; no id may stand in it twice."""
    stop_on(markup.repeated_ids(*_written(page), output))
    return security.with_hashes(output)


def on_post_template(output_content: str, **_: Any) -> str:
    """Do the same for the page of addresses that lead nowhere."""
    return security.with_hashes(output_content)


@_reported
def on_post_build(config: MkDocsConfig) -> None:
    """Check the finished pages against the text as received; lead on from pages that moved; make what is taken away."""
    site, edition = Path(config.site_dir), _Run.build
    built = {page.file.src_uri: site / page.file.dest_uri for page in _Run.pages}
    edition.check_essay(lambda page: built[page.path].read_text(encoding="utf-8"))
    for page in _Run.pages:
        (site / page.url.removeprefix("./") / _SOURCE).write_text(page.file.content_string, encoding="utf-8")
    index = site / "search" / "search_index.json"
    index.write_text(edition.search(json.loads(index.read_text(encoding="utf-8"))["config"]), encoding="utf-8")
    for address, html in edition.moved().items():
        (site / address).mkdir(parents=True, exist_ok=True)
        (site / address / "index.html").write_text(html, encoding="utf-8")
    if _Run.command != "serve":  # while one writes, pages have to come back at once
        (site / f"{_TAKEN_AWAY}.epub").write_bytes(edition.book())
        (site / f"{_TAKEN_AWAY}.zip").write_bytes(edition.copy(site, _TAKEN_AWAY))
        (site / checksums.NAME).write_text(checksums.sums(site), encoding="utf-8")


def _settings(config: MkDocsConfig) -> Settings:
    return Settings(
        docs=Path(config.docs_dir),
        cache=_root(config) / _CACHE,
        templates=Path(str(config.theme.custom_dir)),
        url=str(config.site_url),
        language=str(config.theme["language"]),
        title=config.site_name,
        description=config.site_description or "",
        rights=config.copyright or "",
        licence=config.extra["licence"],
        date=config.extra["date"],
    )


def _root(config: MkDocsConfig) -> Path:
    return Path(str(config.config_file_path)).parent


def _page(page: mkdocs_pages.Page, opening: str) -> Page:
    title = opening if page.is_homepage else str(page.title)
    return Page(
        page.file.src_uri, page.url.removeprefix("./"), title, page.meta, links.mark_external(page.content or "")
    )


def _assets(config: MkDocsConfig, files: Files) -> dict[str, Any]:
    return {
        "script_version": assets.fingerprint(files.src_uris["assets/edition.js"].content_bytes),
        "styles": {name: _style(config, name) for name in styles.BUNDLES},
        "search_worker": next(file.src_uri for file in files if "/workers/search." in file.src_uri),
    }


def _style(config: MkDocsConfig, name: str) -> str:
    folder = Path(config.docs_dir) / styles.FOLDER
    return styles.bundle({file: (folder / file).read_text(encoding="utf-8") for file in styles.BUNDLES[name]})


def _foreign_markup(pages: list[Page]) -> Iterator[Problem]:
    for given, page in zip(_Run.pages, pages, strict=True):
        yield from markup.faults(*_written(given), given.content or "", has_diagram=page.is_essay)


def _written(page: mkdocs_pages.Page) -> tuple[str, Document]:
    """Return the path of a page as its author sees it, and its Markdown taken apart."""
    path = f"docs/{page.file.src_uri}"
    return path, frontmatter.split(path, page.file.content_string)[0]


def _broken_links(files: Files, *, with_ids: bool) -> list[Problem]:
    """Report the links to what is not there; ids are known once the pages are joined."""
    anchors: dict[str, set[str] | None] = {file.src_uri: set() for file in files}
    anchors |= {page.file.src_uri: page.present_anchor_ids or set() if with_ids else None for page in _Run.pages}
    return [
        problem
        for page in _Run.pages
        for problem in links.faults(f"docs/{page.file.src_uri}", page.file.src_uri, page.file.content_string, anchors)
    ]
