"""The notes as W3C Web Annotations: `/notas.jsonld`.

Web Annotation Data Model, W3C Recommendation of 23 February 2017: https://www.w3.org/TR/annotation-model/
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edition.content import permalinks
from edition.content.essay import Section
from edition.exports.publication import Publication, instant
from edition.join.model import Annotation, Edition, Entry
from edition.text.selectors import Span, TextQuoteSelector, resolve

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
PATH = "notas.jsonld"

_HTML_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3236"  # section 4.2.1: the specification of HTML fragments
_JOINT = "\n\n"
_CONTEXT_CHARACTERS = 32


def collection(
    publication: Publication,
    edition: Edition,
    bodies: Mapping[str, str],
    label: str,
) -> dict[str, Any]:
    """Return all notes as one AnnotationCollection with its only page embedded (section 5), in the essay's order.

    `bodies` holds the HTML of each note by slug, as on the note's own page; `label` is the title of the collection.
    """
    page = publication.at(f"{PATH}#page-1")
    items = [
        web_annotation(publication, entry, annotation, bodies[annotation.note.slug])
        for entry in edition.contents
        for annotation in edition.on(*entry.section.blocks)
    ]
    first = {
        "id": page,
        "type": "AnnotationPage",
        "partOf": publication.at(PATH),
        "startIndex": 0,
        "items": items,
    }
    whole = {
        "@context": CONTEXT,
        "id": publication.at(PATH),
        "type": "AnnotationCollection",
        "label": label,
        "creator": _creator(publication),
        "modified": instant(publication.modified),
        "rights": publication.licence,
        "total": len(items),
    }
    return whole | ({"first": first, "last": page} if items else {})


def web_annotation(publication: Publication, entry: Entry, annotation: Annotation, body: str) -> dict[str, Any]:
    """Return one note on the section `entry` as an Annotation (section 3); `body` is its HTML."""
    note, address = annotation.note, permalinks.note(annotation.note.slug)
    html = {
        "type": "TextualBody",
        "purpose": note.kind.motivation,
        "format": "text/html",
        "language": publication.language,
        "value": publication.absolute(body, address),
    }
    tags = [
        {"type": "TextualBody", "purpose": "tagging", "format": "text/plain", "value": word.name}
        | {"language": publication.language}
        for word in filter(None, (note.kind, note.verdict))
    ]
    return {
        "id": publication.at(address),
        "type": "Annotation",
        "label": note.title,
        "motivation": note.kind.motivation,
        "creator": _creator(publication),
        "created": instant(publication.published(address, note.reviewed)),
        "modified": instant(note.reviewed),
        "rights": publication.licence,
        "body": [html, *tags],
        "target": {
            "type": "SpecificResource",
            "source": publication.at(entry.url),
            "selector": selectors(entry.section, annotation),
        },
    }


def selectors(section: Section, annotation: Annotation) -> list[dict[str, Any]]:
    """Return two selectors of one passage: its words, and its element with its position there.

    The position (section 4.2.5, within the element by section 4.2.9) counts code points in the `textContent` of the
    element. Diagrams have no id, but are the only element with `data-graph`.
    """
    words, block = quote(section, annotation), annotation.block
    element = (
        {"type": "CssSelector", "value": "[data-graph]"}
        if block.kind == "graph"
        else {"type": "FragmentSelector", "conformsTo": _HTML_FRAGMENTS, "value": block.id}
    )
    span = {"type": "TextPositionSelector", "start": annotation.span.start, "end": annotation.span.end}
    return [
        {"type": "TextQuoteSelector", "exact": words.exact, "prefix": words.prefix, "suffix": words.suffix},
        element | {"refinedBy": span},
    ]


def quote(section: Section, annotation: Annotation) -> TextQuoteSelector:
    """Return the passage with as much context from its block as makes it unique in the section.

    Pages repeat their titles, so the context of a heading goes to the line ends around it, as they are in the page.
    """
    span = annotation.span
    if annotation.block.kind == "heading":
        return _quoted(
            f"\n{annotation.block.text}\n", Span(span.start + 1, span.end + 1), len(annotation.block.text) + 1
        )
    text, size = _JOINT.join(block.text for block in section.blocks), _CONTEXT_CHARACTERS
    while len(resolve(text, _in_block(annotation, size))) > 1 and size < len(annotation.block.text):
        size *= 2
    return _in_block(annotation, size)


def _in_block(annotation: Annotation, size: int) -> TextQuoteSelector:
    return _quoted(annotation.block.text, annotation.span, size)


def _quoted(text: str, span: Span, size: int) -> TextQuoteSelector:
    """Quote the words of `span` with about `size` characters of context on each side, in whole words."""
    before, after = text[: span.start], text[span.end :]
    prefix = before if len(before) <= size else before[-size:].partition(" ")[2]
    suffix = after if len(after) <= size else after[:size].rpartition(" ")[0]
    return TextQuoteSelector(text[span.start : span.end], prefix, suffix)


def _creator(publication: Publication) -> dict[str, str]:
    return {"type": "Organization", "name": publication.publisher, "homepage": publication.url}
