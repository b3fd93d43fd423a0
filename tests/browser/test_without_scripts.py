"""Without scripts, everything can be read, opened and hidden."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from . import essay
from .colours import painted

PATH = "ensayo/feudalizacion/"
HEADS = ".note > details > summary"
WIDTHS = pytest.mark.parametrize("width", [360, 1280])


@pytest.mark.parametrize("path", essay.PAGES)
def test_text_notes_and_findings_can_be_read(visit, path):
    page = visit(path, javascript=False)
    for part in ".block", ".note .number", f"{HEADS} .finding", f"{HEADS} .title", f"{HEADS} .gist":
        shown = page.locator(part)
        assert shown.count()
        for element in shown.all():
            expect(element).to_be_visible()


@WIDTHS
def test_notes_open(visit, width):
    page = visit(PATH, javascript=False, width=width)
    for note in page.locator(".note").all():
        full = note.locator("> details > .full")
        expect(full).to_be_hidden()
        note.locator("> details > summary").click()
        expect(full).to_be_visible()


@pytest.mark.parametrize("path", ["", PATH, "ensayo/grafo/", "notas/", "notas/coste-entrenamiento/"])
def test_no_control_is_shown_that_does_nothing(visit, path):
    page = visit(path, javascript=False)
    assert page.locator("button").count()
    expect(page.locator("button:visible")).to_have_count(0)


@WIDTHS
def test_notes_can_be_hidden_and_shown_again(visit, width):
    page = visit(PATH, javascript=False, width=width)
    notes = page.locator(".note").count()
    page.get_by_label("Solo el ensayo").check()
    expect(page.locator(".note:visible, .ref:visible")).to_have_count(0)
    page.get_by_label("Solo el ensayo").uncheck()
    expect(page.locator(".note:visible")).to_have_count(notes)


@WIDTHS
def test_page_closes_up_where_notes_are_hidden(visit, width):
    page = visit(PATH, javascript=False, width=width)
    page.get_by_label("Solo el ensayo").check()
    boxes = [block.bounding_box() for block in page.locator("[data-p]").all()]
    for above, below in pairwise(boxes):
        assert 0 <= below["y"] - above["y"] - above["height"] < 40


@WIDTHS
@pytest.mark.parametrize("finding", ["impreciso", "contexto"])
def test_notes_with_one_finding_can_be_shown_alone(visit, width, finding):
    page = visit(PATH, javascript=False, width=width)
    rest, chosen = page.locator(f".note:not([data-finding={finding}])"), page.locator(f".note[data-finding={finding}]")
    assert rest.count() and chosen.count()
    page.get_by_role("radio", name=finding).check()
    assert [note.is_visible() for note in chosen.all()] == [True] * chosen.count()
    assert [note.is_visible() for note in rest.all()] == [False] * rest.count()
    shown = {note.get_attribute("id").removeprefix("nota-") for note in chosen.all()}
    for passage in page.locator(".passage").all():
        is_chosen = not shown.isdisjoint(passage.get_attribute("data-notes").split())
        assert (painted(passage, "backgroundColor")[3] > 0) == is_chosen
    page.get_by_role("radio", name="notas").check()
    assert page.locator(".note:visible").count() == rest.count() + chosen.count()


def test_verifications_can_be_shown_alone_in_the_whole_essay(visit):
    page = visit(essay.COMPLETE, javascript=False)
    with_verdict = page.locator(".note[data-verdict]").count()
    page.get_by_role("radio", name="verificaciones").check()
    expect(page.locator(".note:visible")).to_have_count(with_verdict)
    expect(page.locator(".note[data-verdict]:visible")).to_have_count(with_verdict)
