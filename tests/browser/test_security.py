"""No page violates its policy, whatever a reader does, and nothing that authors write runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from html import escape

import hostile
import pytest
from edition.html import markup
from edition.text.frontmatter import Document
from playwright.sync_api import Browser, Page, expect
from projects import Project, use_mermaid
from server import serving

from . import essay
from .opening import look_for
from .visits import Visits, watching

KINDS = ("", "ensayo/kernel/", "notas/cuota-80/", "notas/", "fuentes/", "glosario/", "sobre/", "manual/")
_SEED, _TEXTS = 2026, 4000
_SHARDS = (
    *("<", ">", "</", "/>", "<!--", "-->", "--!>", "<![CDATA[", "]]>", "<?", "?>", "&lt;", "&#60;"),
    *("\n", "\n\n", " ", "\t"),
    *('"', "'", "`", "*", "_", "\\", "[pan](", "](", ")", "{: ", " }", "=", "x", "|", "\na|b\n--|--\n1|2\n"),
    *("p", "em", "a ", "b", "script", "img src=x ", "svg", "style", "title", "textarea", "noscript", "math"),
    *("table", "br", "onerror=alert(1)", "href=", "javascript:", "https://example.org/", "id=a", "class=x", "lang=en"),
    *("<em>", "</em>", "<p>"),
)
_BREACHES = {
    "a script": "document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }))",
    "a handler": "document.body.setAttribute('onclick', '0'); document.body.click()",
    "a style": "document.body.setAttribute('style', 'color: red')",
    "a stylesheet": "document.head.append(Object.assign(document.createElement('style'), { textContent: '*{}' }))",
    "another origin": "fetch('https://example.org/').catch(() => {})",
    "a frame": "document.body.append(Object.assign(document.createElement('iframe'), { src: './' }))",
    "a base": "document.head.append(Object.assign(document.createElement('base'), { href: 'https://example.org/' }))",
    "a form": "document.body.append(Object.assign(document.createElement('form'), { action: './' })); "
    "document.body.lastChild.submit()",
}


def use(page: Page) -> None:
    """Open the search and search; then open the menu of a permalink and a definition, if the page has them."""
    look_for(page, "kernel")
    page.keyboard.press("Escape")
    for opener, opened in (".anchor", ".menu"), ("a.term", ".definition"):
        found = page.locator(f"{opener}:visible")
        if found.count():
            found.first.click()
            expect(page.locator(opened)).to_be_visible()
            page.keyboard.press("Escape")


@pytest.mark.parametrize("path", KINDS)
def test_all_that_a_page_can_do_keeps_to_its_policy(visit: Visits, path: str):
    page = visit(path)
    use(page)
    assert "unsafe-inline" not in policy(page)


@pytest.mark.parametrize("path", ["ensayo/grafo/", essay.COMPLETE])
def test_the_diagram_keeps_to_its_policy(visit: Visits, path: str):
    page = visit(path)
    page.locator(".graph").scroll_into_view_if_needed()
    page.locator(".live .node").first.wait_for()
    use(page)
    assert "unsafe-inline" in policy(page)  # for the styles of the diagram, and nothing breaks it


@pytest.mark.parametrize("breach", _BREACHES.values(), ids=_BREACHES)
def test_a_breach_would_be_noticed(browser: Browser, address: str, breach: str):
    visit = Visits(browser, address)
    page = visit("notas/cuota-80/")
    assert not visit.faults
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(f"() => {{ {breach} }}")
    page.wait_for_function("window.breaches.length")
    assert any("Content Security Policy" in fault for fault in visit.faults), visit.faults
    visit.close()


@pytest.fixture(scope="module")
def victim(browser: Browser, make_miniature: Callable[[], Project]) -> Iterator[Visits]:
    """Open pages of a miniature with every hostile text in every field, and the real mermaid."""
    project = make_miniature()
    hostile.prepare(project)
    value = " ".join(hostile.TEXTS[name] for name in ("script", "event handler", "end of an attribute", "svg"))
    hostile.in_every_text(project, value)
    # A handler is reported too, but by the parser of mermaid's sanitizer.
    label = '"<script>alert(1)</script>"'
    project.replace(hostile.GRAPH, "A[Flour]", f"A[{escape(label, quote=False)}]")
    project.replace("docs/ensayo.txt", "A[Flour]", f"A[{label}]")
    use_mermaid(project)
    assert project.build().is_success
    with serving(project.site, "/pan/") as address, watching(browser, address) as visit:
        yield visit


@pytest.mark.parametrize(
    "path",
    ["", "ensayo/levadura/", "ensayo/esquema/", "completo/", "notas/fermenta/", "notas/", "fuentes/", "glosario/"],
)
def test_nothing_that_authors_write_runs(victim: Visits, path: str):
    page = victim(path)
    opened = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    page.evaluate("() => { for (const details of document.querySelectorAll('details')) details.open = true; }")
    if page.locator(".graph").count():
        page.locator(".graph").scroll_into_view_if_needed()
        page.locator(".live .node").first.wait_for()
    look_for(page, "script")
    page.mouse.move(300, 300)
    assert not opened


def test_a_browser_reads_what_passes_as_it_was_checked(visit: Visits, render: Callable[[str], str]):
    chance = random.Random(_SEED)
    texts = ("".join(chance.choices(_SHARDS, k=chance.randint(2, 9))) for _ in range(_TEXTS))
    checked = [html for html in map(render, texts) if not list(markup.faults("a.md", Document({}), html))]
    assert len(checked) > _TEXTS / 20
    found = visit("sobre/").evaluate(
        """(all) => all.flatMap((html) => {
          const { body } = new DOMParser().parseFromString(`<main>${html}</main><footer></footer>`, "text/html");
          const [main, footer] = body.children;
          const whole = body.children.length === 2 && main?.localName === "main" && !footer?.childNodes.length;
          return [whole || `broken by ${html}`, ...[...main.querySelectorAll("*")].flatMap((element) =>
            [element.localName, ...[...element.attributes].map(({ name, value }) => `${name}=${value}`)])];
        })""",
        checked,
    )
    for part in {str(part) for part in found} - {"True"}:
        name, is_attribute, value = part.partition("=")
        assert name in (markup.ATTRIBUTES if is_attribute else markup.ELEMENTS), part
        assert not is_attribute or markup.ATTRIBUTES[name](value), part


def policy(page: Page) -> str:
    return str(page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content"))
