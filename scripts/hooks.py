"""Connects the edition to the events of a MkDocs build; the work itself is in `edition`."""

from __future__ import annotations

import datetime
import json
import logging
import os
import re
import subprocess
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from edition import files as disk
from edition.build import Build, StopError, stop_on, strings
from edition.content import inputs, register
from edition.content.inputs import Inputs
from edition.content.pages import Page
from edition.exports import checksums
from edition.exports.cards import favicon
from edition.html import links, security
from edition.pages import assets, findings, styles
from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure import pages as mkdocs_pages
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from site_settings import settings

_MERMAID = Path("node_modules/.cache/edition/mermaid.js")
_REPOSITORY = Path(__file__).resolve().parents[1]
_ESBUILD = _REPOSITORY / "node_modules/.bin/esbuild"
_CACHE = Path(".cache/edition")
_DOWNLOADS = "edicion"  # their file name, without an ending
_SOURCE = "index.md"  # published beside each page: its Markdown
_FOLD = "assets/lunr-fold.js"
_UNSEARCHED = {"exclude": True}  # Material's search skips every page; `on_post_build` writes the index
_UNUSED = "assets/javascripts/", "assets/stylesheets/", "partials/", f"{styles.FOLDER}/", _FOLD
_SEARCH = re.compile(r"assets/javascripts/(workers/search\.\w+|lunr/min/lunr\.(es|stemmer\.support))\.min\.js")

_T = TypeVar("_T")
_log = logging.getLogger("mkdocs.edition")


class _Run:
    """The current build: MkDocs' pages, and the edition made from them."""

    command = ""
    inputs: Inputs
    build: Build
    pages: list[mkdocs_pages.Page]


def _reported(event: Callable[..., _T]) -> Callable[..., _T]:
    """Turn a StopError into MkDocs' own error, which shows no traceback."""

    @wraps(event)
    def reported(*args: Any, **kwargs: Any) -> _T:
        try:
            return event(*args, **kwargs)
        except StopError as stop:
            raise PluginError(str(stop)) from None

    return reported


def on_startup(command: str, **_: Any) -> None:
    """Remember MkDocs' command, and silence the information of the diagram's plugin."""
    logging.getLogger("mkdocs.plugins.mermaid2.util").setLevel(logging.WARNING)
    _Run.command = command


@_reported
def on_pre_build(config: MkDocsConfig) -> None:
    """Read the inputs: notes, sources, figures. Stop here on problems that MkDocs would crash on."""
    _Run.inputs = inputs.parse(disk.read(Path(config.docs_dir), inputs.ENDINGS), _keep(config))
    stop_on(_Run.inputs.problems if _Run.inputs.halting else ())


@_reported
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add mermaid and the text font from packages; of Material's own files, keep only its search.

    The edition's scripts get minified and its stylesheets bundled; most bundles are inline in the pages.
    """
    mermaid = _root(config) / _MERMAID
    if not mermaid.is_file():
        raise StopError("mermaid is not installed: run «npm ci», or scripts/serve, which does it for you.")
    for path in mermaid.parent.glob("mermaid.*"):
        files.append(File.generated(config, f"assets/vendor/{path.name}", abs_src_path=str(path)))
    files.append(File.generated(config, "assets/serif.woff2", content=assets.serif(_keep(config))))
    files.append(File.generated(config, "assets/serif.LICENSE.txt", content=assets.serif_licence()))
    files.append(File.generated(config, "assets/overlay.css", content=_style(config, "overlay")))
    icon = (Path(config.docs_dir) / str(config.theme["favicon"])).read_text(encoding="utf-8")
    for address, size in favicon.SIZES.items():
        files.append(File.generated(config, address, content=favicon.png(icon, size)))
    for file in list(files):
        if file.src_uri.startswith(_UNUSED) and not _SEARCH.fullmatch(file.src_uri):
            files.remove(file)
        elif content := _replacement(file, config):
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=content))
    return files


def _replacement(file: File, config: MkDocsConfig) -> str | bytes | None:
    """Return the replacement of a file: Spanish search that folds letters, or a script of the edition, minified."""
    path = PurePosixPath(file.src_uri)
    if path.name == "lunr.es.min.js":
        return f"{file.content_string}\n{(Path(config.docs_dir) / _FOLD).read_text(encoding='utf-8')}"
    return _script(file, config) if str(path.parent) == "assets" and path.suffix == ".js" else None


def _script(file: File, config: MkDocsConfig) -> bytes:
    """Minify a script, and write it for the oldest browsers, as package.json names them."""
    oldest = json.loads((_REPOSITORY / "package.json").read_text(encoding="utf-8"))["browserslist"]
    target = ",".join(name.replace(" ", "") for name in oldest)
    command = [str(_ESBUILD), "--minify", "--charset=utf8", f"--target={target}"]

    def minify() -> bytes:
        return subprocess.run(command, input=file.content_bytes, capture_output=True, check=True).stdout

    return _keep(config)("script.js", (file.content_string, command[1:], _ESBUILD.stat().st_size), minify)


def on_nav(nav: Navigation, files: Files, **_: Any) -> None:
    """Keep all pages, those of the essay in the order of the navigation."""
    pages = [file.page for file in files.documentation_pages() if file.page]
    _Run.pages = list({page.file.src_uri: page for page in [*nav.pages, *pages]}.values())


@_reported
def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Join essay, notes and sources, and replace the content of each page by its rendered template."""
    env.bytecode_cache = FileSystemBytecodeCache(str(_root(config) / _CACHE))
    opening = strings()["opening"]
    pages = [_page(page, opening) for page in _Run.pages]
    edition = _Run.build = Build.of(settings(config), _Run.inputs, pages, env, _assets(config, files), _keep(config))
    _register(edition, Path(config.docs_dir))
    for path, content in edition.exports().items():
        if authored := files.get_file_from_path(path):  # docs/fuentes.json
            files.remove(authored)
        files.append(File.generated(config, path, content=content))
    for mkdocs_page, page in zip(_Run.pages, edition.edition.pages, strict=True):
        variables = {"page": mkdocs_page, "config": config, "base_url": links.relative("", page.url)}
        mkdocs_page.content = edition.content(page, variables)
        head = edition.head(page)
        mkdocs_page.meta.update(edition=edition.context(page), search=_UNSEARCHED, **head)
        mkdocs_page.toc.items.clear()  # or Material adds a hidden link to the first heading
        mkdocs_page.present_anchor_ids = set(links.ids(mkdocs_page.content))
        mkdocs_page.update_date = edition.modified(page).isoformat()
        files.append(File.generated(config, head["card"], content=edition.card(page)))
    return env


