"""The SHA-256 of every file of the site, to check copies with."""

from __future__ import annotations

import hashlib
from pathlib import Path

NAME = "SHA256SUMS"


def sums(folder: Path) -> str:
    """Return one line for each file below `folder`, sorted by path, in the format of `sha256sum --check`."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != NAME)
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n" for path in files
    )
