"""The forms that a value in what authors write may have to have."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_string(value: object) -> bool:
    return isinstance(value, str)


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_slug(value: str) -> bool:
    """Tell whether `value` can be an address: a–z, 0–9 and single hyphens."""
    return bool(_SLUG.fullmatch(value))


def is_address(value: str) -> bool:
    """Tell whether `value` is an address on the web."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def is_list(value: object, is_item: Callable[[Any], bool]) -> bool:
    """Tell whether `value` is a list that is not empty and holds only what `is_item` approves of."""
    return isinstance(value, list) and bool(value) and all(map(is_item, value))
