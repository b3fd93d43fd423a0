"""What the edition does at each event of a MkDocs build; how it is done is in `edition`."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from edition import addresses, assets, cards, fidelity, inputs, links, previews, threads, views
from edition.problems import Problem, report
from edition.render import Renderer
from edition.views import Page
from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure import pages as mkdocs_pages
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation

_STRINGS = yaml.safe_load((Path(__file__).parent / "edition" / "es.yml").read_text(encoding="utf-8"))
_MERMAID = Path("node_modules/.cache/edition/mermaid.js")
_CACHE = Path(".cache/edition")
_MATERIAL = "assets/javascripts/", "assets/stylesheets/"
_SEARCH = re.compile(r"assets/javascripts/(workers/search\.\w+|lunr/min/lunr\.(es|stemmer\.support))\.min\.js")


@dataclass
class _Build:
    """What one build has read so far."""

    inputs: inputs.Inputs = field(default_factory=inputs.Inputs)
    pages: list[mkdocs_pages.Page] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)


_build = _Build()
_log = logging.getLogger("mkdocs.edition")


def on_pre_build(config: MkDocsConfig) -> None:
    """Read what stands beside the pages: notes, sources, figures."""
    global _build
    try:
        _build = _Build(inputs.read(Path(config.docs_dir)))
    except inputs.Unreadable as error:
        _stop_on([error.args[0]])


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what comes from packages, the text face and mermaid; of Material's own files keep its search."""
    root = _root(config)
    if not (root / _MERMAID).is_file():
        raise PluginError("mermaid is not installed: run «npm ci», or scripts/serve, which does it for you.")
    for path in (root / _MERMAID).parent.glob("mermaid.*"):
        files.append(File.generated(config, f"assets/vendor/{path.name}", abs_src_path=str(path)))
    files.append(File.generated(config, "assets/serif.woff2", content=assets.serif(root / _CACHE)))
    for file in list(files):
        if file.src_uri.startswith(_MATERIAL) and not _SEARCH.fullmatch(file.src_uri):
            files.remove(file)
    return files


def on_nav(nav: Navigation, files: Files, **_: Any) -> None:
    """Keep all pages, those of the essay in the order of the navigation."""
    listed = [page for page in nav.pages if page.file.src_uri]
    _build.pages = listed + [file.page for file in files.documentation_pages() if file.page and file.page not in listed]


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Join essay, notes and sources, and put what comes of it in the place of each page's Markdown."""
    read = _build.inputs
    pages = [_page(page) for page in _build.pages]
    composed, problems = views.compose(pages, read.notes, read.sources, read.figures)
    _stop_on(read.problems + problems)
    _stop_on(_keep_addresses(composed, Path(config.docs_dir)))
    renderer = Renderer(env, composed, _STRINGS, _assets(config, files))
    for mkdocs_page, page in zip(_build.pages, pages, strict=True):
        context = {"page": mkdocs_page, "config": config, "base_url": links.relative("", page.url)}
        content, mkdocs_page.meta["edition"] = renderer.page(page, context)
        mkdocs_page.content = addresses.with_targets(content, page.url, _build.aliases)
        mkdocs_page.present_anchor_ids = set(links.ids(mkdocs_page.content))
        picture = cards.cached(previews.card(page, composed, _STRINGS, config.site_name), _root(config) / _CACHE)
        files.append(File.generated(config, previews.name(page), content=picture))
        mkdocs_page.meta["card"] = previews.name(page)
    _stop_on(_broken_links(files))
    return env


def on_post_build(config: MkDocsConfig) -> None:
    """Lead on from the addresses of pages that moved, and check the finished pages against the text as received."""
    for old, new in addresses.moved_pages(_build.aliases).items():
        page = Path(config.site_dir) / old / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        html = config.theme.get_env().get_template("partials/edition/moved.html").render(to=links.relative(new, old), t=_STRINGS)
        page.write_text(html, encoding="utf-8")
    received = inputs.text(Path(config.docs_dir) / "ensayo.txt")
    chapters = [page for page in _build.pages if _page(page).is_essay]
    whole = [page for page in _build.pages if page.file.src_uri == views.WHOLE]
    for pages in filter(None, (chapters, whole)):
        shown = fidelity.extract(inputs.text(Path(config.site_dir) / page.file.dest_uri) for page in pages)
        where = fidelity.difference(received, shown)
        if where:
            raise PluginError(f"docs/ensayo.txt, {where}\n    Give the page the words of docs/ensayo.txt again.")


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _page(page: mkdocs_pages.Page) -> Page:
    title = _STRINGS["opening"] if page.is_homepage else str(page.title)
    return Page(page.file.src_uri, page.url.removeprefix("./"), title, page.meta, page.content or "")


def _keep_addresses(composed: views.Views, docs: Path) -> list[Problem]:
    """Compare the addresses there are with all that were ever published; with REGISTER set to a day, add the new ones."""
    registry, aliases = docs / "anclas.json", docs / "alias.yml"
    current = addresses.collect(composed)
    registered, problems = addresses.parse(inputs.text(registry)) if registry.is_file() else ([], [])
    given = yaml.safe_load(inputs.text(aliases)) if aliases.is_file() else None
    _build.aliases, faults = addresses.resolve(given or {}, current)
    if day := os.environ.get("REGISTER"):
        registry.write_text(addresses.dump(addresses.register(registered, current, day)), encoding="utf-8")
    elif new := addresses.unregistered(registered, current):
        _log.info("%d new addresses: run scripts/register before you publish them.", len(new))
    astray = threads.astray(_build.inputs.threads, map(str, current))
    return problems + faults + astray + addresses.lost(registered, current, _build.aliases)


def _assets(config: MkDocsConfig, files: Files) -> dict[str, Any]:
    own = (Path(config.docs_dir) / "assets").iterdir()
    return {
        "edition_assets": {path.name: assets.fingerprint(path) for path in own},
        "edition_version": assets.fingerprint(Path(config.docs_dir) / "ensayo.txt"),
        "threads": _build.inputs.threads,
        "search_worker": next(file.src_uri for file in files if "/workers/search." in file.src_uri),
    }


def _broken_links(files: Files) -> list[Problem]:
    anchors: dict[str, set[str]] = {file.src_uri: set() for file in files}
    anchors |= {page.file.src_uri: page.present_anchor_ids or set() for page in _build.pages}
    return [
        problem
        for page in _build.pages
        for problem in links.faults(f"docs/{page.file.src_uri}", page.file.src_uri, page.file.content_string, anchors)
    ]


def _stop_on(problems: list[Problem]) -> None:
    if problems:
        raise PluginError(report(problems))
