"""The check of outgoing links, `python -m edition.linkcheck [folder]`: prints a report in Markdown.

Exit status: 0 if all is well, 1 if there is something to look at, 2 if the check itself failed.
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
    """Print the report on the edition in the given folder, by default this one, and return the exit status."""
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
    result = report.write(linked, ask_all(linked, manners), exemptions, today)
    print(result.text, end="")
    return CLEAN if result.is_clean else FOUND


if __name__ == "__main__":
    project = os.environ.get("REPOSITORY", "")
    manners = Manners(agent=f"{Manners.agent} (+{project})") if project else Manners()
    sys.exit(main(sys.argv[1:], manners, datetime.date.today()))
