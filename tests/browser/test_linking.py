"""Passage and note lead to each other: by highlighting, click, keyboard and fragment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

PATH = "ensayo/feudalizacion/"
SLUG = "coste-entrenamiento"
PASSAGE = f"mark[data-notes~='{SLUG}']"
REFERENCE, NOTE = f"#pasaje-{SLUG}", f"#nota-{SLUG}"
HEAD = f"{NOTE} > details > summary"
_FIRST_LINE = """(element) => {
  const { left, top, height } = element.getClientRects()[0];
  return [left, top + height / 2];
}"""
LIT = re.compile(r"\blit\b")


def is_open(page: Page) -> bool:
    return page.locator(f"{NOTE} > details").get_attribute("open") is not None


def expect_open(page: Page) -> None:
    expect(page.locator(f"{NOTE} > details > .full")).to_be_visible()
    expect(page.locator(HEAD)).to_be_in_viewport()


@pytest.mark.parametrize("end", [PASSAGE, REFERENCE, NOTE])
def test_pointing_at_one_end_lights_both(visit, end):
    page = visit(PATH)
    page.locator(end).hover()
    for lit in PASSAGE, NOTE:
        expect(page.locator(lit)).to_have_class(LIT)
    page.locator("header nav").hover()
    for lit in PASSAGE, NOTE:
        expect(page.locator(lit)).not_to_have_class(LIT)


@pytest.mark.parametrize("end", [REFERENCE, f"{NOTE} .number", HEAD])
def test_focus_on_one_end_lights_both(visit, end):
    page = visit(PATH)
    page.locator(end).focus()
    for lit in PASSAGE, NOTE:
        expect(page.locator(lit)).to_have_class(LIT)
    page.locator("header .name").focus()
    for lit in PASSAGE, NOTE:
        expect(page.locator(lit)).not_to_have_class(LIT)


def test_passage_on_a_note_page_can_be_pointed_at(visit):
    passage = visit(f"notas/{SLUG}/").locator("mark.passage")
    passage.hover()
    expect(passage).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("end", [PASSAGE, REFERENCE])
def test_click_opens_the_note_on_screen(visit, end, width):
    page = visit(PATH, width=width)
    page.locator(end).click()
    expect_open(page)


def test_reference_opens_its_note_again_when_it_was_closed(visit):
    page = visit(PATH)
    page.locator(REFERENCE).click()
    page.locator(HEAD).click()
    page.locator(REFERENCE).click()
    expect_open(page)


@pytest.mark.parametrize("width", [360, 1280])
def test_keyboard_goes_to_the_note_and_back_to_the_same_reference(visit, width):
    page = visit(PATH, width=width)
    page.locator(REFERENCE).focus()
    page.keyboard.press("Enter")
    expect_open(page)
    page.keyboard.press("Tab")
    expect(page.locator(f"{NOTE} .number")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(REFERENCE)).to_be_focused()
    expect(page.locator(REFERENCE)).to_be_in_viewport()


def test_address_of_a_note_opens_it(visit):
    page = visit(PATH + NOTE)
    expect_open(page)


def test_address_of_a_note_opens_it_after_a_reload(visit):
    page = visit(PATH + NOTE)
    page.locator(HEAD).click()
    page.reload()
    expect_open(page)


def test_address_of_a_note_shows_it_to_who_reads_the_essay_alone(visit):
    page = visit(PATH)
    page.locator("#solo").check()
    page.goto(PATH + NOTE)
    page.reload()
    expect_open(page)


def test_address_of_a_source_opens_the_note_it_is_in(visit):
    page = visit(f"{PATH}#{SLUG}-3")
    expect(page.locator(f"#{SLUG}-3")).to_be_in_viewport()
    assert is_open(page)


@pytest.mark.parametrize(
    "place",
    [f"{PATH}#p10", f"{PATH}{REFERENCE}", "ensayo/grafo/#g-cuda", "fuentes/#fuente-gpt4-tr", f"notas/{SLUG}/#{SLUG}-3"],
)
def test_address_puts_its_target_on_screen(visit, place):
    page = visit(place, width=360)
    expect(page.locator(f"#{place.partition('#')[2]}")).to_be_in_viewport()


def test_selecting_words_of_a_passage_opens_nothing(visit):
    page = visit(PATH)
    left, middle = page.locator(PASSAGE).evaluate(_FIRST_LINE)
    page.mouse.move(left + 2, middle)
    page.mouse.down()
    page.mouse.move(left + 60, middle, steps=5)
    page.mouse.up()
    selected = page.evaluate("getSelection().toString()")
    assert len(selected) > 3
    assert selected in page.locator(PASSAGE).inner_text()
    assert not is_open(page)
    assert page.url.endswith(PATH)


@pytest.mark.parametrize("width", [360, 1280, 1920])
def test_opening_a_note_does_not_move_it(visit, width):
    page = visit(PATH, width=width)
    for summary in page.locator(".note > details > summary").all():
        summary.scroll_into_view_if_needed()
        before = summary.bounding_box()["y"]
        summary.click()
        assert summary.bounding_box()["y"] == before


@pytest.mark.parametrize("width", [360, 1280])
def test_every_note_opens_by_keyboard(visit, width):
    page = visit(PATH, width=width)
    for note in page.locator(".note").all():
        note.locator("> details > summary").focus()
        page.keyboard.press("Enter")
        expect(note.locator("> details > .full")).to_be_visible()
