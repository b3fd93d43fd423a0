"""WebKitGTK, close to Safari, driven by its own WebDriver: https://www.w3.org/TR/webdriver2/"""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .engine import Engine

_SECONDS = 60
_KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015"}


class WebKit(Engine):
    """One window of MiniBrowser. Its driver does not report console errors."""

    def __init__(self, address: str, browser: str) -> None:
        self.errors = []
        self._address = address
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        session = self._send("POST", "/session", capabilities={"alwaysMatch": wanted})
        self._address += f"/session/{session['sessionId']}"

    def size(self, width: int, height: int) -> None:
        """The window has bars around the page, so its size is that of the viewport plus the bars."""
        self._send("POST", "/window/rect", width=width, height=height)
        inner = self.evaluate("return [innerWidth, innerHeight]")
        self._send("POST", "/window/rect", width=2 * width - inner[0], height=2 * height - inner[1])

    def go(self, url: str) -> None:
        self._send("POST", "/url", url=url)

    def back(self) -> None:
        self._send("POST", "/back")

    def evaluate(self, script: str) -> Any:
        body = (
            "const done = arguments[0];"
            f"(async () => {{ {script} }})().then((value) => done({{ value }}), (error) => done({{ error: String(error) }}))"
        )
        answer = self._send("POST", "/execute/async", script=body, args=[])
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def click(self, x: float, y: float, times: int = 1) -> None:
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * times
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}, *press]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def press(self, key: str) -> None:
        value = _KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def screenshot(self) -> bytes:
        return base64.b64decode(self._send("GET", "/screenshot"))

    def close(self) -> None:
        self._send("DELETE", "")

    def _act(self, source: dict[str, Any]) -> None:
        self._send("POST", "/actions", actions=[source])

    def _send(self, method: str, path: str, **data: Any) -> Any:
        body = json.dumps(data).encode() if method == "POST" else None
        request = urllib.request.Request(self._address + path, body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {path}: {json.load(error)['value']['message']}") from None


@contextmanager
def webkit(driver: str, browser: str) -> Iterator[WebKit]:
    """Start a virtual screen, the driver and a browser; end them afterwards."""
    with _running(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "2600x1600x24", "-nolisten", "tcp"], stdout=subprocess.PIPE
    ) as screen:
        display = f":{screen.stdout.readline().decode().strip()}"
        port = _free_port()
        env = os.environ | {"DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "GTK_THEME": "Adwaita"}
        with _running([driver, f"--port={port}"], env=env):
            _wait_for(port)
            engine = WebKit(f"http://127.0.0.1:{port}", browser)
            try:
                yield engine
            finally:
                with suppress(RuntimeError, OSError):
                    engine.close()


@contextmanager
def _running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    for _ in range(10 * _SECONDS):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")
