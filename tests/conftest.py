"""What the tests share: the real content, and a miniature edition that each test may break as it likes."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import markdown
import pytest
from edition.content import essay, vocabulary
from edition.content.essay import Section
from edition.content.vocabulary import Word
from edition.text import frontmatter
from hypothesis import settings
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).parents[1]
MINIATURE = ROOT / "tests" / "miniature"
VOCABULARY, _ = vocabulary.parse((ROOT / "docs" / vocabulary.FILE).read_text(encoding="utf-8"))

settings.register_profile("local", deadline=None, max_examples=100)
settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "local")


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


def named(name: str) -> Word:
    """Return a kind of note or a verdict of the real vocabulary."""
    return next(word for word in (*VOCABULARY.kinds, *VOCABULARY.verdicts) if word.name == name)


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


def assert_golden(path: Path, text: str) -> None:
    """Compare `text` with the file at `path`, which UPDATE_GOLDEN=1 writes anew."""
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "UPDATE_GOLDEN=1 keeps it as it is now: see tests/README.md"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give the miniature edition, sound and not yet built."""
    return make_project(tmp_path / "project")


@pytest.fixture(scope="session")
def make_miniature(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Project]:
    """Give a function that sets up the miniature edition once more, sound and not yet built."""
    return lambda: make_project(tmp_path_factory.mktemp("miniature") / "project")


@pytest.fixture(scope="session")
def miniature(make_miniature: Callable[[], Project]) -> Project:
    """Give the miniature edition built, for tests that only look at it."""
    return _built(make_miniature())


@pytest.fixture(scope="session")
def real(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Give the real edition built, for tests that only look at it."""
    return _built(make_project(tmp_path_factory.mktemp("real") / "project", ROOT))


@pytest.fixture(scope="session")
def render() -> Callable[[str], str]:
    """Give a function that turns Markdown into HTML as the site does."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    converter = markdown.Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)

    def convert(source: str) -> str:
        converter.reset()
        return converter.convert(source)

    return convert


@pytest.fixture(scope="session")
def sections(render: Callable[[str], str]) -> list[Section]:
    """Give the sections of the real essay, numbered."""
    return essay.number(_sections(render))


def essay_pages() -> list[Path]:
    """Return the Markdown files of the real essay in the order of the navigation."""
    nav = load_config(str(ROOT / "mkdocs.yml")).nav
    assert nav
    chapters = next(entry["Ensayo"] for entry in nav if isinstance(entry, dict))
    return [ROOT / "docs" / path for path in ("index.md", *chapters)]


def _sections(render: Callable[[str], str]) -> Iterator[Section]:
    for path in essay_pages():
        document, problems = frontmatter.split(path.name, path.read_text(encoding="utf-8"))
        section, strays = essay.parse(path.stem, path.name, render(document.body))
        assert not problems + strays
        yield section


def _built(project: Project) -> Project:
    outcome = project.build()
    assert outcome.is_success, outcome.errors
    return project
