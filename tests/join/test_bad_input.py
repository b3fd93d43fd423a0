"""Whatever is wrong in an edition is told: where, what and how to mend it; and the build stops."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import site_settings
from edition.content.pages import Plan
from edition.problems import Problem, report
from edition.rules.codes import of_build
from edition.rules.manuscript import read
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from projects import MINIATURE, Outcome, Project
from published import join_in

NOTE, OTHER, PAGE, SOURCES, WORDS = (
    "docs/notas/fermenta.md",
    "docs/notas/trigo.md",
    "docs/ensayo/levadura.md",
    "docs/fuentes.json",
    "docs/vocabulario.yml",
)


@dataclass(frozen=True)
class Replace:
    """A fault made by changing words of a file."""

    path: str
    old: str
    new: str

    def __call__(self, project: Project) -> None:
        project.replace(self.path, self.old, self.new)


@dataclass(frozen=True)
class Write:
    """A fault made by adding a file."""

    path: str
    text: str

    def __call__(self, project: Project) -> None:
        project.write(self.path, self.text)


@dataclass(frozen=True)
class Move:
    """A fault made by putting a copy of a file elsewhere, or by taking it away."""

    path: str
    to: str | None = None

    def __call__(self, project: Project) -> None:
        if self.to:
            project.write(self.to, (project.root / self.path).read_text(encoding="utf-8"))
        else:
            (project.root / self.path).unlink()


@dataclass(frozen=True)
class InLatin1:
    """A fault made by saving a file in another encoding."""

    path: str

    def __call__(self, project: Project) -> None:
        path = project.root / self.path
        path.write_bytes(path.read_text(encoding="utf-8").encode("latin-1"))


# What the fault is; where it is reported; what is said of it; and the cure.
CASES: dict[str, tuple[Callable[[Project], None], str, str, str]] = {
    "two keys in one citation": (
        Replace(NOTE, "[@yeast-atlas]", "[@manual-pan; @yeast-atlas]"),
        f"{NOTE}:15",
        "«[@manual-pan; @yeast-atlas]» is no citation",
        "Write [@key], or [@key, place]; two stand as [@a] [@b].",
    ),
    "a citation without its comma": (
        Replace(NOTE, "[@manual-pan, p. 12]", "[@manual-pan p. 12]"),
        f"{NOTE}:15",
        "«[@manual-pan p. 12]» is no citation",
        "Write [@key], or [@key, place]; two stand as [@a] [@b].",
    ),
    "an address that cannot be read": (
        Replace(NOTE, "(trigo.md)", "(http://[trigo)"),
        f"{NOTE}:19",
        "«http://[trigo» is no address",
        "Mend it: a bracket in it is not closed.",
    ),
    "an essay page in another encoding": (
        InLatin1(PAGE),
        f"{PAGE}:1",
        "this is not UTF-8",
        "Save it as UTF-8.",
    ),
    "missing field": (
        Replace(NOTE, "title: Sola, no\n", ""),
        f"{NOTE}:1",
        "the field «title» is missing",
        "Add «title: …» to the front matter.",
    ),
    "unknown field": (
        Replace(NOTE, "kind: ", "colour: rojo\nkind: "),
        f"{NOTE}:5",
        "«colour» is not a field of a note",
        "Remove it, or use one of: title, section, passage, kind, summary",
    ),
    "unknown kind": (
        Replace(NOTE, "kind: verificación", "kind: verificacion"),
        f"{NOTE}:5",
        "«kind» cannot be «verificacion»",
        "Write one of: verificación, contexto, crítica, textual.",
    ),
    "unknown verdict": (
        Replace(NOTE, "verdict: impreciso", "verdict: inexacto"),
        f"{NOTE}:6",
        "«verdict» cannot be «inexacto»",
        "Write one of: confirmado, impreciso, exagerado, desactualizado, sin fuente, falso.",
    ),
    "a verdict without a colour": (
        Replace(WORDS, "    colour: {light: '#a02428', dark: '#f08c8c'}\n", ""),
        f"{WORDS}:85",
        "the field «colour» is missing",
        "Add «colour: …», two colours as {light: '#2b6538', dark: '#8fc79a'}.",
    ),
    "an icon that draws outside its square": (
        Replace(WORDS, "m3 3 10 10M13 3 3 13", "m3 3 20 10"),
        f"{WORDS}:91",
        "«icon» cannot be «<path d='m3 3 20 10'/>»",
        "Write elements of SVG in a square of 16 units, such as <path d='m3 3 10 10M13 3 3 13'/>.",
    ),
    "two kinds with verdicts": (
        Replace(
            WORDS,
            "    motivation: describing\n    colour: {light: '#1b5a74', dark: '#86c3dc'}\n    icon: <path d='M8 2v12M2 8h12'/>\n",
            "    motivation: describing\n    verdicts: true\n    plural: contextos\n",
        ),
        f"{WORDS}:17",
        "2 kinds carry verdicts",
        "Write «verdicts: true» in one of them, and only there.",
    ),
    "no vocabulary": (
        Move(WORDS),
        f"{WORDS}:1",
        "the file is missing",
        "Put it there again: it is part of the edition.",
    ),
    "verdict on a note that takes none": (
        Replace("docs/notas/pan.md", "kind: textual\n", "kind: textual\nverdict: falso\n"),
        "docs/notas/pan.md:6",
        "«verdict» on a note of kind «textual»",
        "Only a verificación takes it: remove the line.",
    ),
    "verification without a verdict": (
        Replace(NOTE, "verdict: impreciso\n", ""),
        f"{NOTE}:5",
        "a verificación without «verdict»",
        "Add «verdict: …» to the front matter.",
    ),
    "day that is in no calendar": (
        Replace(NOTE, "review_by: 2026-07-15", "review_by: 2026-06-31"),
        f"{NOTE}:12",
        "«review_by» cannot be «2026-06-31»",
        "Write a date as 2026-11-30.",
    ),
    "summary too long": (
        Replace(OTHER, "summary: El manual", f"summary: {'Muy largo. ' * 20}El manual"),
        f"{OTHER}:7",
        "the summary has 259 characters, 39 too many",
        "Keep it to 220: it is what shows in the margin.",
    ),
    "empty body": (
        Replace(OTHER, "Así lo dice [@manual-pan, p. 4].", ""),
        f"{OTHER}:12",
        "the note has no text",
        "Write it below the front matter.",
    ),
    "passage not found": (
        Replace(OTHER, "passage: trigo duro", "passage: trigo muy duro"),
        f"{OTHER}:4",
        "the passage «trigo muy duro» is not in «levadura»",
        "Did you mean «trigo duro",
    ),
    "passage found twice": (
        Replace("docs/notas/horas.md", "prefix: horas de\n", ""),
        "docs/notas/horas.md:4",
        "the passage «espera» stands 2 times in «pasos»",
        "Tell them apart with «prefix: ",
    ),
    "words around a passage that are not there": (
        Replace("docs/notas/horas.md", "prefix: horas de", "prefix: días de"),
        "docs/notas/horas.md:5",
        "the passage «espera» stands in «pasos», but not with those words around it",
        "Use «prefix: ",
    ),
    "unknown section": (
        Replace(OTHER, "section: levadura", "section: levaduras"),
        f"{OTHER}:3",
        "unknown section «levaduras»",
        "Use one of: title, index, levadura, pasos, esquema.",
    ),
    "unknown source": (
        Replace(OTHER, "[@manual-pan, p. 4]", "[@manual-del-pan, p. 4]"),
        f"{OTHER}:13",
        "unknown source «manual-del-pan»",
        "Did you mean «manual-pan»?",
    ),
    "unknown figure": (
        Replace(OTHER, "reviewed: ", "figure: plazos\nreviewed: "),
        f"{OTHER}:9",
        "unknown figure «plazos»",
        "Use one of docs/figuras/",
    ),
    "broken YAML": (
        Replace(OTHER, "summary: El manual", "summary: Trigo: el manual"),
        f"{OTHER}:7",
        "broken YAML: mapping values are not allowed",
        "between single quotes.",
    ),
    "no front matter": (
        Replace(OTHER, "---\ntitle: ", "title: "),
        f"{OTHER}:1",
        "there is no front matter",
        "Begin the file with its fields between two lines of «---».",
    ),
    "duplicate slug": (
        Move(OTHER, "docs/notas/otras/trigo.md"),
        "docs/notas/otras/trigo.md:1",
        "a note in a folder of its own",
        "Put it directly in docs/notas, under a name that is free there.",
    ),
    "bad slug": (
        Move(OTHER, "docs/notas/Trigo_duro.md"),
        "docs/notas/Trigo_duro.md:1",
        "«Trigo_duro» cannot be an address",
        "Name the file with a–z, 0–9 and single hyphens.",
    ),
    "link to no page": (
        Replace(NOTE, "(trigo.md)", "(centeno.md)"),
        f"{NOTE}:19",
        "broken link: there is no «notas/centeno.md»",
        "Point it at a file below docs/, relative to this one.",
    ),
    "link to no anchor": (
        Replace(NOTE, "levadura.md#p4)", "levadura.md#p44)"),
        f"{NOTE}:19",
        "broken link: «ensayo/levadura.md» has no «#p44»",
        "Use the id of a block, note or heading there.",
    ),
    "link from the diagram to nothing": (
        Replace("docs/ensayo/esquema.md", "see: [index.md#p1]", "see: [index.md#p11]"),
        "docs/ensayo/esquema.md:19",
        "broken link: «index.md#p11»",
        "Under «see:», name a page below docs/ and an id on it.",
    ),
    "malformed JSON": (
        Replace(SOURCES, '"type": "book",', '"type": "book"'),
        f"{SOURCES}:5",
        "malformed JSON: Expecting ',' delimiter",
        "Mend the commas, quotes or brackets there.",
    ),
    "source without a field": (
        Replace(SOURCES, '    "title": "Manual del pan & la masa",\n', ""),
        f"{SOURCES}:3",
        "source «manual-pan» has no «title»",
        'Add "title": … to it.',
    ),
    "source whose author is no list of names": (
        Replace(SOURCES, '[{"literal": "Yeast Society"}]', '"Yeast Society"'),
        f"{SOURCES}:15",
        "source «yeast-atlas»: «author» is not a list of names",
        'Write [{"family": "…", "given": "…"}] or [{"literal": "…"}].',
    ),
    "figure without rows that could be drawn": (
        Write("docs/figuras/plazos.json", '{"title": "Plazos", "unit": "h", "form": "bars", "rows": [24]}'),
        "docs/figuras/plazos.json:1",
        "the figure: «rows» cannot be «[24]»",
        "Write a list of rows, «[ {…}, {…} ]».",
    ),
    "thread without an address": (
        Write("docs/conversaciones.yml", "- {url: 'https://[x', title: Hilo, about: notas/pan/, date: 2026-11-30}\n"),
        "docs/conversaciones.yml:1",
        "thread 1: «https://[x» is not a web address",
        "Begin it with https://.",
    ),
    "words of another language without a list": (
        Write("docs/idiomas.yml", "en: bread\n"),
        "docs/idiomas.yml:1",
        "these are not lists of words by their language",
        "Write «en: [word, …]», a line for each language.",
    ),
    "part of the diagram without a meaning": (
        Replace("docs/ensayo/esquema.md", "      meaning: la masa\n", ""),
        "docs/ensayo/esquema.md:13",
        "«B» of the diagram has no «meaning»",
        "Add it under «graph: nodes: B:».",
    ),
    "term without words": (
        Replace("docs/glosario.md", "  masa: [masa lenta, masa]", "  masa: masa"),
        "docs/glosario.md:1",
        "no words call for the term «masa»",
        "Add «masa: [word, …]» under «terms:».",
    ),
    "block that no essay has": (
        Replace(PAGE, "Lo que pide es poco:", "## Lo que pide"),
        f"{PAGE}:1",
        "a <h2> stands in the essay",
        "Keep only headings, paragraphs, lists and the diagram there.",
    ),
    "second paragraph in an item": (
        Replace("docs/ensayo/pasos.md", "se teje sola.\n", "se teje sola.\n\n    Y más.\n"),
        "docs/ensayo/pasos.md:1",
        "holds more than one paragraph",
        "Give each paragraph an item, or a place below the list.",
    ),
    "changed letter of the essay": (
        Replace(PAGE, "Lo que pide es poco:", "Lo que pide es poca:"),
        f"{PAGE}:10",
        "this is not docs/ensayo.txt, line 9: the essay has «Lo que pide es poco:», the page has «Lo que pide es poca:»",
        "Give the page the words of docs/ensayo.txt again.",
    ),
    "paragraph missing from the essay": (
        Replace(PAGE, "Lo que pide es poco:\n\n", ""),
        f"{PAGE}:10",
        "this is not docs/ensayo.txt, line 8: the essay has «↵Lo que pide es poco:», the page has nothing",
        "Give the page the words of docs/ensayo.txt again.",
    ),
    "missing essay": (
        Move("docs/ensayo.txt"),
        "docs/ensayo.txt:1",
        "the file is missing",
        "Put it there again: it is part of the edition.",
    ),
    "missing sources": (
        Move(SOURCES),
        f"{SOURCES}:1",
        "the file is missing",
        "Put it there again: it is part of the edition.",
    ),
    "note that is not UTF-8": (
        InLatin1(OTHER),
        f"{OTHER}:1",
        "this is not UTF-8",
        "Save it as UTF-8.",
    ),
    "HTML in a note": (
        Replace(NOTE, "Véanse [lo que", "<b>Véanse</b> [lo que"),
        f"{NOTE}:19",
        "«<b>» cannot stand in a text",
        "Write Markdown, code between backticks",
    ),
    "HTML in the essay": (
        Replace(PAGE, "Lo que pide es poco:", 'Lo que pide es poco:<img src="x">'),
        f"{PAGE}:10",
        "«<img>» cannot stand in a text",
        "Write Markdown, code between backticks",
    ),
    "element that is not closed": (
        Replace(NOTE, "Véanse [lo que", "<em>Véanse [lo que"),
        f"{NOTE}:19",
        "a «</p>» with nothing to close",
        "Write Markdown instead.",
    ),
    "image": (
        Replace(NOTE, "Véanse [lo que", "![x](trigo.md) Véanse [lo que"),
        f"{NOTE}:19",
        "«<img>» cannot stand in a text",
        "what is to be seen can be a figure",
    ),
    "address that runs": (
        Replace(NOTE, "(trigo.md)", "(javascript:alert)"),
        f"{NOTE}:19",
        "«href» cannot be «javascript:alert»",
        "Begin an address with https://, http:// or mailto:, or name a file",
    ),
    "attribute of another kind": (
        Replace(NOTE, "{#plazos}", "{#plazos onclick=alert()}"),
        f"{NOTE}:17",
        "the attribute «onclick»",
        "Take it out",
    ),
    "table that would need a style": (
        Replace(NOTE, "Véanse [lo que", "a | b\n--|-:\n1 | 2\n\nVéanse [lo que"),
        f"{NOTE}:20",
        "the attribute «style»",
        "in a table the colons of «:--»",
    ),
    "citation in an address": (
        Replace(NOTE, "(trigo.md)", "(https://example.org/[@manual-pan])"),
        f"{NOTE}:19",
        "a citation in «href»",
        "Cite in the text itself.",
    ),
    "id of the page": (
        Replace(NOTE, "{#plazos}", "{#contenido}\n\n## Los plazos {#plazos}"),
        f"{NOTE}:17",
        "the id «contenido» stands twice",
        "Give one another name.",
    ),
    "hidden character": (
        Replace(NOTE, "fermentase", "fermenta\u200bse"),
        f"{NOTE}:8",
        "the hidden character U+200B",
        "Delete it: whoever reads the text cannot see it.",
    ),
    "hidden character behind an entity": (
        Replace(NOTE, "Véanse [lo que", "&#x202E;Véanse [lo que"),
        f"{NOTE}:19",
        "the hidden character U+202E",
        "Delete it: whoever reads the text cannot see it.",
    ),
    "hidden character behind an escape": (
        Replace(SOURCES, "La Tahona", "La Tahona\\u0000"),
        f"{SOURCES}:8",
        "the hidden character U+0000",
        "Delete it: whoever reads the text cannot see it.",
    ),
    "JSON that is too deep": (
        Write("docs/figuras/plazos.json", "[" * 100_000),
        "docs/figuras/plazos.json:1",
        "JSON that cannot be read",
        "Write shorter numbers and flatter lists.",
    ),
    "field of a page that is no text": (
        Replace("docs/sobre.md", "description: Qué es esto.", "description: 2026"),
        "docs/sobre.md:3",
        "«description» is not text",
        "Put it between quotes.",
    ),
    "broken YAML in a page": (
        Replace("docs/sobre.md", "description: Qué es esto.", "description: Qué: esto."),
        "docs/sobre.md:3",
        "broken YAML: mapping values are not allowed",
        "between single quotes.",
    ),
    "source whose language is none": (
        Replace(SOURCES, '"language": "es"', '"language": "español"'),
        f"{SOURCES}:3",
        "source «manual-pan»: «language» is not the code of a language",
        "Write it as es, en or pt-BR.",
    ),
    "field of a source that is no text": (
        Replace(SOURCES, '"La Tahona"', '["La Tahona"]'),
        f"{SOURCES}:3",
        "source «manual-pan»: «publisher» is not text or a number",
        "Put it between quotes.",
    ),
    "address with what no address has": (
        Replace(SOURCES, "https://www.ejemplo.es/manual", "https://<b>/manual"),
        f"{SOURCES}:3",
        "source «manual-pan»: «https://<b>/manual» is not a web address",
        "Begin it with https://.",
    ),
    "term whose id is no address": (
        Write("docs/glosario.md", "---\ntitle: Glosario\nterms: {Masa: [masa]}\n---\n\n## masa {#Masa}\n\nHarina.\n"),
        "docs/glosario.md:1",
        "«Masa» cannot be an address",
        "Write «## term {#id}»",
    ),
    "id of the diagram that is no address": (
        Replace("docs/ensayo/esquema.md", "id: flour\n", "id: Flour\n"),
        "docs/ensayo/esquema.md:10",
        "«Flour» cannot be an address",
        "Use a–z, 0–9 and single hyphens.",
    ),
    "name that would go on as diagram": (
        Replace("docs/ensayo/esquema.md", "Del molino a la mesa", "Del molino; a la mesa"),
        "docs/ensayo/esquema.md:6",
        "«name» of the diagram cannot be «Del molino; a la mesa»",
        "Write it without ;#{}%.",
    ),
    "language of the diagram that is none": (
        Replace("docs/ensayo/esquema.md", "graph:\n", "graph:\n  language: inglés\n"),
        "docs/ensayo/esquema.md:6",
        "the diagram's «inglés» is no language",
        "Write it as es, en or pt-BR.",
    ),
    "alias that would leave the site": (
        Write("docs/alias.yml", "../../fuera/: notas/pan/\n"),
        "docs/alias.yml:1",
        "«../../fuera/» cannot be an address of the edition",
        "Write it as in docs/anclas.json",
    ),
    "aliases that are no list": (
        Write("docs/alias.yml", "notas/pan/\n"),
        "docs/alias.yml:1",
        "this is not a list of «old: new»",
        "Write one of them on each line.",
    ),
    "broken aliases": (
        Write("docs/alias.yml", "notas/barra/: notas/pan/\na: b: c\n"),
        "docs/alias.yml:2",
        "broken YAML: mapping values are not allowed",
        "Put a value that holds «: », «#» or quotes between single quotes.",
    ),
    "thread whose title is no text": (
        Write(
            "docs/conversaciones.yml", "- {url: 'https://x.org/', title: [a], about: notas/pan/, date: 2026-11-30}\n"
        ),
        "docs/conversaciones.yml:1",
        "thread 1: «title» is not text",
        "Put it between quotes.",
    ),
    "file that browsers run": (
        Write("docs/notas/dibujo.svg", "<svg/>"),
        "docs/notas/dibujo.svg:1",
        "a file that browsers run",
        "Delete it; the code is in docs/assets/.",
    ),
    "a day with a time": (
        Replace(NOTE, "reviewed: 2026-01-15", "reviewed: 2026-01-15 10:00:00"),
        f"{NOTE}:11",
        "«reviewed» cannot be «2026-01-15 10:00:00»",
        "Write a date as 2026-11-30.",
    ),
}

# At which of the steps of a build a problem stops it: when it has read all, or when it has joined all.
BUILT = (
    "an essay page in another encoding",
    "an address that cannot be read",
    "broken YAML in a page",
    "changed letter of the essay",
    "bad slug",
)

TEN = (
    "missing field",  # docs/notas/fermenta.md
    "passage found twice",  # docs/notas/horas.md
    "bad slug",  # docs/notas/Trigo_duro.md
    "malformed JSON",  # docs/fuentes.json
    "block that no essay has",  # docs/ensayo/levadura.md
    "part of the diagram without a meaning",  # docs/ensayo/esquema.md
    "term without words",  # docs/glosario.md
    "field of a page that is no text",  # docs/sobre.md
    "thread without an address",  # docs/conversaciones.yml
    "figure without rows that could be drawn",  # docs/figuras/plazos.json
)


# A copy has the faults of its original too.
APART = [name for name, (spoil, *_) in CASES.items() if not (isinstance(spoil, Move) and spoil.to)]


def test_the_miniature_itself_is_sound(miniature: Project, plan: Plan) -> None:
    assert "<mark" in miniature.page("ensayo/levadura")
    assert join_in(MINIATURE, plan)[1] == []


@pytest.mark.parametrize(("spoil", "where", "what", "cure"), CASES.values(), ids=CASES)
def test_a_fault_is_told_alone_with_its_place_and_cure(
    manuscript: Project, plan: Plan, spoil: Callable[[Project], None], where: str, what: str, cure: str
) -> None:
    spoil(manuscript)
    (problem,) = join_in(manuscript.root, plan)[1]
    assert (f"{problem.path}:{problem.line}", what in problem.what, cure in problem.cure) == (where, True, True)


def test_ten_faults_in_ten_files_are_all_told_and_nothing_that_follows_from_them(
    manuscript: Project, plan: Plan
) -> None:
    for name in TEN:
        CASES[name][0](manuscript)
    _, problems = join_in(manuscript.root, plan)
    told = {f"{problem.path}:{problem.line}": problem for problem in problems}
    assert len(problems) == len(told) == len(TEN)
    assert problems == sorted(problems)
    for _, where, what, cure in map(CASES.__getitem__, TEN):
        assert what in told[where].what and cure in told[where].cure


@settings(max_examples=8)
@given(names=st.lists(st.sampled_from(APART), min_size=2, max_size=5, unique=True))
def test_of_several_faults_nothing_is_told_that_is_not_told_of_one(plan: Plan, names: list[str]) -> None:
    alone = [_told(plan, name) for name in names]
    paths = [problem.path for problems in alone for problem in problems]
    assume(len({*paths}) == len(paths))  # in one file a fault can hide another, or its place
    assert set(_told(plan, *names)) <= {problem for problems in alone for problem in problems}


def _told(plan: Plan, *names: str) -> list[Problem]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(MINIATURE / "docs", Path(folder) / "docs")
        for name in names:
            CASES[name][0](Project(Path(folder)))
        return join_in(Path(folder), plan)[1]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (NOTE, "---\nx: !!int hola\n---\n"),
        (NOTE, "---\nx: !!timestamp hola\n---\n"),
        (NOTE, "---\nx: 0x_\n---\n"),
        (NOTE, "---\nx: &a [*a]\n---\n"),
        (NOTE, "---\nx: &a [1]\ny: *a\n---\n"),
        (NOTE, f"---\nx: {'9' * 5000}\n---\n"),
        ("docs/alias.yml", "x: !!bool hola\n"),
        ("docs/alias.yml", "x: &a [*a]\n"),
        ("docs/idiomas.yml", f"en: {'9' * 5000}\n"),
        ("docs/conversaciones.yml", "- {url: 0x_}\n"),
        (WORDS, "kinds: !!float hola\n"),
        ("docs/anclas.json", "[" * 5000),
        ("docs/anclas.json", "9" * 6000),
        ("docs/anclas.json", ""),
        ("docs/figuras/a.json", "[" * 5000),
        ("docs/pan.markdown", "# Pan"),
        ("docs/PAN.MD", "# Pan"),
    ],
)
def test_whatever_cannot_be_read_is_a_problem_of_its_file(
    manuscript: Project, plan: Plan, path: str, text: str
) -> None:
    manuscript.write(path, text)
    assert path in {problem.path for problem in join_in(manuscript.root, plan)[1]}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("docs/fuentes.json", '"type":', '"type": "book", "type":'),
        (NOTE, "reviewed: 2026-01-15", "history:\n  2026-01-15: Uno.\n  2026-01-15: Dos.\nreviewed: 2026-01-15"),
        ("docs/glosario.md", "terms:\n", "terms:\n  nada: [nada]\n  nada: [nada]\n"),
    ],
)
def test_nothing_can_stand_twice(manuscript: Project, plan: Plan, path: str, old: str, new: str) -> None:
    manuscript.write(path, (manuscript.root / path).read_text(encoding="utf-8").replace(old, new, 1))
    told = [problem for problem in join_in(manuscript.root, plan)[1] if problem.path == path]
    assert any("stands twice" in problem.what for problem in told)


def test_no_term_of_the_glossary_is_defined_twice(manuscript: Project, plan: Plan) -> None:
    path = manuscript.root / "docs/glosario.md"
    text = path.read_text(encoding="utf-8")
    heading = next(line for line in text.splitlines() if line.startswith("## "))
    path.write_text(f"{text}\n{heading}\n\nOtra definición.\n", encoding="utf-8")
    (problem,) = join_in(manuscript.root, plan)[1]
    assert (problem.path, "stands twice" in problem.what) == ("docs/glosario.md", True)


@pytest.mark.parametrize("before", ["\n", " ", "\ufeff\n"])
def test_front_matter_is_never_taken_for_text(manuscript: Project, plan: Plan, before: str) -> None:
    path = manuscript.root / "docs/glosario.md"
    path.write_text(before + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert ("docs/glosario.md", "there is no front matter") in {
        (problem.path, problem.what) for problem in join_in(manuscript.root, plan)[1]
    }


def test_a_redirect_is_not_gone_where_its_target_or_its_file_is_broken(manuscript: Project, plan: Plan) -> None:
    manuscript.write("docs/alias.yml", "notas/fermentacion/: notas/fermenta/\n")
    old = '{"path": "notas/fermentacion/", "id": "", "kind": "note", "title": "a", "since": "2026-01-01"}'
    manuscript.write("docs/anclas.json", f"[{old}]\n")
    assert join_in(manuscript.root, plan)[1] == []
    manuscript.replace(NOTE, "summary:", "summery:")
    assert {problem.path for problem in join_in(manuscript.root, plan)[1]} == {NOTE}
    manuscript.write("docs/alias.yml", "- a\n")
    assert {problem.path for problem in join_in(manuscript.root, plan)[1]} == {NOTE, "docs/alias.yml"}


def test_in_a_changed_section_only_notes_that_are_wrong_themselves_are_reported(
    manuscript: Project, plan: Plan
) -> None:
    manuscript.replace(PAGE, "levadura *silvestre***", "levadura *salvaje***")  # quoted by two notes
    manuscript.replace(OTHER, "passage: trigo duro", "passage: trigo muy duro")
    assert [problem.path for problem in join_in(manuscript.root, plan)[1]] == [PAGE, OTHER]


def test_without_sources_every_citation_is_a_fault(manuscript: Project, plan: Plan) -> None:
    manuscript.write(SOURCES, "[]\n")
    _, problems = join_in(manuscript.root, plan)
    assert [problem.what for problem in problems].count("unknown source «manual-pan»") == 3
    assert len(problems) == 5


@pytest.mark.parametrize("name", BUILT)
def test_the_build_and_the_check_tell_what_the_join_tells(project: Project, plan: Plan, name: str) -> None:
    CASES[name][0](project)
    _, problems = join_in(project.root, plan)
    assert project.build() == Outcome(False, f"{report(problems)}\n")
    assert not project.site.exists() or not [*project.site.rglob("*.html")]
    assert of_build(read(project.root, site_settings.plan(project.root)).problems) == of_build(problems)


def test_the_build_says_so_when_mermaid_is_not_installed(project: Project) -> None:
    (project.root / "node_modules/.cache/edition/mermaid.js").unlink()
    outcome = project.build()
    assert not outcome.is_success
    assert outcome.errors == "mermaid is not installed: run «npm ci», or scripts/serve, which does it for you.\n"


def test_a_build_that_is_stopped_ends_with_1_and_no_traceback(project: Project) -> None:
    for name in TEN:
        CASES[name][0](project)
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(project.root / "mkdocs.yml")]
    ended = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    assert ended.returncode == 1
    assert "10 problems in the edition:" in ended.stderr
    assert "Traceback" not in ended.stdout + ended.stderr
