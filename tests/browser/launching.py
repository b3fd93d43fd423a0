"""Launches the installed browser, without access to any other machine."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

_CHROMIUM = "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no other origin is reachable
]


def launch(playwright: Playwright) -> Browser:
    """Launch the browser in CHROMIUM (if empty, Playwright's own), or else the system's."""
    installed = filter(None, map(shutil.which, _CHROMIUM))
    path = os.environ["CHROMIUM"] if "CHROMIUM" in os.environ else next(installed, "")
    return playwright.chromium.launch(executable_path=path or None, args=_ARGUMENTS)
