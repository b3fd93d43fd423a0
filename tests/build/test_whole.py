"""Whatever ends a build, the folder of the site holds a whole site: the one that was there, or the new one."""

from __future__ import annotations

import fcntl
import hashlib
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import ROOT, Project

_KILLS = 6
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


def state(folder: Path) -> dict[str, str]:
    """Return the files of a folder by their sums."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def left_over(project: Project) -> list[Path]:
    return list(project.root.glob(".site.*"))


def edit(project: Project) -> None:
    """Change what the site is made of."""
    project.replace("docs/sobre.md", "Qué es esto.", "Qué es todo esto.")


def test_a_site_is_built_and_replaced(project: Project):
    assert build(project)[0] == 0
    old = state(project.site)
    assert {"index.html", "404.html", "edicion.zip"} <= old.keys()
    edit(project)
    (project.site / "of-before.html").touch()
    assert build(project)[0] == 0
    new = state(project.site)
    assert new.keys() == old.keys() and new != old
    assert not left_over(project)


def test_another_folder_can_be_named(project: Project):
    assert build(project, "-q", "-d", "public/es")[0] == 0
    assert (project.root / "public/es/index.html").is_file()
    assert not project.site.exists()


def test_a_build_that_stops_leaves_the_site_as_it_was(project: Project):
    build(project)
    old = state(project.site)
    project.replace("docs/ensayo/levadura.md", "Lo que pide es poco:", "Lo que pide es poca:")  # found at the very end
    ended, said = build(project)
    assert ended == 1 and "Traceback" not in said
    assert state(project.site) == old
    assert not left_over(project)


def test_a_build_that_is_killed_leaves_one_site_or_the_other(project: Project):
    build(project)
    old = state(project.site)
    edit(project)
    began = time.monotonic()
    build(project, "-d", "new")
    whole = time.monotonic() - began
    new = state(project.root / "new")
    for _ in range(_KILLS):
        process = start(project)
        time.sleep(random.uniform(0.3, 1.1) * whole)
        process.kill()
        process.communicate()
        assert state(project.site) in (old, new)
    assert build(project)[0] == 0
    assert state(project.site) == new
    assert not left_over(project)


def test_a_build_that_was_killed_between_two_names_gives_the_old_site_back(project: Project):
    build(project)
    old = state(project.site)
    place = project.root / ".site.building-x"
    place.mkdir()
    project.site.rename(place / "old")
    project.write("docs/sobre.md", "<b>")
    assert build(project)[0] == 1
    assert state(project.site) == old
    assert not left_over(project)


def test_another_build_that_is_under_way_is_left_alone(project: Project):
    place = project.root / ".site.building-x"
    place.mkdir()
    handle = os.open(place, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    assert build(project)[0] == 0
    os.close(handle)
    assert left_over(project) == [place]


def test_a_disk_that_takes_no_more_leaves_the_site_as_it_was(project: Project):
    build(project)
    old = state(project.site)
    edit(project)
    (project.root / ".cache").unlink()  # everything is made, and written, anew
    ended, said = build(project, preexec=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (_LIMIT, _LIMIT)))
    assert ended == 1
    assert f"The site was not built, and {project.site} is as it was: File too large" in said
    assert "Traceback" not in said
    assert state(project.site) == old
    assert not left_over(project)


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
