"""How to cite the edition and its parts: in words and for reference managers, at addresses that exist."""

from __future__ import annotations

import bibtexparser
import pytest
import rispy
from edition.exports.citing import Reference, references
from lxml import html as lxml_html
from projects import Project
from published import Exported, exported


@pytest.fixture(scope="module")
def edition() -> Exported:
    return exported()


@pytest.fixture(scope="module")
def cited(edition: Exported) -> dict[str, Reference]:
    return references(edition.publication, edition.edition, "{0}, párrafo {1}")


def test_everything_can_be_cited(cited: dict[str, Reference], edition: Exported) -> None:
    sections = {entry.url for entry in edition.edition.contents}
    numbered = [(entry, block) for entry in edition.edition.contents for block in entry.section.blocks if block.number]
    paragraphs = {f"{entry.url}#p{block.number}" for entry, block in numbered}
    notes = {f"notas/{noted.note.slug}/" for noted in edition.edition.annotations}
    assert cited.keys() == {"", *sections, *paragraphs, *notes}
    assert all(reference.url == edition.publication.at(address) for address, reference in cited.items())


def test_a_reference_is_in_iso_690(cited: dict[str, Reference], edition: Exported) -> None:
    """ISO 690:2021: creator, title, host, medium, publisher and date; the address is left to the page."""
    essay, site = edition.publication.essay_title, edition.publication.title
    entry = edition.edition.contents[1]
    day = "30 de noviembre de 2026."
    note = edition.edition.annotations[0].note
    paragraph = next(block for block in entry.section.blocks if block.number)
    expected = {
        "": f"<i>{essay}</i> [en línea]. Edición anotada, {day}",
        entry.url: f"{entry.title}. <i>{essay}</i> [en línea]. Edición anotada, {day}",
        f"{entry.url}#{paragraph.id}": f"{entry.title}, párrafo {paragraph.number}. <i>{essay}</i> [en línea]. Edición anotada, {day}",
        f"notas/{note.slug}/": f"Edición anotada. {note.title.rstrip('?')}",
    }
    for address in ("", entry.url, f"{entry.url}#{paragraph.id}"):
        assert cited[address].html == expected[address]
    reference = cited[f"notas/{note.slug}/"].html
    assert reference.startswith(expected[f"notas/{note.slug}/"]) and reference.endswith(
        f"<i>{site}</i> [en línea], {day}"
    )


def test_managers_read_one_entry_with_the_same_address(cited: dict[str, Reference]) -> None:
    keys = set()
    for reference in cited.values():
        (entry,) = bibtexparser.parse_string(reference.bibtex).entries
        (record,) = rispy.loads(reference.ris)
        keys.add(entry.key)
        assert entry.entry_type == "online" and record["type_of_reference"] == "ELEC"
        assert [entry["url"]] == record["urls"] == [reference.url]
        assert entry["date"] == "2026-11-30" and record["year"] == "2026"
        assert entry["langid"] == "spanish" and record["language"] == "es"
        assert entry.key == record["id"]
    assert len(keys) == len(cited)


def test_only_notes_have_an_author(cited: dict[str, Reference]) -> None:
    for address, reference in cited.items():
        (record,) = rispy.loads(reference.ris)
        assert ("authors" in record) == address.startswith("notas/")
        assert ("publisher" in record) != address.startswith("notas/")


def test_every_address_is_there_on_the_finished_pages(cited: dict[str, Reference], real: Project) -> None:
    for address in cited:
        path, _, fragment = address.partition("#")
        page = lxml_html.fromstring(real.page(path))
        assert not fragment or page.xpath(f"//*[@id='{fragment}']")


def test_the_same_edition_is_cited_the_same(cited: dict[str, Reference], edition: Exported) -> None:
    assert references(edition.publication, edition.edition, "{0}, párrafo {1}") == cited
