"""What the site is about, known apart from the engine: the essay as received and the pages that hold it."""

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
PAGES = ("", *SECTIONS)  # the title and the opening stand on the home page
COMPLETE = "completo/"
PARAGRAPHS = 16


def blocks() -> list[str]:
    """Return every title, paragraph and list item, and the diagram, without their bullets and numbers."""
    parts = re.split(r"\n\n|\n(?=• )", RECEIVED.read_text(encoding="utf-8"))
    return [re.sub(r"^(• |\d\. )", "", part) for part in parts]
