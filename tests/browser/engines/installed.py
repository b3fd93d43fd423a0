"""The engines of this machine beside Chromium: Firefox and WebKitGTK are tested if installed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from .bidi import firefox
from .engine import Engine
from .webdriver import webkit

_FIREFOX = "firefox-esr", "firefox"


def installed() -> Mapping[str, Callable[[], AbstractContextManager[Engine]]]:
    """Return the function that starts each engine, by name."""
    engines: dict[str, Callable[[], AbstractContextManager[Engine]]] = {}
    if binary := next(filter(None, map(shutil.which, _FIREFOX)), None):
        engines["firefox"] = lambda: firefox(binary)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(map(str, sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
    if driver and screen and browser:
        engines["webkit"] = lambda: webkit(driver, browser)
    return engines
