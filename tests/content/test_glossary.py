"""Terms are read with their words, and linked where they are first used."""

from __future__ import annotations

import re
from typing import Any

import pytest
from edition.content.glossary import Lexicon, Term, parse
from edition.text.runs import plain
from edition.text.selectors import Span
from hypothesis import given
from hypothesis import strategies as st
from strategies import Markup, marked, markups

PAGE = '<p>Entrada.</p><h2 id="masa"><em>masa</em></h2><p>Harina y agua [@a].</p><h2 id="sal">sal</h2><p>Uno.</p><p>Dos.</p>'
TERMS = {"masa": Term("masa", "masa", ("masa madre", "masa"), ""), "sal": Term("sal", "sal", ("sal",), "")}


def test_terms_have_their_words_and_their_definitions() -> None:
    terms, problems = parse("docs/glosario.md", PAGE, {"masa": ["masa madre", "masa"], "sal": ["sal"]})
    assert not problems
    assert [(term.id, term.name, term.tokens) for term in terms.values()] == [
        ("masa", "<em>masa</em>", ("masa madre", "masa")),
        ("sal", "sal", ("sal",)),
    ]
    assert terms["sal"].definition == "<p>Uno.</p><p>Dos.</p>"
    assert terms["masa"].sources == ("a",)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ({"masa": ["masa"]}, ["no words call for the term «sal»"]),
        ({"masa": ["masa"], "sal": "sal"}, ["no words call for the term «sal»"]),
        ({"masa": ["masa"], "sal": [3]}, ["no words call for the term «sal»"]),
        (["masa", "sal"], ["no words call for the term «masa»", "no words call for the term «sal»"]),
        (None, ["no words call for the term «masa»", "no words call for the term «sal»"]),
        ({"masa": ["masa"], "sal": ["sal"], "pan": ["pan"]}, ["the term «pan» has no definition"]),
        ({"masa": ["masa"], "sal": ["sal", "masa"]}, ["«masa» calls for two terms, «masa» and «sal»"]),
    ],
)
def test_what_is_wrong_with_a_glossary_is_said(tokens: Any, expected: list[str]) -> None:
    _, problems = parse("docs/glosario.md", PAGE, tokens)
    assert [problem.what for problem in problems] == expected


def test_the_first_use_outside_links_and_code_is_linked_and_whole_words_only() -> None:
    html = '<p><a href="x">masa</a> <code>sal</code> masas <em>masa madre</em>, masa y sal-gema; sal, sal.</p>'
    linked = Lexicon(TERMS.values()).link(html, lambda term, words: f"[{term.id}:{words}]")
    assert linked == html.replace("masa madre", "[masa:masa madre]").replace("; sal,", "; [sal:sal],")


@pytest.mark.parametrize(
    ("passage", "found"),
    [(Span(0, 4), {}), (Span(3, 7), {}), (Span(3, 13), {"masa": Span(3, 13)}), (Span(13, 15), {"masa": Span(3, 13)})],
)
def test_a_use_that_a_passage_cuts_is_not_linked(passage: Span, found: dict[str, Span]) -> None:
    assert Lexicon(TERMS.values()).first_uses("La masa madre.", passages=[passage]) == found


def test_a_term_that_is_used_already_leaves_its_words_to_others() -> None:
    terms = [*TERMS.values(), Term("madre", "madre", ("madre", "«pan»"), "")]
    assert Lexicon(terms).first_uses("masa madre", {"masa"}) == {"madre": Span(5, 10)}
    assert Lexicon(terms).first_uses("el «pan», la sal") == {"madre": Span(3, 8), "sal": Span(13, 16)}


@given(st.text("añ- «", max_size=12), st.sets(st.text("añ-«", min_size=1, max_size=3), max_size=4))
def test_terms_are_found_as_a_pattern_of_all_their_words_finds_them(text: str, tokens: set[str]) -> None:
    words = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    found: dict[str, Span] = {}
    for match in re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", text) if tokens else ():
        found.setdefault(match[0], Span(*match.span()))
    assert Lexicon(Term(token, token, (token,), "") for token in tokens).first_uses(text) == found


@given(markups)
def test_linking_leaves_the_text_alone(markup: Markup) -> None:
    terms = [Term(word, word, (word,), "") for word in ("a", "ñ", "&", "אم")]
    linked = Lexicon(terms).link(markup.html, lambda term, words: f'<a class="term" href="#{term.id}">{words}</a>')
    assert plain(linked) == markup.text


@given(marked(), st.sets(st.sampled_from("aenñé")))
def test_no_term_crosses_the_end_of_a_passage(case: tuple[Markup, dict[str, Span]], words: set[str]) -> None:
    markup, passages = case
    terms = [Term(word, word, (word, word * 2), "") for word in sorted(words)]
    for id, span in Lexicon(terms).first_uses(markup.html, passages=passages.values()).items():
        assert markup.text[span.start : span.end] in (id, id * 2)
        assert not [p for p in passages.values() if p.overlaps(span) and not p.start <= span.start < span.end <= p.end]
