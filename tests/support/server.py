"""Serves a folder as GitHub Pages does: below one path, with text compressed, and 404.html for missing pages."""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

_COMPRESSED = ("text/", "application/json", "image/svg+xml")
_ASTRAY = re.compile(r"//|/\.|\\|\0|.{1024}", re.DOTALL)  # never in an address of the site
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


@contextmanager
def serving(folder: Path, prefix: str) -> Iterator[str]:
    """Serve `folder` below the path `prefix` on a free local port; yield its URL."""
    handler = partial(_Handler, folder, prefix)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
        server.shutdown()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, folder: Path, prefix: str, *args) -> None:
        self.folder, self.prefix = folder, prefix
        super().__init__(*args)

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if f"{path}/" == self.prefix:
            return self._redirect(self.prefix)
        if not path.startswith(self.prefix):
            return self._send(HTTPStatus.NOT_FOUND, "text/plain", b"Not this site.")
        if _ASTRAY.search(path):
            return self._send_file(HTTPStatus.NOT_FOUND, self.folder / "404.html")
        target = self.folder / path.removeprefix(self.prefix)
        if target.is_dir() and not path.endswith("/"):
            return self._redirect(f"{path}/")
        if path.endswith("/"):
            target /= "index.html"
        if target.is_file():
            return self._send_file(HTTPStatus.OK, target)
        return self._send_file(HTTPStatus.NOT_FOUND, self.folder / "404.html")

    def log_message(self, *_) -> None:
        pass

    def _redirect(self, path: str) -> None:
        self._send(HTTPStatus.MOVED_PERMANENTLY, "text/html", b"", Location=path)

    def _send_file(self, status: HTTPStatus, file: Path) -> None:
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind.startswith(_COMPRESSED) and "gzip" in self.headers.get("Accept-Encoding", ""):
            self._send(status, kind, _compressed(file), Content_Encoding="gzip")
        else:
            self._send(status, kind, file.read_bytes())

    def _send(self, status: HTTPStatus, kind: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        headers |= {"Content-Type": kind + charset, "Content-Length": str(len(body))}
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)


@lru_cache
def _compressed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes())
