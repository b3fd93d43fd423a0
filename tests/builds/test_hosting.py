"""A server of the site answers whatever it is asked with a page of the site, the way to one, or the site's «not found».

Asked is nginx, with the configuration of `scripts/load`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from edition.exports import checksums
from projects import ROOT, Project
from server import serving

CONFIGURATION = ROOT / "tests" / "load" / "nginx.conf"
NGINX = shutil.which("nginx")
ON_NGINX = pytest.mark.skipif(not NGINX, reason="nginx is not installed")
NOT_THERE = {
    "nothing": "nope",
    "nothing-in-a-folder": "notas/x/",
    "fingerprint-of-nothing": "nope?00000000",
    "query-of-nothing": "nope?q=/ensayo/",
    "accent": "ensayo/democratizaci%C3%B3n/",
    "uppercase": "ENSAYO/",
    "uppercase-page": "Sobre/",
    "page-as-folder": "index.html/",
    "parameter": "sobre/;x=1",
    "up": "../",
    "up-and-down": "sobre/../sobre/",
    "up-to-the-system": "../../../../../../etc/passwd",
    "up-encoded": "%2e%2e/",
    "up-encoded-in-capitals": "sobre/%2E%2E/",
    "up-with-encoded-slash": "..%2f..%2fetc/passwd",
    "up-overlong": "%c0%ae%c0%ae/",
    "here": "./",
    "backslash": "sobre\\",
    "backslash-encoded": "%5c..%5c",
    "double-slash": "/sobre/",
    "double-slash-within": "sobre//",
    "nul": "%00",
    "nul-after-a-name": "index.html%00",
    "line-break": "%0d%0aX-Injected:%20yes",
    "not-utf8": "%ff",
    "8-kB": "a" * 8192,
    "40-kB": "a" * 40_000,
    "1000-folders": "ensayo/" * 1000,
    "git": ".git/",
    "git-file": ".git/config",
    "dotfile": ".env",
    "dotfile-within": "assets/.htaccess",
    "folder-of-assets": "assets/",
    "folder-of-sections": "ensayo/",
    "folder-of-search": "search/",
}


@pytest.fixture(scope="module")
def address(real: Project, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where nginx serves the real edition, at the path /repo/."""
    folder = tmp_path_factory.mktemp("nginx")
    (folder / "site").symlink_to(real.site)
    with _nginx(folder) as address:
        yield address


def ask(address: str, path: str) -> tuple[int, dict[str, str], bytes]:
    """Request a path as it is written; return the status, the headers and what came."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=10)
    connection.request("GET", parts.path + path)
    response = connection.getresponse()
    return response.status, dict(response.headers), response.read()


@pytest.mark.browser
@ON_NGINX
@pytest.mark.parametrize("path", NOT_THERE.values(), ids=NOT_THERE)
def test_what_is_not_there_gets_the_page_that_says_so(address: str, path: str, real: Project) -> None:
    status, headers, content = ask(address, path)
    assert status == 404
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "X-Injected" not in headers
    assert content == (real.site / "404.html").read_bytes()


@pytest.mark.browser
@ON_NGINX
@pytest.mark.parametrize("path", ["sobre", "ensayo", "assets"])
def test_a_folder_without_its_slash_leads_to_the_one_with_it(address: str, path: str) -> None:
    status, headers, _ = ask(address, path)
    assert (status, headers["Location"]) == (301, f"/repo/{path}/")


@pytest.mark.browser
@ON_NGINX
@pytest.mark.parametrize("path", ["sobre/", "sobre/?q=1", "sobre/?next=//../.git/", "%73obre/"])
def test_a_page_is_there_whatever_is_asked_of_it(address: str, path: str, real: Project) -> None:
    status, _, content = ask(address, path)
    assert (status, content) == (200, (real.site / "sobre/index.html").read_bytes())


@pytest.mark.browser
@ON_NGINX
def test_nginx_lets_be_kept_what_never_changes_and_only_that(address: str, real: Project) -> None:
    kept = re.findall(r'(?:href|src)="(\S+\?\w+)"', real.page(""))
    assert kept
    assert all("immutable" in ask(address, path)[1]["Cache-Control"] for path in kept)
    for path in ("", "?00000000", "assets/edition.js", "search/search_index.json"):
        assert ask(address, path)[1]["Cache-Control"] == "no-cache", path


@pytest.mark.parametrize(
    ("path", "status"), [("sobre/", 200), ("sobre", 301), ("nope", 404), ("../../etc/passwd", 404)]
)
def test_the_server_of_the_browser_tests_does_what_they_need(real: Project, path: str, status: int) -> None:
    with serving(real.site, "/repo/") as address:
        assert ask(address, path)[0] == status


def test_the_site_holds_only_what_is_published(real: Project) -> None:
    """Nothing hidden, and no kind of file that nginx would have to guess: what has no ending is plain text to it."""
    types = re.search(r"types \{(.*?)\}", CONFIGURATION.read_text(encoding="utf-8"), re.DOTALL)
    assert types
    endings = {f".{ending}" for line in types[1].split(";") for ending in line.split()[1:]}
    files = [file for file in real.site.rglob("*") if not file.is_dir()]
    assert {file.suffix for file in files if file.name != checksums.NAME} == endings
    assert not list(real.site.rglob(".*"))


@contextmanager
def _nginx(folder: Path) -> Iterator[str]:
    """Serve `folder`/site with nginx; give the address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    configuration = CONFIGURATION.read_text(encoding="utf-8").replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    (folder / "nginx.conf").write_text(configuration, encoding="utf-8")
    as_root = ["-g", "user root;"] if os.geteuid() == 0 else []  # who can read the tests' folders
    subprocess.run([NGINX, "-e", "stderr", "-p", f"{folder}/", "-c", folder / "nginx.conf", *as_root], check=True)
    try:
        yield f"http://127.0.0.1:{port}/repo/"
    finally:
        os.kill(int((folder / "nginx.pid").read_text()), signal.SIGTERM)
