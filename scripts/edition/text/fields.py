"""What authors write as fields: each declared once, checked, and described to editors as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from edition.problems import Problem
from edition.text.forms import Form
from edition.text.places import Place, Places

Saying = tuple[str, str]  # what is wrong, and the cure, with the slots of `Record`
_CONTENT = {"minLength": 1, "minItems": 1, "minProperties": 1}
_EMPTY: tuple[Any, ...] = None, "", [], {}
_SLOT = re.compile(r"\{(name|value|wanted|known|whose)\}")


@dataclass(frozen=True)
class Field:
    """A field and the form of its value.

    `wrong` and `missing` replace the usual messages if the value has not that form, or there is no value.

    A field with several forms is declared several times; the first that its value does not have is reported.
    """

    name: str
    form: Form
    is_required: bool = False
    wrong: Saying | None = None
    missing: Saying | None = None


@dataclass(frozen=True)
class Record:
    """What can be written of one thing: its fields, and what is said of one that is missing, wrong or unknown.

    What is said has slots: {name} and {value} of the field, what is {wanted}, all that is {known}, and {whose} it is.
    Without words for the `unknown`, other fields are let in, of the form `others` if there is one. What is empty counts
    as missing where `needs_content`.
    """

    fields: tuple[Field, ...]
    wrong: Saying = ("«{name}» cannot be «{value}»", "Write {wanted}.")
    missing: Saying = ("the field «{name}» is missing", "Add «{name}: …», {wanted}.")
    unknown: Saying | None = None
    others: Form | None = None
    needs_content: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields, each once."""
        return tuple(dict.fromkeys(field.name for field in self.fields))

    def lacks(self, given: Mapping[str, Any], name: str) -> bool:
        return given.get(name) in _EMPTY if self.needs_content else name not in given


def faults(
    record: Record, given: Mapping[str, Any], places: Places, at: Place = (), whose: str = ""
) -> Iterator[Problem]:
    """Report what is wrong with the fields `given`, which stand at the place `at` of their file."""
    said = {"whose": whose, "known": ", ".join(record.names), "wanted": record.others.wanted if record.others else ""}
    told: set[str] = set()
    for field in (field for field in record.fields if field.name not in told):
        if saying := _saying(record, field, given):
            told.add(field.name)
            slots = {**said, "name": field.name, "value": given.get(field.name), "wanted": field.form.wanted}
            yield places.problem((*at, field.name), *_filled(saying, slots))
    for name, value in given.items():
        if name not in record.names and (saying := _stranger(record, value)):
            yield places.problem((*at, name), *_filled(saying, {**said, "name": name, "value": value}))


def schema(record: Record, words: Mapping[str, Collection[str]] | None = None, **more: Any) -> dict[str, Any]:
    """Return a record as JSON Schema.

    `words` lists, for some fields, the only values allowed; `more` are further keywords of the schema.
    """
    properties: dict[str, dict[str, Any]] = {}
    for field in record.fields:
        content = _CONTENT if record.needs_content and field.is_required else {}
        properties[field.name] = {**properties.get(field.name, {}), **content, **_described(field.form)}
    for name, known in (words or {}).items():
        properties[name] |= {"enum": sorted(known)} if known else {}
    others = False if record.unknown else record.others.schema if record.others else True
    required = list(dict.fromkeys(field.name for field in record.fields if field.is_required))
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": others, **more}


def _described(form: Form) -> dict[str, Any]:
    """Return the schema of a form with its words, for editors to show; the second keyword is one of VS Code's."""
    words = {"description": form.wanted} | (
        {"patternErrorMessage": f"Write {form.wanted}."} if "pattern" in form.schema else {}
    )
    return {**words, **form.schema}


def _saying(record: Record, field: Field, given: Mapping[str, Any]) -> Saying | None:
    """Return what is to be said of a field, if anything."""
    if field.is_required and record.lacks(given, field.name):
        return field.missing or record.missing
    if field.name in given and not field.form.accepts(given[field.name]):
        return field.wrong or record.wrong
    return None


def _stranger(record: Record, value: Any) -> Saying | None:
    """Return what is to be said of a field that is not declared, if anything."""
    return record.unknown or (record.wrong if record.others and not record.others.accepts(value) else None)


def _filled(saying: Saying, slots: Mapping[str, Any]) -> Saying:
    what, cure = (_SLOT.sub(lambda slot: str(slots[slot[1]]), words) for words in saying)
    return what, cure
