"""The diagram is read as mermaid reads it, explained part by part, and laid out so that nothing lies on anything."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from edition.content.graph import parse
from edition.pages.drawing import Box, draw
from hypothesis import given
from hypothesis import strategies as st

SOURCE = "graph LR\nA[Flour] --> B[Dough]\nB --> C[Bread]"
PART = {"id": "x", "meaning": "algo"}


def about(source: str = SOURCE, **changes: Any) -> dict[str, Any]:
    """Explain every part of a diagram."""
    arrows = [line.split(" --> ") for line in source.split("\n")[1:]]
    names = [[end.strip()[0] for end in arrow] for arrow in arrows]
    return {
        "name": "Nombre",
        "description": "Descripción.",
        "nodes": {name: {"id": name.lower(), "meaning": "algo"} for pair in names for name in pair},
        "links": {f"{a}-{b}": {"id": f"{a}{b}".lower(), "meaning": "algo"} for a, b in names},
    } | changes


def problems(source: str = SOURCE, **changes: Any) -> list[str]:
    return [problem.what for problem in parse("docs/ensayo/s.md", source, about(**changes))[1]]


def test_nodes_and_links_are_read_with_their_places_in_the_source() -> None:
    graph, faults = parse("s.md", SOURCE, about())
    assert not faults
    assert [(node.name, node.label) for node in graph.nodes.values()] == [
        ("A", "Flour"),
        ("B", "Dough"),
        ("C", "Bread"),
    ]
    assert [SOURCE[part.span.start : part.span.end] for part in graph.parts] == [
        "A[Flour",
        "B[Dough",
        "C[Bread",
        "A[Flour] --> B",
        "B --> C",
    ]


def test_every_part_is_explained() -> None:
    nodes = {name: {"id": name.lower(), "meaning": "algo", "see": ["a.md"]} for name in "ABC"}
    links = {"A-B": {"id": "ab", "meaning": "con agua", "see": "b.md"}, "B-C": {"id": "bc", "meaning": "con fuego"}}
    graph, faults = parse("s.md", SOURCE, about(nodes=nodes, links=links))
    assert not faults
    assert [(part.id, part.meaning, part.see) for part in graph.parts][2:] == [
        ("c", "algo", ("a.md",)),
        ("ab", "con agua", ("b.md",)),
        ("bc", "con fuego", ()),
    ]


def test_the_editions_lines_come_after_the_essays_own() -> None:
    graph, _ = parse("s.md", SOURCE, about())
    assert graph.mermaid.split("\n") == [
        *SOURCE.split("\n"),
        "accTitle: Nombre",
        "accDescr: Descripción.",
        'click A href "#g-a"',
        'click B href "#g-b"',
        'click C href "#g-c"',
    ]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("graph TD\nA --> B", "graph TD"),
        ("A --> B\nB --> C", "A --> B"),
        ("graph LR\nA --> B\nB -.-> C", "B -.-> C"),
        ("graph LR\nA --> B --> C", "A --> B --> C"),
        ("graph LR\nA --> B\nclick A", "click A"),
    ],
)
def test_a_line_of_another_language_is_named(source: str, line: str) -> None:
    _, faults = parse("s.md", source, about())
    assert f"the diagram's line «{line}» is not understood" in [problem.what for problem in faults]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": ""}, ["the diagram has no «name»"]),
        ({"description": None}, ["the diagram has no «description»"]),
        ({"nodes": about()["nodes"] | {"A": {"id": "a"}}}, ["«A» of the diagram has no «meaning»"]),
        (
            {"nodes": about()["nodes"] | {"A": "harina"}},
            [f"«A» of the diagram has no «{w}»" for w in ("id", "meaning")],
        ),
        ({"links": about()["links"] | {"A-B": PART | {"id": "a"}}}, ["two parts of the diagram have the id «a»"]),
        ({"links": None}, [f"«{n}» of the diagram has no «{w}»" for n in ("A-B", "B-C") for w in ("id", "meaning")]),
    ],
)
def test_what_is_not_explained_is_named(changes: dict[str, Any], expected: list[str]) -> None:
    assert problems(**changes) == expected


@pytest.mark.parametrize("explanation", [None, [], "texto", 3])
def test_an_explanation_of_another_form_explains_nothing(explanation: Any) -> None:
    _, faults = parse("s.md", SOURCE, explanation)
    assert len(faults) == 2 + 2 * 5


def test_a_diagram_without_arrows_is_a_problem_and_can_be_drawn() -> None:
    graph, faults = parse("s.md", "graph LR", about())
    assert [problem.what for problem in faults] == ["the diagram has no arrow"]
    assert draw(graph).boxes == ()


@given(st.lists(st.tuples(st.sampled_from("ABCDEF"), st.sampled_from("ABCDEF")), min_size=1, max_size=10, unique=True))
def test_no_box_lies_on_another_and_all_are_on_the_drawing(arrows: list[tuple[str, str]]) -> None:
    source = "graph LR\n" + "\n".join(f"{a}[Nodo {a * (ord(a) - 60)}] --> {b}" for a, b in arrows)
    graph, faults = parse("s.md", source, about(source))
    assert not faults
    drawing = draw(graph)
    assert {box.node.name for box in drawing.boxes} == set("".join(map("".join, arrows)))
    for box in drawing.boxes:
        assert box.x > 0 and box.y > 0
        assert box.x + box.width < drawing.width and box.y + box.height < drawing.height
    assert not [pair for pair in itertools.combinations(drawing.boxes, 2) if _overlap(*pair)]


@given(st.sets(st.sampled_from([*itertools.combinations("ABCDEF", 2)]), min_size=1))
def test_arrows_go_from_left_to_right_where_nothing_goes_in_circles(arrows: set[tuple[str, str]]) -> None:
    source = "graph LR\n" + "\n".join(f"{a} --> {b}" for a, b in sorted(arrows))
    drawing = draw(parse("s.md", source, about(source))[0])
    assert len(drawing.arrows) == len(arrows)
    assert all(arrow.x1 < arrow.x2 for arrow in drawing.arrows)


def _overlap(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    above = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (beside or above)
