"""Parses the JSON and YAML files that authors write; if one has a problem, its value is None."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import yaml

from edition.problems import Problem
from edition.text import characters
from edition.text.frontmatter import Loader

Place = tuple[str | int, ...]  # the path to a value: keys and indices


def load_json(path: str, text: str) -> tuple[Any, list[Problem]]:
    """Parse JSON (RFC 8259)."""
    if problems := list(characters.in_lines(path, text)):
        return None, problems
    try:
        data = json.loads(text)
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
        data = yaml.load(text, Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        return None, [Problem(path, line, "broken YAML", "Put a value that holds «: » between quotes.")]
    try:
        problems = list(characters.in_value(path, 1, data))
    except RecursionError:
        return None, [Problem(path, 1, "YAML that holds itself", "Take out the «&» and «*» that lead in a circle.")]
    return (None if problems else data), problems


def places(text: str) -> Iterator[tuple[Place, int]]:
    """Yield the place of every value in a YAML document, and its line.

    Raises yaml.YAMLError if it is not YAML.
    """
    yield from _walk(yaml.compose(text, Loader=yaml.SafeLoader), ())


def _walk(node: yaml.Node | None, place: Place) -> Iterator[tuple[Place, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield (*place, str(key.value)), key.start_mark.line + 1
            yield from _walk(value, (*place, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for at, part in enumerate(node.value):
            yield (*place, at), part.start_mark.line + 1
            yield from _walk(part, (*place, at))
