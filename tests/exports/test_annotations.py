"""The notes as Web Annotations: valid by the W3C's model and context, and all found again on the finished pages."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import pytest
from edition.content import vocabulary
from edition.content.essay import Block, Section
from edition.exports import annotations
from edition.exports.publication import to_json
from edition.join.model import Annotation
from edition.text.selectors import Span, TextQuoteSelector, resolve
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from lxml import html as lxml_html
from projects import ROOT, Project
from published import LICENCE, exported

# The 13 motivations of the Web Annotation Data Model, section 3.3.5.
MOTIVATIONS = (
    "assessing bookmarking classifying commenting describing editing highlighting identifying linking moderating "
    "questioning replying tagging"
).split()
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
IRI = re.compile(r"https?://[^\s<>\"{}|\\^`]+")

# Expands a document with the W3C's context and no other, in safe mode: a term that it does not define is an error.
# What comes out is compacted again, to compare.
PROCESS = """
import jsonld from "jsonld";
import { WEB_ANNOTATION_CONTEXT_DOCUMENT as context }
  from "./node_modules/@dokieli/web-annotation/dist/contexts/anno.js";
const documentLoader = async (url) => {
  if (url !== "http://www.w3.org/ns/anno.jsonld") throw new Error(`unknown context ${url}`);
  return { contextUrl: null, documentUrl: url, document: context };
};
let text = "";
for await (const chunk of process.stdin) text += chunk;
const expanded = await jsonld.expand(JSON.parse(text), { documentLoader, safe: true });
const compacted = await jsonld.compact(expanded, "http://www.w3.org/ns/anno.jsonld", { documentLoader });
console.log(JSON.stringify({ expanded, compacted }));
"""


def process(document: Any) -> dict[str, Any]:
    command = ["node", "--input-type=module", "--eval", PROCESS]
    run = subprocess.run(command, cwd=ROOT, input=to_json(document), capture_output=True, text=True, check=True)
    processed: dict[str, Any] = json.loads(run.stdout)
    return processed


@pytest.fixture(scope="module")
def collection() -> dict[str, Any]:
    real = exported()
    return annotations.collection(real.publication, real.edition, real.bodies, "Las notas")


@pytest.fixture(scope="module")
def items(collection: dict[str, Any]) -> list[dict[str, Any]]:
    return list(collection["first"]["items"])


def test_the_collection_has_what_the_model_requires(collection: dict[str, Any]) -> None:
    """Sections 5.1 and 5.2."""
    page = collection["first"]
    assert collection["@context"] == "http://www.w3.org/ns/anno.jsonld"
    assert collection["type"] == "AnnotationCollection" and IRI.fullmatch(collection["id"])
    assert collection["label"] and collection["total"] == len(page["items"]) > 0
    assert page["type"] == "AnnotationPage" and "@context" not in page
    assert page["partOf"] == collection["id"] and page["startIndex"] == 0
    assert collection["last"] == page["id"] != collection["id"]
    assert "next" not in page and "prev" not in page


def test_each_annotation_has_what_the_model_requires(items: list[dict[str, Any]]) -> None:
    """Sections 3.1 to 3.3, 4 and 4.2."""
    assert len({item["id"] for item in items}) == len(items)
    for item in items:
        assert item["type"] == "Annotation" and IRI.fullmatch(item["id"]) and "@context" not in item
        assert item["motivation"] in MOTIVATIONS
        assert INSTANT.fullmatch(item["created"]) and INSTANT.fullmatch(item["modified"])
        assert item["created"] <= item["modified"]
        assert item["rights"] == LICENCE
        assert item["creator"]["type"] == "Organization" and item["creator"]["name"]
        target = item["target"]
        assert target["type"] == "SpecificResource" and IRI.fullmatch(target["source"]) and "#" not in target["source"]
        for body in item["body"]:
            assert body["type"] == "TextualBody" and body["value"] and body["purpose"] in MOTIVATIONS
            assert body["format"] in ("text/html", "text/plain") and body["language"] == "es"


def test_each_selector_has_what_the_model_requires(items: list[dict[str, Any]]) -> None:
    """Sections 4.2.1, 4.2.2, 4.2.4, 4.2.5 and 4.2.9."""
    for selector in (selector for item in items for selector in item["target"]["selector"]):
        match selector:
            case {"type": "TextQuoteSelector", "exact": exact, "prefix": str(), "suffix": str()}:
                assert exact
            case {"type": "FragmentSelector", "conformsTo": syntax, "value": value, "refinedBy": refined}:
                assert IRI.fullmatch(syntax) and value
                assert refined["type"] == "TextPositionSelector" and 0 <= refined["start"] < refined["end"]
            case {"type": "CssSelector", "value": "[data-graph]", "refinedBy": refined}:
                assert refined["type"] == "TextPositionSelector" and 0 <= refined["start"] < refined["end"]
            case other:
                pytest.fail(f"unknown selector {other}")


def test_the_context_defines_every_term_and_loses_nothing(collection: dict[str, Any]) -> None:
    processed = process(collection)
    assert processed["compacted"] == collection
    assert processed["expanded"][0]["@type"] == ["http://www.w3.org/ns/activitystreams#OrderedCollection"]


def test_a_term_that_the_context_does_not_define_is_noticed(collection: dict[str, Any]) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        process(collection | {"colour": "red"})


def test_the_bodies_are_the_note_and_its_tags(items: list[dict[str, Any]]) -> None:
    real = exported()
    by_id = {item["id"]: item for item in items}
    for noted in real.edition.annotations:
        item = by_id[f"{real.publication.url}notas/{noted.note.slug}/"]
        tags = [body["value"] for body in item["body"] if body["purpose"] == "tagging"]
        html = [body["value"] for body in item["body"] if body["format"] == "text/html"]
        assert tags == [word.name for word in (noted.note.kind, noted.note.verdict) if word]
        assert len(html) == 1 and lxml_html.fromstring(html[0]).text_content()
        assert item["modified"].startswith(noted.note.reviewed.isoformat())


def test_a_vocabulary_can_use_the_motivations_there_are_and_no_others() -> None:
    assert sorted(vocabulary.MOTIVATIONS) == sorted(MOTIVATIONS)


def places(body: Any, slug: str) -> tuple[str, tuple[int, int]]:
    """Return the text content of a page, and where the passage of a note is in it."""
    texts, found, size = [], [], 0
    for event, element in etree.iterwalk(body, events=("start", "end", "comment")):
        if event == "start" and slug in element.get("data-notes", "").split():
            found.append(size)
        text = (element.text if event == "start" else element.tail if element is not body else "") or ""
        if event == "end" and slug in element.get("data-notes", "").split():
            found.append(size)
        texts.append(text)
        size += len(text)
    return "".join(texts), (min(found), max(found))


@pytest.mark.parametrize("address", ["", "completo/"])
def test_an_exact_search_of_the_page_finds_each_quotation_once(
    address: str, items: list[dict[str, Any]], real: Project
) -> None:
    """Apache Annotator searches the `textContent` of `body` for prefix, exact and suffix, character by character."""
    pages: dict[str, Any] = {}
    for item in items:
        path = address or item["target"]["source"].removeprefix("https://example.org/repo/")
        body = pages[path] = pages[path] if path in pages else lxml_html.document_fromstring(real.page(path)).body
        quote, element = item["target"]["selector"]
        text, passage = places(body, item["id"].rstrip("/").rpartition("/")[2])
        words = quote["prefix"] + quote["exact"] + quote["suffix"]
        count = 2 if element["type"] == "CssSelector" else 1  # mermaid hides the same source
        assert text.count(words) == count, item["id"]
        start = text.rindex(words) + len(quote["prefix"])
        assert (start, start + len(quote["exact"])) == passage


def test_every_element_is_on_the_finished_pages_with_the_passage_in_it(
    items: list[dict[str, Any]], real: Project
) -> None:
    for item in items:
        page = lxml_html.fromstring(real.page(item["target"]["source"].removeprefix("https://example.org/repo/")))
        quote, element = item["target"]["selector"]
        is_css = element["type"] == "CssSelector"
        (block,) = page.xpath("//*[@data-graph]" if is_css else f"//*[@id='{element['value']}']")
        place = element["refinedBy"]
        assert block.text_content()[place["start"] : place["end"]] == quote["exact"]


@given(st.lists(st.text("ab ", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=5), st.data())
def test_a_quotation_stands_once_where_enough_text_can_tell(texts: list[str], data: st.DataObject) -> None:
    blocks = tuple(Block("paragraph", "s", text, number) for number, text in enumerate(texts, 1))
    section = Section("s", "s.md", blocks)
    block = data.draw(st.sampled_from(blocks))
    start = data.draw(st.integers(0, len(block.text) - 1).filter(lambda at: block.text[at] != " "))
    noted = Annotation(None, block, Span(start, start + 1))  # type: ignore[arg-type]
    quoted = annotations.quote(section, noted)
    assert quoted.exact == block.text[start]
    assert block.text[:start].endswith(quoted.prefix) and block.text[start + 1 :].startswith(quoted.suffix)
    text = "\n\n".join(texts)
    place = sum(len(earlier) + 2 for earlier in texts[: blocks.index(block)]) + start
    whole = TextQuoteSelector(block.text[start], block.text[:start], block.text[start + 1 :])
    if len(resolve(text, whole)) == 1:
        assert resolve(text, quoted) == [Span(place, place + 1)]


def test_the_context_of_a_heading_is_its_line() -> None:
    block = Block("heading", "s", "La masa madre")
    noted = Annotation(None, block, Span(3, 7))  # type: ignore[arg-type]
    quoted = annotations.quote(Section("s", "s.md", (block,)), noted)
    assert (quoted.prefix, quoted.suffix) == ("\nLa ", " madre\n")


def test_long_context_is_cut_between_words() -> None:
    words = " ".join(f"palabra{number}" for number in range(20))
    block = Block("paragraph", "s", words, 1)
    start = words.index("palabra10")
    quoted = annotations.quote(Section("s", "s.md", (block,)), Annotation(None, block, Span(start, start + 9)))  # type: ignore[arg-type]
    assert (quoted.prefix, quoted.suffix) == ("palabra7 palabra8 palabra9 ", " palabra11 palabra12 palabra13")


def test_the_same_edition_gives_the_same_file(collection: dict[str, Any]) -> None:
    real = exported()
    again = annotations.collection(real.publication, real.edition, real.bodies, "Las notas")
    assert to_json(again) == to_json(collection)


def test_an_edition_without_notes_is_an_empty_collection() -> None:
    real = exported()
    empty = annotations.collection(real.publication, type(real.edition)(), {}, "Las notas")
    assert empty["total"] == 0 and "first" not in empty
