"""The essay's diagram: parses the small part of mermaid's language that it uses.

Mermaid draws the diagram in the browser. From the parsed diagram come the list that explains it in words, and the
drawing of `pages.drawing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from edition.problems import Problem
from edition.text import fields
from edition.text.fields import Field, Record
from edition.text.forms import LANGUAGE, SLUG, TEXT, Form, Schema, is_list, is_slug, is_text
from edition.text.places import Places
from edition.text.selectors import Span

_HEADER = re.compile(r"\s*(?:graph|flowchart)\s+LR\s*")
_NODE = r"(\w+)(?:\[([^\]]+)\])?"
_LINK = re.compile(rf"\s*{_NODE}\s*-->\s*{_NODE}\s*")

_SYNTAX = ";#{}%"  # what ends a phrase of mermaid's, or begins a directive


@dataclass(frozen=True)
class Node:
    """A node: its name in the source, its id `g-<id>`, its label and its meaning; `span` is its place in the source."""

    name: str
    label: str
    span: Span
    id: str = ""
    meaning: str = ""
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Link:
    """An arrow between two nodes, given by their names in the source."""

    source: str
    target: str
    span: Span
    id: str = ""
    meaning: str = ""
    see: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.source}-{self.target}"


_Part = TypeVar("_Part", Node, Link)


@dataclass(frozen=True)
class Graph:
    """A diagram: its source as in the essay, its name and description, and its nodes and links in order.

    `language` is that of the labels, if it differs from the essay's.
    """

    source: str
    name: str
    description: str
    language: str = ""
    nodes: Mapping[str, Node] = field(default_factory=dict)
    links: tuple[Link, ...] = ()

    @property
    def parts(self) -> tuple[Node | Link, ...]:
        """The nodes, then the links."""
        return *self.nodes.values(), *self.links

    def label(self, part: Node | Link) -> str:
        """Return the label of a node, or for a link the labels of its two nodes."""
        if isinstance(part, Node):
            return part.label
        return f"{self.nodes[part.source].label} → {self.nodes[part.target].label}"

    @property
    def mermaid(self) -> str:
        """The source plus the edition's lines: name, description, and each node as a link."""
        return "\n".join(
            [
                self.source,
                f"accTitle: {self.name}",
                f"accDescr: {self.description}",
                *(f'click {node.name} href "#g-{node.id}"' for node in self.nodes.values()),
            ]
        )


def parse(
    path: str, source: str, about: Mapping[str, Any], places: Places | None = None
) -> tuple[Graph, list[Problem]]:
    """Parse a diagram; `about`, the page's field `graph`, holds its name and the meanings of its parts.

    `places` gives the lines of the page's front matter, for messages.
    """
    nodes, links, problems = _read(path, source)
    about = _mapping(about)
    about_nodes, about_links = _mapping(about.get("nodes")), _mapping(about.get("links"))
    problems += _unexplained(about, [*nodes.values(), *links], places or Places(path, tuple))
    graph = Graph(
        source,
        name=about.get("name", ""),
        description=about.get("description", ""),
        language=about.get("language", ""),
        nodes={name: _explained(node, about_nodes.get(name)) for name, node in nodes.items()},
        links=tuple(_explained(link, about_links.get(link.name)) for link in links),
    )
    return graph, problems


def place(part: Node | Link) -> tuple[str, str, str]:
    """Return where the page's front matter says what a part means."""
    return (FIELD, "nodes" if isinstance(part, Node) else "links", part.name)


def schema() -> Schema:
    """Return what is said of a diagram as JSON Schema."""
    described = fields.schema(DIAGRAM)
    parts = {"type": "object", "additionalProperties": fields.schema(PART)}
    return {**described, "properties": {**described["properties"], **dict.fromkeys(_GROUPS, parts)}}


