"""Where in a file everything stands: the line of each value, by the keys and indices that lead to it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

from edition.problems import Problem

Place = tuple[str | int, ...]  # the keys and indices that lead to a value
_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s"\[\]{},:]+')


@dataclass(frozen=True)
class Places:
    """The places in the file `path`; `find` finds them with their 1-based lines, once a problem asks for one."""

    path: str
    find: Callable[[], Iterable[tuple[Place, int]]]

    @cached_property
    def _found(self) -> list[tuple[Place, int]]:
        return list(self.find())

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return dict(reversed(self._found))

    def line(self, place: Place) -> int:
        """Return the line of a place, or of what it would stand in, where it is not there."""
        while place and place not in self._lines:
            place = place[:-1]
        return self._lines.get(place, 1)

    def problem(self, place: Place, what: str, cure: str) -> Problem:
        return Problem(self.path, self.line(place), what, cure)

    def repeated(self) -> Iterator[Problem]:
        """Report the keys that stand twice in one mapping."""
        for place, count in Counter(place for place, _ in self._found).items():
            if count > 1:
                yield self.problem(place, f"«{place[-1]}» stands twice", "Keep one of the two.")


def of_yaml(path: str, text: str) -> Places:
    """Return the places in a YAML document, which has to be valid."""
    return Places(path, lambda: in_node(yaml.compose(text, Loader=yaml.SafeLoader)))


def of_json(path: str, text: str) -> Places:
    """Return the places in a JSON text, which has to be valid."""
    return Places(path, lambda: _in_json(text))


def in_node(root: yaml.Node | None, first_line: int = 1) -> Iterator[tuple[Place, int]]:
    """Yield the places below a node of YAML, whose document begins in the line `first_line`."""
    seen: set[int] = set()  # an alias leads to what was seen, maybe in a circle

    def walk(node: yaml.Node | None, place: Place) -> Iterator[tuple[Place, int]]:
        if id(node) in seen:
            return
        seen.add(id(node))
        for key, part, mark in _parts(node):
            yield (*place, key), mark.line + first_line
            yield from walk(part, (*place, key))

    return walk(root, ())


def _parts(node: yaml.Node | None) -> Iterator[tuple[str | int, yaml.Node, yaml.Mark]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((str(key.value), value, key.start_mark) for key, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from ((at, part, part.start_mark) for at, part in enumerate(node.value))


def _in_json(text: str) -> Iterator[tuple[Place, int]]:
    place: list[Any] = []  # in each list and object that is open, the index or key that is being read
    line, end = 1, 0
    for token in _JSON.finditer(text):
        line, end = line + text.count("\n", end, token.start()), token.start()
        sign = token[0]
        if sign in ("]", "}"):
            place.pop()
        elif sign == ",":
            place[-1] = place[-1] + 1 if isinstance(place[-1], int) else None
        elif place and place[-1] is None:
            place[-1] = json.loads(sign)
            yield tuple(place), line
        elif sign != ":":
            if place and isinstance(place[-1], int):
                yield tuple(place), line
            if sign in ("[", "{"):
                place.append(0 if sign == "[" else None)
