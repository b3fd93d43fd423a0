"""What pages say to machines: only what schema.org defines, and all that Zotero needs."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from edition.content.sources import OTHERS
from edition.exports import metadata
from edition.exports.publication import to_script
from edition.join.model import Place
from projects import ROOT, VOCABULARY
from published import DAY, LICENCE, Exported, exported

_DATA_TYPES = {"Boolean", "Date", "DateTime", "Number", "Text", "Time", "DataType", "URL", "Integer", "Float"}


@dataclass(frozen=True)
class Vocabulary:
    """The types of schema.org with what they are kinds of, and their own properties with the types each may have."""

    parents: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, Mapping[str, frozenset[str]]]
    deprecated: frozenset[str]
    texts: frozenset[str]

    def ancestry(self, name: str) -> set[str]:
        """Return the type `name` and all that it is a kind of."""
        return {name}.union(*map(self.ancestry, self.parents.get(name, ())))

    def faults(self, node: Any, where: str = "") -> Iterator[str]:
        """Report what of `node`, a JSON-LD object with a type, schema.org does not define."""
        kinds = self.ancestry(node["@type"])
        if node["@type"] not in self.parents:
            yield f"{where}: no type {node['@type']}"
        for name, value in node.items():
            if name.startswith("@"):
                continue
            ranges = [self.properties[kind][name] for kind in kinds if name in self.properties.get(kind, {})]
            if not ranges or name in self.deprecated:
                yield f"{where}: {node['@type']} has no {name}"
            for part in value if isinstance(value, list) else [value]:
                yield from self._value_faults(part, frozenset().union(*ranges), f"{where}/{name}")

    def _value_faults(self, value: Any, wanted: frozenset[str], where: str) -> Iterator[str]:
        if isinstance(value, dict) and value.keys() == {"@id"}:
            if "IdReference" not in wanted:
                yield f"{where}: a reference is none of {sorted(wanted)}"
        elif isinstance(value, dict):
            if not self.ancestry(value["@type"]) & wanted:
                yield f"{where}: {value['@type']} is none of {sorted(wanted)}"
            yield from self.faults(value, where)
        elif isinstance(value, str):
            if not wanted & (_DATA_TYPES | self.texts):
                yield f"{where}: a text is none of {sorted(wanted)}"
        elif not wanted & {"Number", "Integer", "Float"}:
            yield f"{where}: a number is none of {sorted(wanted)}"


@cache
def vocabulary() -> Vocabulary:
    """Read schema.org's definitions from the types that the package schema-dts generates of them."""
    source = (ROOT / "node_modules/schema-dts/dist/schema.d.ts").read_text(encoding="utf-8")
    parents: dict[str, tuple[str, ...]] = {}
    properties: dict[str, dict[str, frozenset[str]]] = {}
    deprecated: set[str] = set()
    for name, bases, body in re.findall(r"^interface (\w+)Base extends ([^{]+)\{\n(.*?)^\}", source, re.M | re.S):
        parents[name] = tuple(re.findall(r"(\w+)Base\b", bases))
        found = re.findall(r'(?:/\*\*((?:(?!\*/).)*)\*/\s*)?"([\w-]+)"\?: SchemaValue<(.*?), "\2">', body, re.S)
        properties[name] = {property: frozenset(re.findall(r"\w+", ranges)) for _, property, ranges in found}
        deprecated |= {property for comment, property, _ in found if "@deprecated" in comment}
    for leaf, base in re.findall(r'^export interface (\w+)Leaf extends (\w+)Base \{\n\s+"@type"', source, re.M):
        if leaf != base:  # a type without properties of its own
            parents.setdefault(leaf, (base,))
    texts = re.findall(r"^export type (\w+) = [^;]*\bstring\b[^;]*;", source, re.M)
    return Vocabulary(parents, properties, frozenset(deprecated), frozenset(texts))


@pytest.fixture(scope="module")
def real() -> Exported:
    return exported()


