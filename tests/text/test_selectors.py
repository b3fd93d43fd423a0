"""A quotation is found where it stands, wherever that is, and nowhere else."""

from __future__ import annotations

import unicodedata
from html import escape

import pytest
from edition.content.essay import Block, locate
from edition.text.selectors import Span, TextQuoteSelector, context, fold, nearest, resolve
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import MARKS, SPACES, texts

WORDS = "levadura silvestre duerme bajo cada grano hasta cuando llega agua tibia".split()  # none begins or ends another


def spells(text: str, position: int) -> bool:
    """Tell whether `text` can be cut at `position` without taking a letter apart."""
    before, after = text[:position], text[position:]
    if not before or not after or before[-1].isspace():
        return True
    joined = unicodedata.normalize("NFC", before) + unicodedata.normalize("NFC", after)
    return joined == unicodedata.normalize("NFC", text) and not unicodedata.combining(after[0])


@given(texts)
def test_folding_leaves_neither_double_spaces_nor_loose_accents(text: str) -> None:
    folded = fold(text)
    assert folded == " ".join(folded.split()) == unicodedata.normalize("NFC", folded)
    assert fold(folded) == folded


@given(st.text(st.sampled_from("ae\u1112\u1161" + SPACES + MARKS), max_size=8), st.data())
def test_all_that_reads_like_the_quotation_is_found(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    exact = data.draw(st.integers(start, len(text)).map(lambda end: text[start:end]))
    assume(exact.strip())
    expected = [
        Span(i, j)
        for i in range(len(text))
        for j in range(i + 1, len(text) + 1)
        if fold(text[i:j]) == fold(exact) and text[i:j] == text[i:j].strip()
        if spells(text, i) and spells(text, j)
    ]
    assert resolve(text, TextQuoteSelector(exact)) == expected


@given(texts, texts, st.sampled_from(("NFC", "NFD")), st.lists(st.text(SPACES, min_size=1), min_size=2, max_size=2))
def test_a_planted_quotation_is_found_however_it_is_spelled(
    before: str, after: str, form: str, gaps: list[str]
) -> None:
    planted = unicodedata.normalize(form, f"«Zócalo{gaps[0]}pingüino{gaps[1]}Xǫ́»")  # type: ignore[arg-type]
    text = f"{before} {planted} {after}"
    start = len(before) + 1
    assert resolve(text, TextQuoteSelector("  «Zócalo pingüino Xǫ́» ")) == [Span(start, start + len(planted))]


@given(texts, texts)
def test_what_is_found_reads_like_the_quotation(text: str, exact: str) -> None:
    assume(fold(exact))
    for span in resolve(text, TextQuoteSelector(exact)):
        assert fold(text[span.start : span.end]) == fold(exact)


@given(st.permutations(WORDS), st.data())
def test_the_words_around_tell_likes_apart(words: list[str], data: st.DataObject) -> None:
    text = " pan ".join(words)
    at = data.draw(st.integers(0, len(words) - 2))
    start = len(" pan ".join(words[: at + 1])) + 1
    here = [Span(start, start + 3)]
    assert resolve(text, TextQuoteSelector("pan", prefix=f"{words[at]} ")) == here
    assert resolve(text, TextQuoteSelector("pan", suffix=words[at + 1])) == here
    assert len(resolve(text, TextQuoteSelector("pan"))) == len(words) - 1
    assert not resolve(text, TextQuoteSelector("pan", prefix=words[at], suffix=words[at]))


@given(st.permutations(WORDS), st.data())
def test_the_context_of_a_quotation_finds_it(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.sampled_from([at for at in range(len(text)) if text[at] != " "]))
    span = Span(start, start + 1)
    before, after = context(text, span)
    assert span in resolve(text, TextQuoteSelector(text[start], before, after))


@pytest.mark.parametrize("exact", ["", "  ", "\u00a0\n"])
def test_a_selector_must_quote_something(exact: str) -> None:
    with pytest.raises(ValueError, match="at least one word"):
        resolve("un texto", TextQuoteSelector(exact))


def test_a_letter_is_not_found_inside_its_accented_form() -> None:
    assert resolve("o\u0323\u0301", TextQuoteSelector("o")) == []
    assert resolve("esta está", TextQuoteSelector("esta")) == [Span(0, 4)]


@given(st.permutations(WORDS), st.data())
def test_a_misquotation_is_answered_with_words_that_are_there(words: list[str], data: st.DataObject) -> None:
    blocks = [words[:6], words[6:]]
    block = data.draw(st.sampled_from(blocks))
    start = data.draw(st.integers(0, len(block) - 4))
    first, second, third, fourth = block[start : start + 4]
    wrong = data.draw(st.sampled_from(["x", "xx", ""]))
    proposed = nearest(map(" ".join, blocks), f"{first} {second}{wrong} {third} {fourth[1:]}")
    assert proposed is not None
    assert {first, third} <= set(proposed.split())
    assert resolve(" ".join(block), TextQuoteSelector(proposed))


def test_a_typing_mistake_is_answered_with_the_right_words() -> None:
    assert nearest(["Duerme en cada grano.", "Nadie la crea."], "duerme en cada gramo") == "Duerme en cada grano."


def test_nothing_is_proposed_for_words_from_elsewhere() -> None:
    assert nearest(["la levadura duerme"], "zzz www kkk") is None


@given(texts, texts, st.data())
def test_a_quotation_never_crosses_blocks(first: str, second: str, data: st.DataObject) -> None:
    first, second = f"{first}uno", f"dos{second}"  # «od» stands nowhere else
    blocks = [Block("paragraph", "s", escape(text, quote=False)) for text in (first, second)]
    start = data.draw(st.integers(0, len(first) - 1))
    end = data.draw(st.integers(1, len(second)))
    for joint in ("", " ", "\n\n"):
        assert locate(blocks, TextQuoteSelector(first[start:] + joint + second[:end])) == []
