"""The check of the links that lead out, `python -m edition.linkcheck [folder]`: prints a report in Markdown.

Ends with 0 when all is well, 1 when there is something to look at, and 2 when it could not do its work.
"""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import yaml

from edition import files
from edition.content import inputs
from edition.linkcheck import addresses, exceptions, report
from edition.linkcheck.asking import Manners, ask_all
from edition.problems import report as report_of

_ROOT = Path(__file__).parents[3]
CLEAN, FOUND, FAILED = 0, 1, 2


def main(arguments: Sequence[str], manners: Manners, today: datetime.date) -> int:
    """Print the report on the edition in the given folder, or this one, and return how it ended."""
    root = Path(arguments[0]) if arguments else _ROOT
    try:
        docs = files.read(root / "docs", inputs.ENDINGS)
        read = inputs.parse(docs, partial(files.kept, root / ".cache" / "edition"))
        if read.halting:
            raise ValueError(report_of(read.halting))
        pages = {path: text for path, text in docs.texts.items() if path.endswith(".md")}
        linked = addresses.collect(read, pages)
        exemptions = exceptions.parse(files.text(root / exceptions.FILE))
    except (OSError, ValueError, yaml.YAMLError) as error:
        print(f"The check stopped: {error}", file=sys.stderr)
        return FAILED
    print(f"Asking for {len(linked)} addresses, a few at a time ...", file=sys.stderr)
    told = report.write(linked, ask_all(linked, manners), exemptions, today)
    print(told.text, end="")
    return CLEAN if told.is_clean else FOUND


if __name__ == "__main__":
    project = os.environ.get("REPOSITORY", "")
    manners = Manners(agent=f"{Manners.agent} (+{project})") if project else Manners()
    sys.exit(main(sys.argv[1:], manners, datetime.date.today()))