def _register(edition: Build, docs: Path) -> None:
    """Register new permalinks if REGISTER is a day; otherwise log their number."""
    if day := os.environ.get("REGISTER"):
        text = edition.extended_register(datetime.date.fromisoformat(day))
        disk.write(docs / register.FILE, text.encode())
    elif new := edition.unregistered():
        _log.info("%d new addresses: run scripts/register before you publish them.", new)


def on_post_page(output: str, **_: Any) -> str:
    """Add the hashes of inline scripts and styles to the page's policy, now that plugins have added theirs."""
    return _with_policy(output)


def on_post_template(output_content: str, **_: Any) -> str:
    """Do the same for the 404 page."""
    return _with_policy(output_content)


def _with_policy(html: str) -> str:
    return security.with_any_script(html) if _Run.command == "serve" else security.with_hashes(html)


@_reported
def on_post_build(config: MkDocsConfig) -> None:
    """Check the finished pages against the essay as received; write redirects and downloads."""
    site, edition = Path(config.site_dir), _Run.build
    built = {page.file.src_uri: site / page.file.dest_uri for page in _Run.pages}
    edition.check_essay(lambda page: built[page.path].read_text(encoding="utf-8"))
    for page in _Run.pages:
        (site / page.url.removeprefix("./") / _SOURCE).write_text(page.file.content_string, encoding="utf-8")
    index = site / "search" / "search_index.json"
    index.write_text(edition.search(json.loads(index.read_text(encoding="utf-8"))["config"]), encoding="utf-8")
    for address, html in edition.redirects().items():
        (site / address).mkdir(parents=True, exist_ok=True)
        (site / address / "index.html").write_text(html, encoding="utf-8")
    if _Run.command != "serve":  # `serve` has to be fast
        (site / f"{_DOWNLOADS}.epub").write_bytes(
            edition.book(Path(str(config.theme.custom_dir)), _root(config) / _CACHE)
        )
        (site / f"{_DOWNLOADS}.zip").write_bytes(edition.offline_copy(site, _DOWNLOADS))
        (site / checksums.NAME).write_text(checksums.sums(site), encoding="utf-8")


def _keep(config: MkDocsConfig) -> disk.Keep:
    return partial(disk.kept, _root(config) / _CACHE)


def _root(config: MkDocsConfig) -> Path:
    return Path(str(config.config_file_path)).parent


def _page(page: mkdocs_pages.Page, opening: str) -> Page:
    title = opening if page.is_homepage else str(page.title)
    document = _Run.inputs.documents[f"docs/{page.file.src_uri}"]
    url = page.url.removeprefix("./")
    return Page(page.file.src_uri, url, title, document, page.content or "")


def _assets(config: MkDocsConfig, files: Files) -> dict[str, Any]:
    return {
        "script_version": assets.fingerprint(files.src_uris["assets/edition.js"].content_bytes),
        "styles": {name: _style(config, name) for name in styles.BUNDLES}
        | {"tokens": findings.tokens(_Run.inputs.vocabulary)},
        "search_worker": next(file.src_uri for file in files if "/workers/search." in file.src_uri),
    }


def _style(config: MkDocsConfig, name: str) -> str:
    folder = Path(config.docs_dir) / styles.FOLDER
    return styles.bundle({file: (folder / file).read_text(encoding="utf-8") for file in styles.BUNDLES[name]})
