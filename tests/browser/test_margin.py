"""Notes in the margin: beside their block on wide screens, below it on narrow ones, never overlapping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser

from . import essay
from .visits import watching

WIDTHS = 320, 360, 390, 768, 1219, 1220, 1280, 1440, 1920, 2560
BESIDE = 1220  # px: from here on notes stand beside their block
LEVEL = {"top": 12, "bottom": 20}  # px between that edge of a block and its first note

_MEASURE = """() => {
  const box = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { name: element.id, left, top: top + scrollY, right, bottom: bottom + scrollY };
  };
  return {
    sideways: document.documentElement.scrollWidth - innerWidth,
    blocks: [...document.querySelectorAll("[data-p]")].map(box),
    rows: [...document.querySelectorAll(".row:has(.note)")].map((row) => ({
      block: box(row.querySelector(".block")),
      notes: [...row.querySelectorAll(".note")].map(box),
    })),
  };
}"""
_OPEN = "() => { for (const details of document.querySelectorAll('details')) details.open = true; }"


@dataclass(frozen=True)
class Layout:
    """The positions of all elements on one page at one width, with its notes closed or open."""

    width: int
    state: str
    sideways: int
    blocks: list[dict[str, Any]]
    rows: list[dict[str, Any]]

    def __str__(self) -> str:
        return f"{self.width} px, notes {self.state}"

    @property
    def notes(self) -> list[dict[str, Any]]:
        return [note for row in self.rows for note in row["notes"]]


@pytest.fixture(scope="module", params=(*essay.PAGES, essay.COMPLETE), ids=lambda path: path or "home")
def layouts(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[list[Layout]]:
    """A page with notes at every width, its notes closed and then all open."""
    layouts = []
    with watching(browser, address) as visit:
        page = visit(request.param)
        for state in "closed", "open":
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                layouts.append(Layout(width, state, **page.evaluate(_MEASURE)))
            page.evaluate(_OPEN)
    assert all(layout.notes for layout in layouts)
    return layouts


def meet(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two boxes have more than an edge in common."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 0.5 and down > 0.5


def test_the_page_does_not_scroll_sideways(layouts):
    assert not [f"{layout}: {layout.sideways} px" for layout in layouts if layout.sideways > 0]


def test_no_two_notes_overlap(layouts):
    for layout in layouts:
        assert not [(a["name"], b["name"]) for a, b in combinations(layout.notes, 2) if meet(a, b)], layout


def test_no_note_covers_the_text(layouts):
    for layout in layouts:
        assert not [(n["name"], b["name"]) for n in layout.notes for b in layout.blocks if meet(n, b)], layout


def test_notes_stand_to_the_right_of_their_block_or_under_it(layouts):
    for layout in layouts:
        start, end = ("left", "right") if layout.width >= BESIDE else ("top", "bottom")
        for row in layout.rows:
            assert not [note["name"] for note in row["notes"] if note[start] < row["block"][end]], layout


def test_notes_begin_where_their_block_begins_or_ends(layouts):
    for layout in layouts:
        edge = "top" if layout.width >= BESIDE else "bottom"
        for row in layout.rows:
            first = min(note["top"] for note in row["notes"])
            assert abs(first - row["block"][edge]) <= LEVEL[edge], layout


def test_notes_under_their_block_keep_their_order(layouts):
    for layout in layouts:
        if layout.width < BESIDE:
            tops = [note["top"] for note in layout.notes]
            assert tops == sorted(tops), layout
