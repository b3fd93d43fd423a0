"""Files are whole whoever writes them, and what is costly is made once for each recipe."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from edition import files
from edition.files import Folder, kept, write
from edition.problems import Problem

SIZE = 300_000  # bytes, more than any system writes at once
FORKED = multiprocessing.get_context("fork")


def fill(path: Path, letter: int) -> None:
    """Write the file again and again, full of one letter."""
    for _ in range(20):
        write(path, bytes([letter]) * SIZE)


def read_whole(path: Path) -> None:
    """Read the file again and again: each time it is full of one letter."""
    for _ in range(60):
        data = path.read_bytes()
        assert len(data) == SIZE and len(set(data)) == 1


def keep(folder: Path, recipe: str) -> bytes:
    return kept(folder, "card.png", recipe, lambda: recipe.encode() * SIZE)


@pytest.mark.parametrize(
    "workers", [partial(ThreadPoolExecutor, 8), partial(ProcessPoolExecutor, 4, FORKED)], ids=["threads", "processes"]
)
def test_many_write_one_file_and_nobody_sees_half_of_it(tmp_path: Path, workers) -> None:
    path = tmp_path / "file"
    write(path, b"a" * SIZE)
    with workers() as pool:
        tasks = [pool.submit(fill, path, ord(letter)) for letter in "abcd"]
        tasks += [pool.submit(read_whole, path) for _ in range(4)]
    for task in tasks:
        task.result()
    assert [*tmp_path.iterdir()] == [path]
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write(path, b"before")
    monkeypatch.setattr(Path, "replace", lambda self, target: os.close(-1))
    with pytest.raises(OSError, match="Bad file descriptor"):
        write(path, b"after")
    assert path.read_bytes() == b"before"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    "workers", [partial(ThreadPoolExecutor, 8), partial(ProcessPoolExecutor, 4, FORKED)], ids=["threads", "processes"]
)
def test_what_many_keep_at_once_is_what_each_asked_for(tmp_path: Path, workers) -> None:
    recipes = ["a", "b", "a", "c"] * 6
    with workers() as pool:
        made = pool.map(partial(keep, tmp_path / "cache"), recipes)
        assert all(data == recipe.encode() * SIZE for data, recipe in zip(made, recipes, strict=True))
    assert len([*(tmp_path / "cache").iterdir()]) == 3


def test_what_is_kept_is_not_made_again(tmp_path: Path) -> None:
    assert kept(tmp_path, "a.txt", ("x", 1), lambda: b"made") == b"made"
    assert kept(tmp_path, "a.txt", ("x", 1), lambda: pytest.fail("made again")) == b"made"
    assert kept(tmp_path, "a.txt", ("x", 2), lambda: b"other") == b"other"
    assert {path.suffix for path in tmp_path.iterdir()} == {".txt"}


def test_a_folder_is_read_with_what_of_it_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "uno.md").write_text("uno", encoding="utf-8")
    (folder / "dos.md").write_bytes("dos días".encode("latin-1"))
    (folder / "tres.png").write_bytes(b"\xff")
    read = files.read(folder, (".md",))
    problem = Problem("docs/dos.md", 1, "this is not UTF-8 (byte 5)", "Save it as UTF-8.")
    assert read == Folder({"docs/a/uno.md": "uno"}, frozenset({"docs/tres.png"}), (problem,))
    assert (read.text("docs/a/uno.md"), read.text("docs/none.md")) == ("uno", "")
    assert read.paths == {"docs/a/uno.md", "docs/tres.png"}
