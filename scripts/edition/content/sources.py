"""The sources: CSL-JSON, checked and set as references in ISO 690."""

from __future__ import annotations

import datetime
import json
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from citeproc import DATES, NAMES, Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

from edition.files import Keep, keep_nothing
from edition.problems import Problem
from edition.text.forms import is_address, is_language, is_slug, is_string
from edition.text.loaders import load_json

_LOCALE = "es-ES"
STYLE = Path(__file__).with_name("iso690-es.csl")
BATCH = 50
_ID = re.compile(r'"id"\s*:\s*"(?P<id>[^"]*)"')
SEEN = ("yes", "copy", "quotation")
TYPES = frozenset(
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection "
    "dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case "
    "legislation manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical "
    "personal_communication post post-weblog regulation report review review-book software song speech standard "
    "thesis treaty webpage".split()
)
_REQUIRED = ("id", "type", "title", "URL", "language", "accessed")
OTHERS = "y otros"  # the last author, where a work has more than are named
_SECOND_STOP = re.compile(r"(?<=[.?!…])(?P<closing>(?:[»”’\"']|</\w+>)*)\.(?=\s|<|$)")


@dataclass(frozen=True)
class Source:
    """A source: its CSL item as given, and its reference as HTML (without the address, which `url` holds)."""

    key: str
    item: Mapping[str, Any]
    reference: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """The reference as what stands before the title, the title, and the rest; the title is in its own language."""
        title = escape(str(self.item["title"]), quote=False)
        before, found, rest = self.reference.partition(title)
        return (before, found, rest) if found else ("", "", self.reference)

    @property
    def url(self) -> str:
        return str(self.item["URL"])

    @property
    def archived(self) -> str:
        """The address of the web archive's copy closest to the day the source was read."""
        day = "".join(f"{part:02d}" for part in self.item["accessed"]["date-parts"][0])
        return f"https://web.archive.org/web/{day}/{self.url}"

    @property
    def host(self) -> str:
        """Where the link leads, as a reader would name it."""
        return urlsplit(self.url).hostname.removeprefix("www.")  # type: ignore[union-attr]

    @property
    def language(self) -> str:
        return str(self.item["language"])

    @property
    def bylines(self) -> list[str]:
        """The names its authors go by: those of families and of organisations."""
        return [name.get("literal") or name.get("family", "") for name in self.item.get("author", ())]

    @property
    def issued(self) -> list[int]:
        """Year, month and day of its publication, as far as they are known."""
        dates = self.item.get("issued", {}).get("date-parts") or [[]]
        return list(dates[0])

    @property
    def seen(self) -> str:
        """How the source was read: `yes`, at its own address; `copy`; or in a `quotation` by others."""
        return str(self.item["custom"]["seen"])


def parse(path: str, text: str) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Read CSL-JSON; with any problem there are no items."""
    items, problems = load_json(path, text)
    if problems:
        return [], problems
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return [], [Problem(path, 1, "this is not a list of CSL items", "Write «[ {…}, {…} ]».")]
    lines = _lines(text)
    problems = [*_item_faults(path, lines, items), *_repeated(path, lines, items)]
    return ([] if problems else items), problems


def references(items: list[dict[str, Any]], keep: Keep = keep_nothing) -> dict[str, Source]:
    """Set every item as a reference; the result is keyed and ordered as the items are.

    `keep` keeps the references, a batch at a time: setting them takes longer than the rest of a build, and a change
    costs its batch only.
    """
    bare = [_escaped(_settable(item)) for item in items]
    made_with = STYLE.read_text(encoding="utf-8"), version("citeproc-py")
    texts: dict[str, str] = {}
    for batch in (bare[at : at + BATCH] for at in range(0, len(bare), BATCH)):
        texts |= json.loads(keep("references.json", (batch, *made_with), partial(_as_json, batch)))
    return {item["id"]: Source(item["id"], item, texts[item["id"].lower()]) for item in items}


def _as_json(items: list[dict[str, Any]]) -> bytes:
    return json.dumps(_set(items)).encode()


def _set(items: list[dict[str, Any]]) -> dict[str, str]:
    """Return the references as HTML, by the key of their item in small letters."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # citeproc-py warns of every CSL variable that it leaves unused
        style = CitationStylesStyle(str(STYLE), locale=_LOCALE, validate=False)
        bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.html)
        for item in items:
            bibliography.register(Citation([CitationItem(item["id"])]))
        texts = [str(entry).strip() for entry in bibliography.bibliography()]
    titles = {item["id"].lower(): str(item["title"]) for item in items}
    return {key: _stopped_once(text, titles[key]) for key, text in zip(bibliography.keys, texts, strict=True)}


