"""The same edition gives the same bytes, whenever, wherever and by whomever it is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from edition.exports.checksums import NAME, sums
from projects import Project, make_project

# Builds with the clock of another day.
_LATER = """
import datetime, runpy, sys, time
days = int(sys.argv.pop(1))
now = time.time
time.time = lambda: now() + days * 86400

class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

class LaterDay(datetime.date):
    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())

datetime.datetime, datetime.date = Later, LaterDay
runpy.run_module("mkdocs", run_name="__main__")
"""


def build(root: Path, days: int, **environment: str) -> Project:
    """Build the miniature in the folder `root`, from nothing, some days from now."""
    project = make_project(root, has_own_cache=True)
    command = [sys.executable, "-c", _LATER, str(days), "build", "--strict", "--quiet"]
    clean = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(command, cwd=root, env=clean | {"NO_MKDOCS_2_WARNING": "1"} | environment, check=True)
    return project


@pytest.mark.browser
def test_another_day_folder_language_and_time_zone_change_nothing(tmp_path: Path) -> None:
    here = build(tmp_path / "here", 0, TZ="UTC", LC_ALL="C", PYTHONHASHSEED="1")
    there = build(
        tmp_path / "some" / "where else", 400, TZ="Pacific/Auckland", LC_ALL="tr_TR.UTF-8", PYTHONHASHSEED="2"
    )
    assert sums(here.site).splitlines() == sums(there.site).splitlines()


def test_a_copy_can_be_checked_with_the_sums_that_are_published(real: Project) -> None:
    assert (real.site / NAME).read_text(encoding="utf-8") == sums(real.site)
    if shutil.which("sha256sum"):
        subprocess.run(["sha256sum", "--check", "--strict", "--quiet", NAME], cwd=real.site, check=True)


@pytest.mark.parametrize("path", ["index.html", "ensayo.txt", "edicion.zip"])
def test_sums_tell_a_file_that_was_changed(real: Project, tmp_path: Path, path: str) -> None:
    copy = Path(shutil.copytree(real.site, tmp_path / "site"))
    before = sums(copy)
    (copy / path).write_bytes((copy / path).read_bytes() + b" ")
    changed = set(sums(copy).splitlines()) ^ set(before.splitlines())
    assert {line.split("  ")[1] for line in changed} == {path}
