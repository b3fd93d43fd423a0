"""The forms of the values that authors write: tests for the build, JSON Schema for editors.

The schemas are of draft 7, which editors know best. Their patterns mean the same in ECMA 262 and in Python, except for
`\\p{…}`. JSON has no days: a day is a string there.
"""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

Schema = Mapping[str, Any]

_SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"
_LANGUAGE = r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"
_URI = re.compile(r"https?://[\w.~:/?#\[\]@!$&'()*+,;=%-]+", re.ASCII)
_HOST = re.compile(r"[\w.-]+|[0-9a-f:.]+", re.ASCII)
_IN_HOST = r"\-A-Za-z0-9_.~:!$&'()*+,;=%"
_AUTHORITY = rf"([{_IN_HOST}@]*@)?[A-Za-z0-9_.-]+(:[{_IN_HOST}]*)?|[{_IN_HOST}@]*\[[{_IN_HOST}@\[\]]*"
_ADDRESS = rf"https?://({_AUTHORITY})([/?#][{_IN_HOST}@/?#\[\]]*)?"


def is_string(value: object) -> bool:
    return isinstance(value, str)


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_slug(value: str) -> bool:
    """Tell whether `value` can be part of an address: a–z, 0–9 and single hyphens."""
    return bool(re.fullmatch(_SLUG, value))


def is_address(value: str) -> bool:
    """Tell whether `value` is a web address (http or https) in the characters of RFC 3986, section 2."""
    try:
        host = urlsplit(value).hostname or ""
    except ValueError:
        return False
    return bool(_URI.fullmatch(value) and _HOST.fullmatch(host))


def is_language(value: object) -> bool:
    """Tell whether `value` is a language code, such as «es» or «pt-BR» (RFC 5646, section 2.1)."""
    return isinstance(value, str) and bool(re.fullmatch(_LANGUAGE, value))


def is_day(value: object) -> bool:
    """Tell whether `value` is a date without a time."""
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def is_list(value: object, is_item: Callable[[Any], bool]) -> bool:
    """Tell whether `value` is a non-empty list whose items all pass `is_item`."""
    return isinstance(value, list) and bool(value) and all(map(is_item, value))


@dataclass(frozen=True)
class Form:
    """What a value must look like: as a test, in words for messages, and as JSON Schema.

    The schema accepts every value that `accepts` does. Unless `is_exact`, it also accepts others, which JSON Schema
    cannot tell apart.
    """

    accepts: Callable[[Any], bool]
    wanted: str
    schema: Schema
    is_exact: bool = True

    def asked(self, wanted: str) -> Form:
        """Return the same form, asked for in other words."""
        return replace(self, wanted=wanted)


def matching(pattern: str, wanted: str) -> Form:
    """Return the form of texts that a regular expression matches from end to end."""
    compiled = re.compile(pattern)
    schema = {"type": "string", "pattern": f"^({pattern})$"}
    return Form(lambda value: isinstance(value, str) and bool(compiled.fullmatch(value)), wanted, schema)


def one_of(values: Iterable[str]) -> Form:
    """Return the form of what is one of `values`."""
    values = tuple(values)
    return Form(values.__contains__, f"one of: {', '.join(values)}", {"enum": [*values]})


def list_of(form: Form, wanted: str) -> Form:
    """Return the form of lists that are not empty and hold only what has `form`."""
    schema = {"type": "array", "minItems": 1, "items": form.schema}
    return Form(lambda value: is_list(value, form.accepts), wanted, schema, form.is_exact)


def suggesting(form: Form, values: Iterable[str]) -> dict[str, Any]:
    """Return the schema of `form` with values that an editor may offer, though there can be others."""
    values = sorted(values)
    return {"anyOf": [{"enum": values}, form.schema]} if values else {**form.schema}


_AS_TEXT = "some text, between quotes if it looks like anything else"
STRING = Form(is_string, _AS_TEXT, {"type": "string"})
TEXT = Form(is_text, _AS_TEXT, {"type": "string", "pattern": r"\S"})
SLUG = matching(_SLUG, "a–z, 0–9 and single hyphens")
LANGUAGE = matching(_LANGUAGE, "the code of a language, as es, en or pt-BR")
ADDRESS = Form(
    lambda value: isinstance(value, str) and is_address(value),
    "an address that begins with https://",
    {"type": "string", "pattern": f"^({_ADDRESS})$"},
    is_exact=False,  # what may stand between [ and ]
)
DAY = Form(is_day, "a date as 2026-11-30", {"type": "string", "format": "date"})
NUMBER = Form(
    is_number,
    "a number, without quotes",
    {"type": "number", "minimum": -sys.float_info.max, "maximum": sys.float_info.max},
)
OBJECT = Form(lambda value: isinstance(value, dict), "a set of fields", {"type": "object"})
