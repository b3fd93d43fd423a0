"""The stylesheet bundles, made of the files in docs/assets/css/; each folder there is a cascade layer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from pathlib import PurePosixPath

from rcssmin import cssmin

FOLDER = "assets/css"

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "page": (  # every page, before any other bundle
        "layers.css",
        "tokens/values.css",
        "base/elements.css",
        "base/hidden.css",
        "components/findings.css",
        "components/header.css",
        "components/essay.css",
        "components/passage.css",
        "components/note.css",
        "components/filter.css",
        "components/contents.css",
        "components/chart.css",
        "components/footer.css",
        "media/contrast.css",
        "media/print.css",
        "choices/solo.css",
    ),
    "other": (  # pages other than a section of the essay
        "pages/complete.css",
        "pages/afterwards.css",
        "pages/prose.css",
        "pages/note-page.css",
        "pages/chart-data.css",
        "pages/sources.css",
        "pages/seal.css",
    ),
    "cover": ("pages/cover.css",),
    "index": ("pages/index.css",),
    "diagram": ("components/diagram.css",),
    "overlay": ("components/popover.css", "components/search.css"),
}

# What rcssmin leaves: needless quotes, zeros before a decimal point, spaces around a slash.
_SHORTENABLE = re.compile(
    r"""(?<==)"(?P<word>[a-z][\w-]*)"(?=]) | (?P<string>"[^"]*") | (?<![\w.])0(?=\.\d) | [ ]?(?P<operator>/)[ ]?""",
    re.X,
)
_EMPTY = re.compile(r"--[\w-]+:(?=[;}])")  # a token that is nothing: for older browsers nothing is a space


def bundle(files: Mapping[str, str]) -> str:
    """Join and minify CSS `files`, given by path, in their order and cascade layers.

    A file outside the folders belongs to no layer, and may hold only at-rules without a block.
    """
    return "".join(_layer(folder, [files[path] for path in paths]) for folder, paths in groupby(files, _folder))


def _folder(path: str) -> str:
    return PurePosixPath(path).parent.name


def _layer(name: str, texts: list[str]) -> str:
    """Minify before wrapping: inside a layer, rcssmin turns `a :is(b)` into `a:is(b)`."""
    css = _SHORTENABLE.sub(lambda match: match[match.lastgroup] if match.lastgroup else "", cssmin("\n".join(texts)))
    css = _EMPTY.sub(r"\g<0> ", css)
    return f"@layer {name}{{{css}}}" if name else f"{css.rstrip(';')};"
