"""Preview cards: the same bytes everywhere, small, legible, and with every word inside the margins."""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import pytest
from contrast import contrast
from edition.content import graph, icons, notes
from edition.content.essay import Block, Section
from edition.content.notes import Note
from edition.content.vocabulary import Word
from edition.exports.cards import picture as cards
from edition.exports.cards import previews, typesetting
from edition.exports.cards.look import look
from edition.exports.cards.picture import BAND, HEIGHT, LEFT, WIDTH, Card
from edition.files import kept
from edition.join.model import Edition
from edition.join.passages import annotate
from edition.pages.drawing import draw
from edition.text.selectors import Span
from hypothesis import example, given
from hypothesis import strategies as st
from pictures import keeps_to_its_margins, picture
from PIL import Image, ImageChops
from projects import ROOT, VOCABULARY, named

WORDS = "Las cuentas salen (casi siempre) a 1805 µs, según se mire: «bien», ¿o no? "
ENDLESS = "w" * 400
FINDINGS = VOCABULARY.findings

DIAGRAM, _ = graph.parse("x.md", "graph LR\nA[Harina] --> B[Masa/Reposo]\nA --> C[Corteza]\nB --> C", {})
NOTE = Card(
    "Verificación: impreciso", "Tres hornos, tres panes", WORDS * 2, named("impreciso"), "Pan", "todas las cuentas"
)
SECTION = Card(
    "2 de 7",
    "De cómo se amasa sin prisa",
    WORDS * 9,
    footer="Pan, edición anotada",
    excerpt=True,
    marks=((Span(4, 17), named("falso")), (Span(30, 90), named("contexto"))),
    tally=((named("falso"), 2), (named("contexto"), 11)),
)
GRAPH = Card("7 de 7", "El esquema", WORDS, footer="Pan", tally=((named("textual"), 1),), drawing=draw(DIAGRAM))
PAGE = Card("Sobre", "Quién hace esto", WORDS, footer="Pan")
LONGEST = [
    Card(WORDS * 3, WORDS * 3, WORDS * 9, named("sin fuente"), WORDS * 3, WORDS * 9),
    Card(ENDLESS, ENDLESS, ENDLESS, named("crítica"), ENDLESS, ENDLESS),
    Card("7 de 7", WORDS * 3, WORDS * 9, footer=WORDS * 3, tally=((FINDINGS[0], 9),), drawing=GRAPH.drawing),
    replace(
        SECTION,
        title=WORDS * 3,
        footer=WORDS * 3,
        marks=tuple((Span(at * 20, at * 20 + 25), finding) for at, finding in enumerate(FINDINGS)),
        tally=tuple((finding, 99) for finding in FINDINGS),
    ),
    Card("a " * 400, "a " * 400, "a " * 400, named("falso"), "a " * 400, "a " * 400),
    Card("", ""),
]
ALL = [NOTE, SECTION, GRAPH, PAGE, *(replace(NOTE, finding=finding) for finding in FINDINGS), *LONGEST]

LOOK = look()
FACE = typesetting.literata(34)
texts = st.text("aeilmnsó.,«»—%\u00a0 \n", max_size=120)
widths = st.integers(60, 400)


def chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    """Return the chunks of a PNG, each with its name."""
    at, found = 8, []
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += 12 + size
    return found


@pytest.mark.parametrize("card", ALL)
def test_a_card_has_its_size_is_small_and_keeps_to_its_margins(card: Card) -> None:
    png = cards.draw(card)
    assert picture(png).size == (WIDTH, HEIGHT) == (1200, 630)
    assert keeps_to_its_margins(png)


@pytest.mark.parametrize("card", [NOTE, SECTION, GRAPH, PAGE])
def test_nothing_lies_on_the_rule_or_between_it_and_the_text(card: Card) -> None:
    strip = picture(cards.draw(card)).crop((BAND, cards.END + 6, WIDTH, cards.RULE))
    assert strip.getcolors() == [(strip.width * strip.height, LOOK.colours["paper"])]


