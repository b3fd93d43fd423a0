"""Builds the site apart and puts it in its place when it is whole: `python scripts/atomic_build.py [-d folder] [options]`.

Whatever ends a build early, the folder of the site (site/, or another) holds what it held before. The options are those
of `mkdocs build`.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.__main__ import cli

_NEW, _OLD = "new", "old"  # in the folder where a site is built: the site that is being built, and the one it replaces
_SIGN = "404.html"  # every site has one


def main(arguments: list[str]) -> int:
    """Build the site, and return how that ended: 0 when it is in its place."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-d", "--site-dir", type=Path, default=Path("site"))
    given, options = parser.parse_known_args(arguments)
    target = given.site_dir.resolve()
    try:
        return _replace(target, options)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        print(f"The site was not built, and {target} is as it was: {error.strerror}{where}.", file=sys.stderr)
        return 1


def _replace(target: Path, options: list[str]) -> int:
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear(target)
    if not _is_free(target):
        print(f"{target} is no site that a build made: name another folder, or delete it.", file=sys.stderr)
        return 1
    with _workplace(target) as place:
        ended = _build(place / _NEW, options)
        if not ended:
            _swap(place, target)
    return ended


def _is_free(target: Path) -> bool:
    """Tell whether what is in the folder may go: nothing, or a site, unless its history is kept there."""
    if not target.exists() or not any(target.iterdir()):
        return True
    return (target / _SIGN).exists() and not (target / ".git").exists()


def _build(folder: Path, options: list[str]) -> int:
    try:
        cli(["build", "--strict", "--site-dir", str(folder), *options], prog_name="mkdocs")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    return 0


def _swap(place: Path, target: Path) -> None:
    try:
        if target.exists():
            target.rename(place / _OLD)
        (place / _NEW).rename(target)
    finally:
        _give_back(place, target)


def _give_back(place: Path, target: Path) -> None:
    """Put the old site back, where a build ended after it went and before the new one came."""
    if (place / _OLD).exists() and not target.exists():
        (place / _OLD).rename(target)


def _clear(target: Path) -> None:
    """Remove what builds that were killed left beside `target`."""
    for place in target.parent.glob(f"{_prefix(target)}*"):
        with _locked(place) as is_left:
            if is_left:
                _give_back(place, target)
                shutil.rmtree(place)


@contextmanager
def _workplace(target: Path) -> Iterator[Path]:
    """Give a folder on the same disk as `target`, so that a rename copies nothing; it is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix=_prefix(target), dir=target.parent, ignore_cleanup_errors=True) as name,
        _locked(Path(name)),
    ):
        yield Path(name)


def _prefix(target: Path) -> str:
    return f".{target.name}.building-"


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Tell whether no other build has locked the folder; however a build ends, the system unlocks what it locked."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
