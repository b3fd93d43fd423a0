"""Overlays: the definition of a term, and the menu that copies and cites a permalink."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .opening import open_menu

PATH = "ensayo/feudalizacion/"
HERE = "https://example.org/repo/ensayo/feudalizacion/"


def copied(page: Page, form: str) -> str:
    page.locator(f"[data-do={form}]").click()
    expect(page.locator(".menu [role=status]")).to_have_text("Copiado")
    return page.evaluate("navigator.clipboard.readText()")


@pytest.fixture
def page(visit) -> Page:
    page = visit(PATH)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def test_a_definition_opens_in_place_and_gives_the_focus_back(page):
    term = page.locator("[data-p] a.term").first
    term.focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog", name="kernel")
    expect(box).to_be_focused()
    expect(box).to_contain_text("GPU")
    expect(box.locator(".cite")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(term).to_be_focused()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_definition_stays_in_the_window(visit, width):
    page = visit(PATH, width=width)
    for term in page.locator("[data-p] a.term").all():
        term.click()
        box = page.locator(".definition")
        expect(box).to_be_visible()
        left, right = box.evaluate("box => [box.getBoundingClientRect().left, box.getBoundingClientRect().right]")
        assert left >= 0 and right <= width
        page.keyboard.press("Escape")


def test_the_menu_copies_the_address(page):
    open_menu(page, 7)
    assert copied(page, "link") == f"{HERE}#p7"


def test_a_quotation_has_the_words_and_one_line_of_source(page):
    open_menu(page, 7)
    quoted, source = copied(page, "text").split("\n")
    assert quoted == "«Un modelo fundacional cuyo entrenamiento costó cientos de millones de dólares»"
    assert source.endswith(f"«La nueva feudalización del software», ¶ 7. {HERE}#p7")


def test_a_selection_is_quoted_instead_of_the_paragraph(page):
    page.evaluate("""() => {
      const text = document.querySelector("#p7 mark").firstChild;
      getSelection().setBaseAndExtent(text, 0, text, 5);
    }""")
    open_menu(page, 7)
    assert copied(page, "markdown").startswith("> costó\n")


def test_a_note_is_quoted_with_its_finding_and_its_own_address(page):
    page.locator("#nota-cuota-80 summary").first.click()
    page.locator("#nota-cuota-80 .meta .anchor").click()
    quoted, finding, source = copied(page, "text").split("\n")
    assert quoted == "«más del 80% del mercado de aceleradores»"
    assert finding.startswith("Verificación: impreciso. Tres medidas, tres cuotas.")
    assert source.endswith(" https://example.org/repo/notas/cuota-80/")


def test_a_section_can_be_linked_and_cited(page):
    page.get_by_role("link", name="Enlazar o citar: La nueva feudalización del software").click()
    assert copied(page, "link") == HERE
    assert copied(page, "iso690").endswith(HERE)


def test_rich_text_holds_the_quotation_and_a_link(page):
    open_menu(page, 8)
    copied(page, "html")
    rich = page.evaluate("""async () => {
      const [item] = await navigator.clipboard.read();
      return (await item.getType("text/html")).text();
    }""")
    assert "<blockquote>" in rich and f'href="{HERE}#p8"' in rich


@pytest.mark.parametrize(
    ("form", "begins"), [("iso690", "La nueva feudalización"), ("bibtex", "@online{"), ("ris", "TY  - ")]
)
def test_the_menu_copies_references(page, form, begins):
    open_menu(page, 7)
    reference = copied(page, form)
    assert reference.startswith(begins) and f"{HERE}#p7" in reference


def test_escape_closes_the_menu_where_it_was_opened(page):
    open_menu(page, 9)
    page.keyboard.press("Escape")
    expect(page.locator(".menu")).to_be_hidden()
    expect(page.get_by_role("link", name=re.compile("Párrafo 9$"))).to_be_focused()


def test_proposing_is_not_offered_without_a_repository(page):
    open_menu(page, 9)
    expect(page.locator("[data-propose]")).to_have_count(0)


def test_without_scripts_signs_and_terms_are_links(visit, address):
    page = visit(PATH, javascript=False)
    page.get_by_role("link", name=re.compile("Párrafo 9$")).click()
    expect(page).to_have_url(f"{address}{PATH}#p9")
    page.locator("[data-p] a.term").first.click()
    expect(page).to_have_url(f"{address}glosario/#kernel")
