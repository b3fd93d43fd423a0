"""Cutting a block's HTML at its passages changes nothing but where it is cut."""

from __future__ import annotations

from random import Random

from edition.text.runs import Run, cut, plain
from edition.text.selectors import Span
from hypothesis import given
from hypothesis import strategies as st
from strategies import Markup, marked, markups


@given(markups)
def test_plain_is_the_text_that_html_shows(markup: Markup) -> None:
    assert plain(markup.html) == markup.text


@given(marked())
def test_runs_joined_are_the_source(case: tuple[Markup, dict[str, Span]]) -> None:
    markup, spans = case
    assert "".join(run.html for run in cut(markup.html, spans)) == markup.html


@given(marked())
def test_the_runs_of_a_passage_hold_its_text(case: tuple[Markup, dict[str, Span]]) -> None:
    markup, spans = case
    runs = cut(markup.html, spans)
    for key, span in spans.items():
        shown = "".join(plain(run.html) for run in runs if key in run.keys)
        assert shown == markup.text[span.start : span.end]


@given(marked())
def test_every_passage_ends_once_with_the_last_of_its_runs(case: tuple[Markup, dict[str, Span]]) -> None:
    markup, spans = case
    runs = cut(markup.html, spans)
    for key in spans:
        inside = [run for run in runs if key in run.keys]
        assert [run for run in runs if key in run.ends] == inside[-1:] != []


@given(marked())
def test_no_marked_run_holds_a_tag(case: tuple[Markup, dict[str, Span]]) -> None:
    markup, spans = case
    marked_runs = [run for run in cut(markup.html, spans) if run.keys]
    assert not [run for run in marked_runs if "<" in run.html or not run.html]


@given(marked(), st.randoms())
def test_the_order_of_the_passages_does_not_matter(case: tuple[Markup, dict[str, Span]], random: Random) -> None:
    markup, spans = case
    shuffled = list(spans.items())
    random.shuffle(shuffled)
    assert cut(markup.html, dict(shuffled)) == cut(markup.html, spans)


def test_passages_that_cross_each_other_and_a_tag() -> None:
    runs = cut("uno <em>dos &amp; tres</em> fin", {"a": Span(0, 9), "b": Span(4, 18)})
    assert runs == [
        Run("uno ", ("a",), ()),
        Run("<em>"),
        Run("dos &amp;", ("a", "b"), ("a",)),
        Run(" tres", ("b",), ()),
        Run("</em>"),
        Run(" fin", ("b",), ("b",)),
    ]


def test_keys_come_as_their_passages_begin_the_longer_first() -> None:
    spans = {"b": Span(1, 2), "c": Span(1, 4), "d": Span(0, 2), "a": Span(1, 2)}
    assert cut("pan.", spans)[1].keys == ("d", "c", "a", "b")
