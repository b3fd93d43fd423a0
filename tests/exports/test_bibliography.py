"""The sources as BibLaTeX and RIS: what independent parsers read is what the CSL items say."""

from __future__ import annotations

import json
import re
from typing import Any

import bibtexparser
import pytest
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware, SeparateCoAuthors, SplitNameParts
from edition.content.sources import OTHERS
from edition.content.sources import TYPES as CSL_TYPES
from edition.exports.bibliography import IMPORTED, bibtex, csl, date, ris
from hypothesis import given
from hypothesis import strategies as st
from projects import ROOT
from strategies import HARD

ITEMS: list[dict[str, Any]] = json.loads((ROOT / "docs/fuentes.json").read_text(encoding="utf-8"))
KEYS = [item["id"] for item in ITEMS]
MINIMAL = {"id": "pan", "type": "webpage", "title": "Pan", "URL": "https://example.org/", "language": "es"}

# The types that Zotero's translator «CSL JSON» takes (detectImport, version of 2016-07-31): one other, and it takes no item.
ZOTERO = set(
    "article article-journal article-magazine article-newspaper bill book broadcast chapter dataset entry "
    "entry-dictionary entry-encyclopedia figure graphic interview legal_case legislation manuscript map motion_picture "
    "musical_score pamphlet paper-conference patent personal_communication post post-weblog report review review-book "
    "song speech thesis treaty webpage".split()
)
# The entry types of The biblatex Package, sections 2.1.1 and 2.1.3.
BIBLATEX = set(
    "article book mvbook inbook bookinbook suppbook booklet collection mvcollection incollection suppcollection "
    "dataset manual misc online patent periodical suppperiodical proceedings mvproceedings inproceedings reference "
    "mvreference inreference report set software thesis unpublished xdata artwork audio bibnote commentary image "
    "jurisdiction legislation legal letter movie music performance review standard video".split()
)
# As CSL names them.
FIELDS = {
    "title": "title",
    "volume": "volume",
    "version": "version",
    "note": "note",
    "doi": "DOI",
    "url": "URL",
}

# LaTeX's own macros that pylatexenc does not know, or takes for something else.
MACROS = {r"\textbraceleft{}": "{", r"\textbraceright{}": "}", r"\textasciicircum{}": "^"}

texts = st.text(st.sampled_from(HARD + "-`?!%$#_{}~^\\\\@=,/()AZ09"), max_size=30)
texts = texts.map(lambda text: " ".join(text.split())).filter(bool)


def parsed(source: str, *middlewares: Any) -> dict[str, Any]:
    """Read BibLaTeX with bibtexparser, as it stands or put through `middlewares`."""
    library = bibtexparser.parse_string(source, append_middleware=middlewares)
    assert not library.failed_blocks
    return {entry.key: entry for entry in library.entries}


def shown(value: str) -> str:
    """Return the text that TeX shows for a field."""
    stand_ins = {macro: chr(0xE000 + at) for at, macro in enumerate(MACROS)}
    for macro, stand_in in stand_ins.items():
        value = value.replace(macro, stand_in)
    decoded = parsed(f"@misc{{x, title = {{{value}}}}}", LatexDecodingMiddleware(keep_braced_groups=False))
    return str(decoded["x"]["title"]).translate({ord(stand_ins[macro]): shown for macro, shown in MACROS.items()})


def test_every_source_is_there_under_its_own_key() -> None:
    assert list(parsed(bibtex(ITEMS))) == KEYS
    assert [record["id"] for record in rispy.loads(ris(ITEMS))] == KEYS


def test_csl_says_what_the_sources_say_but_for_what_only_the_edition_knows() -> None:
    for item, told in zip(ITEMS, csl(ITEMS), strict=True):
        assert told["type"] in ZOTERO and "custom" not in told
        changed = {name for name in item.keys() | told.keys() if item.get(name) != told.get(name)}
        assert changed <= ({"custom", "type", "genre"} if item["type"] == "software" else {"custom"})


@pytest.mark.parametrize("kind", sorted(CSL_TYPES))
def test_zotero_takes_every_type_of_source(kind: str) -> None:
    assert ZOTERO == IMPORTED
    (told,) = csl([MINIMAL | {"type": kind}])
    assert told["type"] == kind or (kind not in ZOTERO and told["type"] in ZOTERO)


def test_a_program_with_a_version_is_one_for_zotero() -> None:
    """Zotero.Utilities.Item.itemFromCSLJSON takes a book with a version for a program."""
    program = MINIMAL | {"type": "software"}
    assert [item["type"] for item in csl([program | {"version": "2.1"}, program])] == ["book", "webpage"]


