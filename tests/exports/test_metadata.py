"""What pages say to machines: only what schema.org defines, and all that Zotero needs."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import bibtexparser
import pytest
import rispy
from edition.content.sources import OTHERS
from edition.exports import metadata
from edition.exports.publication import to_script
from edition.join.model import Place
from edition.text.selectors import fold
from lxml import html as lxml_html
from projects import ROOT, VOCABULARY, Project
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
def edition() -> Exported:
    return exported()


@pytest.fixture(scope="module")
def pages(edition: Exported) -> dict[str, dict[str, Any]]:
    """Give what every page of the real edition says, by its address."""
    given = edition.publication, edition.edition
    pages = {"": metadata.home(*given, edition.edition.contents, "Una edición.")}
    for entry in edition.edition.contents[1:]:
        pages[entry.url] = metadata.section(*given, entry, edition.trail(entry.url, entry.title), "Una sección.")
    for noted in edition.edition.annotations:
        entry = next(entry for entry in edition.edition.contents if noted.block in entry.section.blocks)
        url = f"notas/{noted.note.slug}/"
        pages[url] = metadata.note(*given, noted, entry, edition.trail(url, noted.note.title))
    pages["glosario/"] = metadata.glossary(*given, edition.trail("glosario/", "Glosario"), "Los términos.")
    pages["fuentes/"] = metadata.sources(*given, edition.trail("fuentes/", "Fuentes"), "Las fuentes.")
    pages["sobre/"] = metadata.page(edition.publication, edition.trail("sobre/", "Sobre"), "La edición.")
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


def test_every_address_is_absolute(pages: dict[str, dict[str, Any]], edition: Exported) -> None:
    for page in pages.values():
        for address in re.findall(r'"(?:@id|url|item|license)":"([^"]*)"', to_script(page)):
            assert re.fullmatch(r"https?://[^\s]+", address)
        assert to_script(page).count('"https://example.org/') == to_script(page).count(f'"{edition.publication.url}')


def test_the_essay_has_no_author_and_another_licence(pages: dict[str, dict[str, Any]], edition: Exported) -> None:
    for article in [nodes(pages, "WebSite")[0], *(node for node in nodes(pages, "Article") if "isBasedOn" in node)]:
        essay = article["isBasedOn"]
        assert essay["name"] == edition.publication.essay_title
        assert "author" not in essay and "license" not in essay and essay["copyrightNotice"]
        assert "license" not in article and article["publisher"]["@type"] == "Organization"
        assert ("author" in article) == (article["@type"] == "WebSite")
    parts = [part for article in nodes(pages, "Article") for part in article.get("hasPart", ())]
    assert len(parts) == len(edition.edition.annotations) and {part["license"] for part in parts} == {LICENCE}


def test_every_section_belongs_to_the_edition_and_lists_its_notes_and_sources(
    pages: dict[str, dict[str, Any]], edition: Exported
) -> None:
    site = pages[""]["@graph"][0]
    assert [part["url"] for part in site["hasPart"]] == [
        edition.publication.at(entry.url) for entry in edition.edition.contents[1:]
    ]
    for entry in edition.edition.contents:
        article = next(node for node in pages[entry.url]["@graph"] if node["@type"] == "Article")
        notes = [noted.note for noted in edition.edition.on(*entry.section.blocks)]
        assert article["isPartOf"]["@id"] == site["@id"] == edition.publication.url
        assert [part["name"] for part in article["hasPart"]] == [note.title for note in notes]
        urls = [work["url"] for work in article["citation"]]
        assert len(set(urls)) == len(urls)
        assert set(urls) >= {edition.edition.sources[key].url for note in notes for key in note.sources}


def test_the_page_of_sources_has_them_all_with_authors_and_dates(
    pages: dict[str, dict[str, Any]], edition: Exported
) -> None:
    (page,) = nodes(pages, "CollectionPage")
    for work, source in zip(page["mentions"], edition.edition.sources.values(), strict=True):
        names = [author if isinstance(author, str) else author["name"] for author in work.get("author", ())]
        authors = [name for name in source.item.get("author", ()) if name != {"literal": OTHERS}]
        assert work["@id"] == edition.publication.at(f"fuentes/#fuente-{source.key}")
        assert (work["name"], work["url"]) == (source.item["title"], source.url)
        assert names == [name.get("literal") or f"{name['given']} {name['family']}" for name in authors]
        assert ("datePublished" in work) == ("issued" in source.item)


def test_a_section_can_leave_the_works_cited_to_the_pages_of_its_notes(
    pages: dict[str, dict[str, Any]], edition: Exported
) -> None:
    for entry in edition.edition.contents[1:]:
        trail = edition.trail(entry.url, entry.title)
        brief = metadata.section(edition.publication, edition.edition, entry, trail, "Una sección.", is_brief=True)
        whole = pages[entry.url]["@graph"][0]
        assert brief["@graph"][0] == {name: value for name, value in whole.items() if name != "citation"}
        assert [fault for node in brief["@graph"] for fault in vocabulary().faults(node)] == []


def test_every_verification_is_a_claim_review_and_nothing_else_is(
    pages: dict[str, dict[str, Any]], edition: Exported
) -> None:
    reviews = {review["url"]: review for review in nodes(pages, "ClaimReview")}
    verified = [noted for noted in edition.edition.annotations if noted.note.verdict]
    assert len(reviews) == len(verified)
    for noted in verified:
        review = reviews[edition.publication.at(f"notas/{noted.note.slug}/")]
        claim, sentence = review["itemReviewed"]["text"], review["itemReviewed"]["isPartOf"]["text"]
        assert review["claimReviewed"] == claim == fold(noted.note.selector.exact) and claim in sentence
        assert review["reviewRating"]["alternateName"] == noted.note.finding.label
        assert review["expires"] == noted.note.review_by.isoformat()
        appearance = review["itemReviewed"]["appearance"]["url"]
        entry = next(entry for entry in edition.edition.contents if noted.block in entry.section.blocks)
        assert appearance == edition.publication.at(f"{entry.url}#{noted.block.id}")


def test_no_claim_is_rated_twice(pages: dict[str, dict[str, Any]]) -> None:
    claims = [review["claimReviewed"] for review in nodes(pages, "ClaimReview")]
    assert len(set(claims)) == len(claims)


def test_articles_can_have_an_image(pages: dict[str, dict[str, Any]]) -> None:
    for address, page in pages.items():
        shown = metadata.illustrated(page, "https://example.org/repo/a.png")
        assert [fault for node in shown["@graph"] for fault in vocabulary().faults(node, address)] == []
        images = [node.get("image") for node in shown["@graph"] if node["@type"] == "Article"]
        assert set(images) <= {"https://example.org/repo/a.png"}


def test_the_description_that_search_engines_show_is_short(real: Project) -> None:
    for path in real.site.rglob("index.html"):
        head = lxml_html.parse(path).getroot()
        short, whole = (
            head.xpath(f"//meta[@{name}]/@content") for name in ("name='description'", "property='og:description'")
        )
        for brief, full in zip(short, whole, strict=False):
            assert len(brief) <= 160 and full.startswith(brief.removesuffix("…"))


def test_all_ways_to_cite_a_page_agree(real: Project) -> None:
    """The tags for reference managers, the JSON-LD and, where there are any, the forms to copy."""
    forms = json.loads((real.site / "citas.json").read_text(encoding="utf-8"))
    for path in real.site.rglob("index.html"):
        address = path.parent.relative_to(real.site).as_posix().removeprefix(".")
        head = lxml_html.parse(path).getroot()
        tags = dict(zip(head.xpath("//meta/@name"), head.xpath("//meta[@name]/@content"), strict=True))
        if "citation_title" not in tags:
            continue  # a redirect
        told = tags["citation_title"], tags.get("citation_author", ""), tags["citation_publication_date"]
        graph = json.loads(head.xpath("string(//script[@type='application/ld+json'])"))["@graph"]
        (node,) = (node for node in graph if "dateModified" in node and node["@type"] not in ("WebSite", "ClaimReview"))
        by = f"{node['author']['name']}," if "author" in node else ""
        assert (node["name"], by, node["dateModified"].replace("-", "/")) == told, address
        if copied := forms.get(f"{address}/" if address else ""):
            (record,) = rispy.loads(copied["ris"])
            by = "".join(record.get("authors", ()))
            assert (record["title"], by, record["date"].rstrip("/")) == told, address
            (entry,) = bibtexparser.parse_string(copied["bibtex"]).entries
            assert entry["date"].replace("-", "/") == told[2]
            assert f"{entry['author'].strip('{}')}," == by if "author" in entry else not by
            shown = [copied["bibtex"], copied["ris"].replace("\r\n", "\n")]
            assert head.xpath("//details[@class='cite-this']/pre/code/text()") in ([], shown), address


def test_every_verdict_has_its_place_on_the_scale(pages: dict[str, dict[str, Any]]) -> None:
    ratings = {verdict.name: verdict.rating for verdict in VOCABULARY.verdicts}
    assert ratings["confirmado"] == 5 and ratings["falso"] == 1 and ratings["sin fuente"] is None
    for rating in (review["reviewRating"] for review in nodes(pages, "ClaimReview")):
        value = rating.get("ratingValue")
        assert value is None or rating["worstRating"] <= value <= rating["bestRating"]


def test_the_glossary_defines_every_term_in_plain_words(pages: dict[str, dict[str, Any]], edition: Exported) -> None:
    (terms,) = nodes(pages, "DefinedTermSet")
    defined = terms["hasDefinedTerm"]
    assert [term["termCode"] for term in defined] == list(edition.edition.terms)
    for term in defined:
        assert term["@id"] == edition.publication.at(f"glosario/#{term['termCode']}")
        assert not re.search(r"[<>]|\[@|\s[.,;:)]|\s\s", term["description"]) and term["description"].endswith(".")


def test_every_page_but_the_first_has_the_way_to_it(pages: dict[str, dict[str, Any]], edition: Exported) -> None:
    for address in pages.keys() - {""}:
        (trail,) = nodes({address: pages[address]}, "BreadcrumbList")
        steps = trail["itemListElement"]
        assert [step["position"] for step in steps] == [1, 2]
        assert [step["item"]["@id"] for step in steps] == [edition.publication.url, edition.publication.at(address)]


def test_reference_managers_get_title_author_date_site_language_and_address(edition: Exported) -> None:
    place = Place("ensayo/masa/", "La masa")
    later = DAY + datetime.timedelta(days=1)
    tags = metadata.citation_tags(edition.publication, place, later, DAY, has_author=True)
    nameless = metadata.citation_tags(edition.publication, place, later, DAY, has_author=False)
    assert nameless == [tag for tag in tags if tag[0] != "citation_author"]
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
