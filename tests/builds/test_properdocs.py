"""ProperDocs, which goes on where MkDocs 1.x stopped, builds the same site: whoever loses MkDocs has another runner."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from edition.exports import checksums
from projects import Project

COPY = "edicion.zip"
RUNNER = re.compile(rb'<meta [^>]*"generator"[^>]*>')


def contents(site: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a site, and every file packed in its offline copy."""
    for file in sorted(site.rglob("*")):
        if file.name == COPY:
            with zipfile.ZipFile(file) as copy:
                yield from ((f"{COPY}/{name}", copy.read(name)) for name in copy.namelist())
        elif file.is_file() and file.name != checksums.NAME:
            yield str(file.relative_to(site)), file.read_bytes()


@pytest.mark.browser
def test_the_site_is_the_same_but_for_the_name_of_its_runner(real: Project, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "properdocs", "build", "--strict", "-f", real.root / "mkdocs.yml", "-d", tmp_path]
    built = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert built.returncode == 0, built.stderr
    ours, theirs = dict(contents(real.site)), dict(contents(tmp_path))
    assert list(theirs) == list(ours)
    for path, content in theirs.items():
        assert RUNNER.sub(b"", content) == RUNNER.sub(b"", ours[path]), path
    assert b"ProperDocs" in RUNNER.search(theirs["index.html"])[0]