def test_bibtex_says_what_the_sources_say() -> None:
    entries = parsed(bibtex(ITEMS))
    for item in ITEMS:
        entry = entries[item["id"]]
        assert entry.entry_type in BIBLATEX
        for field, name in FIELDS.items():
            value = entry.get(field).value if field in entry else ""
            assert (value if field in ("doi", "url") else shown(value)) == str(item.get(name, ""))
        assert entry["urldate"] == date(item, "accessed") == "2026-11-30"
        assert ("date" in entry and entry["date"]) == (date(item, "issued") or False)
        assert entry["langid"] in ("english", "spanish", "french", "chinese")
        holders = {"journal", "booktitle", "titleaddon"} & entry.fields_dict.keys()
        assert [shown(entry[field]) for field in holders] == [item[n] for n in ("container-title",) if n in item]
        makers = {"publisher", "institution", "organization"} & entry.fields_dict.keys()
        assert [shown(entry[field]) for field in makers] == [item[n] for n in ("publisher",) if n in item]


# What plain.bst of BibTeX 0.99d takes from an entry, by type; it takes any other type for misc.
PLAIN = {
    "article": "author title journal volume number pages year note",
    "book": "author editor title publisher volume year note",
    "incollection": "author title booktitle publisher year pages note",
    "inproceedings": "author title booktitle year pages note",
    "unpublished": "author title note year",
    "misc": "author title howpublished year note",
}
NO_PLACE = {"misc", "software", "legislation", "unpublished", "movie", "jurisdiction", "standard", "booklet"}


def test_plain_bibtex_shows_where_each_source_is_from_and_when() -> None:
    entries = parsed(bibtex(ITEMS))
    for item in ITEMS:
        entry = entries[item["id"]]
        used = set(PLAIN.get(entry.entry_type, PLAIN["misc"]).split()) & entry.fields_dict.keys()
        assert "title" in used and ("year" in used) == ("issued" in item)
        places = {"journal", "booktitle", "publisher", "howpublished"} & used
        assert places or entry.entry_type in NO_PLACE


def test_an_address_in_plain_bibtex_is_neither_comment_nor_parameter() -> None:
    entry = parsed(bibtex([MINIMAL | {"URL": "https://example.org/a%20b#c"}]))["pan"]
    assert entry["howpublished"] == r"\url{https://example.org/a\%20b\#c}"
    assert entry["url"] == "https://example.org/a%20b#c"


def test_bibtex_keeps_every_author_apart() -> None:
    entries = parsed(bibtex(ITEMS), SeparateCoAuthors(), SplitNameParts())
    for item in ITEMS:
        names = entries[item["id"]]["author"] if "author" in item else []
        assert len(names) == len(item.get("author", []))
        for name, author in zip(names, item.get("author", []), strict=True):
            if author == {"literal": OTHERS}:
                assert name.last == ["others"] and author is item["author"][-1]
            elif "literal" in author:
                assert shown(" ".join(name.last)) == author["literal"] and not name.first
            else:
                assert " ".join(name.von + name.last) == author["family"]
                assert " ".join(name.first) == author.get("given", "")


def test_ris_says_what_the_sources_say() -> None:
    for item, record in zip(ITEMS, rispy.loads(ris(ITEMS)), strict=True):
        assert record["type_of_reference"] in rispy.config.TYPE_OF_REFERENCE_MAPPING
        assert record["title"] == item["title"]
        assert record["urls"] == [item["URL"]]
        assert record["language"] == item["language"]
        assert record.get("secondary_title") == item.get("container-title")
        assert record.get("publisher") == item.get("publisher")
        assert record.get("doi") == item.get("DOI")
        assert record.get("volume") == item.get("volume") and record.get("number") == item.get("issue")
        assert record["access_date"] == "2026/11/30/"
        assert record.get("year", "") == date(item, "issued")[:4]
        assert re.fullmatch(r"\d{4}/(\d\d)?/(\d\d)?/", record.get("date", "2026///"))
        pages = [record[end] for end in ("start_page", "end_page") if end in record]
        assert "-".join(pages) == item.get("page", "")
        for written, author in zip(record.get("authors", []), item.get("author", []), strict=True):
            assert written == (
                f"{author['literal']}," if "literal" in author else f"{author['family']}, {author['given']}"
            )
            assert "," not in author.get("literal", "")  # which no program would read as one name


def test_records_of_ris_are_as_specified() -> None:
    records = ris(ITEMS).split("\r\n\r\n")
    assert len(records) == len(ITEMS)
    for record in records:
        lines = record.removesuffix("\r\n").split("\r\n")
        assert all(re.fullmatch(r"[A-Z][A-Z0-9]  - [^\r\n]*", line) for line in lines)
        assert lines[0].startswith("TY  - ") and lines[-1] == "ER  - "


@given(texts)
def test_tex_shows_any_title_as_it_is(title: str) -> None:
    entries = parsed(bibtex([MINIMAL | {"title": title, "note": title}]))
    assert [shown(entries["pan"][field]) for field in ("title", "note")] == [title, title]


