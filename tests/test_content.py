"""The real edition: all of it is there, and nothing of it is in the engine."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from conftest import ROOT, VOCABULARY, Project, essay_pages
from edition.content import notes
from edition.html.links import ids

ESSAY = ROOT / "docs" / "ensayo.txt"
RECEIVED = "8074812c14c081d00cfbc196aab413c43a93fc4e29d17e39992938ddcad0d2f7"
EDITORS_OWN = ("palabras.txt", "ignore.yml")  # words and exceptions of this edition that the rules look up
PUBLISHED_NOTES = 42  # a note that was published keeps its address


def test_the_essay_is_the_one_that_was_received() -> None:
    assert hashlib.sha256(ESSAY.read_bytes()).hexdigest() == RECEIVED


def test_every_note_can_be_read() -> None:
    paths = [path for path in (ROOT / "docs" / "notas").rglob("*.md") if path.name != "index.md"]
    read = [notes.parse(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8"), VOCABULARY) for path in paths]
    assert [problem for _, problems in read for problem in problems] == []
    assert len(read) >= PUBLISHED_NOTES


def test_every_section_has_a_page_and_every_paragraph_an_address(real: Project) -> None:
    for path in essay_pages():
        page = real.page("" if path.stem == "index" else f"ensayo/{path.stem}")
        assert ("title" if path.stem == "index" else path.stem) in ids(page)
    paragraphs = [
        id for path in sorted(real.site.glob("ensayo/*/index.html")) for id in ids(path.read_text(encoding="utf-8"))
    ]
    assert {f"p{n}" for n in range(2, 17)} <= set(paragraphs)
    assert "p1" in ids(real.page(""))


def test_every_note_has_a_page_and_stands_beside_its_passage(real: Project) -> None:
    pages = [
        path.read_text(encoding="utf-8") for path in [real.site / "index.html", *real.site.glob("ensayo/*/index.html")]
    ]
    shown = [id for page in pages for id in ids(page)]
    for slug in (path.stem for path in (ROOT / "docs" / "notas").glob("*.md") if path.name != "index.md"):
        assert real.page(f"notas/{slug}")
        assert shown.count(f"nota-{slug}") == shown.count(f"pasaje-{slug}") == 1, slug


def test_no_id_stands_twice_on_a_page(real: Project) -> None:
    for path in real.site.rglob("*.html"):
        found = ids(path.read_text(encoding="utf-8"))
        assert sorted(found) == sorted(set(found)), path


def test_the_engine_does_not_know_the_essays_words() -> None:
    quoted = set(_sequences(ESSAY.read_text(encoding="utf-8")))
    assert len(quoted) > 500
    for path in _engine():
        known = quoted & set(_sequences(path.read_text(encoding="utf-8")))
        assert not known, f"{path.relative_to(ROOT)} knows «{'», «'.join(sorted(known))}»"


def test_the_engine_does_not_know_the_essays_sections() -> None:
    sections = [path.stem for path in essay_pages() if path.stem != "index"]
    for path in _engine():
        text = path.read_text(encoding="utf-8")
        assert not [name for name in sections if re.search(rf"(?<![\w-]){name}(?![\w-])", text)], path


def test_the_engine_does_not_know_the_slugs_of_notes_and_the_keys_of_sources(real: Project) -> None:
    names = [id for id in ids(real.page("fuentes")) if id.startswith("fuente-")]
    assert len(names) > 50
    slugs = [path.stem for path in (ROOT / "docs" / "notas").glob("*.md") if "-" in path.stem]
    words = re.compile(
        "|".join(re.escape(name) for name in [*slugs, *(name.removeprefix("fuente-") for name in names)])
    )
    for path in _engine():
        assert not re.search(rf"(?<![\w-])(?:{words.pattern})(?![\w-])", path.read_text(encoding="utf-8")), path


def _engine() -> list[Path]:
    """Return the files of the engine and its templates."""
    files = [path for folder in ("scripts", "overrides") for path in (ROOT / folder).rglob("*") if path.is_file()]
    own = [path for path in files if "__pycache__" not in path.parts and path.name not in EDITORS_OWN]
    assert len(own) > 30
    return own


def _sequences(text: str, length: int = 4) -> Iterator[str]:
    """Yield every `length` words that follow each other in a line of `text`."""
    for line in text.splitlines():
        words = re.findall(r"\w+", line.casefold())
        yield from (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
