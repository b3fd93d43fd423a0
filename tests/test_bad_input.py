"""Whatever is wrong in an edition, the build stops and says where, what and how to mend it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from conftest import Outcome, Project

NOTE, OTHER, PAGE, SOURCES = (
    "docs/notas/fermenta.md",
    "docs/notas/trigo.md",
    "docs/ensayo/levadura.md",
    "docs/fuentes.json",
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
        "docs/ensayo/esquema.md:1",
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
        "docs/ensayo/esquema.md:1",
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
        "docs/ensayo.txt, line 9",
        "the essay has «",
        "Give the page the words of docs/ensayo.txt again.",
    ),
    "paragraph missing from the essay": (
        Replace(PAGE, "Lo que pide es poco:\n\n", ""),
        "docs/ensayo.txt, line 9",
        "the pages have «",
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
    "missing mermaid bundle": (
        Move("node_modules/.cache/edition/mermaid.js"),
        "mermaid",
        "is not installed",
        "run «npm ci»",
    ),
}


def test_the_miniature_itself_is_sound(project: Project) -> None:
    assert project.build() == Outcome(True, "")
    assert "<mark" in project.page("ensayo/levadura")


@pytest.mark.parametrize(("spoil", "where", "what", "cure"), CASES.values(), ids=CASES)
def test_a_fault_stops_the_build_and_says_how_to_mend_it(
    project: Project, spoil: Callable[[Project], None], where: str, what: str, cure: str
) -> None:
    spoil(project)
    outcome = project.build()
    assert not outcome.is_success
    message = outcome.errors[outcome.errors.index(where) :]
    assert message.startswith((f"{where}: ", f"{where} "))
    assert what in message.split("\n    ")[0]
    assert cure in message
    assert outcome.errors.count("\n") <= 4
    assert "Traceback" not in outcome.errors


def test_without_sources_every_citation_is_a_fault(project: Project) -> None:
    project.write(SOURCES, "[]\n")
    outcome = project.build()
    assert outcome.errors.startswith("5 problems in the edition:")
    assert outcome.errors.count("unknown source «manual-pan»") == 3


FIVE = ["missing field", "passage found twice", "malformed JSON", "bad slug", "block that no essay has"]


def test_five_faults_in_five_files_are_all_told_at_once(project: Project) -> None:
    for name in FIVE:
        CASES[name][0](project)
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", str(project.root / "mkdocs.yml")]
    ended = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    assert ended.returncode == 1
    assert "5 problems in the edition:" in ended.stderr
    said = " ".join((ended.stdout + ended.stderr).split())
    for name in FIVE:
        _, where, what, cure = CASES[name]
        assert re.search(rf"{re.escape(where)}: [^:]*{re.escape(what)}", said), name
        assert cure in said, name
    assert "Traceback" not in said