def _read(path: str, source: str) -> tuple[dict[str, Node], list[Link], list[Problem]]:
    nodes: dict[str, Node] = {}
    links: list[Link] = []
    problems: list[Problem] = []
    at = 0
    for number, line in enumerate(source.split("\n")):
        match = _LINK.fullmatch(line) if number else None
        if match:
            for name, label in (1, 2), (3, 4):
                if match[name] not in nodes or match[label]:
                    span = Span(at + match.start(name), at + match.end(label if match[label] else name))
                    nodes[match[name]] = Node(match[name], match[label] or match[name], span)
            links.append(Link(match[1], match[3], Span(at + match.start(1), at + match.end(3))))
        elif not (_HEADER.fullmatch(line) if number == 0 else not line.strip()):
            problems.append(
                Problem(
                    path,
                    1,
                    f"the diagram's line «{line}» is not understood",
                    "Use «graph LR» and lines like «A[label] --> B[label]».",
                )
            )
        at += len(line) + 1
    if not links:
        problems.append(Problem(path, 1, "the diagram has no arrow", "Write lines like «A[label] --> B[label]»."))
    return nodes, links, problems


def _explained(part: _Part, about: Any) -> _Part:
    given = _mapping(about)
    see = given.get("see") or ()
    see = (see,) if isinstance(see, str) else tuple(see) if is_list(see, is_text) else ()
    return replace(part, id=str(given.get("id", "")), meaning=str(given.get("meaning", "")), see=see)


def _mapping(value: Any) -> Mapping[str, Any]:
    """Return `value`, or an empty mapping if it has no fields; these are then missing."""
    return value if isinstance(value, Mapping) else {}


def _unexplained(about: Mapping[str, Any], parts: Iterable[Node | Link], places: Places) -> Iterator[Problem]:
    """Report what is wrong in what is said of a diagram and of its `parts`."""
    yield from fields.faults(DIAGRAM, about, places, (FIELD,))
    seen: set[str] = set()
    for part in parts:
        at = _, group, name = place(part)
        given = _mapping(_mapping(about.get(group)).get(name))
        if (id := str(given.get("id", ""))) in seen:
            yield places.problem((*at, "id"), f"two parts of the diagram have the id «{id}»", "Give each its own.")
        seen |= {id} - {""}
        record = replace(PART, missing=(_UNSAID, f"Add it under «{FIELD}: {group}: {name}:»."))
        yield from fields.faults(record, given, places, at, name)


def _is_phrase(value: Any) -> bool:
    """Tell whether mermaid would read `value` after «accTitle:» as text only."""
    return is_text(value) and not set(value) & set(f"{_SYNTAX}\n")


FIELD, _GROUPS = "graph", ("nodes", "links")
_APART = rf"[^{_SYNTAX}\n]*"
_PHRASE = Form(_is_phrase, f"it without {_SYNTAX}", {"type": "string", "pattern": rf"^{_APART}[^\s{_SYNTAX}]{_APART}$"})
_ID = Form(
    lambda value: is_slug(str(value)),
    "a–z, 0–9 and single hyphens",
    {"type": ["string", "integer"], "pattern": SLUG.schema["pattern"], "minimum": 0},
)
_NOTHING: tuple[Any, ...] = None, False, 0, "", [], {}
_SAID = Form(bool, "what it means", {"not": {"enum": [*_NOTHING]}})
_SEE = Form(
    lambda value: not value or is_text(value) or is_list(value, is_text),
    "a page below docs/ and an id on it, or a list of such",
    {"anyOf": [{"enum": [*_NOTHING]}, TEXT.schema, {"type": "array", "items": TEXT.schema}]},
)
DIAGRAM = Record(
    (
        *(Field(name, _PHRASE, is_required=True) for name in ("name", "description")),
        Field("language", LANGUAGE, wrong=("the diagram's «{value}» is no language", "Write it as es, en or pt-BR.")),
    ),
    wrong=("«{name}» of the diagram cannot be «{value}»", "Write {wanted}."),
    missing=("the diagram has no «{name}»", f"Add «{{name}}: …» under «{FIELD}:»."),
    needs_content=True,
)
_UNSAID = "«{whose}» of the diagram has no «{name}»"
PART = Record(
    (
        Field(
            "id", _ID, is_required=True, wrong=("«{value}» cannot be an address", "Use a–z, 0–9 and single hyphens.")
        ),
        Field("meaning", _SAID, is_required=True),
        Field("see", _SEE),
    ),
    wrong=("«{name}» of «{whose}» cannot be «{value}»", "Write {wanted}."),
    needs_content=True,
)