@pytest.mark.parametrize("card", [NOTE, SECTION, GRAPH])
def test_a_card_is_the_same_in_every_place_and_at_every_time(card: Card, tmp_path: Path) -> None:
    drawn = cards.draw(card)
    code = "import pickle, sys; from edition.exports.cards import picture; sys.stdout.buffer.write(picture.draw(pickle.load(sys.stdin.buffer)))"
    strange = {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1"}
    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps(card),
        env={**os.environ, **strange, "PYTHONPATH": str(ROOT / "scripts")},
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert cards.draw(card) == drawn == elsewhere.stdout


def test_a_card_says_nothing_of_when_it_was_made_and_is_packed_as_every_zlib_packs_it() -> None:
    found = chunks(cards.draw(NOTE))
    packed = b"".join(data for name, data in found if name == b"IDAT")
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_RLE)
    assert {name for name, _ in found} == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    assert packer.compress(zlib.decompress(packed)) + packer.flush() == packed


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.slug)
def test_a_finding_has_its_colour_and_no_icon_is_like_another(finding: Word) -> None:
    kicker = picture(cards.draw(replace(NOTE, kicker="", passage="", finding=finding))).crop((LEFT, 60, LEFT + 40, 110))
    assert LOOK.of(finding) in {colour for _, colour in kicker.getcolors() or []}
    assert len({icons.lines(other.icon) for other in FINDINGS}) == len(FINDINGS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_stand_out_from_the_paper(scheme: Literal["light", "dark"]) -> None:
    seen = look(scheme)
    for colour in (seen.colours["ink"], seen.colours["soft"], *map(seen.of, FINDINGS)):
        assert contrast(colour, seen.colours["paper"]) >= 4.5


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.slug)
def test_letters_stand_out_from_a_passage(finding: Word) -> None:
    assert contrast(LOOK.colours["ink"], LOOK.mix(LOOK.of(finding), 0.1)) >= 7


def test_the_colours_of_a_card_are_exactly_those_of_the_site() -> None:
    colours = {colour for _, colour in picture(cards.draw(NOTE)).getcolors(WIDTH) or []}
    own = LOOK.of(named("impreciso"))
    wanted = {LOOK.colours[name] for name in ("paper", "ink", "rule")} | {own, LOOK.mix(own, 0.1)}
    assert wanted <= colours


def test_a_card_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = partial(kept, tmp_path / "new")
    first = cards.drawn_once(NOTE, keep)
    monkeypatch.setattr(cards, "draw", lambda card: pytest.fail("drawn again"))
    assert cards.drawn_once(replace(NOTE), keep) == first
    assert [path.suffix for path in (tmp_path / "new").iterdir()] == [".png"]


def test_what_changes_a_card_draws_it_again() -> None:
    recipes: list[str] = []

    def keep(_name: str, recipe: object, _make: Callable[[], bytes]) -> bytes:
        recipes.append(repr(recipe))
        return b""

    for card in (NOTE, replace(NOTE, finding=named("falso")), SECTION, GRAPH, replace(NOTE)):
        cards.drawn_once(card, keep)
    assert len({*recipes}) == 4 and recipes[0] == recipes[-1]
    assert all(version(package) in recipes[0] for package in ("fontpkg-literata", "fonttools", "pillow"))


@given(texts, widths)
@example("uno\u00a0dos\u00a0tres cuatro", 100)
def test_lines_hold_the_whole_text_and_none_is_too_wide(text: str, width: int) -> None:
    lines = typesetting.wrap(text, FACE, width)
    assert spaceless("".join(text[line.start : line.end] for line in lines)) == spaceless(text)
    for line in lines:
        assert FACE.width(text[line.start : line.end]) <= width + 1 or line.end - line.start == 1
        assert "\n" not in text[line.start : line.end]


@given(texts, widths)
def test_lines_break_at_spaces_only_and_are_as_few_as_can_be(text: str, width: int) -> None:
    lines = typesetting.wrap(text, FACE, width)
    if all(FACE.width(word) <= width for word in text.replace("\n", " ").split(" ")):
        assert all(text[line.end : line.end + 1] in ("", " ", "\n") for line in lines)
    if "\n" not in text and "  " not in text:
        assert len(lines) <= len(greedy(text, width))


@given(texts, widths, st.integers(0, 4))
def test_what_is_cut_is_the_beginning_and_fits(text: str, width: int, limit: int) -> None:
    cut = typesetting.cut(text, FACE, width, limit)
    assert len(typesetting.wrap(cut, FACE, width)) <= limit
    assert cut == text or text.startswith(cut.removesuffix("…"))


