"""Kinds and verdicts are declared once; whatever shows, counts or filters notes follows from the declaration."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from edition.content import icons, vocabulary
from edition.content.vocabulary import Vocabulary
from edition.pages import findings, palette
from hypothesis import given
from hypothesis import strategies as st
from projects import ROOT, VOCABULARY, Project, named

FILE = f"docs/{vocabulary.FILE}"
REAL = (ROOT / FILE).read_text(encoding="utf-8")
_yaml = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.sampled_from("aé- .#<>/'\"{}"), max_size=9),
    lambda values: st.lists(values, max_size=2) | st.dictionaries(st.sampled_from(["light", "dark", "a"]), values),
    max_leaves=4,
)


def without(field: str, word: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: spelt(data, word).pop(field)


def having(word: str, **fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: spelt(data, word).update(fields)


def spelt(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(entry for entry in [*data["kinds"], *data["verdicts"]] if entry["name"] == name)
    return found


def changed(change: Callable[[dict[str, Any]], Any]) -> str:
    """Return the real vocabulary with a change."""
    data = yaml.safe_load(REAL)
    change(data)
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


def test_findings_are_the_verdicts_and_then_the_kinds_without_any() -> None:
    names = "confirmado, impreciso, exagerado, desactualizado, sin fuente, falso, contexto, crítica, textual"
    assert ", ".join(word.name for word in VOCABULARY.findings) == names
    assert VOCABULARY.verification.name == "verificación"
    assert named("falso").sentence == "Los datos lo contradicen tal como está escrito."


@pytest.mark.parametrize(
    ("change", "what", "cure"),
    [
        (
            lambda data: data.pop("kinds"),
            "these are not the kinds of note and the verdicts",
            "«kinds:» and «verdicts:»",
        ),
        (lambda data: data.update(verdicts={}), "«verdicts» is not a list", "«- name: …»"),
        (lambda data: data.update(kinds=["contexto"]), "word 1 of «kinds» is not a set of fields", "«- name: …»"),
        (without("slug", "falso"), "the field «slug» is missing", "«slug: …»"),
        (without("motivation", "contexto"), "the field «motivation» is missing", "one of: assessing"),
        (without("plural", "verificación"), "the field «plural» is missing", "more than one"),
        (without("icon", "crítica"), "the field «icon» is missing", "<path"),
        (without("verdicts", "verificación"), "0 kinds carry verdicts", "«verdicts: true» in one of them"),
        (having("falso", nombre="x"), "«nombre» is not a field of this word", "name, slug, label"),
        (having("verificación", icon="x"), "«icon» is not a field of this word", "plural"),
        (having("falso", name="no"), None, ""),
        (having("falso", name=False), "«name» cannot be «False»", "letters"),
        (having("falso", name="<b>"), "«name» cannot be «<b>»", "letters"),
        (having("falso", slug="Falso"), "«slug» cannot be «Falso»", "a–z"),
        (having("falso", definition="Lo niegan."), "«definition» cannot be «Lo niegan.»", "without a full stop"),
        (having("falso", colour="rojo"), "«colour» cannot be «rojo»", "{light: "),
        (having("falso", colour={"light": "#a02428"}), "«colour» cannot be «{'light': '#a02428'}»", "dark"),
        (having("falso", icon="<path d='M0 0L20 3'/>"), "«icon» cannot be «<path d='M0 0L20 3'/>»", "16 units"),
        (having("falso", rating=6), "«rating» cannot be «6»", "from 1 to 5"),
        (having("falso", rating=True), "«rating» cannot be «True»", "whole number"),
        (having("textual", motivation="reading"), "«motivation» cannot be «reading»", "one of: assessing"),
        (having("falso", name="Crítica"), "two words with the name «Crítica»", "another"),
        (having("falso", slug="verificacion"), "two words with the slug «verificacion»", "another"),
    ],
)
def test_what_is_wrong_is_said_with_its_cure(
    change: Callable[[dict[str, Any]], None], what: str | None, cure: str
) -> None:
    read, problems = vocabulary.parse(changed(change))
    assert {problem.what for problem in problems} >= ({what} if what else set())
    assert bool(problems) == bool(what) == (read == Vocabulary())
    assert not what or any(cure in problem.cure for problem in problems)


def test_a_problem_has_its_line() -> None:
    wrong = REAL.replace("slug: falso", "slug: FALSO")
    twice = REAL.replace("    label: Crítica\n", "    label: Crítica\n    label: X\n")
    for text, what, line in (
        (wrong, "«slug» cannot be «FALSO»", "slug: FALSO"),
        (
            twice,
            "«label» stands twice",
            "label: Crítica",
        ),
    ):
        lines = {problem.what: text.split("\n")[problem.line - 1].strip() for problem in vocabulary.parse(text)[1]}
        assert lines[what] == line


@pytest.mark.parametrize("text", ["", "a", "- a", "kinds: [", "kinds: &a [*a]\nverdicts: *a", "? [a]\n: b"])
def test_what_is_no_vocabulary_is_a_problem(text: str) -> None:
    read, problems = vocabulary.parse(text)
    assert read == Vocabulary() and problems


@given(st.sampled_from([word.name for word in VOCABULARY.findings]), st.sampled_from([*vocabulary._FORMS]), _yaml)
def test_no_value_whatever_is_more_than_a_problem(word: str, field: str, value: Any) -> None:
    read, problems = vocabulary.parse(changed(having(word, **{field: value})))
    assert bool(read.findings) != bool(problems)
    findings.tokens(read)


@given(st.text(st.sampled_from("MmLlHhVvCcQqAaZz0123456789., -"), max_size=20))
def test_what_is_taken_for_an_icon_can_be_drawn(path: str) -> None:
    elements = f"<path d='M1 2{path}'/>"
    if icons.is_icon(elements):
        assert all(0 <= place <= icons.SIDE for line in icons.lines(elements) for point in line for place in point)


@pytest.mark.parametrize(
    "elements",
    ["", "x", "<path d='M1 1L2 2'/>x", "<path d='M1 1'", "<script/>", "<path d='M1 1' onload='1'/>", "<circle r='x'/>",
     "<g><path d='M1 1L2 2'/></g>", "<path d='url(x)'/>", "<path/>", "<circle/>"],
)  # fmt: skip
def test_what_is_no_icon_is_refused(elements: str) -> None:
    assert not icons.is_icon(elements)


# The styles


def declared(css: str) -> set[str]:
    return {*re.findall(r"(--[\w-]+)\s*:", css)}


def test_every_custom_property_in_use_is_declared() -> None:
    own = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs/assets").rglob("*.css")))
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    known = declared(own + findings.tokens(VOCABULARY))
    assert {*re.findall(r"var\((--[\w-]+)", own + settings)} <= known
    assert {f"--{name}" for name in palette.TOKENS} <= known


def test_no_stylesheet_template_or_script_spells_a_finding() -> None:
    words = {name for word in (*VOCABULARY.kinds, *VOCABULARY.verdicts) for name in (word.name, word.slug)}
    spelt = re.compile(rf"(?<![\w-])({'|'.join(words - {'contexto'})})(?![\w-])")
    paths = [*ROOT.glob("docs/assets/**/*.[cj]s*"), *ROOT.glob("overrides/**/*.*ml"), ROOT / "scripts/edition/es.yml"]
    paths += [*ROOT.glob("overrides/**/*.css"), *ROOT.glob("scripts/edition/**/*.py"), ROOT / "scripts/hooks.py"]
    found = {f"{path.name}: {word}" for path in paths for word in spelt.findall(path.read_text(encoding="utf-8"))}
    assert found == set()


def test_a_page_has_filters_for_what_it_shows_only(miniature: Project) -> None:
    def chosen(address: str) -> set[str]:
        return {*re.findall(r"\[value=([\w-]+)\]:checked", miniature.page(address))}

    def offered(address: str) -> set[str]:
        controls = re.findall(r'<input[^>]* name="ver"[^>]*>', miniature.page(address))
        return {*re.findall(r' value="([\w-]+)"', "".join(controls))}

    for address in ("ensayo/levadura", "ensayo/pasos", "completo", "notas", "notas/trigo", "", "fuentes"):
        assert chosen(address) == offered(address)
    assert offered("ensayo/levadura") == {"verificacion", "confirmado", "contexto", "textual"}
    index = miniature.page("notas")
    for id in re.findall(r'<a id="([\w-]+)" href="#\1"', index):
        assert id == "todas" or id.startswith("seccion-") or f".index:has(#{id}:target)" in index


def test_the_index_filters_by_as_many_sections_as_there_are(miniature: Project) -> None:
    index = miniature.page("notas")
    links = len(re.findall(r'id="seccion-', index))
    numbers = [int(number) for number in re.findall(r"section:nth-of-type\((\d+)\)", index)]
    assert numbers == [*range(1, links + 1)] and links == index.count("<section data-findings=")


# Another edition


_SEVENTH = """\
  - name: por confirmar
    slug: por-confirmar
    label: Por confirmar
    definition: se ha anunciado y no ha ocurrido
    rating: 4
    colour: {light: '#005f5f', dark: '#7fd0d0'}
    icon: <circle cx='8' cy='8' r='3'/><path d='M2 14Q8 0 14 14'/>
