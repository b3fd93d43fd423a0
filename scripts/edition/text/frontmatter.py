"""Splits a Markdown file into YAML front matter and body, with the line of every field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from edition.problems import Problem
from edition.text.places import Place, Places, in_node

_FRONT = re.compile(r"\A\ufeff?---[ \t]*\n(?P<yaml>.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


_EXCERPT = 30  # characters of a value in a message
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # faster, if libyaml is installed


class YamlError(yaml.MarkedYAMLError):
    """YAML that is valid and that we do not read, with its cure."""

    def __init__(self, what: str, node: yaml.Node, cure: str) -> None:
        super().__init__(problem=what, problem_mark=node.start_mark)
        self.cure = cure


class Loader(_SafeLoader):  # type: ignore[misc]
    """Reads an impossible date as text, so that the check of the field can report it.

    Raises YAMLError for all that is wrong, and for aliases of lists: they can hold themselves, or grow without end.
    """

    def get_single_node(self) -> yaml.Node | None:
        try:
            root: yaml.Node | None = super().get_single_node()
        except RecursionError as error:
            raise yaml.YAMLError("too many levels") from error
        _refuse_aliases(root)
        return root

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, KeyError, AttributeError, TypeError) as error:
            what = f"«{str(node.value)[:_EXCERPT]}» cannot be read as a value"
            raise YamlError(what, node, "Put it between single quotes, or write a shorter number.") from error

    def construct_yaml_timestamp(self, node: yaml.ScalarNode) -> Any:
        try:
            return super().construct_yaml_timestamp(node)
        except ValueError:
            return node.value


Loader.add_constructor("tag:yaml.org,2002:timestamp", Loader.construct_yaml_timestamp)


def _refuse_aliases(root: yaml.Node | None) -> None:
    """Raise YamlError if a list or mapping stands in several places; a single value may."""
    seen: set[int] = set()
    nodes: list[Any] = [root] if root else []
    while nodes:
        node = nodes.pop()
        if isinstance(node, yaml.CollectionNode):
            if id(node) in seen:
                what = "an alias «*» repeats the list that begins here"
                raise YamlError(what, node, "Write it again instead, without «&» and «*».")
            seen.add(id(node))
            is_mapping = isinstance(node, yaml.MappingNode)
            nodes += [part for pair in node.value for part in pair] if is_mapping else node.value


@dataclass(frozen=True)
class Document:
    """A Markdown file split into fields and body; `lines` holds the 1-based line of each field, `parts` of all in them."""

    fields: dict[str, Any]
    lines: dict[str, int] = field(default_factory=dict)
    body: str = ""
    body_line: int = 1
    parts: Mapping[Place, int] = field(default_factory=dict)

    def places(self, path: str) -> Places:
        """Return the places in its front matter; `path` is what problems name."""
        return Places(path, self.parts.items)


def split(path: str, text: str) -> tuple[Document, list[Problem]]:
    """Split `text` into front matter and body; problems name `path`."""
    front = _FRONT.match(text)
    if not front:
        return Document({}, body=text), [
            Problem(path, 1, "there is no front matter", "Begin the file with its fields between two lines of «---».")
        ]
    try:
        fields, parts, repeated = _load(front["yaml"])
    except yaml.YAMLError as error:
        return Document({}, body=text[front.end() :]), [broken(path, error, first_line=2)]
    body_line = text[: front.end()].count("\n") + 1
    problems = [
        Problem(path, line, f"the field «{name}» stands twice", "Keep one of the two.") for name, line in repeated
    ]
    lines = {str(place[0]): line for place, line in parts.items() if len(place) == 1}
    return Document(fields, lines, text[front.end() :], body_line, parts), problems


def _load(source: str) -> tuple[dict[str, Any], dict[Place, int], list[tuple[str, int]]]:
    loader = Loader(source)
    root = loader.get_single_node()
    if root is None:
        return {}, {}, []
    if not isinstance(root, yaml.MappingNode):
        raise yaml.MarkedYAMLError(
            problem="the front matter is not a list of «field: value»", problem_mark=root.start_mark
        )
    fields = loader.construct_document(root)
    parts: dict[Place, int] = {}
    repeated: list[tuple[str, int]] = []
    for place, line in in_node(root, first_line=2):
        if place in parts:
            repeated.append((str(place[-1]), line))
        parts.setdefault(place, line)
    return fields, parts, repeated


def broken(path: str, error: yaml.YAMLError, first_line: int = 1) -> Problem:
    """Return the problem of YAML, which begins in the line `first_line` of its file."""
    mark = getattr(error, "problem_mark", None)
    line = mark.line + first_line if mark else 1
    what = getattr(error, "problem", None) or "it cannot be read"
    cure = getattr(error, "cure", "Put a value that holds «: », «#» or quotes between single quotes.")
    return Problem(path, line, f"broken YAML: {what}", cure)
