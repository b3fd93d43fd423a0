"""What the edition does at each event of a MkDocs build; how it is done is in `edition`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from edition import assets, chart, citations, fidelity, frontmatter, glossary, links, notes, sources, views
from edition.edition import unknown_figures, unknown_sources
from edition.problems import Problem, report
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
_PARTIALS = "partials/edition/"
_MATERIAL = "assets/javascripts/", "assets/stylesheets/"
_SEARCH = re.compile(r"assets/javascripts/(workers/search\.\w+|lunr/min/lunr\.(es|stemmer\.support))\.min\.js")


@dataclass
class _Build:
    """What one build has read so far, and what is wrong with it."""

    notes: list[notes.Note] = field(default_factory=list)
    sources: dict[str, sources.Source] = field(default_factory=dict)
    figures: dict[str, chart.Figure] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    pages: list[mkdocs_pages.Page] = field(default_factory=list)


_build = _Build()


def on_pre_build(config: MkDocsConfig) -> None:
    """Read the notes and their sources."""
    global _build
    _build = _Build()
    docs = Path(config.docs_dir)
    items, _build.problems = sources.parse("docs/fuentes.json", _read(docs / "fuentes.json"))
    _build.sources = sources.references(items)
    for path in sorted((docs / "notas").rglob("*.md")):
        if path.name != "index.md":
            note, problems = notes.parse(f"docs/{path.relative_to(docs).as_posix()}", _read(path))
            _build.notes += [note] if note else []
            _build.problems += problems
    _build.problems += notes.duplicates(_build.notes)
    for path, cited in [(note.path, note.citations) for note in _build.notes] + _glossary(docs):
        _build.problems += unknown_sources(path, cited, _build.sources) if items else []
    for path in sorted((docs / "figuras").glob("*.json")):
        figure, problems = chart.parse(path.stem, f"docs/figuras/{path.name}", _read(path))
        _build.figures |= {path.stem: figure} if figure else {}
        _build.problems += problems
        cited = [citations.Citation(key) for key in figure.sources] if figure else []
        _build.problems += unknown_sources(f"docs/figuras/{path.name}", cited, _build.sources) if items else []
    _build.problems += unknown_figures(_build.notes, _build.figures)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what comes from packages, the text face and mermaid; of Material's own files keep its search."""
    root = Path(config.config_file_path).parent
    if not (root / _MERMAID).is_file():
        raise PluginError("mermaid is not installed: run «npm ci», or scripts/serve, which does it for you.")
    files.append(File.generated(config, "assets/vendor/mermaid.js", abs_src_path=str(root / _MERMAID)))
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
    pages = [_page(page) for page in _build.pages]
    composed, problems = views.compose(pages, _build.notes, _build.sources, _build.figures)
    _stop_on(_build.problems + problems)
    docs = Path(config.docs_dir)
    env.globals |= {
        "t": _STRINGS,
        "diagrams": composed.diagrams,
        "edition": composed.site.edition,
        "contents": composed.site.contents,
        "search_worker": next(file.src_uri for file in files if "/workers/search." in file.src_uri),
        "edition_assets": {path.name: assets.fingerprint(path) for path in (docs / "assets").iterdir()},
    }
    def cite(owner: str, number: int, locator: str) -> str:
        return env.get_template(_PARTIALS + "cite.html").render(owner=owner, number=number, locator=locator)

    def body(note: notes.Note) -> str:
        html = views.cited(written[note.slug].html, note, cite)
        return glossary.link(html, composed.site.edition.terms, partial(define, written[note.slug].url))

    def define(url: str, term: glossary.Term, words: str) -> str:
        href = links.relative(f"glosario/#{term.id}", url)
        return env.get_template(_PARTIALS + "term.html").render(href=href, words=words)

    written = {page.slug: page for page in pages if page.is_note}
    bodies = {note.slug: body(note) for note in _build.notes}
    env.globals |= {
        "body": lambda note, page: links.rebase(links.without_ids(bodies[note.slug]), written[note.slug].url, page.url),
        "lay_out": chart.lay_out,
        "number": chart.number,
        "shown": chart.shown,
        "definition": lambda term: views.cited(term.definition, term, cite),
    }
    for page in _build.pages:
        template, here = composed.pages[page.file.src_uri]
        here["body"] = bodies.get(page.file.name)
        page.meta["edition"] = here
        context = {"page": page, "here": here, "config": config, "base_url": _root_from(page)}
        page.content = env.get_template(_PARTIALS + template).render(context)
        page.present_anchor_ids = (page.present_anchor_ids or set()) | set(links.ids(page.content))
    _stop_on(_broken_links(files))
    return env


def on_post_build(config: MkDocsConfig) -> None:
    """Take the essay out of the finished pages again and compare it with the text as received."""
    received = _read(Path(config.docs_dir) / "ensayo.txt")
    chapters = [page for page in _build.pages if _page(page).is_essay]
    whole = [page for page in _build.pages if page.file.src_uri == views.WHOLE]
    for pages in filter(None, (chapters, whole)):
        shown = fidelity.extract(_read(Path(config.site_dir) / page.file.dest_uri) for page in pages)
        where = fidelity.difference(received, shown)
        if where:
            raise PluginError(f"docs/ensayo.txt, {where}\n    Give the page the words of docs/ensayo.txt again.")


def _glossary(docs: Path) -> list[tuple[str, tuple[citations.Citation, ...]]]:
    """Return the path of the glossary and what it cites, where there is one."""
    path = docs / views.GLOSSARY
    if not path.is_file():
        return []
    document, _ = frontmatter.split(path.name, _read(path))
    return [(f"docs/{path.name}", tuple(citations.find(document.body, document.body_line)))]


def _page(page: mkdocs_pages.Page) -> Page:
    title = _STRINGS["opening"] if page.is_homepage else str(page.title)
    return Page(page.file.src_uri, page.url.removeprefix("./"), title, page.meta, page.content or "")


def _broken_links(files: Files) -> list[Problem]:
    anchors: dict[str, set[str]] = {file.src_uri: set() for file in files}
    anchors |= {page.file.src_uri: page.present_anchor_ids or set() for page in _build.pages}
    return [
        problem
        for page in _build.pages
        for problem in links.faults(f"docs/{page.file.src_uri}", page.file.src_uri, page.file.content_string, anchors)
    ]


def _root_from(page: mkdocs_pages.Page) -> str:
    return "../" * page.url.removeprefix("./").count("/") or "."


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PluginError(f"{path.name} is missing: it belongs at {path.parent.name}/{path.name}.") from None
    except UnicodeDecodeError as error:
        raise PluginError(f"{path.name} is not UTF-8 (byte {error.start}): save it as UTF-8.") from None


def _stop_on(problems: list[Problem]) -> None:
    if problems:
        raise PluginError(report(problems))
