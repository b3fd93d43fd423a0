"""What is costly to make, kept in a folder under a name that changes with all it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path


def kept(folder: Path, name: str, recipe: object, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes, once for each `recipe`; `name` is a file's name, with an ending.

    The recipe's repr has to say everything that the result depends on.
    """
    stem, _, ending = name.rpartition(".")
    path = folder / f"{stem}-{hashlib.sha256(repr(recipe).encode()).hexdigest()[:16]}.{ending}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        half_made = path.with_suffix(".part")
        half_made.write_bytes(make())
        half_made.replace(path)
    return path.read_bytes()
