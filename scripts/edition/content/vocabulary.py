"""The words that notes are known by, kinds and verdicts, declared once in `docs/vocabulario.yml`.

Nothing else in the engine spells one: whatever loops over them, shows them or counts them takes a `Vocabulary`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from edition.content import icons
from edition.problems import Problem
from edition.text.forms import is_slug, is_text
from edition.text.loaders import Place, load_yaml, places

FILE = "vocabulario.yml"  # in the folder docs
_PATH = f"docs/{FILE}"

# Web Annotation Data Model, section 3.3.5.
MOTIVATIONS = (
    *("assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting"),
    *("identifying", "linking", "moderating", "questioning", "replying", "tagging"),
)
_RATINGS = range(1, 6)

_NAME = re.compile(r"[^\W\d_]+([ -][^\W\d_]+)*")
_HEX = re.compile(r"#[0-9a-f]{6}")


class Colour(NamedTuple):
    """A colour on light and on dark paper, both as #rrggbb."""

    light: str
    dark: str

    @property
    def css(self) -> str:
        return f"var(--light,{self.light})var(--dark,{self.dark})"


_NONE = Colour("", "")


@dataclass(frozen=True)
class Word:
    """A word for what notes say: as it is written, in addresses, at the start of a line; what it means; its looks.

    A kind whose notes carry verdicts has no looks of its own: `colour` and `icon` are empty.
    """

    name: str
    slug: str
    label: str
    definition: str
    colour: Colour = _NONE
    icon: str = ""

    @property
    def sentence(self) -> str:
        """The definition with a capital and a full stop."""
        return f"{self.definition[:1].upper()}{self.definition[1:]}."


@dataclass(frozen=True)
class Kind(Word):
    """A kind of note: why one is written (a motivation of Web Annotation), and whether it reaches a verdict."""

    motivation: str = ""
    verdicts: bool = False
    plural: str = ""


@dataclass(frozen=True)
class Verdict(Word):
    """A verdict; `rating` says from 1 to 5 how far the data bear the passage out, and is None where none were found."""

    rating: int | None = None


@dataclass(frozen=True)
class Vocabulary:
    """The kinds of note, one of which carries verdicts, and the verdicts, both in the order they are listed in."""

    kinds: tuple[Kind, ...] = ()
    verdicts: tuple[Verdict, ...] = ()

    @cached_property
    def findings(self) -> tuple[Word, ...]:
        """All that a note can be known by: the verdicts, then the kinds that carry none."""
        return (*self.verdicts, *(kind for kind in self.kinds if not kind.verdicts))

    @cached_property
    def verification(self) -> Kind:
        """The one kind that carries verdicts."""
        return next(kind for kind in self.kinds if kind.verdicts)


def parse(text: str) -> tuple[Vocabulary, list[Problem]]:
    """Read the vocabulary; with a problem it is empty."""
    data, problems = load_yaml(_PATH, text)
    if not problems:
        problems = list(_faults(data, list(places(text))))
    if problems:
        return Vocabulary(), problems
    kinds = (Kind(**_fields(entry)) for entry in data["kinds"])
    return Vocabulary(tuple(kinds), tuple(Verdict(**_fields(entry)) for entry in data["verdicts"])), []


def _fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    looks = {"colour": Colour(**entry["colour"])} if "colour" in entry else {}
    return {**entry, **looks}


_Reporter = Callable[[Place, str, str], Problem]  # of a place in the file: what is wrong there, the cure


def _faults(data: Any, written: list[tuple[Place, int]]) -> Iterator[Problem]:
    lines = dict(reversed(written))

    def problem(place: Place, what: str, cure: str) -> Problem:
        while place and place not in lines:
            place = place[:-1]
        return Problem(_PATH, lines.get(place, 1), what, cure)

    for place, count in Counter(place for place, _ in written).items():
        if count > 1:
            yield problem(place, f"«{place[-1]}» stands twice", "Keep one of the two.")
    if not isinstance(data, dict) or data.keys() != {"kinds", "verdicts"}:
        cure = "Write «kinds:» and «verdicts:», each with a list below, and nothing else."
        yield problem((), "these are not the kinds of note and the verdicts", cure)
        return
    shapes = [fault for part in data for fault in _shape_faults(part, data[part], problem)]
    yield from shapes
    if not shapes:
        yield from _content_faults(data, problem)


