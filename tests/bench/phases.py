"""One build, with the time and the memory that each of its phases takes: `python phases.py <mkdocs.yml> [--cards]`.

Prints JSON. A phase that runs inside another counts for itself only.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from edition import build  # noqa: E402
from edition.content import sources  # noqa: E402
from edition.exports.cards import picture as cards  # noqa: E402
from mkdocs import plugins, utils  # noqa: E402
from mkdocs.commands import build as mkdocs_build  # noqa: E402
from mkdocs.config import load_config  # noqa: E402
from mkdocs.structure import pages  # noqa: E402

REST = "MkDocs: files, navigation"
_EVENTS = {
    "pre_build": "reading inputs",
    "env": "joining",
    "page_context": "documents",
    "post_page": "documents",
    "post_build": "other post-build",
}
_FUNCTIONS = (
    ("references", sources, "references"),
    ("Markdown", pages.Page, "read_source"),
    ("Markdown", pages.Page, "render"),
    ("rendering pages", build.Build, "content"),
    ("exports", build.Build, "head"),
    ("exports", build.Build, "exports"),
    ("cards", build.Build, "card"),
    ("documents", mkdocs_build, "_build_page"),
    ("writing", utils, "write_file"),
    ("fidelity", build.Build, "check_essay"),
    ("search index", build.Build, "search"),
    ("EPUB", build.Build, "book"),
    ("ZIP", build.Build, "offline_copy"),
)
OWN = (
    *("reading inputs", "joining", "rendering pages", "exports", "cards"),
    *("fidelity", "search index", "other post-build", "EPUB", "ZIP"),
)
PHASES = tuple(dict.fromkeys([*_EVENTS.values(), *(phase for phase, *_ in _FUNCTIONS), REST]))
_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")
_STATM = Path("/proc/self/statm")  # where there is none, as on a Mac, memory is not told


class Clock:
    """Measures phases: seconds that pass and seconds of processor in each, and the most memory meanwhile, in MiB."""

    def __init__(self) -> None:
        self.wall: dict[str, float] = defaultdict(float)
        self.cpu: dict[str, float] = defaultdict(float)
        self.peaks: dict[str, float] = defaultdict(float)
        self.phases = [REST]
        self.since = time.perf_counter(), time.process_time()
        threading.Thread(target=self._watch, daemon=True).start()

    def lap(self) -> None:
        """Count what passed since the last lap for the phase under way."""
        now = time.perf_counter(), time.process_time()
        self.wall[self.phases[-1]] += now[0] - self.since[0]
        self.cpu[self.phases[-1]] += now[1] - self.since[1]
        self.since = now

    def timed(self, function: Callable[..., Any], phase_of: Callable[..., str]) -> Callable[..., Any]:
        """Return `function`, measured as the phase that `phase_of` names from its arguments."""

        @wraps(function)
        def measured(*args: Any, **kwargs: Any) -> Any:
            self.lap()
            self.phases.append(phase_of(*args) or self.phases[-1])
            try:
                return function(*args, **kwargs)
            finally:
                self.lap()
                self.phases.pop()

        return measured

    def _watch(self) -> None:
        while _STATM.exists():
            phase, resident = self.phases[-1], int(_STATM.read_text().split()[1]) * _PAGE_SIZE / 2**20
            self.peaks[phase] = max(self.peaks[phase], resident)
            time.sleep(0.01)


def measure(config_file: str, *, draws_cards: bool) -> dict[str, Any]:
    """Build an edition and return the seconds and the peak memory of every phase."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    clock = Clock()
    if not draws_cards:
        cards.drawn_once = lambda card, keep: b""
    for phase, owner, name in _FUNCTIONS:
        setattr(owner, name, clock.timed(getattr(owner, name), lambda *_, phase=phase: phase))
    run = plugins.PluginCollection.run_event
    plugins.PluginCollection.run_event = clock.timed(run, lambda _, event, *__: _EVENTS.get(event, ""))
    config = load_config(config_file)
    config.plugins.on_startup(command="build", dirty=False)
    mkdocs_build.build(config)
    clock.lap()
    return {"wall": clock.wall, "cpu": clock.cpu, "peak": clock.peaks}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], draws_cards="--cards" in sys.argv)))
