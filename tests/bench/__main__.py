"""How the cost of a build grows with the edition: `python tests/bench [sections …] [--cards]`, by default 10 100 1000.

Makes an edition of each size, builds it twice with the repository's own configuration, hooks and templates, each time
in a process of its own, and prints what each phase takes and how that grows between the two largest sizes.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
sys.path += [str(_HERE.parent / "support"), str(_HERE.parents[1] / "scripts")]

import editions  # noqa: E402
from phases import OWN, PHASES  # noqa: E402
from projects import make_project  # noqa: E402

Measured = dict[str, dict[str, float]]

_TOO_SHORT = 0.05  # seconds that say nothing of growth
_TAKEN_AWAY = ("EPUB", "ZIP")
_ABOUT = """
Times are in seconds: wall time, then that of the processor, which other work on the machine changes less. Memory is the
most that was resident during the phase, in MiB. Growth is the exponent e of cost = sections^e, from processor time. A
phase that runs inside another counts for itself only. * marks the edition's own code.

The first build has an empty cache and sets all references with citeproc-py; the others read them back. EPUB and ZIP are
made by scripts/build and not by scripts/serve. Each page's card takes seconds per hundred the first time and is kept
after that: without --cards none is drawn, and what there is to say of each is all that «cards» counts."""


def main(arguments: Sequence[str]) -> None:
    options = argparse.ArgumentParser(description=__doc__, prog="python tests/bench")
    options.add_argument("sections", nargs="*", type=int, default=[10, 100, 1000])
    options.add_argument("--cards", action="store_true", help="draw the cards too")
    given = options.parse_args(arguments)
    sizes = sorted(given.sections)
    builds = {size: _builds(size, ["--cards"] if given.cards else []) for size in sizes}
    for at, title in enumerate(("First build", "Every other build")):
        print(_table(title, {size: built[at] for size, built in builds.items()}), end="\n\n")
    print(_ABOUT.strip())


def _builds(sections: int, options: list[str]) -> list[Measured]:
    """Build an edition of so many sections twice, the second time with the cache that the first has left."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        editions.write(root / "made", sections)
        project = make_project(root / "project", root / "made", has_own_cache=True)
        command = [sys.executable, str(_HERE / "phases.py"), str(project.root / "mkdocs.yml"), *options]
        return [_measured(command, sections) for _ in range(2)]


def _measured(command: list[str], sections: int) -> Measured:
    print(f"{sections} sections …", file=sys.stderr)
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return dict(json.loads(result.stdout))


def _table(title: str, builds: dict[int, Measured]) -> str:
    head = f"{title:<26}" + "".join(f"{f'{size} sections':>24}" for size in builds) + "  growth"
    units = " " * 26 + f"{'wall':>10}{'CPU':>8}{'MiB':>6}" * len(builds)
    rows = [_row(_named(phase), [_of(built, [phase]) for built in builds.values()], builds) for phase in PHASES]
    sums = {
        "the edition's own code*": [phase for phase in OWN if phase not in _TAKEN_AWAY],
        "all but EPUB and ZIP": [phase for phase in PHASES if phase not in _TAKEN_AWAY],
        "all": [*PHASES],
    }
    totals = [_row(name, [_of(built, phases) for built in builds.values()], builds) for name, phases in sums.items()]
    return "\n".join([head, units, *rows, "-" * len(head), *totals])


def _named(phase: str) -> str:
    return f"{phase} *" if phase in OWN else phase


def _of(built: Measured, phases: list[str]) -> tuple[float, float, float]:
    """Return wall time, processor time and peak memory of some phases together."""
    wall, cpu, peak = ([built[of].get(phase, 0.0) for phase in phases] for of in ("wall", "cpu", "peak"))
    return sum(wall), sum(cpu), max(peak)


def _row(name: str, cells: list[tuple[float, float, float]], sizes: Any) -> str:
    shown = "".join(f"{wall:10.2f}{cpu:8.2f}{peak:6.0f}" for wall, cpu, peak in cells)
    return f"{name:<26}{shown}  {_growth([*sizes], [cpu for _, cpu, _ in cells]):>6}"


def _growth(sizes: list[int], seconds: list[float]) -> str:
    for (small, large), (before, after) in zip([*pairwise(sizes)][-1:], [*pairwise(seconds)][-1:], strict=True):
        if before >= _TOO_SHORT:
            return f"{math.log(after / before) / math.log(large / small):.2f}"
    return "–"


if __name__ == "__main__":
    main(sys.argv[1:])
