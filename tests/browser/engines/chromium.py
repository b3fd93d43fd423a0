"""Chromium, driven by Playwright, with the same few methods as the other engines."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from .engine import Engine


class Chromium(Engine):
    """One tab of Chromium."""

    def __init__(self, browser: Browser) -> None:
        self.errors = []
        self._page = page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def size(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def go(self, url: str) -> None:
        self._page.goto(url)

    def back(self) -> None:
        self._page.go_back()

    def evaluate(self, script: str) -> Any:
        return self._page.evaluate(f"async () => {{ {script} }}")

    def click(self, x: float, y: float, times: int = 1) -> None:
        self._page.mouse.click(x, y, click_count=times)

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def screenshot(self) -> bytes:
        return self._page.screenshot()
