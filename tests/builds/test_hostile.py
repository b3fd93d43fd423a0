"""Whatever an author writes, the build stops and says where, or the site shows it as text and nothing more."""

from __future__ import annotations

import io
import json
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator

import hostile
import pytest
from edition.content.pages import Plan
from edition.problems import Problem, report
from lxml import etree, html
from projects import Outcome, Project
from published import join_in

Faults = Callable[[Callable[[Project], None]], list[Problem]]

_ATOM = "{http://www.w3.org/2005/Atom}"
_ENOUGH = 12  # characters of a text that tell it in a page


@pytest.fixture
def victim(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The miniature with something in every field that there is, to be built without cards: in a picture nothing runs."""
    monkeypatch.setattr("edition.build.Build.card", lambda *_: b"")
    hostile.prepare(project)
    return project


@pytest.fixture
def faults(manuscript: Project, plan: Plan) -> Faults:
    """Give a function that spoils the miniature, with something in every field, and returns what is then told."""

    def spoilt(spoil: Callable[[Project], None]) -> list[Problem]:
        hostile.prepare(manuscript)
        spoil(manuscript)
        return join_in(manuscript.root, plan)[1]

    return spoilt


@pytest.fixture(scope="module")
def harmless(make_miniature: Callable[[], Project]) -> dict[str, set[str]]:
    """What each file of the site is made of when its texts are harmless."""
    project = make_miniature()
    hostile.prepare(project)
    hostile.in_every_text(project, "pan y masa")
    assert project.build() == Outcome(True, "")
    return made_of(project)


def made_of(project: Project) -> dict[str, set[str]]:
    """Return what every page of the site, its feed and its book are made of; whatever is JSON has to be JSON."""
    made: dict[str, set[str]] = defaultdict(set)
    for path, document in _documents(project):
        made[path].update(hostile.kinds(document))
    for path in project.site.rglob("*.json*"):
        json.loads(path.read_text(encoding="utf-8"))
    return made


def _documents(project: Project) -> Iterator[tuple[str, etree._Element]]:
    for path in sorted(project.site.rglob("*.html")):
        page = html.parse(path).getroot()
        for data in page.xpath("//script[@type='application/ld+json']"):
            json.loads(data.text)
        yield path.relative_to(project.site).as_posix(), page
    feed = etree.parse(project.site / "notas.xml").getroot()
    yield "notas.xml", feed
    for entry in feed.iter(f"{_ATOM}content"):
        yield "notas.xml", html.fragment_fromstring(entry.text, create_parent=True)
    with zipfile.ZipFile(io.BytesIO((project.site / "edicion.epub").read_bytes())) as book:
        for name in book.namelist():
            if name.endswith((".xhtml", ".opf", ".svg", ".xml")):
                yield name, etree.fromstring(book.read(name))


@pytest.mark.browser  # a build for each
@pytest.mark.parametrize("value", hostile.TEXTS.values(), ids=hostile.TEXTS)
def test_a_text_is_shown_and_nothing_more(victim: Project, harmless: dict[str, set[str]], value: str):
    hostile.in_every_text(victim, value)
    assert victim.build() == Outcome(True, "")
    for path, found in made_of(victim).items():
        assert found <= harmless[path], path
    for address in ("notas/fermenta", "ensayo/levadura", "sobre", "fuentes", "glosario"):
        assert value[:_ENOUGH] in html.fromstring(victim.page(address)).text_content(), address


@pytest.mark.parametrize("markdown", hostile.MARKDOWN.values(), ids=hostile.MARKDOWN)
def test_what_may_not_stand_in_markdown_is_told(faults: Faults, markdown: str):
    told = faults(lambda project: hostile.in_every_body(project, markdown))
    assert {hostile.NOTE, hostile.GLOSSARY, hostile.ABOUT} <= {problem.path for problem in told}


@pytest.mark.parametrize(("path", "spoil"), hostile.SLOTS.values(), ids=hostile.SLOTS)
def test_where_a_text_needs_a_form_that_is_told(faults: Faults, path: str, spoil: hostile.Spoil):
    value = hostile.TEXTS["end of an attribute"] + hostile.TEXTS["script"]
    assert path in {problem.path for problem in faults(lambda project: spoil(project, value))}


@pytest.mark.parametrize("character", hostile.HIDDEN.values(), ids=hostile.HIDDEN)
def test_what_nobody_sees_is_told_wherever_it_stands(faults: Faults, character: str):
    told = faults(lambda project: hostile.in_every_text(project, f"pan{character}", is_escaped=True))
    paths = hostile.NOTE, hostile.SOURCES, hostile.FIGURE, hostile.THREADS, hostile.GLOSSARY, hostile.ABOUT
    assert set(paths) <= {problem.path for problem in told}
    assert character not in report(told)


def test_what_nobody_sees_is_told_as_it_is_and_as_an_entity(faults: Faults):
    told = faults(lambda project: hostile.in_every_body(project, "Un pan\u202e.\n\nUn &rlm;pan."))
    for path in (hostile.NOTE, hostile.GLOSSARY, hostile.ABOUT):
        hidden = [problem.what.split()[-1] for problem in told if problem.path == path]
        assert hidden == ["U+202E", "U+200F"]
