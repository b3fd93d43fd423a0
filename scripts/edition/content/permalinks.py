"""How permalinks are spelt: pages by their site-relative path, places on a page by their id. All of them are public."""

from __future__ import annotations

NOTES, SOURCES, GLOSSARY, WHOLE, BALANCE, ABOUT = (
    "notas/",
    "fuentes/",
    "glosario/",
    "completo/",
    "balance/",
    "sobre/",
)


def note(slug: str) -> str:
    """Return the page of a note."""
    return f"{NOTES}{slug}/"


def note_id(slug: str) -> str:
    """Return the id of a note beside its passage, and on its own page."""
    return f"nota-{slug}"


def passage_id(slug: str) -> str:
    """Return the id of the reference where a note's passage ends."""
    return f"pasaje-{slug}"


def source_id(key: str) -> str:
    """Return the id of a source on the page of all sources."""
    return f"fuente-{key}"


def source(key: str) -> str:
    """Return where a source stands among all."""
    return f"{SOURCES}#{source_id(key)}"


def part_id(id: str) -> str:
    """Return the id of a node or an arrow of a diagram, in the list that says it in words."""
    return f"g-{id}"


def section_id(section: str) -> str:
    """Return the id that filters the index of notes by a section."""
    return f"seccion-{section}"


def of_page(path: str) -> str:
    """Return the address of the page whose Markdown is at `path` below docs: `a/b.md` is `a/b/`."""
    address = path.removesuffix(".md").removesuffix("index").rstrip("/")
    return f"{address}/" if address else ""
