"""Tests for the values that authors write."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_URI = re.compile(r"https?://[\w.~:/?#\[\]@!$&'()*+,;=%-]+", re.ASCII)
_HOST = re.compile(r"[\w.-]+|[0-9a-f:.]+", re.ASCII)
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", re.IGNORECASE | re.ASCII)


def is_string(value: object) -> bool:
    return isinstance(value, str)


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_slug(value: str) -> bool:
    """Tell whether `value` can be part of an address: a–z, 0–9 and single hyphens."""
    return bool(_SLUG.fullmatch(value))


def is_address(value: str) -> bool:
    """Tell whether `value` is a web address (http or https) in the characters of RFC 3986, section 2."""
    try:
        host = urlsplit(value).hostname or ""
    except ValueError:
        return False
    return bool(_URI.fullmatch(value) and _HOST.fullmatch(host))


def is_language(value: object) -> bool:
    """Tell whether `value` is a language code, such as «es» or «pt-BR» (RFC 5646, section 2.1)."""
    return isinstance(value, str) and bool(_LANGUAGE.fullmatch(value))


def is_day(value: object) -> bool:
    """Tell whether `value` is a date without a time."""
    return isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def is_list(value: object, is_item: Callable[[Any], bool]) -> bool:
    """Tell whether `value` is a non-empty list whose items all pass `is_item`."""
    return isinstance(value, list) and bool(value) and all(map(is_item, value))
