"""The essay as received, and its pages, independent of the code under test."""

from __future__ import annotations

import re
from pathlib import Path

RECEIVED = Path(__file__).parents[2] / "docs" / "ensayo.txt"
SECTIONS = (
    "ensayo/logro-tecnico/",
    "ensayo/democratizacion/",
    "ensayo/feudalizacion/",
    "ensayo/patrones/",
    "ensayo/kernel/",
    "ensayo/en-juego/",
    "ensayo/grafo/",
)
PAGES = ("", *SECTIONS)  # the home page has the title and the opening
COMPLETE = "completo/"
PARAGRAPHS = 16


def blocks() -> list[str]:
    """Return all titles, paragraphs, list items and the diagram, without bullets and numbers."""
    parts = re.split(r"\n\n|\n(?=• )", RECEIVED.read_text(encoding="utf-8"))
    return [re.sub(r"^(• |\d\. )", "", part) for part in parts]