"""


@pytest.fixture(scope="module")
def other(make_miniature: Callable[[], Project]) -> Project:
    """Give the miniature built with another word for a kind, and a verdict more."""
    project = make_miniature()
    project.replace(
        FILE,
        "name: crítica\n    slug: critica\n    label: Crítica",
        "name: objeción\n    slug: objecion\n    label: Objeción",
    )
    project.write(FILE, (project.root / FILE).read_text(encoding="utf-8") + _SEVENTH)
    project.replace("docs/notas/elogio.md", "kind: crítica", "kind: objeción")
    project.replace("docs/notas/trigo.md", "verdict: confirmado", "verdict: por confirmar")
    outcome = project.build()
    assert outcome.is_success, outcome.errors
    return project


def test_another_word_and_one_more_are_on_every_page(other: Project) -> None:
    section, home, index, note = (other.page(path) for path in ("ensayo/levadura", "", "notas", "notas/trigo"))
    assert 'data-kind="verificación" data-verdict="por confirmar" data-finding="por confirmar"' in section
    assert '<span class="kind">Verificación: </span><span class="verdict">por confirmar</span>' in section
    assert '<input type="radio" name="ver" value="por-confirmar">' in section
    assert ':root:has([value=por-confirmar]:checked) :is(.note,.ref):not([data-finding="por confirmar"])' in section
    assert '[data-finding="por confirmar"]{--k:var(--light,#005f5f)var(--dark,#7fd0d0);--at:66.6667%}' in section
    assert "--icons:0/1900% 100%" in section and "Q8 0 14 14" in section
    assert 'data-kind="objeción" data-finding="objeción"' in home and "[data-finding=objeción]{--k:" in home
    assert ".index:has(#objecion:target) :is(.notes li:not([data-finding=objeción])" in index
    assert '<a id="por-confirmar" href="#por-confirmar" data-finding="por confirmar">' in index
    assert "Se ha anunciado y no ha ocurrido." in note
    assert not any("crítica" in page or "critica" in page for page in (section, home, index, note))


def test_another_word_and_one_more_are_in_every_export(other: Project) -> None:
    feed = (other.site / "notas.xml").read_text(encoding="utf-8")
    assert '<category term="objeción" label="Objeción" />' in feed
    assert '<category term="por confirmar" label="Por confirmar" />' in feed
    notes = {item["label"]: item for item in json.loads((other.site / "notas.jsonld").read_text())["first"]["items"]}
    assert notes["Un elogio no es una prueba"]["motivation"] == "commenting"
    assert [body["value"] for body in notes["Duro, pero no tanto"]["body"][1:]] == ["verificación", "por confirmar"]
    data = json.loads(re.findall(r'ld\+json">(.*?)</script>', other.page("notas/trigo"), re.DOTALL)[0])
    (review,) = (node for node in data["@graph"] if node["@type"] == "ClaimReview")
    assert review["reviewRating"]["alternateName"] == "Por confirmar" and review["reviewRating"]["ratingValue"] == 4
    assert (other.site / "assets/cards/notas-trigo.png").read_bytes()[:4] == b"\x89PNG"


def test_another_word_and_one_more_are_in_the_book(other: Project) -> None:
    book = zipfile.ZipFile(other.site / "edicion.epub")
    style, section, key = (
        book.read(f"EPUB/{name}").decode() for name in ("book.css", "ensayo/levadura.xhtml", "book/key.xhtml")
    )
    assert '[data-finding="por confirmar"] { --k: var(--k-por-confirmar); }' in style
    assert style.count("--k-por-confirmar: #") == 3 and style.count("--k-objecion: #") == 3
    assert 'data-finding="por confirmar"' in section and "Q8 0 14 14" in section
    assert "Por confirmar" in key and "Se ha anunciado y no ha ocurrido." in key and "Objeción" in key
