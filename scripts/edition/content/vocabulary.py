"""The kinds of note and the verdicts, declared once in `docs/vocabulario.yml`.

No other code names one: code that lists, shows or counts them takes a `Vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from edition.content import icons
from edition.problems import Problem
from edition.text import fields, places
from edition.text.fields import Field, Record
from edition.text.forms import TEXT, Form, Schema, is_text, matching, one_of
from edition.text.loaders import load_yaml
from edition.text.places import Places

FILE = "vocabulario.yml"  # in the folder docs
_PATH = f"docs/{FILE}"

# Web Annotation Data Model, section 3.3.5.
MOTIVATIONS = (
    *("assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting"),
    *("identifying", "linking", "moderating", "questioning", "replying", "tagging"),
)
_RATINGS = range(1, 6)

_NAME = r"[^\W\d_]+([ -][^\W\d_]+)*"
_HEX = "#[0-9a-f]{6}"


class Colour(NamedTuple):
    """A colour for the light and one for the dark scheme, both as #rrggbb."""

    light: str
    dark: str

    @property
    def css(self) -> str:
        return f"var(--light,{self.light})var(--dark,{self.dark})"


_NONE = Colour("", "")


@dataclass(frozen=True)
class Word:
    """A kind or verdict: its name, slug (in URLs) and label (at the start of a line), its definition, colour and icon.

    The kind that carries verdicts has no colour and no icon.
    """

    name: str
    slug: str
    label: str
    definition: str
    colour: Colour = _NONE
    icon: str = ""

    @property
    def sentence(self) -> str:
        """The definition with a capital letter and a full stop."""
        return f"{self.definition[:1].upper()}{self.definition[1:]}."


@dataclass(frozen=True)
class Kind(Word):
    """A kind of note: its motivation in Web Annotation, and whether its notes carry verdicts."""

    motivation: str = ""
    verdicts: bool = False
    plural: str = ""


@dataclass(frozen=True)
class Verdict(Word):
    """A verdict; `rating`, 1 to 5, is how far the data support the passage, or None if there are no data."""

    rating: int | None = None


@dataclass(frozen=True)
class Vocabulary:
    """The kinds of note, one of which carries verdicts, and the verdicts, both in the order of the file."""

    kinds: tuple[Kind, ...] = ()
    verdicts: tuple[Verdict, ...] = ()

    @cached_property
    def findings(self) -> tuple[Word, ...]:
        """All possible findings: the verdicts, then the kinds without verdicts."""
        return (*self.verdicts, *(kind for kind in self.kinds if not kind.verdicts))

    @cached_property
    def verification(self) -> Kind:
        """The one kind that carries verdicts."""
        return next(kind for kind in self.kinds if kind.verdicts)


def parse(text: str) -> tuple[Vocabulary, list[Problem]]:
    """Parse the vocabulary; if it has a problem, it is empty."""
    data, problems = load_yaml(_PATH, text)
    if not problems:
        problems = list(_faults(data, places.of_yaml(_PATH, text)))
    if problems:
        return Vocabulary(), problems
    kinds = (Kind(**_given(entry)) for entry in data["kinds"])
    return Vocabulary(tuple(kinds), tuple(Verdict(**_given(entry)) for entry in data["verdicts"])), []


def schema() -> Schema:
    """Return the vocabulary as JSON Schema."""
    kind = {"if": {"required": ["verdicts"]}, "then": fields.schema(CARRIER), "else": fields.schema(KIND)}
    parts = {"kinds": kind, "verdicts": fields.schema(VERDICT)}
    lists = {name: {"type": "array", "minItems": 1, "items": word} for name, word in parts.items()}
    return {"type": "object", "properties": lists, "required": [*lists], "additionalProperties": False}


def _given(entry: Mapping[str, Any]) -> dict[str, Any]:
    looks = {"colour": Colour(**entry["colour"])} if "colour" in entry else {}
    return {**entry, **looks}


def _faults(data: Any, written: Places) -> Iterator[Problem]:
    if not isinstance(data, dict) or data.keys() != {"kinds", "verdicts"}:
        cure = "Write «kinds:» and «verdicts:», each with a list below, and nothing else."
        yield written.problem((), "these are not the kinds of note and the verdicts", cure)
        return
    shapes = [fault for part in data for fault in _shape_faults(part, data[part], written)]
    yield from shapes
    if not shapes:
        yield from _content_faults(data, written)


