"""Editions to build: in a folder of their own, as `mkdocs build` builds them."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from edition.content import vocabulary
from edition.content.vocabulary import Word
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).parents[2]
MINIATURE = ROOT / "tests" / "miniature"
VOCABULARY, _ = vocabulary.parse((ROOT / "docs" / vocabulary.FILE).read_text(encoding="utf-8"))
_DONE = "built"  # stands in a project that is


@dataclass(frozen=True)
class Outcome:
    """How a build ended: whether it succeeded, and what it said was wrong."""

    is_success: bool
    errors: str


@dataclass(frozen=True)
class Project:
    """An edition in a folder of its own, built as `mkdocs build` builds it."""

    root: Path

    @property
    def site(self) -> Path:
        return self.root / "site"

    def build(self) -> Outcome:
        """Build the site; what is neither success nor a reported fault is raised."""
        log = _Errors(logging.WARNING)
        logging.getLogger("mkdocs").addHandler(log)
        try:
            config = load_config(str(self.root / "mkdocs.yml"))
            config.plugins.on_startup(command="build", dirty=False)
            build(config)
        except Abort:
            return Outcome(False, log.text)
        finally:
            logging.getLogger("mkdocs").removeHandler(log)
        return Outcome(True, log.text)

    def page(self, address: str) -> str:
        """Return the finished HTML of the page at the site-relative `address`."""
        return (self.site / address / "index.html").read_text(encoding="utf-8")

    def write(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Change the one place of a file that reads `old`."""
        text = (self.root / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"«{old}» stands {text.count(old)} times in {path}"
        self.write(path, text.replace(old, new))


class _Errors(logging.Handler):
    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.text += self.format(record) + "\n"


def make_project(root: Path, edition: Path = MINIATURE, *, has_own_cache: bool = False) -> Project:
    """Set up the edition in a folder to be built at `root` with the repository's own engine and templates.

    It shares the repository's cache, or has one of its own that holds only the text face, which takes a while to cut.
    """
    shutil.copytree(edition / "docs", root / "docs", ignore=shutil.ignore_patterns("assets"))
    shutil.copy(edition / "mkdocs.yml", root)
    (root / "base.yml").symlink_to(ROOT / "mkdocs.yml")
    for name in "scripts", "overrides", "docs/assets":
        (root / name).symlink_to(ROOT / name)
    cache = ROOT / ".cache" / "edition"
    if has_own_cache:
        own = root / ".cache" / "edition"
        own.mkdir(parents=True)
        for face in cache.glob("serif-*"):
            shutil.copy(face, own)
    else:
        cache.mkdir(parents=True, exist_ok=True)
        (root / ".cache").symlink_to(ROOT / ".cache")
    project = Project(root)
    project.write("node_modules/.cache/edition/mermaid.js", "export default {};\n")
    return project


def make_published(root: Path) -> Project:
    """Set up the real edition to be built as it is published: at an address below a host's, with what draws diagrams."""
    project = make_project(root, ROOT)
    project.replace("mkdocs.yml", "http://127.0.0.1:8000/", "https://example.org/repo/")
    use_mermaid(project)
    return project


def use_mermaid(project: Project) -> None:
    """Give a project the real library that draws diagrams, in the place of an empty one."""
    vendor = project.root / "node_modules/.cache/edition"
    shutil.rmtree(vendor)
    vendor.symlink_to(ROOT / "node_modules/.cache/edition")


def built_once(folder: Path, make: Callable[[Path], Project]) -> Project:
    """Build a project at `folder` for all who run tests now: the first who comes builds, the others wait for it."""
    with _locked(folder.with_name(f"{folder.name}.lock")):
        project = Project(folder)
        if not (folder / _DONE).exists():
            shutil.rmtree(folder, ignore_errors=True)
            outcome = make(folder).build()
            assert outcome == Outcome(True, ""), outcome.errors
            (folder / _DONE).touch()
    return project


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Wait until nobody else holds the lock; the system opens it however its holder ends."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def named(name: str) -> Word:
    """Return a kind of note or a verdict of the real vocabulary."""
    return next(word for word in (*VOCABULARY.kinds, *VOCABULARY.verdicts) if word.name == name)


def assert_golden(path: Path, text: str) -> None:
    """Compare `text` with the file at `path`, which UPDATE_GOLDEN=1 writes anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "UPDATE_GOLDEN=1 keeps it as it is now: see tests/README.md"
