"""The colours that do not depend on findings, by their token in the stylesheets."""

from __future__ import annotations

from collections.abc import Mapping

from edition.content.vocabulary import Colour

TOKENS: Mapping[str, Colour] = {
    "paper": Colour("#fbfaf6", "#171614"),
    "ink": Colour("#1f1c18", "#e9e4d8"),
    "soft": Colour("#575146", "#aca596"),  # secondary text
    "rule": Colour("#ddd8cc", "#38342d"),
    "panel": Colour("#f4f1e9", "#201e1b"),
    "accent": Colour("#1b5a74", "#86c3dc"),  # controls, targets, charts
    "found": Colour("#7d5200", "#e0b45c"),  # background of search hits
}
