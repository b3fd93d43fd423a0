"""The Content-Security-Policy of a page, which lists its inline scripts and styles by hash."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_DATA = re.compile(r'\btype="(?!module|text/javascript)')
_STYLE = re.compile(r"<style>(?P<code>.*?)</style>", re.DOTALL)
_SCRIPT_PLACEHOLDER, _STYLE_PLACEHOLDER = "'sha256-script'", "'sha256-style'"  # in the template


def with_hashes(html: str) -> str:
    """Return a finished page with the hashes of its inline scripts and styles in its policy.

    Content Security Policy Level 3, 8.4 (hashes). Data blocks are not scripts and need no hash.
    """
    codes = [
        match["code"] for match in _SCRIPT.finditer(html) if match["code"] and not _DATA.search(match["attributes"])
    ]
    styles = [match["code"] for match in _STYLE.finditer(html)]
    html = html.replace(_SCRIPT_PLACEHOLDER, _hashes(codes), 1)
    return html.replace(_STYLE_PLACEHOLDER, _hashes(styles), 1)


def with_any_script(html: str) -> str:
    """Return a finished page with a policy that allows any script: a reloading server adds its own."""
    return html.replace(_SCRIPT_PLACEHOLDER, "'unsafe-inline'", 1).replace(_STYLE_PLACEHOLDER, "'unsafe-inline'", 1)


def _hashes(codes: Iterable[str]) -> str:
    return " ".join(map(_hash, dict.fromkeys(codes)))


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
