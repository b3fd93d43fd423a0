"""What Markdown makes may stand in a page; HTML and what runs may not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from edition.html import links, markup
from edition.text import characters, frontmatter
from edition.text.forms import is_address, is_language
from edition.text.frontmatter import Document
from hypothesis import example, given
from hypothesis import strategies as st

PLAIN = {
    "emphasis": "Un *pan*, **otro** y `<b>`.",
    "language": "Un *sourdough*{: lang=en }.",
    "headings": "# Uno\n\n## Dos {#dos}\n\n### Tres",
    "lists": "1. uno\n2. dos\n\n- tres\n    - cuatro",
    "links": '[uno](https://example.org/?a=1&b=2 "Uno") <https://example.org> <ana@example.org> [dos](a.md#b)',
    "quotation": "> Un pan.\n\n---\n\nOtro.  \nY otro.",
    "table": "a | b\n--|--\n1 | 2",
    "code": '```python\nif a < b: print("<script>")\n```\n\n    <b>',
    "less and more": "Si a < b y c > d, <3 & &lt;b&gt; &nbsp; &copy;",
    "comment": "<!-- página 3 -->\n\nUn pan.",
}


def faults(html: str, body: str = "") -> list[str]:
    return [problem.what for problem in markup.faults("a.md", Document({}, body=body), html)]


@pytest.mark.parametrize("markdown", PLAIN.values(), ids=PLAIN)
def test_what_markdown_makes_may_stand_in_a_page(render: Callable[[str], str], markdown: str):
    assert faults(render(markdown), markdown) == []


def test_a_diagram_may_stand_in_the_essay_only():
    html = '<pre  class="mermaid"><code>graph LR</code></pre>'
    assert faults(html) == ["«class» cannot be «mermaid»"]
    assert not list(markup.faults("a.md", Document({}), html, has_diagram=True))


def test_the_line_is_that_of_what_is_wrong_and_not_of_code_like_it():
    document, _ = frontmatter.split("a.md", "---\ntitle: <b>\n---\n\nUn `<b>`.\n\nUn <b>pan</b>.\n")
    (problem, _) = markup.faults("a.md", document, "<p>Un <b>pan</b>.</p>")
    assert problem.line == 7


@pytest.mark.parametrize(
    "url",
    ["a.md", "../a/#b", "#b", "?q=a:b", "", "https://example.org/", "HTTP://example.org", "mailto:a@b.es", "a/b:c"],
)
def test_an_address_that_runs_nothing(url: str):
    assert links.is_harmless(url)


@given(
    st.sampled_from(["javascript:", "data:", "vbscript:", "blob:", "file:", "about:", "//", "\\\\", "/\\", "x-y+z.1:"]),
    st.text(st.sampled_from("\t\n\r \0\x1f"), max_size=3),
    st.integers(0, 5),
    st.booleans(),
)
def test_an_address_that_runs_something_however_it_is_dressed(scheme: str, ignored: str, at: int, is_capital: bool):
    dressed = scheme[:at] + ignored + scheme[at:]
    assert not links.is_harmless((dressed.upper() if is_capital else dressed) + "a")


def test_a_link_that_leads_away_says_so():
    html = '<p><a href="a/">a</a> <a title="t" href="HTTPS://x.es">b</a> <a href="&#104;ttp://x.es">c</a> <abbr>d</abbr></p>'
    marked = links.mark_external(html)
    assert marked.count('<a rel="noopener external" ') == 2
    assert marked.replace(' rel="noopener external"', "") == html
    assert '<a href="a/">' in marked


@pytest.mark.parametrize(
    "value",
    [
        "https://a b.es/",
        "https://<b>/",
        'https://a.es/"x',
        "https://a.es/\n",
        "https://ñ.es/",
        "ftp://a.es/",
        "https:///a",
        "x",
    ],
)
def test_an_address_of_the_web_has_only_the_characters_of_one(value: str):
    assert not is_address(value)


def test_addresses_and_languages_as_they_are():
    assert is_address("https://ana@a-b.es:80/%20(x)?q=[1]&b='c'#d!") and is_address("http://[::1]/")
    assert all(map(is_language, ("es", "pt-BR", "zh-Hant-TW"))) and not is_language('es" onclick="x')


@given(st.text())
@example("é ñ «»— 👩‍🍳 \t\n\u00a0")
def test_hidden_characters_are_those_that_nobody_sees(text: str):
    seen = "".join(sign for sign in text if sign.isprintable() or sign in "\t\n\u00a0\u202f\u200d")
    assert characters.hidden(seen) == []
    assert characters.hidden({"a": [f"{seen}\u202e", {"\0": 1}]}) == ["U+0000", "U+202E"]