def test_characters_that_the_face_lacks_are_drawn_as_their_likes() -> None:
    assert FACE.width("98\u202f%") == FACE.width("98\u00a0%")
    assert FACE.width("uno\u2011dos") == FACE.width("uno-dos")
    assert cards.draw(replace(PAGE, title="98\u202f% uno\u2011dos")) == cards.draw(
        replace(PAGE, title="98\u00a0% uno-dos")
    )


def test_letters_are_kerned_and_none_is_joined_to_another() -> None:
    assert FACE.width("To") < FACE.width("T") + FACE.width("o") - 1
    before, between, after = FACE.places("fi")
    assert before < between < after


@given(texts)
@example("")
@example("e\u0301 \u05e9\u05dc\u05d5\u05dd")
def test_each_letter_has_its_place_after_the_one_before(text: str) -> None:
    places = list(FACE.places(text))
    assert len(places) == len(text) + 1 and places == sorted(places)


@pytest.mark.parametrize("title", ["Tres panes", "Dos panes", "¿Pan?", "2 panes", "«Pan»"])
def test_a_title_stands_right_at_the_margin(title: str) -> None:
    drawn = picture(cards.draw(replace(PAGE, title=title, text="", kicker="", footer=""))).crop(
        (BAND, 0, WIDTH, cards.RULE)
    )
    box = ImageChops.difference(drawn, Image.new("RGB", drawn.size, LOOK.colours["paper"])).getbbox()
    assert box and abs(BAND + box[0] - LEFT) <= 1


def test_sizes_go_down_before_anything_is_cut() -> None:
    sizes = [
        cards.fit(replace(NOTE, title=title))[0].face.size for title in ("Pan", "Pan " * 9, "Pan " * 14, "Pan " * 40)
    ]
    assert sizes == sorted(sizes, reverse=True) and len({*sizes}) > 1
    assert [paragraph.text for paragraph in cards.fit(NOTE)] == [NOTE.title, f"«{NOTE.passage}»", NOTE.text]
    assert cards.fit(replace(NOTE, title=WORDS * 5))[0].text.endswith("…")


def test_the_card_of_a_note_and_of_its_section() -> None:
    note = parsed("horas", "b", "tres horas")
    blocks = (
        Block("heading", "b", "Pasos"),
        Block("paragraph", "b", "Se amasa.", 1),
        Block("item", "b", "Son\ntres horas.", 2),
    )
    section = Section("b", "b.md", blocks)
    annotations, problems = annotate([section], [note])
    edition = Edition((section,), tuple(annotations), vocabulary=VOCABULARY)
    card = previews.for_section(edition, section, "Pasos", "1 de 1", "Pan")
    assert not problems
    assert previews.for_note(annotations[0], "Pan") == Card(
        "Verificación: falso", note.title, note.summary, named("falso"), "Pan", "tres horas"
    )
    assert [(card.text[span.start : span.end], finding) for span, finding in card.marks] == [
        ("tres horas", named("falso"))
    ]
    assert (card.text, card.tally) == ("Se amasa.\nSon tres horas.", ((named("falso"), 1),))
    assert previews.for_graph(edition, section, draw(DIAGRAM), "Esquema", "1 de 1", "", "Pan").tally == card.tally


def parsed(slug: str, section: str, quoted: str) -> Note:
    """Return a note on the words `quoted`."""
    fields = f"title: Ni una más\nsection: {section}\npassage: {quoted}\nkind: verificación\nverdict: falso\nsummary: Bastan dos."
    dates = "changes: Otra cosa.\nreviewed: 2026-11-30\nreview_by: 2027-05-30"
    note, problems = notes.parse(f"docs/notas/{slug}.md", f"---\n{fields}\n{dates}\n---\n\nTexto.\n", VOCABULARY)
    assert note and not problems
    return note


def spaceless(text: str) -> str:
    return text.replace(" ", "").replace("\n", "")


def greedy(text: str, width: int) -> list[str]:
    """Return lines that take each word as long as it fits."""
    lines: list[str] = []
    for word in (text[span.start : span.end] for span in typesetting.words(text, FACE, width)):
        joined = f"{lines[-1]} {word}" if lines else word
        lines[-1:] = [joined] if lines and FACE.width(joined) <= width else [*lines[-1:], word]
    return lines
