"""The sources: CSL-JSON, checked, and formatted as references in ISO 690."""

from __future__ import annotations

import datetime
import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
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
from edition.text import fields, places
from edition.text.fields import Field, Record
from edition.text.forms import ADDRESS, LANGUAGE, SLUG, STRING, Form, Schema, is_string, one_of
from edition.text.loaders import load_json
from edition.text.places import Place, Places

_LOCALE = "es-ES"
STYLE = Path(__file__).with_name("iso690-es.csl")
BATCH = 50
SEEN = ("yes", "copy", "quotation")
TYPES = frozenset(
    "article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection "
    "dataset document entry entry-dictionary entry-encyclopedia event figure graphic hearing interview legal_case "
    "legislation manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical "
    "personal_communication post post-weblog regulation report review review-book software song speech standard "
    "thesis treaty webpage".split()
)
OTHERS = "y otros"  # the last author, if a work has more than its record names
_SECOND_STOP = re.compile(r"(?<=[.?!…])(?P<closing>(?:[»”’\"']|</\w+>)*)\.(?=\s|<|$)")


@dataclass(frozen=True)
class Source:
    """A source: its CSL item, and its reference as HTML, without the address, which is `url`."""

    key: str
    item: Mapping[str, Any]
    reference: str

    @property
    def parts(self) -> tuple[str, str, str]:
        """The reference in three parts, before the title, the title, and the rest; the title is in its own language."""
        title = escape(str(self.item["title"]), quote=False)
        before, found, rest = self.reference.partition(title)
        return (before, found, rest) if found else ("", "", self.reference)

    @property
    def url(self) -> str:
        return str(self.item["URL"])

    @property
    def archived(self) -> str:
        """The URL of the copy in a web archive that is closest to the day the source was read."""
        day = "".join(f"{part:02d}" for part in self.item["accessed"]["date-parts"][0])
        return f"https://web.archive.org/web/{day}/{self.url}"

    @property
    def host(self) -> str:
        """The host of the link, as a reader would name it."""
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
        """How the source was read: `yes`, at its own address; `copy`; or `quotation`, as others quote it."""
        return str(self.item["custom"]["seen"])


def parse(path: str, text: str) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Parse CSL-JSON; if it has a problem, there are no items."""
    items, problems = load_json(path, text)
    if problems:
        return [], problems
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return [], [Problem(path, 1, "this is not a list of CSL items", "Write «[ {…}, {…} ]».")]
    problems = list(_faults(items, places.of_json(path, text)))
    return ([] if problems else items), problems


def schema() -> Schema:
    """Return the list of sources as JSON Schema: CSL-JSON, but for what the edition wants of it."""
    return {"type": "array", "items": fields.schema(ITEM)}


def references(items: list[dict[str, Any]], keep: Keep = keep_nothing) -> dict[str, Source]:
    """Format every item as a reference; keys and order are those of the items.

    `keep` caches the references in batches: formatting takes longer than the rest of a build, and a change costs only
    its batch.
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
    """Return the references as HTML, keyed by the item's key in lower case."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # citeproc-py warns of every CSL variable that the style does not use
        style = CitationStylesStyle(str(STYLE), locale=_LOCALE, validate=False)
        bibliography = CitationStylesBibliography(style, CiteProcJSON(items), formatter.html)
        for item in items:
            bibliography.register(Citation([CitationItem(item["id"])]))
        texts = [str(entry).strip() for entry in bibliography.bibliography()]
    titles = {item["id"].lower(): str(item["title"]) for item in items}
    return {key: _stopped_once(text, titles[key]) for key, text in zip(bibliography.keys, texts, strict=True)}


def _settable(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of `item` that the style uses, renamed for citeproc-py, which lacks those of reviewed works."""
    bare = {name: value for name, value in item.items() if name not in ("custom", "note")}
    if bare.get("author", ())[-1:] == [{"literal": OTHERS}]:
        bare["author"] = [*bare["author"][:-1], {"literal": OTHERS.removeprefix("y ")}]  # the style joins with «y»
    reviewed = str(bare.pop("reviewed-title", ""))
    if reviewed and reviewed not in bare["title"]:
        bare |= {"original-title": reviewed, "recipient": bare.pop("reviewed-author", [])}
    return bare


def _stopped_once(reference: str, title: str) -> str:
    """Remove a full stop after other final punctuation, «?.» or «?”.», but never inside the title."""
    before, found, _ = reference.partition(title)
    own = range(len(before), len(before) + len(found))
    return _SECOND_STOP.sub(lambda stop: stop[0] if stop.end() - 1 in own else stop["closing"], reference)


