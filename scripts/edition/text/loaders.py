"""Parses the JSON and YAML files that authors write; if one has a problem, its value is None."""

from __future__ import annotations

import json
from typing import Any

import yaml

from edition.problems import Problem
from edition.text import characters, frontmatter, places
from edition.text.frontmatter import Loader
from edition.text.places import Places, in_node


def load_json(path: str, text: str) -> tuple[Any, list[Problem]]:
    """Parse JSON (RFC 8259)."""
    if problems := list(characters.in_lines(path, text)):
        return None, problems
    try:
        data = json.loads(text, object_pairs_hook=_unrepeated)
    except _RepeatedError:
        return None, list(places.of_json(path, text).repeated())
    except json.JSONDecodeError as error:
        what = f"malformed JSON: {error.msg}"
        return None, [Problem(path, error.lineno, what, "Mend the commas, quotes or brackets there.")]
    except (ValueError, RecursionError) as error:
        return None, [
            Problem(path, 1, f"JSON that cannot be read: {error}", "Write shorter numbers and flatter lists.")
        ]
    problems = list(characters.in_json(path, text, data))
    return (None if problems else data), problems


def load_yaml(path: str, text: str) -> tuple[Any, list[Problem]]:
    """Parse YAML."""
    if problems := list(characters.in_lines(path, text)):
        return None, problems
    try:
        loader = Loader(text)
        root = loader.get_single_node()
        data = loader.construct_document(root) if root else None
    except yaml.YAMLError as error:
        return None, [frontmatter.broken(path, error)]
    problems = [*Places(path, lambda: in_node(root)).repeated(), *characters.in_value(path, 1, data)]
    return (None if problems else data), problems


class _RepeatedError(Exception):
    """A key stands twice in one object."""


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        raise _RepeatedError
    return found
