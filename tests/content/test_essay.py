"""The essay, taken from the pages as blocks and put together again, is the text that was received."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from edition.content import essay
from edition.content.essay import Block, Section
from hypothesis import given
from hypothesis import strategies as st

_sentences = st.lists(st.sampled_from("pan agua «sal» — harina & <3 ¿ya? 5 °C".split()), min_size=1, max_size=5).map(
    lambda words: "Un " + " ".join(words) + "."
)
_paragraph = _sentences.map(lambda text: (text, text))


@st.composite
def _list(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a list as Markdown and as it stands in the essay."""
    items = draw(st.lists(_sentences, min_size=2, max_size=4))
    is_numbered = draw(st.booleans())
    gap = draw(st.sampled_from(["\n", "\n\n"]))
    signs = [f"{n}. " for n in range(1, len(items) + 1)] if is_numbered else ["• "] * len(items)
    shown = gap.join(sign + item for sign, item in zip(signs, items, strict=True))
    return shown.replace("• ", "- "), shown


@st.composite
def essays(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a page of Markdown and the text that it stands for; no two lists touch."""
    pieces = [draw(_sentences.map(lambda text: (f"# {text}", text)))]
    for _ in range(draw(st.integers(0, 3))):
        pieces += [draw(_paragraph), draw(_list())]
    pieces.append(draw(_paragraph))
    markdown, text = zip(*pieces, strict=True)
    return "\n\n".join(markdown), "\n\n".join(text)


@given(essays())
def test_any_page_makes_up_its_text(render: Callable[[str], str], case: tuple[str, str]) -> None:
    markdown, text = case
    section, problems = essay.parse("s", "s.md", render(markdown))
    assert not problems
    assert essay.compose(section.blocks) == text


def test_the_title_is_a_part_of_its_own() -> None:
    section, _ = essay.parse("index", "index.md", "<h1>Título</h1><p>Entrada</p>")
    assert [(block.kind, block.section) for block in section.blocks] == [("heading", "title"), ("paragraph", "index")]


def test_blocks_keep_their_markup_and_know_their_text() -> None:
    section, _ = essay.parse("s", "s.md", "<p>uno&nbsp;<em>dos</em> &amp; <strong>tres</strong> &lt; 4</p>")
    (block,) = section.blocks
    assert block.html == "uno\u00a0<em>dos</em> &amp; <strong>tres</strong> &lt; 4"
    assert block.text == "uno\u00a0dos & tres < 4"


def test_lists_are_tight_or_loose() -> None:
    html = "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>c</p>\n<ol>\n<li>\n<p>d</p>\n</li>\n<li>\n<p>e</p>\n</li>\n</ol>"
    (section,) = essay.number([essay.parse("s", "s.md", html)[0]])
    assert [(b.list_tag, b.position, b.loose, b.number) for b in section.blocks] == [
        ("ul", 1, False, 1),
        ("ul", 2, False, 2),
        ("", 0, False, 3),
        ("ol", 1, True, 4),
        ("ol", 2, True, 5),
    ]
    assert essay.compose(section.blocks) == "• a\n• b\n\nc\n\n1. d\n\n2. e"
    assert [[block.number for block in group] for group in section.flow] == [[1, 2], [3], [4, 5]]


def test_numbers_run_on_from_page_to_page_and_skip_headings_and_diagrams() -> None:
    pages = ["<h1>A</h1><p>a</p>", "<h1>B</h1><pre class='mermaid'><code>graph LR</code></pre><p>b</p>"]
    numbered = essay.number(essay.parse(f"s{at}", "s.md", html)[0] for at, html in enumerate(pages))
    assert [[block.id for block in section.blocks] for section in numbered] == [["s0", "p1"], ["s1", "s1", "p2"]]


@pytest.mark.parametrize(
    ("html", "what"),
    [
        ("<h2>Otro título</h2>", "a <h2>"),
        ("<blockquote><p>Cita</p></blockquote>", "a <blockquote>"),
        ("<table><tr><td>1</td></tr></table>", "a <table>"),
        ("<hr>", "a <hr>"),
        ("palabras sueltas", "the text «palabras sueltas»"),
        ("<ul><li><p>uno</p><p>dos</p></li></ul>", "the list item «unodos» holds more than one paragraph"),
        ("<ul><li>uno<ul><li>dos</li></ul></li></ul>", "the list item «unodos» holds more than one paragraph"),
    ],
)
def test_what_is_no_block_of_an_essay_is_a_problem(html: str, what: str) -> None:
    _, (problem,) = essay.parse("s", "docs/ensayo/s.md", html)
    assert (problem.path, problem.line) == ("docs/ensayo/s.md", 1)
    assert problem.what.startswith(what)


def test_comments_in_the_markdown_are_no_part_of_the_essay() -> None:
    section, problems = essay.parse("s", "s.md", "<!-- p. 3 -->\n<p>uno</p>\n<!-- p. 4 -->")
    assert [block.text for block in section.blocks] == ["uno"]
    assert not problems


def test_an_empty_page_has_no_blocks() -> None:
    assert essay.parse("s", "s.md", "") == (Section("s", "s.md", ()), [])


def test_a_section_without_a_heading_has_none() -> None:
    assert Section("s", "s.md", (Block("paragraph", "s", "a", 1),)).heading is None
