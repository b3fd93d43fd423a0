"""The reader's choices: the essay alone, light or dark, copying a paragraph; and the 404 page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from . import essay
from .colours import painted

PATH = "ensayo/feudalizacion/"
_SELECT = """(element) => {
  getSelection().selectAllChildren(element);
  return getSelection().toString();
}"""

# Records the scheme in effect when the body begins.
_WITH_BODY = """new MutationObserver((_, observer) => {
  if (!document.body) return;
  window.schemeWithBody = document.documentElement.dataset.mdColorScheme;
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""


def background(page: Page) -> tuple[int, ...]:
    return painted(page.locator("body"), "backgroundColor")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_button_goes_from_the_systems_colours_to_light_to_dark(visit, system):
    page = visit(scheme=system)
    button = page.get_by_role("button", name="Colores")
    seen = {}
    for name in "del sistema", "claro", "oscuro", "del sistema":
        expect(button).to_have_accessible_name(f"Colores: {name}")
        assert seen.setdefault(name, background(page)) == background(page)
        button.click()
    assert sum(seen["claro"]) > sum(seen["oscuro"])
    assert seen["del sistema"] == seen["claro" if system == "light" else "oscuro"]


@pytest.mark.parametrize(("clicks", "name"), [(1, "claro"), (2, "oscuro")])
def test_chosen_colours_survive_a_reload(visit, clicks, name):
    page = visit(scheme="dark" if name == "claro" else "light")
    system = background(page)
    page.get_by_role("button", name="Colores").click(click_count=clicks)
    chosen = background(page)
    page.reload()
    expect(page.get_by_role("button", name="Colores")).to_have_accessible_name(f"Colores: {name}")
    assert background(page) == chosen != system


def test_chosen_colours_are_set_before_anything_is_painted(visit):
    page = visit()
    page.get_by_role("button", name="Colores").click(click_count=2)
    page.add_init_script(_WITH_BODY)
    page.reload()
    assert page.evaluate("schemeWithBody") == "slate"


def test_the_essay_alone_stays_alone_on_the_next_page(visit):
    page = visit(PATH)
    page.get_by_label("Solo el ensayo").check()
    page.locator("a[rel=next]").click()
    expect(page.get_by_label("Solo el ensayo")).to_be_checked()
    expect(page.locator(".note:visible")).to_have_count(0)


def test_notes_chosen_stay_chosen_on_the_next_page_and_in_the_address(visit, address):
    page = visit(PATH)
    page.get_by_role("radio", name="crítica").check()
    assert page.url == f"{address}{PATH}?ver=critica"
    page.goto(f"{address}ensayo/kernel/#p12")
    expect(page.get_by_role("radio", name="crítica")).to_be_checked()
    assert page.url == f"{address}ensayo/kernel/?ver=critica#p12"
    page.get_by_role("radio", name="notas").check()
    assert page.url == f"{address}ensayo/kernel/#p12"


def test_an_address_says_what_is_shown(visit):
    page = visit(f"{PATH}?ver=impreciso&solo=1")
    expect(page.get_by_label("Solo el ensayo")).to_be_checked()
    page.get_by_label("Solo el ensayo").uncheck()
    expect(page.locator(".note:visible")).to_have_count(page.locator(".note[data-finding=impreciso]").count())
    page.get_by_role("link", name="Siguiente").click()
    expect(page.get_by_role("radio", name="notas")).to_be_checked()  # this page has no such notes
    page.get_by_role("link", name="Siguiente").click()
    expect(page.get_by_role("radio", name="impreciso")).to_be_checked()


@pytest.mark.parametrize("hidden_by", ["solo=1", "ver=contexto"])
def test_an_address_of_a_hidden_note_shows_it(visit, hidden_by):
    page = visit(PATH)
    note = page.locator(".note[data-finding=impreciso]").first
    slug = note.get_attribute("id")
    page = visit(f"{PATH}?{hidden_by}#{slug}")
    expect(page.locator(f"#{slug} .full")).to_be_visible()
    assert page.url.endswith(f"{PATH}#{slug}")


def test_a_passage_leads_to_a_note_that_is_shown_or_nowhere(visit):
    page = visit(f"{PATH}?ver=contexto")
    page.locator(".passage[data-finding=impreciso]:not([data-shared])").first.click()
    assert "#" not in page.url
    page.locator(".passage[data-finding=contexto]").first.click()
    expect(page.locator(".note:target[data-finding=contexto] .full")).to_be_visible()


@pytest.mark.parametrize("path", essay.PAGES[:-1])
def test_copied_paragraphs_are_the_essays_words(visit, path):
    page = visit(path)
    paragraphs = page.locator("[data-p]").all()
    assert paragraphs
    for paragraph in paragraphs:
        assert paragraph.evaluate(_SELECT) in essay.blocks()


def test_wrong_address_deep_in_the_site_gets_a_whole_page(visit):
    page = visit("ensayo/no/existe/nada", status=404)
    expect(page.get_by_role("heading", level=1)).to_have_text("Esta página no existe")
    assert "Literata" in page.locator("body").evaluate("body => getComputedStyle(body).fontFamily")
    page.get_by_role("link", name="La nueva feudalización del software").click()
    expect(page.locator("#p6")).to_be_visible()


def test_address_without_its_last_slash_is_mended(visit, address):
    assert visit("ensayo/feudalizacion").url == f"{address}ensayo/feudalizacion/"


def test_the_essay_can_be_checked_in_the_readers_browser(visit):
    page = visit("sobre/")
    page.get_by_role("button", name="Comprobar").click()
    length = len(essay.RECEIVED.read_text(encoding="utf-8"))
    expect(page.get_by_role("status")).to_have_text(f"Coincide: {length} caracteres y la misma huella.")


@pytest.mark.parametrize(
    ("words", "instead"), [("Un desarrollador", "Un\u00a0desarrollador"), ('<li class="row">', "<li></li><li>")]
)
def test_an_essay_that_differs_is_found_in_the_readers_browser(visit, words, instead):
    page = visit("sobre/")

    def tamper(route: Route) -> None:
        text = route.fetch().text()
        assert words in text
        route.fulfill(body=text.replace(words, instead, 1), content_type="text/html; charset=utf-8")

    page.route("**/completo/", tamper)
    page.get_by_role("button", name="Comprobar").click()
    expect(page.get_by_role("status")).to_contain_text("No coincide")


def test_an_essay_that_cannot_be_checked_is_not_called_different(visit):
    page = visit("sobre/")
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")  # as without https
    page.get_by_role("button", name="Comprobar").click()
    expect(page.get_by_role("status")).to_contain_text("No se ha podido comprobar")
