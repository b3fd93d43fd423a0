"""Citations are found in Markdown and set in the HTML made of it; code is left alone in both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from edition.text.citations import Citation, find, replace, without_code
from hypothesis import given
from hypothesis import strategies as st

_pieces = st.sampled_from([" ` ", "\\`", "*", " pan ", "[@a]", "[@b, p. 3]", "[x](y.md)", "\npan "])
_words = st.lists(_pieces, min_size=1, max_size=6).map(lambda pieces: "pan " + "".join(pieces))
_blocks = (
    _words
    | st.lists(_words, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items))
    | _words.map(lambda words: "> " + words.replace("\n", "\n> "))
    | _words.map(lambda words: f"```\n{words}\n```")
)
markdowns = st.lists(_blocks, min_size=1, max_size=4).map("\n\n".join)


def keys(markdown: str) -> list[str]:
    return [citation.key for citation in find(markdown)]


def shown(html: str) -> list[str]:
    """Return the keys of the citations that `replace` comes upon."""
    found: list[str] = []
    replace(html, lambda citation: found.append(citation.key) or "")  # type: ignore[func-returns-value]
    return found


def test_citations_are_found_in_order_with_locator_and_line() -> None:
    markdown = "Uno [@a] y dos [@b-2, pp. 3–4 y «c»].\n\nTres [@a,\ncap. 1]."
    assert list(find(markdown, first_line=10)) == [
        Citation("a", "", 10),
        Citation("b-2", "pp. 3–4 y «c»", 10),
        Citation("a", "cap. 1", 12),
    ]


@pytest.mark.parametrize(
    "markdown",
    [
        "Así: `[@a]`.",
        "Así: `` [@a] ` [@b] ``.",
        "```\n[@a]\n```",
        "~~~ python\n[@a]\n\n[@b]\n~~~",
        "Correo: ana@a.es, [a@b], @a, [ @a ]",
    ],
)
def test_what_is_code_or_no_citation_is_left_alone(markdown: str, render: Callable[[str], str]) -> None:
    assert keys(markdown) == shown(render(markdown)) == []


@pytest.mark.parametrize(
    "markdown",
    [
        "Un acento ` suelto [@a].\n\nOtro ` suelto [@b].",
        "- uno ` [@a]\n- dos ` [@b]",
        r"Con barra \` [@a] \` y sin código [@b].",
        "`código` [@a] `más` [@b]",
        "```\ncódigo\n```\n\n[@a] y [@b]",
        "~~~\n[@c]\n~~~\n[@a]\n\n~~~\n[@c]\n~~~\n[@b]",
    ],
)
def test_loose_backticks_make_no_code(markdown: str, render: Callable[[str], str]) -> None:
    assert keys(markdown) == shown(render(markdown)) == ["a", "b"]


@given(markdowns)
def test_every_citation_that_is_shown_was_found(render: Callable[[str], str], markdown: str) -> None:
    assert set(shown(render(markdown))) <= set(keys(markdown))


@given(markdowns)
def test_blanking_code_moves_nothing(markdown: str) -> None:
    blank = without_code(markdown)
    assert [len(line) for line in blank.split("\n")] == [len(line) for line in markdown.split("\n")]
    assert all(new in (old, " ") for new, old in zip(blank, markdown, strict=True))


def test_citations_are_set_and_all_else_stays() -> None:
    html = '<p>Uno [@a] y <code>[@b]</code>, <em>dos [@c, p. 3]</em></p>\n<pre class="x"><code>[@d]</code></pre>'
    set_as = replace(html, lambda citation: f"({citation.key}|{citation.locator})")
    assert set_as == html.replace("[@a]", "(a|)").replace("[@c, p. 3]", "(c|p. 3)")
