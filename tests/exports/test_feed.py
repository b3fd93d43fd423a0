"""The feed of notes: valid Atom, with whole notes, under ids that never change."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from edition.exports.feed import ATOM, feed
from edition.join.model import Edition
from lxml import etree
from lxml import html as lxml_html
from published import DAY, LICENCE, exported

# What RFC 4287 requires and allows of the elements that the feed uses (section 4.1, appendix B), and the license link
# of RFC 4946. Order is free there; here it is as written.
SCHEMA = """
<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="http://www.w3.org/2005/Atom"
         datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
  <start>
    <element name="feed">
      <attribute name="lang" ns="http://www.w3.org/XML/1998/namespace"><data type="language"/></attribute>
      <interleave>
        <ref name="about"/>
        <oneOrMore><ref name="author"/></oneOrMore>
        <zeroOrMore><ref name="entry"/></zeroOrMore>
      </interleave>
    </element>
  </start>
  <define name="entry">
    <element name="entry">
      <interleave>
        <ref name="about"/>
        <zeroOrMore><ref name="author"/></zeroOrMore>
        <optional><element name="published"><ref name="date"/></element></optional>
        <optional><element name="summary"><ref name="words"/></element></optional>
        <element name="content"><attribute name="type"><value>html</value></attribute><text/></element>
      </interleave>
    </element>
  </define>
  <define name="about">
    <interleave>
      <element name="id"><ref name="iri"/></element>
      <element name="title"><ref name="words"/></element>
      <element name="updated"><ref name="date"/></element>
      <oneOrMore><ref name="link"/></oneOrMore>
      <zeroOrMore><ref name="category"/></zeroOrMore>
    </interleave>
  </define>
  <define name="author">
    <element name="author">
      <interleave>
        <element name="name"><ref name="words"/></element>
        <optional><element name="uri"><ref name="iri"/></element></optional>
      </interleave>
    </element>
  </define>
  <define name="link">
    <element name="link">
      <attribute name="rel"><choice><value>self</value><value>alternate</value><value>license</value></choice></attribute>
      <attribute name="href"><ref name="iri"/></attribute>
      <optional><attribute name="type"><data type="string"><param name="pattern">.+/.+</param></data></attribute></optional>
      <empty/>
    </element>
  </define>
  <define name="category">
    <element name="category">
      <attribute name="term"><ref name="words"/></attribute>
      <optional><attribute name="label"><ref name="words"/></attribute></optional>
      <empty/>
    </element>
  </define>
  <define name="words"><data type="string"><param name="pattern">\\S(.*\\S)?</param></data></define>
  <define name="iri"><data type="anyURI"><param name="pattern">https://[^\\s]+</param></data></define>
  <define name="date"><data type="dateTime"><param name="pattern">.*Z</param></data></define>
