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


def section_text(section: Section) -> str:
    """Return the plain text of `section`, in which positions count code points (sections 4.2.4 and 4.2.5).

    It is the text of the section's blocks in order, including the heading (on the home page, the title). One blank
    line, that is two line feeds, separates blocks; nothing comes before the first or after the last. The text of a
    block is the text its HTML shows: no tags, character references decoded, white space unchanged, no list bullets or
    numbers. On the finished page, the blocks are the elements with `data-h`, `data-p` or `data-graph`, and their text
    is their `textContent` without that of elements with `data-edition`.
    """
    return _JOINT.join(block.text for block in section.blocks)


def selectors(section: Section, annotation: Annotation) -> list[dict[str, Any]]:
    """Return three selectors of one passage: its words, its position in the section, its position in its paragraph.

    The last (sections 4.2.1 and 4.2.9) needs only one element of the page. Diagrams have none, since no element holds
    their text.
    """
    words, place = quote(section, annotation), position(section, annotation)
    found = [
        {"type": "TextQuoteSelector"} | {"exact": words.exact, "prefix": words.prefix, "suffix": words.suffix},
        _position(place),
    ]
    if annotation.block.kind == "graph":
        return found
    fragment = {
        "type": "FragmentSelector",
        "conformsTo": _HTML_FRAGMENTS,
        "value": annotation.block.id,
        "refinedBy": _position(annotation.span),
    }
    return [*found, fragment]


def quote(section: Section, annotation: Annotation) -> TextQuoteSelector:
    """Return the passage with as much context from its block as makes it unique in the section."""
    text, size = section_text(section), _CONTEXT_CHARACTERS
    while len(resolve(text, _quoted(annotation, size))) > 1 and size < len(annotation.block.text):
        size *= 2
    return _quoted(annotation, size)


def position(section: Section, annotation: Annotation) -> Span:
    """Return the span of the passage in the text of its section."""
    before = section.blocks[: section.blocks.index(annotation.block)]
    offset = sum(len(block.text) + len(_JOINT) for block in before)
    return Span(offset + annotation.span.start, offset + annotation.span.end)


def _quoted(annotation: Annotation, size: int) -> TextQuoteSelector:
    """Quote the passage with about `size` characters of context on each side, in whole words."""
    text, span = annotation.block.text, annotation.span
    before, after = text[: span.start], text[span.end :]
    prefix = before if len(before) <= size else before[-size:].partition(" ")[2]
    suffix = after if len(after) <= size else after[:size].rpartition(" ")[0]
    return TextQuoteSelector(text[span.start : span.end], prefix, suffix)


def _position(span: Span) -> dict[str, Any]:
    return {"type": "TextPositionSelector", "start": span.start, "end": span.end}


def _creator(publication: Publication) -> dict[str, str]:
    return {"type": "Organization", "name": publication.publisher, "homepage": publication.url}
