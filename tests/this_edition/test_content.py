"""The real edition: all of it is there, and nothing of it is in the engine."""

from __future__ import annotations

import datetime
import hashlib
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from edition.content import languages
from edition.exports.cards import previews
from edition.exports.cards.picture import draw
from edition.html.links import ids
from edition.join.model import Annotation
from edition.rules import __main__ as check
from edition.text.collation import alphabetical
from pictures import keeps_to_its_margins
from projects import ROOT, VOCABULARY, Project
from published import join_in, joined

ESSAY = ROOT / "docs" / "ensayo.txt"
RECEIVED = "8074812c14c081d00cfbc196aab413c43a93fc4e29d17e39992938ddcad0d2f7"
EDITORS_OWN = ("palabras.txt", "ignore.yml")  # words and exceptions of this edition that the rules look up
TWO_STOPS = re.compile(r"[.?!…][»”’\"]?\.")
PUBLISHED_NOTES = 42  # a note that was published keeps its address


def test_the_essay_is_the_one_that_was_received() -> None:
    assert hashlib.sha256(ESSAY.read_bytes()).hexdigest() == RECEIVED


def test_the_essay_as_received_ends_without_a_line_break() -> None:
    assert not ESSAY.read_bytes().endswith(b"\n")


def test_nothing_is_wrong_and_every_note_stands_in_the_essay() -> None:
    edition, problems = join_in(ROOT)
    assert problems == []
    assert len(edition.annotations) == len([page for page in edition.pages if page.is_note]) >= PUBLISHED_NOTES


def test_no_editorial_rule_is_broken() -> None:
    _, found = check.report(ROOT, datetime.date.today())
    assert [str(violation) for violation in found if violation.severity == "error"] == []


def test_the_essay_is_numbered_as_it_always_was() -> None:
    sections = joined(ROOT).sections
    numbers = [[block.number for block in section.blocks if block.number] for section in sections]
    assert numbers == [[1], [2, 3], [4, 5], [6, 7, 8, 9, 10], [11], [12], [13, 14, 15, 16], []]
    assert [block.id for block in sections[-1].blocks] == ["grafo"]


def test_a_verdict_that_changes_makes_the_balance_wrong(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("assets"))
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    note = next(annotation.note for annotation in joined(ROOT).annotations if annotation.note.verdict)
    other = next(verdict.name for verdict in VOCABULARY.verdicts if verdict != note.verdict)
    Project(tmp_path).replace(note.path, f"verdict: {note.finding.name}\n", f"verdict: {other}\n")
    _, problems = join_in(tmp_path)
    assert {problem.path for problem in problems} == {"docs/balance.md"}
    assert all(" counts " in problem.what for problem in problems)


def test_no_reference_has_two_stops_in_a_row() -> None:
    shown = [re.sub("<[^>]+>", "", source.reference) for source in joined(ROOT).sources.values()]
    assert len(shown) > 50
    assert not [reference for reference in shown if TWO_STOPS.search(reference)]


def test_the_glossary_stands_in_alphabetical_order() -> None:
    names = [term.name for term in joined(ROOT).terms.values()]
    assert names and names == sorted(names, key=alphabetical)


def test_the_words_of_other_languages_are_marked_where_they_stand(real: Project) -> None:
    listed, _ = languages.parse((ROOT / "docs/idiomas.yml").read_text(encoding="utf-8"))
    shown = "".join(page.read_text(encoding="utf-8") for page in sorted(real.site.rglob("*.html")))
    shown = re.sub(r"</?a\b[^>]*>", "", shown)  # some are terms of the glossary too
    assert [words for words, tag in listed.items() if tag != "es" and f'<em lang="{tag}">{words}<' not in shown] == []


LENGTHS: list[Callable[[Annotation], int]] = [
    lambda annotation: len(annotation.note.title),
    lambda annotation: len(annotation.note.summary),
    lambda annotation: len(annotation.note.selector.exact),
]


def test_the_cards_of_the_longest_notes_and_of_all_sections_keep_to_their_margins() -> None:
    edition = joined(ROOT)
    longest = {max(edition.annotations, key=length).note.slug for length in LENGTHS}
    cards = [previews.for_note(edition.annotation(slug), "Pan") for slug in longest]
    cards += [previews.for_section(edition, section, "Título", "1 de 7", "Pan") for section in edition.sections]
    assert all(keeps_to_its_margins(draw(card)) for card in cards)


def test_every_section_has_a_page_and_every_paragraph_an_address(real: Project) -> None:
    for page in (page for page in joined(ROOT).pages if page.is_essay):
        assert ("title" if page.slug == "index" else page.slug) in ids(real.page(page.url))
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
    sections = [page.slug for page in joined(ROOT).pages if page.is_essay and page.slug != "index"]
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
