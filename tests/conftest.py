"""What the tests share: the miniature and the real edition, built once a run, and copies for each test to break."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import site_settings
from edition.content.pages import Plan
from hypothesis import settings
from projects import MINIATURE, ROOT, Project, built_once, make_project, make_published
from published import plan_of

settings.register_profile("local", deadline=None, max_examples=100)
settings.register_profile("ci", deadline=None, max_examples=100, derandomize=True, database=None)
settings.register_profile("thorough", deadline=None, max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give the miniature edition, sound and not yet built."""
    return make_project(tmp_path / "project")


@pytest.fixture
def manuscript(tmp_path: Path) -> Project:
    """Give the texts of the miniature alone: enough to join them, and not to build it."""
    shutil.copytree(MINIATURE / "docs", tmp_path / "docs")
    return Project(tmp_path)


@pytest.fixture(scope="session")
def plan() -> Plan:
    """Give how the Markdown of the miniature becomes pages."""
    return plan_of(MINIATURE)


@pytest.fixture(scope="session")
def make_miniature(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Project]:
    """Give a function that sets up the miniature edition once more, sound and not yet built."""
    return lambda: make_project(tmp_path_factory.mktemp("miniature") / "project")


@pytest.fixture(scope="session")
def of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder that all processes of this run of the tests share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def miniature(of_run: Path) -> Project:
    """Give the miniature edition built, for tests that only look at it."""
    return built_once(of_run / "miniature", make_project)


@pytest.fixture(scope="session")
def real(of_run: Path) -> Project:
    """Give the real edition built as it is published, for tests that only look at it."""
    return built_once(of_run / "real", make_published)


@pytest.fixture(scope="session")
def render() -> Callable[[str], str]:
    """Give a function that turns Markdown into HTML as the site does."""
    return site_settings.plan(ROOT).convert
