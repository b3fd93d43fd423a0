"""The only module that reads and writes files. Writes are atomic; results that are slow to make are cached on disk."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from edition.problems import Problem

# A cache: call it with a file name, a recipe and a function, and it calls the function once for each recipe. The
# recipe's repr must contain everything that the result depends on; the file name needs an ending.
Keep = Callable[[str, object, Callable[[], bytes]], bytes]


def keep_nothing(_name: str, _recipe: object, make: Callable[[], bytes]) -> bytes:
    """Call `make` every time: a `Keep` for callers without a cache folder."""
    return make()


def kept(folder: Path, name: str, recipe: object, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes, from `folder` if it is cached there. With `folder` bound, this is a `Keep`."""
    stem, _, ending = name.rpartition(".")
    path = folder / f"{stem}-{hashlib.sha256(repr(recipe).encode()).hexdigest()[:16]}.{ending}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write(path, make())
    return path.read_bytes()


def write(path: Path, data: bytes) -> None:
    """Write a file atomically: no reader sees half of it, even while several processes write it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@dataclass(frozen=True)
class Folder:
    """The files of a folder: its texts by path (as authors see it), and the paths of all other files."""

    texts: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()

    def text(self, path: str) -> str:
        """Return the text at `path`, or an empty string if there is none."""
        return self.texts.get(path, "")

    @property
    def paths(self) -> frozenset[str]:
        return self.others | self.texts.keys()


def read(folder: Path, endings: Iterable[str]) -> Folder:
    """Read the files in `folder` that end in one of `endings` as texts; paths begin with the folder's own name."""
    texts: dict[str, str] = {}
    others: set[str] = set()
    problems: list[Problem] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        if path.suffix not in endings:
            others.add(name)
            continue
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(name, 1, f"this is not UTF-8 (byte {error.start})", "Save it as UTF-8."))
    return Folder(texts, frozenset(others), tuple(problems))


def text(path: Path) -> str:
    """Return the content of a text file, empty if there is none. Raises ValueError if it is not UTF-8."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
