"""An address that was published stays: it is there, or an alias leads on from it, or the build stops."""

from __future__ import annotations

import json

import pytest
from edition.content.register import Address, dump, parse
from edition.join.register import extended, lost, redirected_ids, redirected_pages, resolve, unregistered
from projects import Project

HOME = Address("", "", "section", "Inicio", "2026-01-01")
NOTE = Address("notas/trigo/", "", "note", "Trigo", "2026-01-01")
BLOCK = Address("ensayo/pan/", "p2", "paragraph", "Dos", "2026-01-01")
NOW = [HOME, NOTE, BLOCK]


def test_the_register_reads_what_it_writes():
    assert parse(dump(NOW)) == (NOW, [])


def test_a_new_address_gets_its_day_and_an_old_one_keeps_its():
    new = Address("notas/sal/", "", "note", "Sal")
    renamed = Address("notas/trigo/", "", "note", "El trigo")
    registry = {str(entry): entry for entry in extended(NOW, [HOME, renamed, new], "2027-05-05")}
    assert registry["notas/sal/"].since == "2027-05-05"
    assert registry["notas/trigo/"] == Address("notas/trigo/", "", "note", "El trigo", "2026-01-01")
    assert registry[str(BLOCK)] == BLOCK, "what is gone stays registered"


def test_unregistered_addresses_are_the_new_ones():
    new = Address("notas/sal/", "", "note", "Sal")
    assert unregistered(NOW, [*NOW, new]) == [new]


def test_chains_of_aliases_lead_to_their_end():
    aliases = {"notas/a/": "notas/b/", "notas/b/": "notas/trigo/"}
    assert resolve(aliases, NOW) == ({"notas/a/": "notas/trigo/", "notas/b/": "notas/trigo/"}, [])


@pytest.mark.parametrize(
    ("aliases", "what"),
    [
        ({"notas/a/": "notas/b/", "notas/b/": "notas/a/"}, "leads back to itself"),
        ({"notas/a/": "notas/a/"}, "leads back to itself"),
        ({"notas/a/": "notas/none/"}, "which is not there"),
        ({"notas/trigo/": ""}, "is still there"),
        ({"notas/trigo/#x": "ensayo/pan/#p2"}, "cannot lead to another page"),
    ],
)
def test_aliases_that_lead_nowhere_are_reported(aliases, what):
    resolved, problems = resolve(aliases, NOW)
    assert what in str(problems[0])
    assert not resolved


def test_an_address_that_is_gone_is_reported_until_it_has_an_alias():
    (problem,) = lost(NOW, [HOME, BLOCK], {})
    assert "«notas/trigo/» is gone" in str(problem) and "docs/alias.yml" in problem.cure
    assert not lost(NOW, [HOME, BLOCK], {"notas/trigo/": ""})


def test_the_ids_of_a_page_that_moved_need_no_alias_of_their_own():
    assert not lost(NOW, [HOME, NOTE], {"ensayo/pan/": ""})


def test_aliases_are_of_pages_or_of_ids_on_one():
    aliases = {"notas/a/": "notas/trigo/", "ensayo/pan/#p9": "ensayo/pan/#p2"}
    assert redirected_pages(aliases) == {"notas/a/": "notas/trigo/"}
    assert redirected_ids(aliases, ["ensayo/pan/"]) == {"p9": "p2"}
    assert redirected_ids(aliases, ["notas/trigo/"]) == {}


def test_a_build_registers_on_demand_and_then_keeps_its_word(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REGISTER", "2026-02-03")
    assert project.build().is_success
    registered = json.loads((project.root / "docs/anclas.json").read_text(encoding="utf-8"))
    assert {entry["since"] for entry in registered} == {"2026-02-03"}
    assert "notas/trigo/" in {entry["path"] for entry in registered}
    monkeypatch.delenv("REGISTER")
    note = project.root / "docs/notas/pan.md"
    note.rename(note.with_name("hogaza.md"))
    outcome = project.build()
    assert not outcome.is_success
    assert "the address «notas/pan/» is gone" in outcome.errors
    assert "«esquema" not in outcome.errors


def test_old_addresses_lead_on_without_scripts(project: Project):
    project.write("docs/alias.yml", "notas/cereal/: notas/trigo/\nensayo/levadura/#p99: ensayo/levadura/#p4\n")
    assert project.build().is_success
    assert '<meta http-equiv="refresh" content="0; url=../trigo/">' in project.page("notas/cereal")
    page = project.page("ensayo/levadura")
    assert page.index('id="p4"') < page.index('<span id="p99" data-edition></span>')


def test_threads_are_shown_where_they_are_about(project: Project):
    thread = "- {url: 'https://example.org/t/1', title: Un hilo, about: 'ensayo/levadura/#p4', date: 2026-01-02}\n"
    project.write("docs/conversaciones.yml", thread)
    assert project.build().is_success
    assert '<a href="https://example.org/t/1" rel="noopener external">Un hilo</a>' in project.page("ensayo/levadura")


def test_a_thread_about_nothing_stops_the_build(project: Project):
    thread = "- {url: 'https://example.org/t/1', title: Un hilo, about: 'ensayo/levadura/#p77', date: 2026-01-02}\n"
    project.write("docs/conversaciones.yml", thread)
    outcome = project.build()
    assert not outcome.is_success
    assert "docs/conversaciones.yml:1: «ensayo/levadura/#p77» is not an address of the edition" in outcome.errors


def test_a_note_can_be_proposed_where_a_repository_is_named(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REPOSITORY", "https://github.com/name/repository")
    assert project.build().is_success
    form = "https://github.com/name/repository/issues/new?template=nota.yml"
    assert f'data-propose="{form}"' in project.page("ensayo/levadura")
