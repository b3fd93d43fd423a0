"""Lays out a diagram at build, as the drawing that the page shows until mermaid has drawn it."""

from __future__ import annotations

from dataclasses import dataclass

from edition.content.graph import Graph, Link, Node

_CHARACTER, _PADDING, _HEIGHT, _GAP_X, _GAP_Y = 8.8, 42, 54, 50, 26


@dataclass(frozen=True)
class Box:
    """A node in the drawing, in user units."""

    node: Node
    x: float
    y: float
    width: float
    height: float = _HEIGHT


@dataclass(frozen=True)
class Arrow:
    """A link in the drawing, from the right of one box to the left of another, in user units."""

    link: Link
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Drawing:
    """The layout of a diagram, in user units from the top left."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def draw(graph: Graph) -> Drawing:
    """Place the nodes in centred columns, each node in a column to the right of all that point to it."""
    columns: dict[int, list[Node]] = {}
    for name, node in graph.nodes.items():
        columns.setdefault(_depth(graph, name), []).append(node)
    height = max(map(len, columns.values()), default=1) * (_HEIGHT + _GAP_Y) - _GAP_Y
    boxes: list[Box] = []
    x = 1.0
    for _, column in sorted(columns.items()):
        width = max(len(node.label) for node in column) * _CHARACTER + _PADDING
        top = (height - len(column) * (_HEIGHT + _GAP_Y) + _GAP_Y) / 2 + 1
        boxes += [Box(node, x, top + row * (_HEIGHT + _GAP_Y), width) for row, node in enumerate(column)]
        x += width + _GAP_X
    at = {box.node.name: box for box in boxes}
    arrows = tuple(_arrow(link, at[link.source], at[link.target]) for link in graph.links)
    return Drawing(round(x - _GAP_X + 1, 1), height + 2, tuple(boxes), arrows)


def _arrow(link: Link, source: Box, target: Box) -> Arrow:
    middle = _HEIGHT / 2
    return Arrow(link, source.x + source.width, source.y + middle, target.x, target.y + middle)


def _depth(graph: Graph, name: str, seen: frozenset[str] = frozenset()) -> int:
    above = [link.source for link in graph.links if link.target == name and link.source not in seen | {name}]
    return max((_depth(graph, source, seen | {name}) + 1 for source in above), default=0)