@pytest.fixture(scope="module")
def pages(real: Exported) -> dict[str, dict[str, Any]]:
    """Give what every page of the real edition says, by its address."""
    given = real.publication, real.edition
    pages = {"": metadata.home(*given, real.edition.contents, "Una edición.")}
    for entry in real.edition.contents[1:]:
        pages[entry.url] = metadata.section(*given, entry, real.trail(entry.url, entry.title), "Una sección.")
    for noted in real.edition.annotations:
        entry = next(entry for entry in real.edition.contents if noted.block in entry.section.blocks)
        url = f"notas/{noted.note.slug}/"
        pages[url] = metadata.note(*given, noted, entry, real.trail(url, noted.note.title))
    pages["glosario/"] = metadata.glossary(*given, real.trail("glosario/", "Glosario"), "Los términos.")
    pages["fuentes/"] = metadata.sources(*given, real.trail("fuentes/", "Fuentes"), "Las fuentes.")
    pages["sobre/"] = metadata.page(real.publication, real.trail("sobre/", "Sobre"), "La edición.")
    return pages


def nodes(pages: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    return [node for page in pages.values() for node in page["@graph"] if node["@type"] == kind]


def test_the_definitions_are_read_as_they_are() -> None:
    known = vocabulary()
    assert len(known.parents) > 700
    assert known.ancestry("ClaimReview") == {"ClaimReview", "Review", "CreativeWork", "Thing"}
    assert known.properties["ClaimReview"] == {"claimReviewed": {"Text"}}
    assert known.properties["Claim"]["appearance"] == {"CreativeWork", "IdReference"}
    assert "namedPosition" in known.deprecated and "headline" not in known.deprecated
    wrong = {"@type": "Article", "headline": {"@type": "Person"}, "ratingValue": 1, "author": {"@type": "Pan"}}
    assert [fault.partition(" none of ")[0] for fault in known.faults(wrong)] == [
        "/headline: Person is",
        ": Article has no ratingValue",
        "/ratingValue: a number is",
        "/author: Pan is",
        "/author: no type Pan",
    ]


def test_every_page_says_only_what_schema_org_defines(pages: dict[str, dict[str, Any]]) -> None:
    for address, page in pages.items():
        assert page["@context"] == "https://schema.org"
        assert [fault for node in page["@graph"] for fault in vocabulary().faults(node, address)] == []


def test_every_address_is_absolute(pages: dict[str, dict[str, Any]], real: Exported) -> None:
    for page in pages.values():
        for address in re.findall(r'"(?:@id|url|item|license)":"([^"]*)"', to_script(page)):
            assert re.fullmatch(r"https?://[^\s]+", address)
        assert to_script(page).count('"https://example.org/') == to_script(page).count(f'"{real.publication.url}')


def test_the_essay_has_no_author_and_another_licence(pages: dict[str, dict[str, Any]], real: Exported) -> None:
    for article in [nodes(pages, "WebSite")[0], *(node for node in nodes(pages, "Article") if "isBasedOn" in node)]:
        essay = article["isBasedOn"]
        assert essay["name"] == real.publication.essay_title
        assert "author" not in essay and "license" not in essay and essay["copyrightNotice"]
        assert "license" not in article and article["author"]["@type"] == "Organization"
    parts = [part for article in nodes(pages, "Article") for part in article.get("hasPart", ())]
    assert len(parts) == len(real.edition.annotations) and {part["license"] for part in parts} == {LICENCE}


def test_every_section_belongs_to_the_edition_and_lists_its_notes_and_sources(
    pages: dict[str, dict[str, Any]], real: Exported
) -> None:
    site = pages[""]["@graph"][0]
    assert [part["url"] for part in site["hasPart"]] == [
        real.publication.at(entry.url) for entry in real.edition.contents[1:]
    ]
    for entry in real.edition.contents:
        article = next(node for node in pages[entry.url]["@graph"] if node["@type"] == "Article")
        notes = [noted.note for noted in real.edition.on(*entry.section.blocks)]
        assert article["isPartOf"]["@id"] == site["@id"] == real.publication.url
        assert [part["name"] for part in article["hasPart"]] == [note.title for note in notes]
        urls = [work["url"] for work in article["citation"]]
        assert len(set(urls)) == len(urls)
        assert set(urls) >= {real.edition.sources[key].url for note in notes for key in note.sources}


def test_the_page_of_sources_has_them_all_with_authors_and_dates(
    pages: dict[str, dict[str, Any]], real: Exported
) -> None:
    (page,) = nodes(pages, "CollectionPage")
    for work, source in zip(page["mentions"], real.edition.sources.values(), strict=True):
        names = [author if isinstance(author, str) else author["name"] for author in work.get("author", ())]
        authors = [name for name in source.item.get("author", ()) if name != {"literal": OTHERS}]
        assert work["@id"] == real.publication.at(f"fuentes/#fuente-{source.key}")
        assert (work["name"], work["url"]) == (source.item["title"], source.url)
        assert names == [name.get("literal") or f"{name['given']} {name['family']}" for name in authors]
        assert ("datePublished" in work) == ("issued" in source.item)


def test_a_section_can_leave_the_works_cited_to_the_pages_of_its_notes(
    pages: dict[str, dict[str, Any]], real: Exported
) -> None:
    for entry in real.edition.contents[1:]:
        trail = real.trail(entry.url, entry.title)
        brief = metadata.section(real.publication, real.edition, entry, trail, "Una sección.", is_brief=True)
        whole = pages[entry.url]["@graph"][0]
        assert brief["@graph"][0] == {name: value for name, value in whole.items() if name != "citation"}
        assert [fault for node in brief["@graph"] for fault in vocabulary().faults(node)] == []


def test_every_verification_is_a_claim_review_and_nothing_else_is(
    pages: dict[str, dict[str, Any]], real: Exported
) -> None:
    reviews = {review["url"]: review for review in nodes(pages, "ClaimReview")}
    verified = [noted for noted in real.edition.annotations if noted.note.verdict]
    assert len(reviews) == len(verified)
    for noted in verified:
        review = reviews[real.publication.at(f"notas/{noted.note.slug}/")]
        assert noted.note.selector.exact in review["claimReviewed"] == review["itemReviewed"]["text"]
        assert review["reviewRating"]["alternateName"] == noted.note.finding.label
        assert review["expires"] == noted.note.review_by.isoformat()
        appearance = review["itemReviewed"]["appearance"]["url"]
        entry = next(entry for entry in real.edition.contents if noted.block in entry.section.blocks)
        assert appearance == real.publication.at(f"{entry.url}#{noted.block.id}")


def test_every_verdict_has_its_place_on_the_scale(pages: dict[str, dict[str, Any]]) -> None:
    ratings = {verdict.name: verdict.rating for verdict in VOCABULARY.verdicts}
    assert ratings["confirmado"] == 5 and ratings["falso"] == 1 and ratings["sin fuente"] is None
    for rating in (review["reviewRating"] for review in nodes(pages, "ClaimReview")):
        value = rating.get("ratingValue")
        assert value is None or rating["worstRating"] <= value <= rating["bestRating"]


def test_the_glossary_defines_every_term_in_plain_words(pages: dict[str, dict[str, Any]], real: Exported) -> None:
    (terms,) = nodes(pages, "DefinedTermSet")
    defined = terms["hasDefinedTerm"]
    assert [term["termCode"] for term in defined] == list(real.edition.terms)
    for term in defined:
        assert term["@id"] == real.publication.at(f"glosario/#{term['termCode']}")
        assert not re.search(r"[<>]|\[@|\s[.,;:)]|\s\s", term["description"]) and term["description"].endswith(".")


def test_every_page_but_the_first_has_the_way_to_it(pages: dict[str, dict[str, Any]], real: Exported) -> None:
    for address in pages.keys() - {""}:
        (trail,) = nodes({address: pages[address]}, "BreadcrumbList")
        steps = trail["itemListElement"]
        assert [step["position"] for step in steps] == [1, 2]
        assert [step["item"]["@id"] for step in steps] == [real.publication.url, real.publication.at(address)]


def test_reference_managers_get_title_author_date_site_language_and_address(real: Exported) -> None:
    place = Place("ensayo/masa/", "La masa")
    later = DAY + datetime.timedelta(days=1)
    tags = metadata.citation_tags(real.publication, place, later, DAY)
    assert tags == [
        ("citation_title", "La masa"),
        ("citation_author", "Edición anotada,"),
        ("citation_publication_date", "2026/12/01"),
        ("citation_online_date", "2026/11/30"),
        ("citation_language", "es"),
        ("citation_public_url", "https://example.org/repo/ensayo/masa/"),
        ("citation_fulltext_html_url", "https://example.org/repo/ensayo/masa/"),
        ("citation_publisher", "Edición anotada"),
        ("DC.type", "webpage"),
        ("DC.source", "Un ensayo, edición anotada"),
    ]
