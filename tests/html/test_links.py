"""An address means the same wherever the HTML it stands in is put, and a wrong one is reported."""

from __future__ import annotations

from html import escape, unescape
from urllib.parse import urljoin

import pytest
from edition.html.links import faults, ids, rebase, relative, without_ids
from edition.problems import Problem
from edition.text import frontmatter
from edition.text.runs import plain
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Markup, markups

SITES = ("https://example.org/", "https://example.org/repo/")

_names = st.sampled_from(["notas", "pan", "año", "a.b", "x%20y"])
_pages = st.lists(_names, max_size=3).map(lambda parts: "".join(f"{part}/" for part in parts))
_parts = st.lists(st.sampled_from(["..", ".", "notas", "pan", "a.b", "x%20y"]), max_size=4).map("/".join)
_addresses = st.builds(
    lambda path, slash, query, fragment: path + (slash if path else "") + query + fragment,
    _parts,
    st.sampled_from(["", "/"]),
    st.sampled_from(["", "?q=pan&p=2", "?q=a/b"]),
    st.sampled_from(["", "#p4", "#a/b?c"]),
)
_elsewhere = st.sampled_from(
    ["https://otra.es/pan?a=1#b", "mailto:ana@example.org", "//otra.es/pan", "/pan/", "tel:+34"]
)


@given(_addresses | _elsewhere, _pages, _pages, st.sampled_from(SITES))
def test_an_address_leads_to_the_same_place_from_the_new_page(url: str, here: str, there: str, site: str) -> None:
    assume(urljoin(site + here, url).startswith(site) or not urljoin(SITES[0] + here, url).startswith(SITES[0]))
    html = f'<p><a class="x" href="{escape(url)}">pan</a></p>'
    moved = rebase(html, here, there)
    address = unescape(moved.split('href="')[1].split('"')[0])
    assert urljoin(site + there, address) == urljoin(site + here, url)
    assert moved == html.replace(f'"{escape(url)}"', f'"{escape(address)}"')


@given(_pages, _pages)
def test_a_relative_address_leads_where_it_says(address: str, page: str) -> None:
    for site in SITES:
        assert urljoin(site + page, relative(address, page)) == site + address
        assert urljoin(site + page, relative(f"{address}#p1", page)) == f"{site}{address}#p1"


def test_images_move_too_and_every_address_of_the_html() -> None:
    html = '<p><img src="pan.svg"> <a href="../">a</a> <a href="#x">b</a></p>'
    assert rebase(html, "notas/pan/", "") == (
        '<p><img src="notas/pan/pan.svg"> <a href="notas/">a</a> <a href="notas/pan/#x">b</a></p>'
    )
    assert rebase(html, "notas/pan/", "notas/pan/") == html


def test_an_address_in_disguise_is_understood() -> None:
    html = '<a href="&#109;&#97;ilto:ana@example.org">correo</a>'
    assert unescape(rebase(html, "a/", "b/")) == unescape(html)


@given(markups, _pages, _pages)
def test_moving_html_leaves_its_text_alone(markup: Markup, here: str, there: str) -> None:
    shown = f'&lt;a id="x" href="y" {escape(markup.text, quote=False)}&gt;'
    html = f'<p id="p">{markup.html}<code>{shown}</code></p>'
    assert plain(without_ids(rebase(html, here, there))) == plain(html)


def test_ids_are_listed_and_left_out() -> None:
    html = '<h2 id="uno" class="a">x id="no"</h2><p><a id="dos" href="#uno">id="no"</a></p>'
    assert ids(html) == ["uno", "dos"]
    assert without_ids(html) == '<h2 class="a">x id="no"</h2><p><a href="#uno">id="no"</a></p>'


ANCHORS = {"index.md": {"p1"}, "notas/pan.md": {"plazos"}, "notas/sal.md": set(), "mapa.svg": set(), "rota.md": None}


def faults_in(markdown: str) -> list[Problem]:
    document, _ = frontmatter.split("docs/notas/pan.md", markdown)
    return list(faults("docs/notas/pan.md", "notas/pan.md", document, ANCHORS))


@pytest.mark.parametrize(
    "markdown",
    [
        "[a](sal.md) [b](../index.md#p1) [c](#plazos) ![d](../mapa.svg) [e](<../index.md>)",
        "[a](https://otra.es/x.md) [b](mailto:ana@example.org) [c](//otra.es/x) [d]()",
        "`[a](no.md)` y \\[b\\](no.md)\n\n```\n[c](no.md)\n```",
        "[a](../otra/../index.md) [b](%73al.md)",
        "[a](../rota.md#whatever)",  # a page whose ids are not known: its own fault is told
    ],
)
def test_good_links_are_no_problem(markdown: str) -> None:
    assert not faults_in(markdown)


@pytest.mark.parametrize(
    ("link", "what"),
    [
        ("[a](no.md)", "there is no «notas/no.md»"),
        ("[a](index.md)", "there is no «notas/index.md»"),
        ("[a](../notas/)", "there is no «notas»"),
        ("[a](../../fuera.md)", "there is no «../fuera.md»"),
        ("[a](../index.md#p9)", "«index.md» has no «#p9»"),
        ("[a](#no)", "«notas/pan.md» has no «#no»"),
        ('![a](no.svg "Título")', "there is no «notas/no.svg»"),
    ],
)
def test_a_broken_link_is_reported_with_its_line(link: str, what: str) -> None:
    (problem,) = faults_in(f"---\ntitle: a\n---\n\n`código` y {link}\n")
    assert (problem.path, problem.line, problem.what) == ("docs/notas/pan.md", 5, f"broken link: {what}")
