"""Firefox as Debian and Mozilla ship it, driven over WebDriver BiDi: https://www.w3.org/TR/webdriver-bidi/"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from websocket import WebSocket, create_connection

from .engine import Engine

_SECONDS = 60
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015"}
_SETTINGS = {
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "browser.startup.page": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "layout.css.prefers-color-scheme.content-override": 1,  # light, whatever the system's scheme
}


class Firefox(Engine):
    """One tab of Firefox. `errors` collects the errors in its console."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._next = socket, 0
        self.errors = []
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        (tab,) = self._send("browsingContext.getTree")["contexts"]
        self._tab = tab["context"]

    def size(self, width: int, height: int) -> None:
        self._send("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def go(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def back(self) -> None:
        self._send("browsingContext.traverseHistory", context=self._tab, delta=-1)

    def evaluate(self, script: str) -> Any:
        answer = self._send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await (async () => {{ {script} }})()) ?? null)()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        value = answer["result"].get("value")
        return json.loads(value) if value else None

    def click(self, x: float, y: float, times: int = 1) -> None:
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}] * times
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}, *press]
        self._act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def press(self, key: str) -> None:
        value = _KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def screenshot(self) -> bytes:
        return base64.b64decode(self._send("browsingContext.captureScreenshot", context=self._tab)["data"])

    def pdf(self) -> bytes:
        """Print the page on A4."""
        page = {"width": 21.0, "height": 29.7}  # cm
        return base64.b64decode(self._send("browsingContext.print", context=self._tab, page=page)["data"])

    def _act(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._tab, actions=[source])

    def _send(self, method: str, **params: Any) -> Any:
        self._next += 1
        self._socket.send(json.dumps({"id": self._next, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv())
            if message.get("id") == self._next:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return message["result"]
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])


@contextmanager
def firefox(binary: str) -> Iterator[Firefox]:
    """Start Firefox with its own profile; afterwards end it and delete the profile."""
    profile = Path(tempfile.mkdtemp(prefix="firefox-"))
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _SETTINGS.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [binary, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        address = next(found[1] for line in process.stderr or () if (found := _LISTENING.search(line)))
        Thread(target=process.stderr.read if process.stderr else None, daemon=True).start()  # a full pipe would stop it
        socket = create_connection(f"{address}/session", timeout=_SECONDS, suppress_origin=True)
        yield Firefox(socket)
        socket.close()
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(profile, ignore_errors=True)