def _escaped(value: Any) -> Any:
    """Escape every text in a CSL item: citeproc-py puts fields into HTML unescaped."""
    if isinstance(value, dict):
        return {name: _escaped(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_escaped(part) for part in value]
    return escape(value, quote=False) if isinstance(value, str) else value


def _faults(items: Iterable[dict[str, Any]], written: Places) -> Iterator[Problem]:
    """Report what is wrong with each source, in the line of its key."""
    seen: set[tuple[str, str]] = set()
    for at, item in enumerate(items):
        place: Place = (at, "id")
        whose = f"source «{item['id']}»" if item.get("id") else f"source number {at + 1}"
        for problem in fields.faults(ITEM, item, written, (at,), whose):
            yield replace(problem, line=written.line(place))
        for field, value in ((field, str(item.get(field, ""))) for field in ("id", "URL")):
            if (field, value) in seen:
                yield written.problem(place, f"the {field} «{value}» stands twice", "Keep one of the two sources.")
            seen.add((field, value))


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
    if not isinstance(parts, list) or not all(type(part) is int for part in parts):
        return False
    try:
        datetime.date(*parts, *(1, 1)[len(parts) - 1 :])
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _tells_how_it_was_read(value: Any) -> bool:
    return isinstance(value, dict) and value.get("seen") in SEEN


_NAMES = Form(
    _are_names,
    "a list of names",
    {
        "type": "array",
        "items": {
            "type": "object",
            "minProperties": 1,
            "properties": dict.fromkeys(("family", "given", "literal"), STRING.schema),
            "additionalProperties": STRING.schema,
        },
    },
)
_PARTS = tuple({"type": "integer", "minimum": 1, "maximum": most} for most in (datetime.MAXYEAR, 12, 31))
_DATE = Form(
    _is_date,
    "a CSL date",
    {
        "type": "object",
        "required": ["date-parts"],
        "properties": {
            "date-parts": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "array", "items": [*_PARTS], "minItems": 1, "maxItems": len(_PARTS)},
            }
        },
    },
    is_exact=False,  # how many days a month has
)
_CUSTOM = Form(
    _tells_how_it_was_read,
    f'{{"seen": …}}: {", ".join(SEEN)}',
    {"type": "object", "required": ["seen"], "properties": {"seen": {"enum": [*SEEN]}}},
)
PLAIN = Form(_is_plain, "text or a number", {"type": ["string", "integer"]})

_NO_SLUG = "«{value}» cannot be an address", "Use a–z, 0–9 and single hyphens."
_NO_TYPE = "{whose}: «{value}» is not a CSL type", "Use webpage, report, article-journal…"
_NO_ADDRESS = "{whose}: «{value}» is not a web address", "Begin it with https://."
_NO_LANGUAGE = "{whose}: «{name}» is not the code of a language", "Write it as es, en or pt-BR."
_NO_NAMES = "{whose}: «{name}» is not {wanted}", 'Write [{"family": "…", "given": "…"}] or [{"literal": "…"}].'
_NO_DATE = "{whose}: «{name}» is not {wanted}", 'Write {"date-parts": [[2026, 11, 30]]}.'
_UNREAD = "{whose} does not say how it was read", 'Add "custom": {wanted}.'
_TEXT = STRING.asked("text")
ITEM = Record(
    (
        *(Field(name, _TEXT, is_required=True) for name in ("id", "type", "title", "URL")),
        Field("id", SLUG, wrong=_NO_SLUG),
        Field("type", one_of(sorted(TYPES)), wrong=_NO_TYPE),
        Field("URL", ADDRESS, wrong=_NO_ADDRESS),
        Field("language", LANGUAGE, is_required=True, wrong=_NO_LANGUAGE),
        Field("custom", _CUSTOM, is_required=True, wrong=_UNREAD, missing=_UNREAD),
        *(Field(name.replace("_", "-"), _NAMES, wrong=_NO_NAMES) for name in (*NAMES, "reviewed_author")),
        Field("accessed", _DATE, is_required=True, wrong=_NO_DATE),
        *(Field(name.replace("_", "-"), _DATE, wrong=_NO_DATE) for name in DATES if name != "accessed"),
    ),
    wrong=("{whose}: «{name}» is not {wanted}", "Put it between quotes."),
    missing=("{whose} has no «{name}»", 'Add "{name}": … to it.'),
    others=PLAIN,
    needs_content=True,
)
