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

_HTML_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3236"  # as section 4.2.1 names those of HTML
_JOINT = "\n\n"
_CONTEXT_CHARACTERS = 32


def collection(
    publication: Publication,
    edition: Edition,
    bodies: Mapping[str, str],
    label: str,
) -> dict[str, Any]:
    """Return all notes as one AnnotationCollection with its only page embedded (section 5), in the essay's order.

    `bodies` holds the HTML of each note by its slug, as it stands on the note's own page; `label` names the collection.
    """
    page = publication.at(f"{PATH}#page-1")
    items = [
        annotation(publication, entry, noted, bodies[noted.note.slug])
        for entry in edition.contents
        for noted in edition.on(*entry.section.blocks)
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


def annotation(publication: Publication, entry: Entry, noted: Annotation, body: str) -> dict[str, Any]:
    """Return one note on the section `entry` as an Annotation (section 3); `body` is its HTML."""
    note, address = noted.note, permalinks.note(noted.note.slug)
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
            "selector": selectors(entry.section, noted),
        },
    }


def section_text(section: Section) -> str:
    """Return the plain text of `section`, over which positions count code points (sections 4.2.4 and 4.2.5).

    It is the text of the section's blocks in their order, the heading (on the home page, the title) included, with a
    blank line, two line feeds, between one and the next, and nothing before the first or after the last. The text of a
    block is what its HTML shows: no tags, character references as the characters they stand for, white space as it is,
    no bullets or numbers of lists. On the finished page the blocks are the elements with a `data-h`, `data-p` or
    `data-graph`, and their text is their `textContent` less that of elements with a `data-edition`.
    """
    return _JOINT.join(block.text for block in section.blocks)


def selectors(section: Section, noted: Annotation) -> list[dict[str, Any]]:
    """Return three ways to the same passage: its words, its place in the section, and its place in its paragraph.

    The last (sections 4.2.1 and 4.2.9) needs no more of the page than one element; a diagram has none with its text.
    """
    words, place = quote(section, noted), position(section, noted)
    found = [
        {"type": "TextQuoteSelector"} | {"exact": words.exact, "prefix": words.prefix, "suffix": words.suffix},
        _position(place),
    ]
    if noted.block.kind == "graph":
        return found
    fragment = {
        "type": "FragmentSelector",
        "conformsTo": _HTML_FRAGMENTS,
        "value": noted.block.id,
        "refinedBy": _position(noted.span),
    }
    return [*found, fragment]


def quote(section: Section, noted: Annotation) -> TextQuoteSelector:
    """Return the passage with the words around it in its block: as many as it takes to stand once in the section."""
    text, size = section_text(section), _CONTEXT_CHARACTERS
    while len(resolve(text, _quoted(noted, size))) > 1 and size < len(noted.block.text):
        size *= 2
    return _quoted(noted, size)


def position(section: Section, noted: Annotation) -> Span:
    """Return where the passage stands in the text of its section."""
    before = section.blocks[: section.blocks.index(noted.block)]
    offset = sum(len(block.text) + len(_JOINT) for block in before)
    return Span(offset + noted.span.start, offset + noted.span.end)


def _quoted(noted: Annotation, size: int) -> TextQuoteSelector:
    """Quote the passage with about `size` characters on each side, in whole words."""
    text, span = noted.block.text, noted.span
    before, after = text[: span.start], text[span.end :]
    prefix = before if len(before) <= size else before[-size:].partition(" ")[2]
    suffix = after if len(after) <= size else after[:size].rpartition(" ")[0]
    return TextQuoteSelector(text[span.start : span.end], prefix, suffix)


def _position(span: Span) -> dict[str, Any]:
    return {"type": "TextPositionSelector", "start": span.start, "end": span.end}


def _creator(publication: Publication) -> dict[str, str]:
    return {"type": "Organization", "name": publication.publisher, "homepage": publication.url}