def _shape_faults(part: str, entries: Any, problem: _Reporter) -> Iterator[Problem]:
    if not isinstance(entries, list) or not entries:
        yield problem((part,), f"«{part}» is not a list", "Begin each word in it with «- name: …».")
        return
    for at, entry in enumerate(entries):
        if not isinstance(entry, dict):
            what = f"word {at + 1} of «{part}» is not a set of fields"
            yield problem((part, at), what, "Write «- name: …» and its other fields below.")


def _content_faults(data: Mapping[str, list[dict[str, Any]]], problem: _Reporter) -> Iterator[Problem]:
    for part, entries in data.items():
        for at, entry in enumerate(entries):
            yield from _field_faults((part, at), entry, problem)
    yield from _repetitions(data, problem)
    if (count := sum(entry.get("verdicts") is True for entry in data["kinds"])) != 1:
        cure = "Write «verdicts: true» in one of them, and only there."
        yield problem(("kinds",), f"{count} kinds carry verdicts", cure)


def _field_faults(place: Place, entry: Mapping[str, Any], problem: _Reporter) -> Iterator[Problem]:
    required, optional = _known(place[0], entry)
    for name in (name for name in required if name not in entry):
        yield problem(place, f"the field «{name}» is missing", f"Add «{name}: …», {_FORMS[name][1]}.")
    for name, value in entry.items():
        if name not in (*required, *optional):
            cure = f"Remove it; here there can be {', '.join((*required, *optional))}."
            yield problem((*place, name), f"«{name}» is not a field of this word", cure)
        elif not _FORMS[name][0](value):
            yield problem((*place, name), f"«{name}» cannot be «{value}»", f"Write {_FORMS[name][1]}.")


def _known(part: str | int, entry: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields that a word of `kinds` or `verdicts` needs, and those that it may have."""
    words, looks = ("name", "slug", "label", "definition"), ("colour", "icon")
    if part == "verdicts":
        return (*words, *looks), ("rating",)
    return (*words, "motivation", *(("verdicts", "plural") if "verdicts" in entry else looks)), ()


def _repetitions(data: Mapping[str, list[dict[str, Any]]], problem: _Reporter) -> Iterator[Problem]:
    """Report the names and slugs that two words share, be they kinds or verdicts."""
    for field in ("name", "slug"):
        seen: set[str] = set()
        for part, entries in data.items():
            for at, entry in enumerate(entries):
                value = entry.get(field)
                if isinstance(value, str) and value.casefold() in seen:
                    yield problem((part, at, field), f"two words with the {field} «{value}»", "Give one another.")
                seen.add(str(value).casefold())


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(_NAME.fullmatch(value))


def _is_id(value: object) -> bool:
    return isinstance(value, str) and is_slug(value) and value[0].isalpha()  # as CSS wants it


def _is_definition(value: object) -> bool:
    return isinstance(value, str) and is_text(value) and not value.rstrip().endswith(".")


def _is_colour(value: object) -> bool:
    is_pair = isinstance(value, dict) and value.keys() == {"light", "dark"}
    return is_pair and all(isinstance(part, str) and _HEX.fullmatch(part) for part in value.values())  # type: ignore[attr-defined]


_FORMS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "name": (_is_name, "letters, with single spaces or hyphens between them"),
    "slug": (_is_id, "a letter, then a–z, 0–9 and single hyphens"),
    "label": (is_text, "some text, between quotes if it looks like anything else"),
    "definition": (_is_definition, "a phrase without a full stop"),
    "colour": (_is_colour, "two colours as {light: '#2b6538', dark: '#8fc79a'}"),
    "icon": (icons.is_icon, f"elements of SVG in a square of {icons.SIDE} units, such as {icons.EXAMPLE}"),
    "motivation": (MOTIVATIONS.__contains__, f"one of: {', '.join(MOTIVATIONS)}"),
    "verdicts": (lambda value: value is True, "true, or leave it out"),
    "plural": (_is_name, "the name for more than one"),
    "rating": (
        lambda value: type(value) is int and value in _RATINGS,
        f"a whole number from {_RATINGS.start} to {_RATINGS.stop - 1}, or leave it out",
    ),
}
