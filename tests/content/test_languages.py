"""Words of other languages say which theirs is; nothing else changes."""

from __future__ import annotations

import re

import pytest
from edition.content import languages
from edition.html.languages import mark
from hypothesis import given
from hypothesis import strategies as st
from projects import Project
from strategies import markups

LISTED = {"bread & butter": "en", "pain": "fr", "El pan": "es"}


def test_lists_are_read_as_the_language_of_each() -> None:
    assert languages.parse("en: [moat, lock-in]\nzh-Hant: [麵包]\n") == (
        {"moat": "en", "lock-in": "en", "麵包": "zh-Hant"},
        [],
    )
    assert languages.parse("# nothing yet\n") == ({}, [])


def test_what_is_broken_or_hidden_is_reported() -> None:
    for text, what in (
        ("en: [", "broken YAML: did not find expected node content"),
        ("en: [mo\u200bat]", "the hidden character U+200B"),
    ):
        read, problems = languages.parse(text)
        assert read == {} and {(problem.path, problem.what) for problem in problems} == {("docs/idiomas.yml", what)}


@pytest.mark.parametrize("text", ["- moat", "en: moat", "en: []", "en: [1]", "inglés: [moat]", "no: [moat]"])
def test_what_is_no_list_of_words_is_reported(text: str) -> None:
    read, [problem] = languages.parse(text)
    assert read == {} and problem.path == "docs/idiomas.yml" and "en: [word, …]" in problem.cure


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ("dice <em>pain</em>.", 'dice <em lang="fr">pain</em>.'),
        ("<em>bread &amp; butter</em>", '<em lang="en">bread &amp; butter</em>'),
        ("<em>El pan</em> y <em>otro</em>", "<em>El pan</em> y <em>otro</em>"),
        ("pain y <strong>pain</strong>", "pain y <strong>pain</strong>"),
    ],
)
def test_listed_words_in_italics_are_marked(html: str, marked: str) -> None:
    assert mark(html, LISTED, "es") == marked


@given(markups, st.dictionaries(st.text(min_size=1), st.sampled_from(["en", "es"])))
def test_only_attributes_are_added(markup, listed) -> None:
    marked = mark(markup.html, listed, "es")
    assert re.sub(' lang="en"', "", marked) == markup.html


def test_notes_and_terms_are_marked_wherever_they_stand(miniature: Project) -> None:
    for address in "ensayo/esquema", "completo", "notas/pan":
        assert '<em lang="en">bread</em>' in miniature.page(address)
