"""Links: rewrites their URLs from one page to another, and checks them in Markdown."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from html import escape, unescape
from urllib.parse import unquote, urljoin, urlsplit, urlunsplit

from edition.problems import Problem, line_at
from edition.text.citations import without_code
from edition.text.frontmatter import Document

ROOT = "https://edition.invalid/"  # stands for the site's own address
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_LINKING_TAG = re.compile(r'<[a-zA-Z][^>]*?\s(?:href|src|content)="[^>]*>')
_ADDRESS = re.compile(r'(?P<before>\s(?:href|src)="|\scontent="\d+;\s*url=)(?P<url>[^"]*)(?=")')
_LINK = re.compile(r"(?<!\\)\]\(<?(?P<url>[^)>\s]*)")
_OUTGOING = re.compile(r"(?:(?<!\\)\]\(<?|<)(?P<url>https?://[^)>\s]*)")
_ID = re.compile(r'\sid="([^"]+)"')
_IGNORED = re.compile(r"[\x00-\x20]+")  # ignored by browsers in a URL: URL Living Standard, 4.4
_OTHER_SCHEME = re.compile(r"(?!(?:https?|mailto):)(?:[a-z][a-z0-9+.-]*:|[/\\]{2})", re.IGNORECASE)
_WEB = re.compile(r"https?:", re.IGNORECASE)


def rewrite(html: str, change: Callable[[str], str]) -> str:
    """Return `html` with `change` applied to every URL in it, also to that of a `<meta>` refresh."""

    def changed(match: re.Match[str]) -> str:
        return match["before"] + escape(change(unescape(match["url"])))

    return _LINKING_TAG.sub(lambda tag: _ADDRESS.sub(changed, tag[0]), html)


def rebase(html: str, here: str, there: str) -> str:
    """Rewrite the relative URLs of `html` from the page `here` to the page `there`.

    Pages are site-relative directory addresses, such as `notas/slug/` (the home page is the empty string).
    """
    return html if here == there else rewrite(html, lambda url: _relocated(url, here, there))


def relative(address: str, page: str) -> str:
    """Return the site-relative `address` as a relative URL on the page at `page`."""
    return _relocated(address, "", page)


def is_harmless(url: str) -> bool:
    """Tell whether a URL is relative, http(s) or mailto, so that following it runs no script."""
    return not _OTHER_SCHEME.match(_IGNORED.sub("", url))


def mark_external(html: str) -> str:
    """Return `html`, as Markdown makes it, with `rel="noopener external"` on each link to another site."""

    def marked(tag: re.Match[str]) -> str:
        address = _ADDRESS.search(tag[0]) if tag[0].startswith("<a ") else None
        is_external = address and _WEB.match(_IGNORED.sub("", unescape(address["url"])))
        return tag[0].replace(" ", ' rel="noopener external" ', 1) if is_external else tag[0]

    return _TAG.sub(marked, html)


def with_findings(html: str, page: str, findings: Mapping[str, str]) -> str:
    """Return the `html` of the page at `page` with `data-finding` on each link to a note.

    `findings` maps the address of a note's page to its finding.
    """
    marked = {_relocated(address, "", page): finding for address, finding in findings.items()}

    def mark(tag: re.Match[str]) -> str:
        address = _ADDRESS.search(tag[0]) if tag[0].startswith("<a ") else None
        finding = marked.get(unescape(address["url"])) if address else None
        return tag[0].replace(" ", f' data-finding="{escape(finding)}" ', 1) if finding else tag[0]

    return _TAG.sub(mark, html)


def ids(html: str) -> list[str]:
    """Return the ids in `html`, in order."""
    return [id for tag in _TAG.findall(html) for id in _ID.findall(tag)]


def insert_into(html: str, id: str, piece: str) -> str:
    """Return `html` with `piece` as the first child of the element with the `id`."""
    opening = re.compile(rf'<[a-zA-Z][^<>]*\sid="{re.escape(id)}"[^<>]*>')
    return opening.sub(lambda tag: tag[0] + piece, html, count=1)


def without_ids(html: str) -> str:
    """Return `html` without its ids, for a second copy on the same page."""
    return _TAG.sub(lambda tag: _ID.sub("", tag[0]), html)


def outgoing(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the web addresses that a Markdown file links to, each with its line."""
    for match in _OUTGOING.finditer(without_code(markdown)):
        yield line_at(markdown, match.start()), match["url"]


def malformed(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the links of a Markdown file whose URL cannot be parsed, each with its line."""
    for match in _LINK.finditer(without_code(markdown)):
        try:
            urlsplit(match["url"])
        except ValueError:
            yield line_at(markdown, match.start()), match["url"]


def faults(
    path: str, source: str, document: Document, anchors: Mapping[str, Collection[str] | None]
) -> Iterator[Problem]:
    """Report the broken links of the page `source` (a path below docs).

    `anchors` holds the ids of each page by source path, or None if they are not known; other files have none.
    """
    for match in _LINK.finditer(without_code(document.body)):
        parts = urlsplit(match["url"])
        if parts.scheme or parts.netloc or not match["url"]:
            continue
        target = _resolved(source, unquote(parts.path))
        line, known = line_at(document.body, match.start(), document.body_line), anchors.get(target)
        if target not in anchors:
            what, cure = f"there is no «{target}»", "Point it at a file below docs/, relative to this one."
        elif parts.fragment and known is not None and parts.fragment not in known:
            what, cure = f"«{target}» has no «#{parts.fragment}»", "Use the id of a block, note or heading there."
        else:
            continue
        yield Problem(path, line, f"broken link: {what}", cure)


def _resolved(source: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source


def _relocated(url: str, here: str, there: str) -> str:
    if urlsplit(url).scheme or url.startswith("/"):
        return url
    target = urlsplit(urljoin(ROOT + here, url))
    inside = urlunsplit(("", "", "", target.query, target.fragment))
    if inside and target.path == f"/{there}":
        return inside
    folder, name = posixpath.split(target.path)
    return posixpath.join(posixpath.relpath(folder, f"/{there}"), name) + inside
