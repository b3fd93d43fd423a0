"""The spelling of permalinks: site-relative paths of pages, and ids on them. All of them are public."""

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
    """Return the address of a note's page."""
    return f"{NOTES}{slug}/"


def note_id(slug: str) -> str:
    """Return the id of a note, beside its passage and on its own page."""
    return f"nota-{slug}"


def passage_id(slug: str) -> str:
    """Return the id of a note's reference, at the end of its passage."""
    return f"pasaje-{slug}"


def source_id(key: str) -> str:
    """Return the id of a source on the page of all sources."""
    return f"fuente-{key}"


def source(key: str) -> str:
    """Return the address of a source on the page of all sources."""
    return f"{SOURCES}#{source_id(key)}"


def part_id(id: str) -> str:
    """Return the id of a node or a link of a diagram, in the list that explains it."""
    return f"g-{id}"


def section_id(section: str) -> str:
    """Return the id of a section's filter in the index of notes."""
    return f"seccion-{section}"


def of_page(path: str) -> str:
    """Return the address of a page by the `path` of its Markdown below docs: `a/b.md` is `a/b/`."""
    address = path.removesuffix(".md").removesuffix("index").rstrip("/")
    return f"{address}/" if address else ""
