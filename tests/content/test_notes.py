"""A note is read whole or not at all, and what is wrong with it is said with its line and its cure."""

from __future__ import annotations

import datetime

import pytest
from edition.content import notes
from edition.content.notes import SUMMARY_LIMIT, Note
from edition.content.vocabulary import Kind, Verdict
from edition.problems import Problem, report
from edition.text import frontmatter
from edition.text.selectors import TextQuoteSelector
from hypothesis import given
from hypothesis import strategies as st
from projects import VOCABULARY

PATH = "docs/notas/pan.md"
VERIFICATION = VOCABULARY.verification.name
FIELDS = {
    "title": "Pan",
    "section": "masa",
    "passage": "el pan",
    "kind": "contexto",
    "summary": "Un resumen.",
    "reviewed": "2026-01-15",
    "review_by": "2026-07-15",
}

_yaml = st.text(st.sampled_from("a1: #'\"[]{}-&*!|>%@`?,\n\t"))


def written(body: str = "Texto [@a].\n", **changes: str | None) -> str:
    """Return a note as its author writes it, with fields added or changed (None leaves one out)."""
    fields = {name: value for name, value in (FIELDS | changes).items() if value is not None}
    return "".join(["---\n", *(f"{name}: {value}\n" for name, value in fields.items()), "---\n\n", body])


def parse(path: str, text: str) -> tuple[Note | None, list[Problem]]:
    return notes.parse(path, text, VOCABULARY)


def read(text: str) -> Note:
    note, problems = parse(PATH, text)
    assert note, report(problems)
    assert not problems
    return note


def faults(text: str, path: str = PATH) -> list[Problem]:
    note, problems = parse(path, text)
    assert note is None
    return problems


def test_a_note_has_what_its_author_wrote() -> None:
    note = read(
        written("Texto [@b, p. 3].\n\nMás [@a] [@b].\n", kind=VERIFICATION, verdict="sin fuente", changes="Algo.")
    )
    assert note.slug == "pan"
    assert note.selector == TextQuoteSelector("el pan")
    assert note.kind is VOCABULARY.verification
    assert note.verdict and note.verdict.name == "sin fuente" and note.finding is note.verdict
    assert note.label == "Verificación: sin fuente"
    assert note.reviewed == datetime.date(2026, 1, 15)
    assert [(c.key, c.locator, c.line) for c in note.citations] == [("b", "p. 3", 13), ("a", "", 15), ("b", "", 15)]
    assert note.sources == ("b", "a")


def test_a_note_without_a_verdict_is_known_by_its_kind() -> None:
    note = read(written())
    assert (note.finding.name, note.label) == ("contexto", "Contexto")


def test_the_words_around_and_what_is_pending_are_optional() -> None:
    note = read(written(prefix="antes", suffix="después", pending="\n  - una cosa\n  - otra"))
    assert note.selector == TextQuoteSelector("el pan", "antes", "después")
    assert note.pending == ("una cosa", "otra")


@pytest.mark.parametrize("text", ["\ufeff" + written(), written().replace("---\n", "---  \n")])
def test_editors_that_leave_marks_and_spaces_do_no_harm(text: str) -> None:
    assert read(text) == read(written())


@pytest.mark.parametrize("verdict", VOCABULARY.verdicts, ids=lambda word: word.slug)
def test_every_verdict_goes_with_a_verification(verdict: Verdict) -> None:
    assert read(written(kind=VERIFICATION, verdict=verdict.name, changes="Algo.")).verdict == verdict


@pytest.mark.parametrize("kind", [kind for kind in VOCABULARY.kinds if not kind.verdicts], ids=lambda word: word.slug)
def test_no_other_kind_takes_a_verdict(kind: Kind) -> None:
    (problem,) = faults(written(kind=kind.name, verdict="falso"))
    assert (problem.line, problem.what) == (9, f"«verdict» on a note of kind «{kind.name}»")


