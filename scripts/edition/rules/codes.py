"""The table of editorial rules, in the manner of Standard Ebooks, and the violations of them.

The module of each area checks its rules: `typography` (t), `notes` and `redundancy` (n), `sources` and `authors` (s),
`sources` (f), `wording` (w), `vocabulary` (v), `ignores` (i). Area b is the build's own: all problems that would stop
the build, as the modules that read the content report them; the limit of a summary is among these
(`edition.content.notes.SUMMARY_LIMIT`). `__main__` runs them all.

The code of a removed rule is never used again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from edition.problems import Problem

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Rule:
    """A rule: its code, its severity, its section in docs/manual.md, and its demand."""

    code: str
    severity: Severity
    section: str
    asks: str


_RULES = (
    Rule("b-001", "error", "9.2", "nothing that the build would stop on"),
    Rule("n-001", "error", "2.2", "a note's text of 60 to 160 words"),
    Rule("n-002", "error", "5.2", "two sources, one of them read directly, behind a verdict; or the reason"),
    Rule("n-003", "error", "2.1", "every number of the summary in the text too"),
    Rule("n-004", "warning", "9.1", "a review before the day it is due"),
    Rule("n-005", "error", "2.4", "pending checks as phrases: lower case, no full stop"),
    Rule("n-006", "error", "2.5", "a next review later than the last"),
    Rule("n-007", "error", "5.2", "no «sources_note» where the sources need none"),
    Rule("n-008", "error", "2.3", "in «changes», verdicts that the note does not have yet"),
    Rule("n-009", "error", "2.1", "a text that does not begin with the words of the summary"),
    Rule("n-010", "error", "5.3", "how a source was read in the list of sources, not in notes and glossary"),
    Rule("n-011", "warning", "2.4", "nothing pending that was read"),
    Rule("t-001", "error", "6.1", "quotations between « »"),
    Rule("t-002", "error", "6.1", "« » closed, with no space inside"),
    Rule("t-003", "error", "6.2", "a dash tight on its inner side"),
    Rule("t-004", "error", "6.3", "no space before a mark of punctuation, one after it"),
    Rule("t-005", "error", "6.5", "a no-break space before %"),
    Rule("t-006", "error", "6.5", "a no-break space between a number and its unit"),
    Rule("t-007", "error", "6.4", "thousands set apart from five digits on, by a no-break space"),
    Rule("t-008", "error", "6.4", "a decimal comma"),
    Rule("t-009", "error", "6.5", "× for factors"),
    Rule("t-010", "error", "6.4", "a real minus sign"),
    Rule("t-011", "error", "6.4", "ordinals with .º and .ª"),
    Rule("t-012", "error", "6.3", "… as one character"),
    Rule("t-013", "error", "6.6", "a capital at the start of titles and sentences"),
    Rule("t-014", "error", "6.6", "a full stop after sentences, none after titles"),
    Rule("t-015", "error", "6.3", "single spaces"),
    Rule("t-016", "error", "6.7", "no Markdown where it is shown as it is written"),
    Rule("t-017", "error", "6.5", "amounts in figures or in words, no figures before «mil»"),
    Rule("w-001", "error", "7.1", "words that the dictionary has, or scripts/palabras.txt"),
    Rule("w-002", "error", "7.2", "words in italics listed with their language in docs/idiomas.yml"),
    Rule("w-003", "error", "7.2", "nothing in docs/idiomas.yml that no text has in italics"),
    Rule("w-004", "error", "7.1", "scripts/palabras.txt in order, each word in it needed"),
    Rule("s-001", "error", "5.3", "every source cited"),
    Rule("s-002", "error", "5.4", "no bare address in a text"),
    Rule("s-003", "error", "5.4", "addresses with https:"),
    Rule("s-004", "error", "5.3", "a date in every reference, or «s. f.»"),
    Rule("s-005", "error", "5.3", "every author, or «y otros» after the first"),
    Rule("f-001", "error", "8.1", "every figure shown by a note"),
    Rule("f-002", "error", "8.2", "every term of the glossary in use"),
    Rule("v-001", "error", "3.2", "kinds and verdicts defined as docs/vocabulario.yml has them"),
    Rule("v-002", "error", "3.2", "the kinds of docs/vocabulario.yml in the form for proposals"),
    Rule("i-001", "error", "9.3", "only exceptions that something needs"),
    Rule("i-002", "error", "9.3", "a reason for each exception"),
    Rule("i-003", "error", "9.3", "exceptions to rules that exist"),
)

TABLE = {rule.code: rule for rule in _RULES}


@dataclass(frozen=True, order=True)
class Violation:
    """A violation: path as the author sees it, 1-based line, code of the rule, what is wrong, and a hint."""

    path: str
    line: int
    code: str
    what: str
    hint: str

    @property
    def severity(self) -> Severity:
        return TABLE[self.code].severity

    def __str__(self) -> str:
        section = TABLE[self.code].section
        return f"{self.path}:{self.line}: {self.code} {self.what}. Hint: {self.hint} (Manual, {section})."


def of_build(problems: Iterable[Problem]) -> list[Violation]:
    """Return the problems of a build as violations, without duplicates."""
    return [
        Violation(problem.path, problem.line, "b-001", problem.what, _phrase(problem.cure))
        for problem in dict.fromkeys(problems)
    ]


def _phrase(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:].removesuffix(".")
