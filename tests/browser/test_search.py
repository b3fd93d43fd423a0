"""The search dialog."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .opening import look_for, open_search

PATH = "ensayo/kernel/"


def test_opens_by_keyboard(visit):
    page = visit(PATH)
    page.get_by_role("button", name="Buscar").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_finds_the_essay(visit):
    results = look_for(visit(PATH), "democratización")
    expect(results.filter(has_text="La narrativa de la democratización").first).to_be_visible()


def test_finds_notes(visit, address):
    results = look_for(visit(PATH), "un coste sin cifra pública")
    assert results.first.evaluate("link => link.href").startswith(f"{address}notas/coste-entrenamiento/")


def test_says_when_nothing_is_found(visit):
    page = visit(PATH)
    open_search(page)
    page.keyboard.type("xyzzy")
    expect(page.get_by_role("status")).to_have_text("Sin resultados")


def test_enter_leads_to_the_first_result(visit, address):
    page = visit(PATH)
    first = look_for(page, "democratización").first.evaluate("link => link.href")
    page.keyboard.press("Enter")
    page.wait_for_url(first)
    assert first.startswith(address)
    expect(page.locator("h1")).to_be_visible()


def test_arrows_walk_through_the_results_and_back(visit):
    page = visit(PATH)
    results = look_for(page, "kernel")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(results.nth(1)).to_be_focused()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_escape_closes_and_gives_the_focus_back(visit):
    page = visit(PATH)
    look_for(page, "kernel")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.search")).to_be_hidden()
    expect(page.get_by_role("button", name="Buscar")).to_be_focused()


# Queries, and an address that must be among the first results.
FOUND = {
    # without accents, and in other letters
    "democratizacion": "ensayo/democratizacion/",
    "DEMOCRATIZACIÓN": "ensayo/democratizacion/",
    "nucleo": "glosario/#kernel",
    "anonimo": "notas/anonimo/",
    "compañia": None,
    "rutinero": "notas/rutinero/",
    "clausula": "notas/licencia-cuda/",
    "energia": "notas/extractiva/",
    # beside punctuation
    "azure": "ensayo/feudalizacion/#p8",
    "hardware": "ensayo/logro-tecnico/#p2",
    "especialistas": "ensayo/logro-tecnico/#p2",
    "recap": "notas/microsoft-13/",
    "abstracciones con fugas": "notas/conocimiento/",
    "«abstracciones": "notas/conocimiento/",
    "¿232 veces?": "notas/linea-base/",
    "(Azure": "ensayo/feudalizacion/#p8",
    "lock-in": "notas/cada-ola/",
    "post-money": "glosario/#post-money",
    "torch.geqrf": "notas/linea-base/",
    "OpenAI/Azure": "ensayo/grafo/#grafo",
    # other endings
    "kernels": "ensayo/feudalizacion/#p10",
    "feudal": "ensayo/feudalizacion/",
    "acelerador": "glosario/#acelerador",
    "aceleradoras": "glosario/#acelerador",
    "inversiones": "ensayo/democratizacion/#p4",
    "extractivo": "ensayo/en-juego/#p16",
    "patron": "ensayo/patrones/",
    "dependencias": "ensayo/patrones/#p11",
    "licencias": "sobre/#licencias",
    # figures
    "852": "notas/valoracion-300/",
    "419 000": "notas/linea-base/",
    "62 806": "notas/paradoja-factor/",
    "0,073": "notas/sesgo-cuda/",
    "300 mil millones": "ensayo/democratizacion/#p4",
    "12.º de 183": "notas/el-hecho/",
    # notes, terms and texts of the edition
    "Morozov": "notas/feudalizacion/",
    "MLPerf": "notas/brecha-rocm/",
    "que es codex": "notas/que-es-codex/",
    "Householder": "glosario/#qr-householder",
    "pesos abiertos": "glosario/#pesos-abiertos",
    "retroalimenta": "notas/ventaja-bucle/",
    "impreciso codex": "notas/que-es-codex/",
    "como se leyo cada fuente": "sobre/#fuentes",
    "correcciones": "sobre/#correcciones",
    "comillas": "manual/#comillas",
    "qwertyuiop": None,
}
FIRST = 8


def test_finds_what_readers_look_for(visit, address):
    page = visit(PATH)
    open_search(page)
    page.wait_for_function("document.querySelector('dialog.search')")
    missed = {}
    for words, wanted in FOUND.items():
        found = results_of(page, words)
        places = [link.removeprefix(address) for link in found[:FIRST]]
        if (wanted in places) if wanted else not places:
            continue
        missed[words] = places
    assert not missed, missed


def test_each_result_shows_once(visit):
    page = visit(PATH)
    open_search(page)
    for words in ("codex", "nvidia", "kernel"):
        found = results_of(page, words)
        assert found and len(found) == len(set(found))


def results_of(page: Page, words: str) -> list[str]:
    """Type `words` and return the addresses found, after waiting for the results of exactly this query."""
    page.locator("dialog.search input").fill(words)
    page.wait_for_function("words => document.querySelector('dialog.search ol').dataset.for === words", arg=words)
    return page.locator("dialog.search li a").evaluate_all("links => links.map(link => link.href)")
