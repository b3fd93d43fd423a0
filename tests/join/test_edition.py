"""Notes find their places in the essay, are numbered there, and are counted."""

from __future__ import annotations

import datetime
from html import escape
from typing import Any

import pytest
import yaml
from edition.content import essay
from edition.content.essay import Section
from edition.content.glossary import Term
from edition.content.notes import Note, parse
from edition.join.check import unknown_figures, unknown_sources
from edition.join.model import Edition
from edition.join.passages import annotate
from edition.problems import Problem
from edition.text.citations import Citation
from edition.text.runs import plain
from hypothesis import given
from hypothesis import strategies as st
from projects import VOCABULARY, named

DAY: Any = datetime.date(2026, 1, 15)
SECTIONS = essay.number(
    essay.parse(id, f"docs/ensayo/{id}.md", html)[0]
    for id, html in {
        "index": "<h1>El pan</h1><p>El pan espera. ¿Quién lo amasa? Nadie, si no llueve.</p>",
        "masa": "<h1>La masa</h1><p>La <em>masa</em> madre y la masa.</p><ul><li>agua y harina</li><li>sal y agua</li></ul>",
    }.items()
)


def note(slug: str, passage: str, section: str = "index", cites: str = "", **rest: str) -> Note:
    """Write a note; `cites` are the keys of its sources, `rest` the fields that come after the passage."""
    fields = {"title": slug, "section": section, "passage": passage} | rest
    fields |= {"kind": rest.get("kind", "contexto"), "summary": "Un resumen.", "reviewed": DAY, "review_by": DAY}
    fields |= {"changes": "Algo."} if "verdict" in rest else {}
    body = " ".join(f"[@{key}]" for key in cites.split())
    front = yaml.safe_dump(fields, allow_unicode=True, sort_keys=False)
    written, problems = parse(f"docs/notas/{slug}.md", f"---\n{front}---\nTexto {body}", VOCABULARY)
    assert written, problems
    return written


def edition(*notes: Note, terms: dict[str, Term] | None = None) -> Edition:
    annotations, problems = annotate(SECTIONS, notes)
    assert not problems
    return Edition(tuple(SECTIONS), tuple(annotations), {}, terms or {}, {}, VOCABULARY)


def problem(*notes: Note) -> Problem:
    annotations, (found,) = annotate(SECTIONS, notes)
    assert len(annotations) == len(notes) - 1
    return found


NOTES = [
    note("espera", "El pan espera"),
    note("pan", "pan"),
    note("nadie", "Nadie, si"),
    note("titulo", "pan", section="title"),
    note("agua", "agua", section="masa", prefix="sal y"),
    note("madre", "masa madre", section="masa"),
    note("toda", "La masa", section="masa", suffix="madre"),
]


@given(st.permutations(NOTES))
def test_notes_are_numbered_on_each_page_as_their_passages_end(notes: list[Note]) -> None:
    joined = edition(*notes)
    assert [(a.number, a.note.slug, a.block.id) for a in joined.annotations] == [
        (1, "titulo", "title"),
        (2, "pan", "p1"),
        (3, "espera", "p1"),
        (4, "nadie", "p1"),
        (1, "toda", "p2"),
        (2, "madre", "p2"),
        (3, "agua", "p4"),
    ]
    assert joined == edition(*NOTES)


def test_an_annotation_knows_its_words_and_its_block() -> None:
    joined = edition(*NOTES)
    for annotation in joined.annotations:
        start, end = annotation.span.start, annotation.span.end
        assert annotation.block.text[start:end] == annotation.note.selector.exact
        assert annotation in joined.on(annotation.block)
        assert joined.annotation(annotation.note.slug) is annotation
        assert joined.annotations[joined.index(annotation.note.slug)] is annotation


def test_findings_are_counted_in_the_order_they_are_always_listed() -> None:
    joined = edition(
        note("a", "pan", kind="textual"),
        note("b", "espera", kind="verificación", verdict="falso"),
        note("c", "Nadie", kind="textual"),
        note("d", "llueve", kind="verificación", verdict="confirmado"),
        note("e", "harina", section="masa", kind="crítica"),
    )
    assert joined.balance(SECTIONS[0]) == [(named("confirmado"), 1), (named("falso"), 1), (named("textual"), 2)]
    assert joined.balance(*SECTIONS)[-2:] == [(named("crítica"), 1), (named("textual"), 2)]
    assert Edition(tuple(SECTIONS)).balance(*SECTIONS) == []


@pytest.mark.parametrize(
    ("passage", "sentence"),
    [
        ("pan", ("El ", "pan", " espera. ")),
        ("El pan espera.", ("", "El pan espera.", " ")),
        ("lo amasa", ("¿Quién ", "lo amasa", "? ")),
        ("espera. ¿Quién", ("El pan ", "espera. ¿Quién", " lo amasa? ")),
        ("si no llueve.", ("Nadie, ", "si no llueve.", "")),
    ],
)
def test_a_passage_is_shown_in_its_sentence(passage: str, sentence: tuple[str, str, str]) -> None:
    (annotation,) = edition(note("a", passage)).annotations
    assert annotation.sentence == sentence


