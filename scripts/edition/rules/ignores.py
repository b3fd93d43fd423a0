"""The exceptions to the rules, scripts/ignore.yml: a list of code, path and reason; rules i-001 to i-003 check it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import yaml

from edition.rules.codes import TABLE, Violation
from edition.rules.manuscript import IGNORES

_FORM = "«- code: …», «path: …» and «reason: …»"


@dataclass(frozen=True)
class Ignore:
    """An exception from the rule `code` in the file `path`, for `reason`; `line` is its line in scripts/ignore.yml."""

    code: str
    path: str
    reason: str
    line: int

    def covers(self, violation: Violation) -> bool:
        return (self.code, self.path) == (violation.code, violation.path)


def parse(source: str) -> list[Ignore]:
    """Read the list of exceptions.

    Raises yaml.YAMLError if it is not YAML, and ValueError if it is not such a list.
    """
    entries = yaml.safe_load(source) or []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"{IGNORES} is not a list of {_FORM}")
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    nodes = root.value if isinstance(root, yaml.SequenceNode) else []
    lines = [node.start_mark.line + 1 for node in nodes]
    return [_entry(entry, line) for entry, line in zip(entries, lines, strict=True)]


def _entry(entry: dict[str, object], line: int) -> Ignore:
    code, path, reason = (str(entry.get(name) or "").strip() for name in ("code", "path", "reason"))
    return Ignore(code, path, reason, line)


def apply(violations: Iterable[Violation], ignores: list[Ignore]) -> tuple[list[Violation], int]:
    """Return the violations without the excepted ones, plus those of the exceptions; and the number excepted."""
    violations = list(violations)
    kept = [violation for violation in violations if not any(ignore.covers(violation) for ignore in ignores)]
    faults = [fault for ignore in ignores for fault in _faults(ignore, violations)]
    return [*kept, *faults], len(violations) - len(kept)


def _faults(ignore: Ignore, violations: list[Violation]) -> Iterator[Violation]:
    if ignore.code not in TABLE:
        what = f"there is no rule «{ignore.code}»"
        yield Violation(IGNORES, ignore.line, "i-003", what, "use a code of scripts/edition/rules/codes.py")
    elif not any(ignore.covers(violation) for violation in violations):
        what = f"{ignore.code} finds nothing in «{ignore.path}»"
        yield Violation(IGNORES, ignore.line, "i-001", what, "remove the exception")
    if not ignore.reason:
        what = f"no reason for leaving {ignore.code or 'a rule'} aside"
        yield Violation(IGNORES, ignore.line, "i-002", what, "give it as «reason: …»")
