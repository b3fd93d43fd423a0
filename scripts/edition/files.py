"""Files that are written whole: among them what is costly to make, under a name that changes with all it depends on."""

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
        write(path, make())
    return path.read_bytes()


def write(path: Path, data: bytes) -> None:
    """Write a file that nobody ever sees half written."""
    half_written = path.with_suffix(".part")
    half_written.write_bytes(data)
    half_written.replace(path)