def test_the_summary_may_be_as_long_as_its_limit_and_no_longer() -> None:
    assert len(read(written(summary="x" * SUMMARY_LIMIT)).summary) == SUMMARY_LIMIT
    (problem,) = faults(written(summary="x" * (SUMMARY_LIMIT + 2)))
    assert (problem.line, problem.what) == (6, "the summary has 222 characters, 2 too many")


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("title", "2026", "«title» cannot be «2026»"),
        ("title", "", "«title» cannot be «None»"),
        ("title", "[a, b]", "«title» cannot be «['a', 'b']»"),
        ("passage", "'  '", "«passage» cannot be «  »"),
        ("kind", "opinión", "«kind» cannot be «opinión»"),
        ("kind", "[contexto]", "«kind» cannot be «['contexto']»"),
        ("reviewed", "ayer", "«reviewed» cannot be «ayer»"),
        ("reviewed", "2026-02-30", "«reviewed» cannot be «2026-02-30»"),
        ("review_by", "2026", "«review_by» cannot be «2026»"),
        ("pending", "una cosa", "«pending» cannot be «una cosa»"),
        ("pending", "[]", "«pending» cannot be «[]»"),
        ("pending", "[a, 3]", "«pending» cannot be «['a', 3]»"),
        ("prefix", "3", "«prefix» cannot be «3»"),
    ],
)
def test_a_value_of_another_form_is_named_with_its_line(name: str, value: str, what: str) -> None:
    (problem,) = faults(written(**{name: value}))
    line = written(**{name: value}).split("\n").index(f"{name}: {value}") + 1
    assert (problem.path, problem.line, problem.what) == (PATH, line, what)


def test_all_that_is_wrong_is_said_at_once() -> None:
    problems = faults(written(body="", title=None, kind="opinión", color="rojo"))
    assert [problem.what for problem in sorted(problems)] == [
        "the field «title» is missing",
        "«kind» cannot be «opinión»",
        "«color» is not a field of a note",
        "the note has no text",
    ]


@pytest.mark.parametrize("name", [*FIELDS, "verdict", "changes"])
def test_a_field_that_is_missing_is_named(name: str) -> None:
    text = written(**{"kind": VERIFICATION, "verdict": "falso", "changes": "Algo."} | {name: None})  # type: ignore[arg-type]
    assert any(f"«{name}»" in problem.what and f"«{name}: …»" in problem.cure for problem in faults(text))


@pytest.mark.parametrize("slug", ["Pan", "el_pan", "pan-", "-pan", "el--pan", "pañ", "el pan"])
def test_a_name_that_cannot_be_an_address_is_refused(slug: str) -> None:
    (problem,) = faults(written(), f"docs/notas/{slug}.md")
    assert problem.what == f"«{slug}» cannot be an address"


def test_a_note_has_no_folder_of_its_own() -> None:
    (problem,) = faults(written(), "docs/notas/2026/pan.md")
    assert "docs/notas" in problem.cure


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("", 1, "there is no front matter"),
        ("Solo texto", 1, "there is no front matter"),
        ("---\ntitle: sin fin\n", 1, "there is no front matter"),
        ("---\n- a\n- b\n---\nTexto", 2, "broken YAML: the front matter is not a list of «field: value»"),
        ("---\ntitle: a\nsummary: uno: dos\n---\nTexto", 3, "broken YAML: mapping values are not allowed"),
        ("---\ntitle: a\npassage: 'abierta\n---\nTexto", 4, "broken YAML: found unexpected end of stream"),
        ("---\ntitle: a\n[b]: c\n---\nTexto", 3, "broken YAML: found unhashable key"),
        ("---\ntitle: a\nkind: b\ntitle: c\n---\nTexto", 4, "the field «title» stands twice"),
    ],
)
def test_front_matter_that_cannot_be_read(text: str, line: int, what: str) -> None:
    (problem,) = faults(text)
    assert problem.line == line
    assert problem.what.startswith(what)


@given(st.lists(st.sampled_from([*FIELDS]), unique=True), _yaml)
def test_no_value_whatever_is_more_than_a_problem(names: list[str], value: str) -> None:
    note, problems = parse(PATH, written(**dict.fromkeys(names, value)))
    assert bool(note) != bool(problems)


@given(_yaml)
def test_no_front_matter_whatever_is_more_than_a_problem(front: str) -> None:
    assert faults(f"---\n{front}\n---\nTexto")


@given(st.permutations([*FIELDS]))
def test_every_field_keeps_its_line(names: list[str]) -> None:
    text = "---\n" + "".join(f"{name}: {FIELDS[name]}\n" for name in names) + "---\nTexto\n"
    document, problems = frontmatter.split(PATH, text)
    assert not problems
    assert {name: text.split("\n")[line - 1] for name, line in document.lines.items()} == {
        name: f"{name}: {FIELDS[name]}" for name in names
    }
    assert text.split("\n")[document.body_line - 1] == document.body.split("\n")[0] == "Texto"


def test_problems_are_reported_in_order_each_once() -> None:
    problems = [Problem("b.md", 2, "z", "Y."), Problem("a.md", 10, "w", "V."), Problem("a.md", 9, "u", "T.")]
    assert report([*problems, *problems]) == (
        "3 problems in the edition:\na.md:9: u\n    T.\na.md:10: w\n    V.\nb.md:2: z\n    Y."
    )
    assert report(problems[:1]).startswith("1 problem in the edition:\n")