def _shape_faults(part: str, entries: Any, written: Places) -> Iterator[Problem]:
    if not isinstance(entries, list) or not entries:
        yield written.problem((part,), f"«{part}» is not a list", "Begin each word in it with «- name: …».")
        return
    for at, entry in enumerate(entries):
        if not isinstance(entry, dict):
            what = f"word {at + 1} of «{part}» is not a set of fields"
            yield written.problem((part, at), what, "Write «- name: …» and its other fields below.")


def _content_faults(data: Mapping[str, list[dict[str, Any]]], written: Places) -> Iterator[Problem]:
    for part, entries in data.items():
        for at, entry in enumerate(entries):
            yield from fields.faults(_record(part, entry), entry, written, (part, at))
    yield from _repetitions(data, written)
    if (count := sum(entry.get("verdicts") is True for entry in data["kinds"])) != 1:
        cure = "Write «verdicts: true» in one of them, and only there."
        yield written.problem(("kinds",), f"{count} kinds carry verdicts", cure)


def _record(part: str, entry: Mapping[str, Any]) -> Record:
    """Return the fields that a word of `kinds` or `verdicts` can have."""
    if part == "verdicts":
        return VERDICT
    return CARRIER if "verdicts" in entry else KIND


def _repetitions(data: Mapping[str, list[dict[str, Any]]], written: Places) -> Iterator[Problem]:
    """Report names and slugs that two words share, kinds or verdicts."""
    for name in ("name", "slug"):
        seen: set[str] = set()
        for part, entries in data.items():
            for at, entry in enumerate(entries):
                value = entry.get(name)
                if isinstance(value, str) and value.casefold() in seen:
                    yield written.problem((part, at, name), f"two words with the {name} «{value}»", "Give one another.")
                seen.add(str(value).casefold())


def _is_definition(value: object) -> bool:
    return isinstance(value, str) and is_text(value) and not value.rstrip().endswith(".")


def _is_colour(value: object) -> bool:
    is_pair = isinstance(value, dict) and value.keys() == {"light", "dark"}
    return is_pair and all(map(_SHADE.accepts, value.values()))  # type: ignore[attr-defined]


def _named(wanted: str) -> Form:
    """Return the form of a name. Its schema spells out the letters, as regular expressions of JSON Schema do."""
    form = matching(_NAME, wanted)
    return replace(form, schema={"type": "string", "pattern": form.schema["pattern"].replace(r"^\W\d_", LETTER)})


LETTER = r"\p{L}\p{Nl}\p{No}"
_SHADE = matching(_HEX, "a colour as '#2b6538'")
_FORMS: Mapping[str, Form] = {
    "name": _named("letters, with single spaces or hyphens between them"),
    "slug": matching("[a-z][a-z0-9]*(-[a-z0-9]+)*", "a letter, then a–z, 0–9 and single hyphens"),  # as CSS requires
    "label": TEXT,
    "definition": Form(_is_definition, "a phrase without a full stop", {"type": "string", "pattern": r"[^\s.]\s*$"}),
    "colour": Form(
        _is_colour,
        "two colours as {light: '#2b6538', dark: '#8fc79a'}",
        {
            "type": "object",
            "properties": {"light": _SHADE.schema, "dark": _SHADE.schema},
            "required": ["light", "dark"],
            "additionalProperties": False,
        },
    ),
    "icon": Form(
        icons.is_icon,
        f"elements of SVG in a square of {icons.SIDE} units, such as {icons.EXAMPLE}",
        {"type": "string", "pattern": "^\\s*<"},
        is_exact=False,
    ),
    "motivation": one_of(MOTIVATIONS),
    "verdicts": Form(lambda value: value is True, "true, or leave it out", {"const": True}),
    "plural": _named("the name for more than one"),
    "rating": Form(
        lambda value: type(value) is int and value in _RATINGS,
        f"a whole number from {_RATINGS.start} to {_RATINGS.stop - 1}, or leave it out",
        {"type": "integer", "minimum": _RATINGS.start, "maximum": _RATINGS.stop - 1},
    ),
}


def _word(*required: str, optional: tuple[str, ...] = ()) -> Record:
    return Record(
        (
            *(Field(name, _FORMS[name], is_required=True) for name in required),
            *(Field(name, _FORMS[name]) for name in optional),
        ),
        unknown=("«{name}» is not a field of this word", "Remove it; here there can be {known}."),
    )


_BASICS, _LOOKS = ("name", "slug", "label", "definition"), ("colour", "icon")
KIND = _word(*_BASICS, "motivation", *_LOOKS)
CARRIER = _word(*_BASICS, "motivation", "verdicts", "plural")  # the kind that carries verdicts
VERDICT = _word(*_BASICS, *_LOOKS, optional=("rating",))
