"""The essay's diagram: parses the small part of mermaid's language that it uses.

Mermaid draws the diagram in the browser. From the parsed diagram come the list that explains it in words, and the
drawing of `pages.drawing`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from edition.problems import Problem
from edition.text.forms import is_language, is_list, is_slug, is_text
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


def parse(path: str, source: str, about: Mapping[str, Any]) -> tuple[Graph, list[Problem]]:
    """Parse a diagram; `about`, the page's field `graph`, holds its name and the meanings of its parts."""
    nodes, links, problems = _read(path, source)
    about = _mapping(about)
    about_nodes, about_links = _mapping(about.get("nodes")), _mapping(about.get("links"))
    problems += list(_unexplained(path, about, nodes, links))
    graph = Graph(
        source,
        name=about.get("name", ""),
        description=about.get("description", ""),
        language=about.get("language", ""),
        nodes={name: _explained(node, about_nodes.get(name)) for name, node in nodes.items()},
        links=tuple(_explained(link, about_links.get(link.name)) for link in links),
    )
    return graph, problems


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


def _is_phrase(value: Any) -> bool:
    """Tell whether mermaid would read `value` after «accTitle:» as text only."""
    return is_text(value) and not set(value) & set(f"{_SYNTAX}\n")


def _unexplained(
    path: str, about: Mapping[str, Any], nodes: Mapping[str, Node], links: list[Link]
) -> Iterator[Problem]:
    for name in (name for name in ("name", "description") if not about.get(name)):
        yield Problem(path, 1, f"the diagram has no «{name}»", f"Add «{name}: …» under «graph:».")
    for name in (name for name in ("name", "description") if about.get(name) and not _is_phrase(about[name])):
        yield Problem(path, 1, f"«{name}» of the diagram cannot be «{about[name]}»", f"Write it without {_SYNTAX}.")
    if "language" in about and not is_language(about["language"]):
        yield Problem(path, 1, f"the diagram's «{about['language']}» is no language", "Write it as es, en or pt-BR.")
    seen: set[str] = set()
    for group, name in [("nodes", name) for name in nodes] + [("links", link.name) for link in links]:
        given = _mapping(_mapping(about.get(group)).get(name))
        id = str(given.get("id", ""))
        if id in seen:
            yield Problem(path, 1, f"two parts of the diagram have the id «{id}»", "Give each its own.")
        seen |= {id} - {""}
        if id and not is_slug(id):
            yield Problem(path, 1, f"«{id}» cannot be an address", "Use a–z, 0–9 and single hyphens.")
        for wanted in (wanted for wanted in ("id", "meaning") if not given.get(wanted)):
            yield Problem(
                path, 1, f"«{name}» of the diagram has no «{wanted}»", f"Add it under «graph: {group}: {name}:»."
            )
