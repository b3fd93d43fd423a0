"""The editorial check, `python -m edition.rules [folder]`: prints violations, then a table of coverage.

Exit status: 0 with nothing worse than a warning, 1 with errors, 2 if the check itself failed.
"""

from __future__ import annotations

import datetime
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path

import site_settings
import yaml

from edition.rules import authors, coverage, ignores, manuscript, redundancy, spelling, typography, wording
from edition.rules import notes as note_rules
from edition.rules import sources as source_rules
from edition.rules import vocabulary as vocabulary_rules
from edition.rules.codes import Violation, of_build
from edition.rules.manuscript import IGNORES, Manuscript
from edition.rules.spelling import Speller

_ROOT = Path(__file__).parents[3]
CLEAN, FOUND, FAILED = 0, 1, 2


def violations(checked: Manuscript, speller: Speller, today: datetime.date) -> Iterator[Violation]:
    """Yield all violations in `checked`, excepted ones included, as of the day `today`."""
    yield from of_build(checked.problems)
    yield from note_rules.check(checked, today)
    yield from redundancy.check(checked)
    yield from typography.check(checked.texts)
    yield from wording.check(checked, speller)
    yield from source_rules.check(checked)
    yield from authors.check(checked)
    yield from vocabulary_rules.check(checked)


def report(root: Path, today: datetime.date) -> tuple[str, list[Violation]]:
    """Check the edition in the folder `root`; return the report and its violations, without the excepted ones.

    Raises OSError, ValueError or yaml.YAMLError if a file is missing or cannot be read.
    """
    checked = manuscript.read(root, site_settings.plan(root))
    speller = spelling.load((root / spelling.FOLDER).resolve())
    exceptions = ignores.parse(checked.lists[IGNORES])
    kept, excepted = ignores.apply(violations(checked, speller, today), exceptions)
    kept = sorted(set(kept), key=lambda violation: (violation.severity, violation))
    lines = [*map(_line, kept), _summary(kept, excepted), "", coverage.table(checked.edition)]
    return "\n".join(lines), kept


def main(arguments: Sequence[str], today: datetime.date | None = None) -> int:
    """Print the report on the edition in the given folder, by default this one, and return the exit status."""
    root = Path(arguments[0]) if arguments else _ROOT
    try:
        text, found = report(root, today or datetime.date.today())
    except (OSError, ValueError, yaml.YAMLError) as error:
        print(f"The check stopped: {error}", file=sys.stderr)
        return FAILED
    except Exception:  # a crash must not look like violations
        traceback.print_exc()
        return FAILED
    print(text)
    return FOUND if any(violation.severity == "error" for violation in found) else CLEAN


def _line(violation: Violation) -> str:
    return f"{violation.severity}: {violation}"


def _summary(found: list[Violation], excepted: int) -> str:
    errors = sum(violation.severity == "error" for violation in found)
    counts = (errors, "error"), (len(found) - errors, "warning"), (excepted, "exception")
    return ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