@given(st.data())
def test_the_sentence_of_a_passage_is_part_of_its_block(data: st.DataObject) -> None:
    text = SECTIONS[0].blocks[1].text
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    passage = text[start:end].strip()
    annotations, problems = annotate(SECTIONS, [note("a", passage)] if passage else [])
    for annotation in annotations:
        before, words, after = annotation.sentence
        assert before + words + after in text
        assert words == passage
    assert all("times" in problem.what for problem in problems)


@given(st.permutations(NOTES[4:]), st.sets(st.sampled_from(["masa", "madre", "agua"])))
def test_pieces_hold_the_block_its_passages_and_its_terms(notes: list[Note], tokens: set[str]) -> None:
    joined = edition(*notes, terms={token: Term(token, token, (token,), "") for token in sorted(tokens)})
    block = SECTIONS[1].blocks[1]
    pieces = joined.pieces(block)
    assert "".join(piece.html for piece in pieces) == block.html
    for annotation in joined.on(block):
        words = "".join(plain(piece.html) for piece in pieces if annotation in piece.annotations)
        assert words == annotation.note.selector.exact
        assert [annotation in piece.ends for piece in pieces].count(True) == 1
    used = [plain(piece.html) for piece in pieces if piece.term]
    assert used == [word for word in ("masa", "madre") if word in tokens]


def test_a_term_is_linked_where_its_section_first_uses_it() -> None:
    joined = edition(terms={"agua": Term("agua", "agua", ("agua",), "")})
    linked = [[piece.html for piece in joined.pieces(block) if piece.term] for block in SECTIONS[1].blocks]
    assert linked == [[], [], ["agua"], []]


def test_the_notes_that_cite_a_source_are_known() -> None:
    joined = edition(note("a", "pan", cites="x y"), note("b", "espera", cites="y"))
    assert [annotation.note.slug for annotation in joined.citing("y")] == ["a", "b"]
    assert joined.citing("z") == []


def test_an_unknown_section_is_answered_with_those_there_are() -> None:
    assert problem(note("a", "pan", section="mesa")) == Problem(
        "docs/notas/a.md", 3, "unknown section «mesa»", "Use one of: title, index, masa."
    )


def test_a_passage_that_is_not_there_is_answered_with_the_nearest() -> None:
    found = problem(note("a", "Nadie, si no llueva"))
    assert (found.line, found.what) == (4, "the passage «Nadie, si no llueva» is not in «index»")
    assert found.cure == "Did you mean «Nadie, si no llueve.»?"


def test_no_passage_across_two_blocks_is_ever_proposed() -> None:
    found = problem(note("a", "agua y harina sal", section="masa"))
    assert found.cure == "Did you mean «agua y harina»?"


@pytest.mark.parametrize(
    ("found", "cure"),
    [
        (note("a", "agua", section="masa"), "Tell them apart with «suffix: y harina»."),
        (note("a", "a", section="index"), "Tell them apart with «prefix: El p» or «suffix: n espera. ¿Quién»."),
        (note("a", "masa", section="masa"), "Tell them apart with a longer passage."),  # «La masa» is the heading too
    ],
)
def test_a_passage_that_stands_twice_is_answered_with_words_that_tell_them_apart(found: Note, cure: str) -> None:
    reported = problem(found)
    assert reported.line == 4
    assert f"«{found.selector.exact}» stands" in reported.what and "times" in reported.what
    assert reported.cure == cure


def test_words_around_a_passage_that_are_wrong_are_at_fault_themselves() -> None:
    found = problem(note("a", "pan espera", prefix="Un"))
    assert (found.line, found.cure) == (5, "It stands there once: remove the line.")
    found = problem(note("a", "agua", section="masa", suffix="tibia"))
    assert (found.line, found.cure) == (5, "Use «suffix: y harina».")


@given(st.data())
def test_the_words_proposed_do_tell_them_apart(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(["pan", "sal", "agua y", "la", "masa."]), min_size=2, max_size=8))
    html = f"<p>{escape(' '.join(words))}</p><p>{escape(' '.join(words[1:]))}</p>"
    sections: list[Section] = essay.number([essay.parse("s", "s.md", html)[0]])
    exact = data.draw(st.sampled_from(words))
    _, problems = annotate(sections, [note("a", exact, section="s")])
    for found in problems:
        for hint in found.cure.removeprefix("Tell them apart with ").removesuffix(".").split(" or "):
            if hint != "a longer passage":
                name, _, around = hint.strip("«»").partition(": ")
                assert annotate(sections, [note("a", exact, section="s", **{name: around})])[1] == []


def test_unknown_sources_and_figures_are_named_with_the_likeliest() -> None:
    cited = [Citation("manual-pan", line=9), Citation("manul-pan", line=12), Citation("zzz", line=13)]
    assert unknown_sources("docs/notas/a.md", cited, {"manual-pan": 1, "atlas": 2}) == [
        Problem("docs/notas/a.md", 12, "unknown source «manul-pan»", "Did you mean «manual-pan»?"),
        Problem("docs/notas/a.md", 13, "unknown source «zzz»", "Add it to docs/fuentes.json, or mend the key."),
    ]
    (found,) = unknown_figures([note("a", "pan", figure="no"), note("b", "pan")], {})
    assert (found.line, found.what) == (5, "unknown figure «no»")
