"""The offline copy: one zip with a folder whose pages open without a server and keep their ids.

Browsers treat each file on disk as its own origin, so a page there can load no module scripts, fonts or data. The copy
therefore has no scripts, nor the buttons that need them.
"""

from __future__ import annotations

import base64
import datetime
import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from edition.html import links
from edition.html.links import ROOT
from edition.pages.assets import fingerprint

_KEPT = (".html", ".svg")
_LEFT_OUT = "404.html"  # only servers need it
_DEAD = re.compile(
    r"<script(?![^>]*application/ld\+json)\b.*?</script>"
    r"|<button\b[^>]*\shidden\b.*?</button>"
    r"|<template\b.*?</template>"
    r"|<link\b[^>]*\srel=\"(?:preload|modulepreload)\"[^>]*>"
    r"|<meta\b[^>]*\shttp-equiv=\"content-security-policy\"[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_STYLE = re.compile(r"<style>(?P<css>.*?)</style>", re.DOTALL)
_ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_OPTIONAL = re.compile(r"(font-display:\s*)optional")
_FACE = re.compile(r"url\((?P<quote>[\"']?)(?P<path>[^)\"':]+\.woff2)(?P=quote)\)")


def archive(site: Path, folder: str, date: datetime.date, url: str, texts: Mapping[str, str] | None = None) -> bytes:
    """Return the built `site` as a zip of one folder; `texts` are extra files to put beside the pages.

    Pages, SVG images and styles are included; the styles are files of their own, with the fonts embedded. Links to
    anything else go to the site at `url`. The same site gives the same bytes.
    """
    paths = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.suffix in _KEPT)
    kept = {path for path in paths if path != _LEFT_OUT}
    members = {name: text.encode() for name, text in (texts or {}).items()}
    for path in kept:
        members |= _copied(site, path, kept, url)
    return pack([(f"{folder}/{path}", data) for path, data in sorted(members.items())], date)


def pack(members: Iterable[tuple[str, bytes]], date: datetime.date, stored: Collection[str] = ()) -> bytes:
    """Return a zip of `members` in order, those in `stored` uncompressed, without the builder's name or time."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        for path, data in members:
            entry = zipfile.ZipInfo(path, (date.year, date.month, date.day, 0, 0, 0))
            entry.create_system, entry.external_attr = 3, 0o100644 << 16
            entry.compress_type = zipfile.ZIP_STORED if path in stored else zipfile.ZIP_DEFLATED
            file.writestr(entry, data, compresslevel=9)
    return target.getvalue()


def _copied(site: Path, path: str, kept: Collection[str], url: str) -> dict[str, bytes]:
    """Return the copy's version of a file, plus the stylesheets that were inline in it, by path."""
    data = (site / path).read_bytes()
    if not path.endswith(".html"):
        return {path: data}
    styles: dict[str, bytes] = {}

    def extract(match: re.Match[str]) -> str:
        css = _with_embedded_fonts(match["css"], (site / path).parent).encode()
        name = f"assets/{fingerprint(css)}.css"
        styles[name] = css
        return f'<link rel="stylesheet" href="{posixpath.relpath(name, posixpath.dirname(path) or ".")}">'

    html = links.rewrite(_DEAD.sub("", data.decode()), lambda address: _address(address, path, kept, url))
    return {path: _STYLE.sub(extract, html).encode()} | styles


def _address(address: str, path: str, kept: Collection[str], url: str) -> str:
    """Return the URL of `address` for the page at `path`: relative if the copy has the file, or else on the site."""
    if not address or address.startswith("#") or _ELSEWHERE.match(address):
        return address
    parts = urlsplit(urljoin(ROOT + path, address))
    target = unquote(parts.path).removeprefix("/")
    target += "index.html" if not target or target.endswith("/") else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    if target in kept:
        return posixpath.relpath(f"/{target}", f"/{posixpath.dirname(path)}") + fragment
    return urljoin(url, parts.path.removeprefix("/") + (f"?{parts.query}" if parts.query else "") + fragment)


def _with_embedded_fonts(css: str, folder: Path) -> str:
    """Embed the fonts in a stylesheet, with `font-display: block`: browsers load no font files from disk."""

    def embed(match: re.Match[str]) -> str:
        face = base64.b64encode((folder / match["path"]).read_bytes()).decode()
        return f"url(data:font/woff2;base64,{face})"

    return _OPTIONAL.sub(r"\1block", _FACE.sub(embed, css))
