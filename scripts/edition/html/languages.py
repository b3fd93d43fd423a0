"""Marks foreign words in the edition's own texts with their language, so that screen readers pronounce them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from edition.text.runs import plain

_ITALIC = re.compile(r"<em>(?P<words>[^<]+)</em>")


def mark(html: str, languages: Mapping[str, str], own: str) -> str:
    """Return `html` with `lang` on each italic phrase that `languages` lists, unless that is the edition's `own`."""

    def marked(italic: re.Match[str]) -> str:
        language = languages.get(plain(italic["words"]), own)
        return f'<em lang="{language}">{italic["words"]}</em>' if language != own else italic[0]

    return _ITALIC.sub(marked, html)
