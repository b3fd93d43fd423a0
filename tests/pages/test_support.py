"""The check that no feature is newer than the browsers in package.json and has nothing in its place."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import ROOT

# What is new in a file, with its line and the browsers that lack it.
NEW = [
    ("a.css", "p {\n  color: light-dark(#000, #fff);\n}", "2: css.types.color.light-dark is missing in chrome 105"),
    ("a.css", "p { --x: light-dark(#000, #fff) }", "1: css.types.color.light-dark is"),
    ("a.css", "p { color: red; color: light-dark(#000, var(--x)) }", "1: css.types.color.light-dark is"),
    (
        "a.css",
        "p { height: 9dvh }",
        "1: css.types.length.viewport_percentage_units_dynamic is missing in chrome 105:",
    ),
    ("a.css", "p { mask: none }", "1: css.properties.mask is missing in chrome 105:"),
    (
        "a.css",
        'p { content: "x" / "" }',
        "1: css.properties.content.alt_text is missing in firefox 115, safari 16.0",
    ),
    ("a.css", "p { float: inline-start }", "1: css.properties.float.inline-start is missing in chrome 105:"),
    ("a.css", "p { text-decoration: underline red }", "1: css.properties.text-decoration.includes_color-and-style"),
    (
        "a.css",
        "@media (width > 9px) { p { top: 0 } }",
        "1: css.at-rules.media.range_syntax is missing in safari 16.0",
    ),
    ("a.css", "p, q:has(b) { top: 0 }", "1: takes the other selectors of its list with it"),
    ("a.css", "p { & b { top: 0 } }", "1: css.selectors.nesting is"),
    ("a.css", "p { b { top: 0 } }", "1: cannot be read"),
    ("a.js", "x.checkVisibility();", "1: api.Element.checkVisibility is missing in safari 16.0"),
    ("a.js", "\nnew URLPattern(x);", "2: api.URLPattern is missing in firefox 115, safari 16.0"),
    (
        "a.js",
        "/(?<=a)b/.test(x);",
        "1: javascript.regular_expressions.lookbehind_assertion is missing in safari 16.0",
    ),
    (
        "a.html",
        "<p>\n<script>[].toSorted()</script>",
        "2: javascript.builtins.Array.toSorted is missing in chrome 105",
    ),
]

# What is as new and has something older in its place.
FINE = [
    "p { color: red; color: light-dark(#000, #fff) }",
    'p { content: "x"; content: "x" / "" }',
    "p { -webkit-mask: none; mask: none }",
    "p, q:is(b, :has(b)) { top: 0 }",
    "p:has(b), q:has(b) { top: 0 }",
    "p { text-decoration: underline; text-decoration-color: red }",
    "@media (min-width: 9px) { p { top: 0 } }",
]


def told(*paths: Path) -> list[str]:
    """Return what the check says of files, or of the site."""
    command = ["node", "scripts/engines.mjs", *map(str, paths)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == bool(run.stderr)
    return run.stderr.splitlines()


@pytest.fixture(scope="module")
def of_each(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Give what the check, which takes a second to start, says of each of the texts, without the path."""
    folder = tmp_path_factory.mktemp("files")
    texts = [(name, text) for name, text, _ in NEW] + [("a.css", text) for text in FINE]
    paths = {text: folder / f"{at}{Path(name).suffix}" for at, (name, text) in enumerate(texts)}
    for text, path in paths.items():
        path.write_text(text, encoding="utf-8")
    lines = told(*paths.values())
    said = {
        text: [line.split(":", 1)[1] for line in lines if line.startswith(f"{path}:")] for text, path in paths.items()
    }
    assert sum(map(len, said.values())) == len(lines)
    return said.__getitem__


def test_the_site_uses_nothing_new_without_a_fallback():
    assert told() == []


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in NEW])
def test_what_is_new_is_told_with_its_line_and_the_browsers(of_each, text, expected):
    (found,) = of_each(text)
    assert found.startswith(expected)


@pytest.mark.parametrize("text", FINE)
def test_what_has_something_in_its_place_is_fine(of_each, text):
    assert of_each(text) == []
