"""The colours that do not depend on what notes find, by the token that stylesheets know each by."""

from __future__ import annotations

from collections.abc import Mapping

from edition.content.vocabulary import Colour

TOKENS: Mapping[str, Colour] = {
    "paper": Colour("#fbfaf6", "#171614"),
    "ink": Colour("#1f1c18", "#e9e4d8"),
    "soft": Colour("#575146", "#aca596"),  # of what is said beside the text
    "rule": Colour("#ddd8cc", "#38342d"),
    "panel": Colour("#f4f1e9", "#201e1b"),
    "accent": Colour("#1b5a74", "#86c3dc"),  # of controls, targets and charts
    "found": Colour("#7d5200", "#e0b45c"),  # of the words that a search found, as a tint
}