</grammar>
"""


@pytest.fixture(scope="module")
def source() -> str:
    real = exported()
    return feed(real.publication, real.edition, real.entries, "Las notas")


@pytest.fixture(scope="module")
def root(source: str) -> etree._Element:
    return etree.fromstring(source.encode())


def texts(element: etree._Element, path: str) -> list[str]:
    return [str(text) for text in element.xpath(path, namespaces={"a": ATOM})]


def test_the_feed_follows_the_schema(root: etree._Element) -> None:
    etree.RelaxNG(etree.fromstring(SCHEMA)).assertValid(root.getroottree())


def test_the_feed_has_what_the_schema_cannot_ask_for(root: etree._Element) -> None:
    """RFC 4287, sections 4.1.1, 4.1.2 and 4.2.6: one self and one alternate link, each id once."""
    assert texts(root, "a:link[@rel='self']/@href") == texts(root, "a:id/text()")
    assert texts(root, "a:link[@rel='alternate']/@href") == ["https://example.org/repo/notas/"]
    assert texts(root, "a:link[@rel='license']/@href") == [LICENCE]
    ids = texts(root, "//a:id/text()")
    assert len(set(ids)) == len(ids)
    assert texts(root, "a:updated/text()") == [max(texts(root, "a:entry/a:updated/text()"))]
    assert not texts(root, "a:entry[a:published > a:updated]/a:id/text()")


def test_every_note_is_there_under_its_own_address(root: etree._Element) -> None:
    real = exported()
    addresses = [f"https://example.org/repo/notas/{noted.note.slug}/" for noted in real.edition.annotations]
    assert sorted(texts(root, "a:entry/a:id/text()")) == sorted(addresses)
    assert texts(root, "a:entry/a:link[@rel='alternate']/@href") == texts(root, "a:entry/a:id/text()")


def test_an_entry_has_passage_finding_summary_the_whole_note_and_its_sources(root: etree._Element) -> None:
    real = exported()
    for noted in real.edition.annotations:
        note = noted.note
        (entry,) = root.xpath(f"a:entry[a:id='{real.publication.url}notas/{note.slug}/']", namespaces={"a": ATOM})
        content = lxml_html.fragment_fromstring(texts(entry, "a:content/text()")[0], create_parent="div")
        marked = [mark.text_content() for mark in content.iter("mark")]
        words = [word for word in (note.kind, note.verdict) if word]
        found = ": ".join([words[0].label, *(word.name for word in words[1:])])
        assert marked == [noted.block.text[noted.span.start : noted.span.end]]
        assert content.findtext(".//strong") == f"{found}."
        assert note.summary in content.text_content()
        whole = lxml_html.fragment_fromstring(real.bodies[note.slug], create_parent="div").text_content()
        assert whole in content.text_content()
        assert note.changes is None or note.changes in content.text_content()
        links = [link for _, _, link, _ in content.iterlinks()]
        assert {real.edition.sources[key].url for key in note.sources} <= set(links)
        assert texts(entry, "a:summary/text()") == [f"{found}. {note.summary}"]
        assert texts(entry, "a:category/@term") == [word.name for word in words]
        assert texts(entry, "a:category/@label") == [word.label for word in words]
        assert all(link.startswith("https://") for link in links)


def test_the_newest_come_first_and_otherwise_as_in_the_essay() -> None:
    real = exported()
    annotations = real.edition.annotations
    newer = replace(annotations[5], note=replace(annotations[5].note, reviewed=DAY + datetime.timedelta(days=1)))
    edition = Edition(annotations=(*annotations[:5], newer, *annotations[6:]))
    root = etree.fromstring(feed(real.publication, edition, real.entries, "Las notas").encode())
    expected = [
        newer,
        *sorted(
            (*annotations[:5], *annotations[6:]),
            key=lambda noted: (noted.note.reviewed, bool(noted.note.history)),
            reverse=True,
        ),
    ]
    assert texts(root, "a:entry/a:title/text()") == [noted.note.title for noted in expected]
    assert texts(root, "a:updated/text()")[0].startswith("2026-12-01T")


def test_the_same_edition_gives_the_same_file(source: str) -> None:
    real = exported()
    assert feed(real.publication, real.edition, real.entries, "Las notas") == source
    assert source.endswith("</feed>\n")


def test_an_edition_without_notes_has_a_feed() -> None:
    empty = feed(exported().publication, Edition(), {}, "Las notas")
    etree.RelaxNG(etree.fromstring(SCHEMA)).assertValid(etree.fromstring(empty.encode()).getroottree())


def test_a_corrected_note_is_later_than_it_was_and_each_has_a_minute_of_its_own() -> None:
    real = exported()
    first = real.edition.annotations[0]
    plain, corrected = (
        replace(first, note=replace(first.note, history=history)) for history in ((), ((DAY, "Otra."),))
    )
    root, later = (
        etree.fromstring(feed(real.publication, Edition(annotations=(noted,)), real.entries, "Las notas").encode())
        for noted in (plain, corrected)
    )
    assert texts(root, "a:entry/a:published/text()") == texts(later, "a:entry/a:published/text()")
    assert texts(root, "a:entry/a:updated/text()") < texts(later, "a:entry/a:updated/text()")
    whole = etree.fromstring(feed(real.publication, real.edition, real.entries, "Las notas").encode())
    minutes = texts(whole, "a:entry/a:updated/text()")
    assert len(set(minutes)) > 0.9 * len(minutes)


def test_a_chart_is_in_its_entry_as_a_table(source: str) -> None:
    real = exported()
    root = etree.fromstring(source.encode())
    bodies = dict(zip(texts(root, "a:entry/a:id/text()"), texts(root, "a:entry/a:content/text()"), strict=True))
    for noted in real.edition.annotations:
        entry = lxml_html.fromstring(bodies[real.publication.at(f"notas/{noted.note.slug}/")])
        figure = real.edition.figures[noted.note.figure] if noted.note.figure else None
        assert len(entry.xpath("//figure/table/tbody/tr")) == (len(figure.rows) if figure else 0)
        assert not entry.xpath("//svg") and all(link.startswith("https://") for link in entry.xpath("//table//a/@href"))
