"""The feed of new and changed notes: `/notas.xml`, Atom 1.0 (RFC 4287), with its licence (RFC 4946)."""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Mapping
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from edition.content import permalinks
from edition.content.notes import Note
from edition.exports.publication import Publication, instant
from edition.join.model import Annotation, Edition

ATOM = "http://www.w3.org/2005/Atom"
PATH = "notas.xml"
_HALF_DAY = 12 * 60  # minutes


def feed(
    publication: Publication,
    edition: Edition,
    entries: Mapping[str, str],
    title: str,
) -> str:
    """Return the feed: the last reviewed notes first; of one day, corrected notes first, then in the essay's order.

    `entries` holds the HTML of each note by slug, with links as on the note's own page. The id of an entry is the URL
    of the note's page, which never changes (section 4.2.6).
    """
    root = Element("feed", {"xmlns": ATOM, "xml:lang": publication.language})
    newest = sorted(
        edition.annotations,
        key=lambda annotation: (annotation.note.reviewed, bool(annotation.note.history)),
        reverse=True,
    )
    _add(root, "id", publication.at(PATH))
    _add(root, "title", title)
    changed = (_instants(publication, annotation.note)[1] for annotation in newest)
    _add(root, "updated", max(changed, default=instant(publication.date)))
    author = _add(root, "author")
    _add(author, "name", publication.publisher)
    _add(author, "uri", publication.url)
    _link(root, "self", "application/atom+xml", publication.at(PATH))
    _link(root, "alternate", "text/html", publication.at(permalinks.NOTES))
    _add(root, "link", rel="license", href=publication.licence)
    for annotation in newest:
        _entry(_add(root, "entry"), publication, annotation, entries[annotation.note.slug])
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _entry(entry: Element, publication: Publication, annotation: Annotation, body: str) -> None:
    note, address = annotation.note, permalinks.note(annotation.note.slug)
    label = f"{note.label}."
    _add(entry, "id", publication.at(address))
    _add(entry, "title", note.title)
    published, updated = _instants(publication, note)
    _add(entry, "published", published)
    _add(entry, "updated", updated)
    _link(entry, "alternate", "text/html", publication.at(address))
    for word in filter(None, (note.kind, note.verdict)):
        _add(entry, "category", term=word.name, label=word.label)
    _add(entry, "summary", f"{label} {note.summary}")
    content = _head(annotation, label) + publication.absolute(body, address)
    _add(entry, "content", content, type="html")


def _instants(publication: Publication, note: Note) -> tuple[str, str]:
    """Return when a note was published and when it last changed (sections 4.2.9 and 4.2.15).

    Only the days are known, but feed readers compare instants. Each note therefore keeps its own minute, and a
    correction gets a later time even on the first day.
    """
    minute = datetime.timedelta(minutes=zlib.crc32(note.slug.encode()) % _HALF_DAY)
    first = publication.published(permalinks.note(note.slug), note.reviewed)
    noon = datetime.timedelta(minutes=_HALF_DAY if note.history or note.reviewed > first else 0)
    return _at(first, minute), _at(note.reviewed, minute + noon)


def _at(day: datetime.date, time: datetime.timedelta) -> str:
    return (datetime.datetime.combine(day, datetime.time()) + time).isoformat() + "Z"


def _head(annotation: Annotation, label: str) -> str:
    """Return the HTML above a note: its passage within the sentence, its finding, its summary."""
    before, words, after = annotation.sentence
    quotation, finding = Element("blockquote"), Element("p")
    sentence = _add(quotation, "p", before)
    _add(sentence, "mark", words).tail = after
    _add(finding, "strong", label).tail = f" {annotation.note.summary}"
    return "".join(ElementTree.tostring(part, encoding="unicode", method="html") for part in (quotation, finding))


def _add(parent: Element, name: str, text: str | None = None, **attributes: str) -> Element:
    element = SubElement(parent, name, attributes)
    element.text = text
    return element


def _link(parent: Element, relation: str, media_type: str, address: str) -> None:
    _add(parent, "link", rel=relation, type=media_type, href=address)
