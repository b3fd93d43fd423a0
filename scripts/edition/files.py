"""The only module that reads and writes files. Files are written whole; what is costly to make is kept."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from edition.problems import Problem

# Returns what the last argument makes, once for each recipe, whose repr says everything that the result depends on;
# the first is a file's name, with an ending.
Keep = Callable[[str, object, Callable[[], bytes]], bytes]


def keep_nothing(_name: str, _recipe: object, make: Callable[[], bytes]) -> bytes:
    """Make it anew: a `Keep` for those who have no folder."""
    return make()


def kept(folder: Path, name: str, recipe: object, make: Callable[[], bytes]) -> bytes:
    """Return what `make` makes, from `folder` if it was made before: a `Keep`, once it has its folder."""
    stem, _, ending = name.rpartition(".")
    path = folder / f"{stem}-{hashlib.sha256(repr(recipe).encode()).hexdigest()[:16]}.{ending}"
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        write(path, make())
    return path.read_bytes()


def write(path: Path, data: bytes) -> None:
    """Write a file that nobody ever sees half written, however many write it at once."""
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
    """A folder of texts as read: by their path, as their authors see it; and the paths of all other files."""

    texts: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()

    def text(self, path: str) -> str:
        """Return a text, an empty one where there is none."""
        return self.texts.get(path, "")

    @property
    def paths(self) -> frozenset[str]:
        return self.others | self.texts.keys()


def read(folder: Path, endings: Iterable[str]) -> Folder:
    """Read the texts in `folder` whose names end in `endings`; a path begins with the folder's own name."""
    texts: dict[str, str] = {}
    others: set[str] = set()
    problems: list[Problem] = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        shown = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        if path.suffix not in endings:
            others.add(shown)
            continue
        try:
            texts[shown] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(shown, 1, f"this is not UTF-8 (byte {error.start})", "Save it as UTF-8."))
    return Folder(texts, frozenset(others), tuple(problems))


def text(path: Path) -> str:
    """Return what a text file says, nothing where there is none. Raises ValueError when it is not UTF-8."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""
