"""Parses the JSON and YAML files that authors write; if one has a problem, its value is None."""

from __future__ import annotations

import json
from typing import Any

import yaml

from edition.problems import Problem
from edition.text import characters
from edition.text.frontmatter import Loader


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