@given(st.lists(texts, min_size=1, max_size=3))
def test_names_that_are_no_persons_stay_whole(names: list[str]) -> None:
    authors = [{"literal": name} for name in names]
    entries = parsed(bibtex([MINIMAL | {"author": authors}]), SeparateCoAuthors())
    assert [shown(name) for name in entries["pan"]["author"]] == names
    (record,) = rispy.loads(ris([MINIMAL | {"author": authors}]))
    assert record["authors"] == [f"{name}," for name in names]


@pytest.mark.parametrize("kind", ["book", "report", "webpage"])
def test_a_publisher_is_one(kind: str) -> None:
    """The list fields of The biblatex Package, section 2.2.1, are split at every «and» that no braces hide."""
    entry = bibtex([MINIMAL | {"type": kind, "publisher": "Salt and Bread Commission"}])
    assert re.search(r"(publisher|institution|organization) = \{\{Salt and Bread Commission\}\}", entry)


def test_capitals_that_must_stay_are_in_braces() -> None:
    entry = bibtex([MINIMAL | {"title": "How I wrote a CUDA kernel for B200 with PyTorch: Notes on GPT_X & Ñandú"}])
    assert r"{How {I} wrote a {CUDA} kernel for {B200} with {PyTorch}: Notes on {GPT}\_{X} \& Ñandú}" in entry


def test_a_person_has_particles_and_suffix() -> None:
    author = [{"given": "Ana", "non-dropping-particle": "de la", "family": "Cruz", "suffix": "Jr."}]
    assert "author = {de la Cruz, Jr., Ana}" in bibtex([MINIMAL | {"author": author}])
    assert "AU  - de la Cruz, Ana, Jr.\r\n" in ris([MINIMAL | {"author": author}])


def test_an_address_in_arxiv_is_an_eprint() -> None:
    entry = parsed(bibtex([MINIMAL | {"type": "article", "number": "arXiv:2502.10517"}]))["pan"]
    assert (entry["eprint"], entry["eprinttype"]) == ("2502.10517", "arxiv") and "number" not in entry


def test_a_preprint_is_told_from_what_is_published() -> None:
    item = MINIMAL | {"type": "article", "genre": "Preprint", "number": "arXiv:2502.10517", "publisher": "arXiv"}
    entry = parsed(bibtex([item]))["pan"]
    assert (entry.entry_type, entry["pubstate"]) == ("online", "prepublished") and "type" not in entry
    (record,) = rispy.loads(ris([item]))
    assert (record["type_of_reference"], record["type_of_work"]) == ("UNPB", "Preprint")
    assert record["accession_number"] == "arXiv:2502.10517"


def test_a_report_has_its_series_and_number() -> None:
    item = MINIMAL | {"type": "report", "genre": "Working Paper", "number": "140", "publisher": "Horno"}
    entry = parsed(bibtex([item]))["pan"]
    assert (entry["type"], entry["number"], shown(entry["institution"])) == ("Working Paper", "140", "Horno")
    assert "TY  - RPRT\r\n" in ris([item]) and "M3  - Working Paper\r\n" in ris([item])


def test_the_number_of_an_article_is_not_that_of_its_issue() -> None:
    item = MINIMAL | {"type": "article-journal", "issue": "6495", "number": "eaam9744"}
    entry = parsed(bibtex([item]))["pan"]
    assert (entry["number"], entry["eid"]) == ("6495", "eaam9744")
    assert "C7  - eaam9744\r\n" in ris([item])


def test_a_review_says_what_it_reviews() -> None:
    (record,) = rispy.loads(ris([MINIMAL | {"type": "review-book", "reviewed-title": "Manual del pan"}]))
    assert record["reviewed_item"] == "Manual del pan"


def test_an_address_never_unbalances_braces() -> None:
    entry = parsed(bibtex([MINIMAL | {"URL": "https://example.org/a{b}\\c?d=1%20&e_f#g~"}]))["pan"]
    assert entry["url"] == "https://example.org/a%7Bb%7D%5Cc?d=1%20&e_f#g~"


@pytest.mark.parametrize("kind", sorted(CSL_TYPES))
def test_every_type_of_source_has_a_type_of_entry(kind: str) -> None:
    assert parsed(bibtex([MINIMAL | {"type": kind}]))["pan"].entry_type in BIBLATEX
    (record,) = rispy.loads(ris([MINIMAL | {"type": kind}]))
    assert record["type_of_reference"] in rispy.config.TYPE_OF_REFERENCE_MAPPING


@pytest.mark.parametrize(
    ("parts", "iso", "slashed"),
    [([2026], "2026", "2026///"), ([2026, 8], "2026-08", "2026/08//"), ([2026, 8, 5], "2026-08-05", "2026/08/05/")],
)
def test_dates_are_as_precise_as_they_are_known(parts: list[int], iso: str, slashed: str) -> None:
    item = MINIMAL | {"issued": {"date-parts": [parts]}}
    assert date(item, "issued") == iso and date(item, "accessed") == ""
    assert f"DA  - {slashed}\r\n" in ris([item])


def test_nothing_gives_nothing() -> None:
    assert bibtex([]) == ris([]) == ""
