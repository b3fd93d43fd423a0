"""What the edition does at each event of a MkDocs build; how it is done is in `edition`."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import yaml
from edition import (
    addresses,
    assets,
    cards,
    citing,
    epub,
    exports,
    fidelity,
    inputs,
    links,
    offline,
    previews,
    publication,
    threads,
    views,
)
from edition.problems import Problem, report
from edition.render import Renderer
from edition.views import Page
from jinja2 import Environment, FileSystemBytecodeCache
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure import pages as mkdocs_pages
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from rcssmin import cssmin

_STRINGS = yaml.safe_load((Path(__file__).parent / "edition" / "es.yml").read_text(encoding="utf-8"))
_MERMAID = Path("node_modules/.cache/edition/mermaid.js")
_CACHE = Path(".cache/edition")
_UNUSED = "assets/javascripts/", "assets/stylesheets/", "partials/"
_SEARCH = re.compile(r"assets/javascripts/(workers/search\.\w+|lunr/min/lunr\.(es|stemmer\.support))\.min\.js")


@dataclass
class _Build:
    """What one build has read so far."""

    inputs: inputs.Inputs = field(default_factory=inputs.Inputs)
    pages: list[mkdocs_pages.Page] = field(default_factory=list)
    aliases: dict[str, str] = field(default_factory=dict)
    views: views.Views | None = None
    published: publication.Publication | None = None


_build = _Build()
_command = ""
_log = logging.getLogger("mkdocs.edition")


def on_startup(command: str, **_: Any) -> None:
    """Remember what MkDocs was asked to do."""
    global _command
    _command = command



def on_pre_build(config: MkDocsConfig) -> None:
    """Read what stands beside the pages: notes, sources, figures."""
    global _build
    try:
        _build = _Build(inputs.read(Path(config.docs_dir), _cache(config)))
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
        if file.src_uri.startswith(_UNUSED) and not _SEARCH.fullmatch(file.src_uri):
            files.remove(file)
        elif file.src_uri.endswith(".css"):
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=cssmin(file.content_string)))
    return files


def on_nav(nav: Navigation, files: Files, **_: Any) -> None:
    """Keep all pages, those of the essay in the order of the navigation."""
    listed = [page for page in nav.pages if page.file.src_uri]
    _build.pages = listed + [file.page for file in files.documentation_pages() if file.page and file.page not in listed]


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Join essay, notes and sources, and put what comes of it in the place of each page's Markdown."""
    env.bytecode_cache = FileSystemBytecodeCache(str(_cache(config)))
    read = _build.inputs
    pages = [_page(page) for page in _build.pages]
    composed, problems = views.compose(pages, read.notes, read.sources, read.figures)
    _stop_on(read.problems + problems)
    _build.views = composed
    registered = _registered(Path(config.docs_dir))
    _stop_on(_keep_addresses(composed, registered, Path(config.docs_dir)))
    renderer = Renderer(env, composed, _STRINGS, _assets(config, files))
    published = _build.published = _publication(config, composed, registered)
    site = composed.site
    cache = _cache(config)
    references = citing.references(published, site.edition, site.contents, _STRINGS["cite_paragraph"], cache)
    env.globals["citing"] = references
    for path, content in exports.files(published, composed, renderer.bodies, references, _STRINGS).items():
        files.append(File.generated(config, path, content=content))
    for mkdocs_page, page in zip(_build.pages, pages, strict=True):
        context = {"page": mkdocs_page, "config": config, "base_url": links.relative("", page.url)}
        content, mkdocs_page.meta["edition"] = renderer.page(page, context)
        mkdocs_page.content = addresses.with_targets(content, page.url, _build.aliases)
        mkdocs_page.toc.items.clear()  # Material would hide a link to the first heading in every page
        mkdocs_page.present_anchor_ids = set(links.ids(mkdocs_page.content))
        picture = cards.cached(previews.card(page, composed, _STRINGS, config.site_name), cache)
        files.append(File.generated(config, previews.name(page), content=picture))
        mkdocs_page.meta["card"] = previews.name(page)
        data, tags = exports.head(published, composed, page, _STRINGS)
        mkdocs_page.meta |= {"json_ld": publication.to_script(data), "citation_tags": tags}
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
    if _command != "serve":  # while one writes, pages have to come back at once
        _take_away(config)


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _cache(config: MkDocsConfig) -> Path:
    folder = _root(config) / _CACHE
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _page(page: mkdocs_pages.Page) -> Page:
    title = _STRINGS["opening"] if page.is_homepage else str(page.title)
    return Page(page.file.src_uri, page.url.removeprefix("./"), title, page.meta, page.content or "")


def _take_away(config: MkDocsConfig) -> None:
    """Write the edition as a book and as a copy of the site that opens from a folder."""
    site, words, published = Path(config.site_dir), _STRINGS["offline"], _build.published
    imprint = epub.Imprint(published.essay_title, published.url, published.modified, config.site_description, config.copyright)
    face = assets.serif(_cache(config))
    book = epub.make(_build.views, imprint, _STRINGS, Path(config.theme.custom_dir), ["sobre.md"], face)
    (site / "edicion.epub").write_bytes(book)
    copy = offline.archive(site, words["folder"], published.modified, published.url, {words["read_me"]: words["text"]})
    (site / "edicion.zip").write_bytes(copy)


def _registered(docs: Path) -> list[addresses.Address]:
    registry = docs / "anclas.json"
    registered, problems = addresses.parse(inputs.text(registry)) if registry.is_file() else ([], [])
    _stop_on(problems)
    return registered


def _publication(
    config: MkDocsConfig, composed: views.Views, registered: list[addresses.Address]
) -> publication.Publication:
    heading = composed.site.contents[0].section.heading
    return publication.Publication(
        url=str(config.site_url),
        title=config.site_name,
        essay_title=heading.text if heading else config.site_name,
        essay_rights=_STRINGS["essay_rights"],
        language="es",
        publisher=_STRINGS["publisher"],
        licence=config.extra["licence"],
        date=config.extra["date"],
        modified=max((a.note.reviewed for a in composed.site.edition.annotations), default=config.extra["date"]),
        since={a.path: date.fromisoformat(a.since) for a in registered if a.since and not a.id},
    )


def _keep_addresses(composed: views.Views, registered: list[addresses.Address], docs: Path) -> list[Problem]:
    """Compare the addresses there are with all that were ever published; with REGISTER set to a day, add the new ones."""
    aliases = docs / "alias.yml"
    current = addresses.collect(composed)
    given = yaml.safe_load(inputs.text(aliases)) if aliases.is_file() else None
    _build.aliases, faults = addresses.resolve(given or {}, current)
    if day := os.environ.get("REGISTER"):
        registry = addresses.dump(addresses.register(registered, current, day))
        (docs / "anclas.json").write_text(registry, encoding="utf-8")
    elif new := addresses.unregistered(registered, current):
        _log.info("%d new addresses: run scripts/register before you publish them.", len(new))
    astray = threads.astray(_build.inputs.threads, map(str, current))
    return faults + astray + addresses.lost(registered, current, _build.aliases)


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
