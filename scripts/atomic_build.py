"""Builds the site in a temporary folder, then swaps it in: `python scripts/atomic_build.py [-d folder] [options]`.

If a build fails or is killed, the site's folder (site/, or another) keeps its old content. The options are those of
`mkdocs build`.
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

_NEW, _OLD = "new", "old"  # subfolders of the workplace: the new site, and the old one during the swap
_SITE_MARKER = "404.html"  # every site has this file


def main(arguments: list[str]) -> int:
    """Build the site, and return the exit status: 0 if the new site is in place."""
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
    _remove_leftovers(target)
    if not _is_free(target):
        print(f"{target} is no site that a build made: name another folder, or delete it.", file=sys.stderr)
        return 1
    with _workplace(target) as place:
        ended = _build(place / _NEW, options)
        if not ended:
            _swap_in(place, target)
    return ended


def _is_free(target: Path) -> bool:
    """Tell whether a build may replace the folder: it is missing, empty, or a site without its own Git history."""
    if not target.exists() or not any(target.iterdir()):
        return True
    return (target / _SITE_MARKER).exists() and not (target / ".git").exists()


def _build(folder: Path, options: list[str]) -> int:
    try:
        cli(["build", "--strict", "--site-dir", str(folder), *options], prog_name="mkdocs")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    return 0


def _swap_in(place: Path, target: Path) -> None:
    try:
        if target.exists():
            target.rename(place / _OLD)
        (place / _NEW).rename(target)
    finally:
        _restore(place, target)


def _restore(place: Path, target: Path) -> None:
    """Put the old site back if the build ended in the middle of the swap."""
    if (place / _OLD).exists() and not target.exists():
        (place / _OLD).rename(target)


def _remove_leftovers(target: Path) -> None:
    """Remove what killed builds left beside `target`."""
    for place in target.parent.glob(f"{_prefix(target)}*"):
        with _locked(place) as is_abandoned:
            if is_abandoned:
                _restore(place, target)
                shutil.rmtree(place)


@contextmanager
def _workplace(target: Path) -> Iterator[Path]:
    """Make a temporary folder on the same disk as `target`, so that a rename moves the site without copying."""
    with (
        tempfile.TemporaryDirectory(prefix=_prefix(target), dir=target.parent, ignore_cleanup_errors=True) as name,
        _locked(Path(name)),
    ):
        yield Path(name)


def _prefix(target: Path) -> str:
    return f".{target.name}.building-"


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Lock the folder, and tell whether no other build holds it; the system frees the lock however a build ends."""
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
