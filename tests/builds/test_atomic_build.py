"""Whatever ends a build, the folder of the site holds a whole site: the one that was there, or the new one."""

from __future__ import annotations

import fcntl
import hashlib
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import ROOT, Project

pytestmark = pytest.mark.browser

_KILLS = 4
_LIMIT = 60_000  # bytes of a file: less than a card has


def start(project: Project, *options: str, preexec: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, str(ROOT / "scripts" / "atomic_build.py"), *options]
    env = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.Popen(
        command,
        cwd=project.root,
        env=env,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=preexec,
    )


def build(project: Project, *options: str, preexec: Callable[[], None] | None = None) -> tuple[int, str]:
    """Build the site; return how that ended and what was said."""
    process = start(project, *options, preexec=preexec)
    _, said = process.communicate()
    return process.returncode, said


@pytest.fixture(scope="module")
def sound(make_miniature: Callable[[], Project]) -> Project:
    """The miniature built."""
    project = make_miniature()
    assert build(project)[0] == 0
    return project


@pytest.fixture
def built(sound: Project, tmp_path: Path) -> Project:
    """The miniature built, for one test."""
    return Project(Path(shutil.copytree(sound.root, tmp_path / "project", symlinks=True)))


def state(folder: Path) -> dict[str, str]:
    """Return the files of a folder by their sums."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def left_over(project: Project) -> list[Path]:
    return list(project.root.glob(".site.*"))


def edit(project: Project) -> None:
    """Change what the site is made of."""
    project.replace("docs/sobre.md", "Qué es esto.", "Qué es todo esto.")


def test_a_site_is_built_and_replaced(built: Project):
    old = state(built.site)
    assert {"index.html", "404.html", "edicion.zip"} <= old.keys()
    edit(built)
    (built.site / "of-before.html").touch()
    assert build(built)[0] == 0
    new = state(built.site)
    assert new.keys() == old.keys() and new != old
    assert not left_over(built)


def test_another_folder_can_be_named(project: Project):
    assert build(project, "-q", "-d", "public/es")[0] == 0
    assert (project.root / "public/es/index.html").is_file()
    assert not project.site.exists()


def test_a_build_that_stops_leaves_the_site_as_it_was(built: Project):
    old = state(built.site)
    (built.root / "overrides").unlink()
    shutil.copytree(ROOT / "overrides", built.root / "overrides")
    template = "overrides/partials/edition/macros.html"
    built.replace(
        template,
        'data-p="{{ block.number }}">{{ words(block) }}</p>',
        'data-p="{{ block.number }}">¡{{ words(block) }}</p>',
    )
    ended, said = build(built)
    assert ended == 1 and "Mend the templates" in said and "Traceback" not in said  # found when all pages are written
    assert state(built.site) == old
    assert not left_over(built)


def test_a_build_that_is_killed_leaves_one_site_or_the_other(built: Project):
    old = state(built.site)
    edit(built)
    began = time.monotonic()
    build(built, "-d", "new")
    whole = time.monotonic() - began
    new = state(built.root / "new")
    for _ in range(_KILLS):
        process = start(built)
        time.sleep(random.uniform(0.3, 1.1) * whole)
        process.kill()
        process.communicate()
        assert state(built.site) in (old, new)
    assert build(built)[0] == 0
    assert state(built.site) == new
    assert not left_over(built)


def test_a_build_that_was_killed_between_two_names_gives_the_old_site_back(built: Project):
    old = state(built.site)
    place = built.root / ".site.building-x"
    place.mkdir()
    built.site.rename(place / "old")
    built.write("docs/sobre.md", "<b>")
    assert build(built)[0] == 1
    assert state(built.site) == old
    assert not left_over(built)


def test_another_build_that_is_under_way_is_left_alone(project: Project):
    place = project.root / ".site.building-x"
    place.mkdir()
    handle = os.open(place, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    assert build(project)[0] == 0
    os.close(handle)
    assert left_over(project) == [place]


def test_a_disk_that_takes_no_more_leaves_the_site_as_it_was(built: Project):
    old = state(built.site)
    edit(built)
    (built.root / ".cache").unlink()  # everything is made, and written, anew
    ended, said = build(built, preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (_LIMIT, _LIMIT)))
    assert ended == 1
    assert f"The site was not built, and {built.site} is as it was: File too large" in said
    assert "Traceback" not in said
    assert state(built.site) == old
    assert not left_over(built)


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("README.md", "is as it was: Not a directory"),
        ("README.md/site", "is as it was: "),
        ("docs", "is no site that a build made: name another folder, or delete it."),
        (".", "is no site that a build made: name another folder, or delete it."),
        ("/proc/site", "is as it was: "),
    ],
)
def test_where_no_site_can_be_the_build_says_why(project: Project, folder: str, why: str):
    project.write("README.md", "Un fichero.\n")
    before = state(project.root / "docs")
    ended, said = build(project, "-d", folder)
    assert ended == 1
    assert why in said and said.count("\n") == 1
    assert state(project.root / "docs") == before
