"""The check of the links that lead out, `python -m edition.outgoing [folder]`: prints a report in Markdown.

Ends with 0 when all is well, 1 when there is something to look at, and 2 when it could not do its work.
"""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import yaml

from edition.content import inputs
from edition.linkcheck import addresses, exceptions, report
from edition.linkcheck.asking import Manners, ask_all

_ROOT = Path(__file__).parents[3]
CLEAN, FOUND, FAILED = 0, 1, 2


def main(arguments: Sequence[str], manners: Manners, today: datetime.date) -> int:
    """Print the report on the edition in the given folder, or this one, and return how it ended."""
    root = Path(arguments[0]) if arguments else _ROOT
    try:
        docs = root / "docs"
        linked = addresses.collect(inputs.read(docs, root / ".cache" / "edition"), dict(inputs.pages(docs)))
        exemptions = exceptions.parse(inputs.text(root / exceptions.FILE))
    except (inputs.UnreadableError, OSError, ValueError, yaml.YAMLError) as error:
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
