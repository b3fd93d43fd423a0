"""Redirects from permalinks that moved: `docs/alias.yml`, one «old: new» a line."""

from __future__ import annotations

import re

from edition.problems import Problem
from edition.text.loaders import load_yaml

FILE = "alias.yml"  # in the folder docs
_NAME = r"[\w~-][\w.~-]*"  # RFC 3986, 2.3: unreserved characters; no name begins with a full stop
_ADDRESS = re.compile(rf"({_NAME}/)*(#{_NAME})?", re.ASCII)


def parse(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Parse the redirects, one «old: new» a line."""
    path = f"docs/{FILE}"
    aliases, problems = load_yaml(path, text)
    if not problems and not isinstance(aliases or {}, dict):
        problems = [Problem(path, 1, "this is not a list of «old: new»", "Write one of them on each line.")]
    if problems:
        return {}, problems
    pairs = {str(old): str(new) for old, new in (aliases or {}).items()}
    wrong = [address for pair in pairs.items() for address in pair if not _ADDRESS.fullmatch(address)]
    cure = "Write it as in docs/anclas.json, such as «notas/x/» or «ensayo/y/#p3»."
    return pairs, [Problem(path, 1, f"«{address}» cannot be an address of the edition", cure) for address in wrong]