def _settable(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the style sets of `item`, under names that citeproc-py knows: it has none for a work under review."""
    bare = {name: value for name, value in item.items() if name not in ("custom", "note")}
    if bare.get("author", ())[-1:] == [{"literal": OTHERS}]:
        bare["author"] = [*bare["author"][:-1], {"literal": OTHERS.removeprefix("y ")}]  # the style joins with «y»
    reviewed = str(bare.pop("reviewed-title", ""))
    if reviewed and reviewed not in bare["title"]:
        bare |= {"original-title": reviewed, "recipient": bare.pop("reviewed-author", [])}
    return bare


def _stopped_once(reference: str, title: str) -> str:
    """Leave out a full stop after another mark that ends a sentence, «?.» or «?”.», though never within the title."""
    before, found, _ = reference.partition(title)
    own = range(len(before), len(before) + len(found))
    return _SECOND_STOP.sub(lambda stop: stop[0] if stop.end() - 1 in own else stop["closing"], reference)


def _escaped(value: Any) -> Any:
    """Escape every text in a CSL item: citeproc-py sets its fields into HTML as they are."""
    if isinstance(value, dict):
        return {name: _escaped(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_escaped(part) for part in value]
    return escape(value, quote=False) if isinstance(value, str) else value


def _item_faults(path: str, lines: Mapping[str, int], items: Iterable[dict[str, Any]]) -> Iterator[Problem]:
    for at, item in enumerate(items, 1):
        key = str(item.get("id", ""))
        line, name = lines.get(key, 1), f"source «{key}»" if key else f"source number {at}"
        for field in (field for field in _REQUIRED if not item.get(field)):
            yield Problem(path, line, f"{name} has no «{field}»", f'Add "{field}": … to it.')
        for fields, is_valid, wanted, cure in _FORMS:
            for field in (field for field in fields if field in item and not is_valid(item[field])):
                yield Problem(path, line, f"{name}: «{field}» is not {wanted}", cure)
        for field in (field for field in item if field not in _FORMED and not _is_plain(item[field])):
            yield Problem(path, line, f"{name}: «{field}» is not text or a number", "Put it between quotes.")
        if key and not is_slug(key):
            yield Problem(path, line, f"«{key}» cannot be an address", "Use a–z, 0–9 and single hyphens.")
        if item.get("type") and str(item["type"]) not in TYPES:
            yield Problem(
                path, line, f"{name}: «{item['type']}» is not a CSL type", "Use webpage, report, article-journal…"
            )
        if item.get("URL") and not is_address(str(item["URL"])):
            yield Problem(path, line, f"{name}: «{item['URL']}» is not a web address", "Begin it with https://.")
        if not isinstance(item.get("custom"), dict) or item["custom"].get("seen") not in SEEN:
            yield Problem(
                path, line, f"{name} does not say how it was read", f'Add "custom": {{"seen": …}}: {", ".join(SEEN)}.'
            )


def _repeated(path: str, lines: Mapping[str, int], items: Iterable[dict[str, Any]]) -> Iterator[Problem]:
    for field in ("id", "URL"):
        seen: set[str] = set()
        for item in items:
            value = str(item.get(field, ""))
            if value in seen:
                yield Problem(
                    path,
                    lines.get(str(item.get("id")), 1),
                    f"the {field} «{value}» stands twice",
                    "Keep one of the two sources.",
                )
            seen.add(value)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(name, dict) and name and all(map(is_string, name.values())) for name in value
    )


def _is_plain(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _is_date(value: Any) -> bool:
    parts = value.get("date-parts") if isinstance(value, dict) else None
    return isinstance(parts, list) and bool(parts) and all(map(_is_day, parts))


def _is_day(parts: Any) -> bool:
    """Tell whether `parts` is a year, a year and a month, or a day of the calendar."""
    try:
        datetime.date(*parts, *(1, 1)[len(parts) - 1 :])
    except (TypeError, ValueError):
        return False
    return True


_FORMS: tuple[tuple[Iterable[str], Callable[[Any], bool], str, str], ...] = (
    (("id", "type", "title", "URL"), is_string, "text", "Put it between quotes."),
    (("language",), is_language, "the code of a language", "Write it as es, en or pt-BR."),
    (
        tuple(name.replace("_", "-") for name in (*NAMES, "reviewed_author")),
        _are_names,
        "a list of names",
        'Write [{"family": "…", "given": "…"}] or [{"literal": "…"}].',
    ),
    (
        tuple(name.replace("_", "-") for name in DATES),
        _is_date,
        "a CSL date",
        'Write {"date-parts": [[2026, 11, 30]]}.',
    ),
)
_FORMED = {"custom"}.union(*(fields for fields, *_ in _FORMS))


def _lines(text: str) -> dict[str, int]:
    """Return the line in which each id first stands."""
    lines: dict[str, int] = {}
    line, at = 1, 0
    for match in _ID.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        lines.setdefault(match["id"], line)
    return lines
