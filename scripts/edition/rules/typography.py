"""Rules t-001 to t-017: Spanish typography, in the blotted texts of a manuscript.

Most rules are one forbidden pattern; the others depend on the role of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from edition.rules.codes import Violation
from edition.rules.prose import BLOT, OF_MARKDOWN, Text

UNITS = (
    "millón millones billón billones bits bit dólares euros µs ms ns s min h W kW MW GW Hz kHz MHz GHz "
    "kB MB GB TB mm cm km m g kg °C °F € $"
).split()
_SPACE, _WRONG_SPACE = r"[ \u00a0\u2009\u202f]", r"[ \u2009\u202f]"
_START, _END = r"(?<![\w.,/-])", r"(?!\w|[.,]\d)"  # of a number that is not part of a name, version or date
_NUMBER = rf"{_START}\d+(?:[.,\u00a0]\d+)*"
_UNIT = f"(?:{'|'.join(map(re.escape, sorted(UNITS, key=len, reverse=True)))})(?!\\w)"
_THOUSANDS = "use U+00A0 from five digits on, nothing with four"

_LOWER = r"[¿¡«“(*_—]*(?P<word>[a-záéíóúüñ]+)(?!\w|[-./:]\w)"  # not oneAPI, gpt-oss or torch.geqrf
_FIRST = re.compile(_LOWER)
_SENTENCE = re.compile(rf"(?P<before>[\w{BLOT}]*)\.[»)”*_]*\s+{_LOWER}")
_ABBREVIATIONS = frozenset("aprox art arts cap cf ed ej etc fig núm p pág págs pp ss trad vol vs".split())
_MARKS = re.compile("[«»“”„‘]")
_ENDS = re.compile(r"[.?!…]\)?$")


@dataclass(frozen=True)
class _Pattern:
    """A forbidden pattern, with what is wrong and a hint."""

    code: str
    pattern: re.Pattern[str]
    what: str
    hint: str


def _pattern(code: str, pattern: str, what: str, hint: str) -> _Pattern:
    return _Pattern(code, re.compile(pattern, re.MULTILINE), what, hint)


_NO_SPACE, _DASH = "take it out", "write «texto —inciso— texto», tight on the inner side"
_ORDINAL = "write 1.º, 2.ª, n.º"
_PATTERNS = (
    _pattern("t-001", r"\"|(?<!\w)'|'(?!\w)", "a straight quotation mark", "write «…», and “…” inside them"),
    _pattern("t-002", r"«\s|\s»", "a space inside « »", _NO_SPACE),
    _pattern("t-003", r"(?:^|(?<=\s))—(?=\s|$)", "a dash that neither opens nor closes", _DASH),
    _pattern("t-003", rf"(?<=[^\W{BLOT}])—(?=[^\W{BLOT}])", "a dash between two words", _DASH),
    _pattern("t-003", r"(?<=\s)–(?=\s)|(?<!-)--(?!-)|(?<=\S) - (?=\S)", "another mark for a dash", _DASH),
    _pattern("t-004", rf"{_SPACE}+(?:[,;:!?)\]]|\.(?![\w.]))", "a space before the mark", _NO_SPACE),
    _pattern("t-004", rf"[¿¡(\[]{_SPACE}+", "a space after the mark that opens", _NO_SPACE),
    _pattern("t-004", r"[,;](?=[^\W\d_])", "no space after the mark", "put one"),
    _pattern("t-005", rf"(?<=\d){_WRONG_SPACE}?%", "«%» without its no-break space", "put U+00A0 before it"),
    _pattern("t-006", rf"{_NUMBER}{_WRONG_SPACE}?{_UNIT}", "a number apart from its unit", "put U+00A0 between them"),
    _pattern("t-007", rf"{_START}\d{{5,}}(?![\w/-]|[.,]\d)", "five digits or more together", _THOUSANDS),
    _pattern("t-007", rf"{_START}(?<!\u00a0)[1-9]\d{{0,2}}(?:(?:\.|{_WRONG_SPACE})\d{{3}})+{_END}", "thousands set apart", _THOUSANDS),
    _pattern("t-007", rf"{_START}(?<!\u00a0)[1-9]\u00a0\d{{3}}(?!\u00a0){_END}", "four digits set apart", _THOUSANDS),
    _pattern("t-008", rf"{_START}\d+\.\d+(?={_SPACE}?(?:%|{_UNIT}))", "a decimal point", "write a comma"),
    _pattern("t-009", rf"{_START}(?!0x)\d+(?:,\d+)? ?[xX](?![^\W\d])", "«x» for a factor", "write 3×, or «3 veces»"),
    _pattern("t-010", rf"(?<![\w{BLOT})\]»-])[-–](?=\d)", "a hyphen for a minus sign", "write − (U+2212)"),
    _pattern("t-011", r"(?<![\w-])\d+(?:er|[rdtvmn][oa])(?!\w)", "an ordinal of another language", _ORDINAL),
    _pattern("t-011", r"\d[ºª]|\d\.°|\b[Nn](?:º|\.?°)", "an ordinal without its full stop", _ORDINAL),
    _pattern("t-012", r"\.\.\.", "three full stops", "write … (U+2026)"),
    _pattern("t-015", rf"(?<=\S){_SPACE}{{2,}}(?=\S)", "two spaces together", "leave one"),
)  # fmt: skip
_MIXED = _pattern("t-017", rf"{_NUMBER}\s*mil(?!\w)", "figures before «mil»", "write it in figures, or in words, alone")
_QUOTED = re.compile("«[^«»]*»")  # in others' words, amounts stay as they are
_PLAIN = _pattern("t-016", r"[`*]|\[@|\]\(", "Markdown in a field shown as it is written", "write it without marks")


def check(texts: Iterable[Text]) -> Iterator[Violation]:
    """Yield the violations in the typography of `texts`."""
    for text in texts:
        for pattern in _PATTERNS if text.role in OF_MARKDOWN else (*_PATTERNS, _PLAIN):
            yield from _faults(text, pattern, text.bare)
        yield from _faults(text, _MIXED, _QUOTED.sub(lambda quoted: BLOT * len(quoted[0]), text.bare))
        yield from _quotation_faults(text)
        yield from _capital_faults(text)
        yield from _stop_faults(text)


def _faults(text: Text, pattern: _Pattern, bare: str) -> Iterator[Violation]:
    for match in pattern.pattern.finditer(bare):
        yield _violation(text, pattern.code, *match.span(), pattern.what, pattern.hint)


def _violation(text: Text, code: str, start: int, end: int, what: str, hint: str) -> Violation:
    return Violation(text.path, text.line_at(start), code, f"{what}: {text.around(start, end)}", hint)


def _quotation_faults(text: Text) -> Iterator[Violation]:
    """Yield curly quotation marks outside « », and unpaired « »."""
    unclosed: list[int] = []
    alone: list[int] = []
    for mark in _MARKS.finditer(text.bare):
        if mark[0] == "«":
            unclosed.append(mark.start())
        elif mark[0] != "»" and not unclosed:
            hint = "write «…»: “…” go inside them"
            yield _violation(text, "t-001", *mark.span(), "a curly quotation mark", hint)
        elif mark[0] == "»":
            alone += [] if unclosed else [mark.start()]
            del unclosed[-1:]
    for at in unclosed + alone:
        yield _violation(text, "t-002", at, at + 1, "« » without its pair", "close what opens")


def _capital_faults(text: Text) -> Iterator[Violation]:
    if text.role in ("title", "sentences", "heading", "paragraph") and (first := _FIRST.match(text.bare)):
        what = f"a {text.role.removesuffix('s')} in lower case"
        yield _violation(text, "t-013", *first.span("word"), what, "begin with a capital")
    for match in _SENTENCE.finditer(text.bare):
        if len(match["before"]) > 1 and match["before"].lower() not in _ABBREVIATIONS:
            yield _violation(text, "t-013", *match.span("word"), "a sentence in lower case", "begin with a capital")


def _stop_faults(text: Text) -> Iterator[Violation]:
    end = len(text.bare)
    if text.role == "sentences" and not _ENDS.search(text.bare):
        yield _violation(text, "t-014", end, end, "no full stop at the end", "close the sentence")
    if text.role in ("title", "heading") and text.bare.endswith("."):
        yield _violation(text, "t-014", end - 1, end, "a full stop after a title", "take it out")
