"""What a page may load: its Content-Security-Policy, which names the scripts and styles in it by their hashes."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_DATA = re.compile(r'\btype="(?!module|text/javascript)')
_STYLE = re.compile(r"<style>(?P<code>.*?)</style>", re.DOTALL)
_SCRIPTS_HERE, _STYLES_HERE = "'sha256-script'", "'sha256-style'"  # what the template has in the place of the hashes


def with_hashes(html: str) -> str:
    """Return a finished page with its policy naming the scripts and styles in it.

    Content Security Policy Level 3, 8.4 (hashes); data blocks are no scripts and need none.
    """
    codes = [
        match["code"] for match in _SCRIPT.finditer(html) if match["code"] and not _DATA.search(match["attributes"])
    ]
    styles = [match["code"] for match in _STYLE.finditer(html)]
    html = html.replace(_SCRIPTS_HERE, _hashes(codes), 1)
    return html.replace(_STYLES_HERE, _hashes(styles), 1)


def with_any_script(html: str) -> str:
    """Return a page whose policy lets any script in it run: a server that reloads pages puts its own into them."""
    return html.replace(_SCRIPTS_HERE, "'unsafe-inline'", 1).replace(_STYLES_HERE, "'unsafe-inline'", 1)


def _hashes(codes: Iterable[str]) -> str:
    return " ".join(map(_hash, dict.fromkeys(codes)))


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
