"""The stylesheets: every file goes out once, in its layer, and shorter without saying anything else."""

from __future__ import annotations

import re

import pytest
from edition.pages.styles import BUNDLES, FOLDER, bundle
from projects import ROOT

FILES = ROOT / "docs" / FOLDER


def test_every_file_is_in_one_bundle():
    bundled = sorted(path for paths in BUNDLES.values() for path in paths)
    assert bundled == sorted(str(path.relative_to(FILES)) for path in FILES.rglob("*") if path.is_file())


def test_each_folder_is_a_layer_and_pages_learn_their_order_first():
    order = re.search("@layer (.+);", (FILES / "layers.css").read_text(encoding="utf-8"))
    assert order
    assert sorted(order[1].split(", ")) == sorted(path.name for path in FILES.iterdir() if path.is_dir())
    assert BUNDLES["page"][0] == "layers.css"


def test_files_stay_in_their_order_and_neighbours_share_a_layer():
    files = {
        "layers.css": "@layer a, b;",
        "a/1.css": "p { top: 0; }",
        "a/2.css": "q {}",
        "b/1.css": "i {}",
        "a/3.css": "u {}",
    }
    assert bundle(files) == "@layer a,b;@layer a{p{top:0}q{}}@layer b{i{}}@layer a{u{}}"


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("/* why */ a :is(b, i) > u { top: 1px; }", "a :is(b,i)>u{top:1px}"),
        ("a { margin: -0.5em 0.25em 10.05em 0; }", "a{margin:-.5em .25em 10.05em 0}"),
        ("a { font: 1em / 1.5 serif; }", "a{font:1em/1.5 serif}"),
        ("a { --dark: ; --light: initial; }", "a{--dark: ;--light:initial}"),
        ('[rel="next"], [rel="a b"], [rel="1"] { top: 0; }', '[rel=next],[rel="a b"],[rel="1"]{top:0}'),
        ('a { content: " < 0.5 / " attr(href); }', 'a{content:" < 0.5 / " attr(href)}'),
        ("a { width: calc((100% - 0.5em) / 2 + 1px); }", "a{width:calc((100% - .5em)/2 + 1px)}"),
    ],
)
def test_what_is_sent_is_shorter_and_says_the_same(said, sent):
    assert bundle({"x/x.css": said}) == f"@layer x{{{sent}}}"
