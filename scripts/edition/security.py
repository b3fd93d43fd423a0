"""What a page may load: its Content-Security-Policy, which names the scripts that stand in it by their hashes."""

from __future__ import annotations

import base64
import hashlib
import re

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_DATA = re.compile(r'\btype="(?!module|text/javascript)')
_HERE = "'sha256-…'"  # what the template has in the place of the hashes


def with_hashes(html: str) -> str:
    """Return a finished page with its policy naming the scripts in it.

    Content Security Policy Level 3, 8.4 (hashes); data blocks are no scripts and need none.
    """
    codes = [
        match["code"] for match in _SCRIPT.finditer(html) if match["code"] and not _DATA.search(match["attributes"])
    ]
    return html.replace(_HERE, " ".join(map(_hash, dict.fromkeys(codes))), 1)


def _hash(code: str) -> str:
    digest = hashlib.sha256(code.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
