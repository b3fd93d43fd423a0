"""Addresses that work anywhere, and dates that are never in the wrong order."""

from __future__ import annotations

import datetime
import json

import pytest
from edition.content import permalinks
from edition.exports.publication import instant, to_json, to_script
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html
from published import DAY, exported, publication

LATER = DAY + datetime.timedelta(days=40)


@pytest.mark.parametrize("url", ["https://example.org", "https://example.org/repo", "/repo/", "repo/", ""])
def test_an_edition_is_published_at_an_absolute_folder(url: str) -> None:
    with pytest.raises(ValueError, match="absolute address"):
        publication(url=url)


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("", "https://example.org/repo/"),
        ("notas/pan/", "https://example.org/repo/notas/pan/"),
        ("ensayo/masa/#p3", "https://example.org/repo/ensayo/masa/#p3"),
        ("#p1", "https://example.org/repo/#p1"),
        ("notas.xml", "https://example.org/repo/notas.xml"),
    ],
)
def test_addresses_keep_the_sub_path(address: str, absolute: str) -> None:
    assert publication().at(address) == absolute


@pytest.mark.parametrize(
    ("written", "absolute"),
    [
        ("#pan-1", "https://example.org/repo/notas/pan/#pan-1"),
        ("../../glosario/#masa", "https://example.org/repo/glosario/#masa"),
        ("../../a.svg?b=1&amp;c=2", "https://example.org/repo/a.svg?b=1&amp;c=2"),
        ("https://example.com/?a=1&amp;b=2", "https://example.com/?a=1&amp;b=2"),
        ("mailto:a@example.org", "mailto:a@example.org"),
    ],
)
def test_the_html_of_a_note_leads_to_the_same_places_from_anywhere(written: str, absolute: str) -> None:
    html = '<p title="href=#a">«{0}» <a class="x" href="{0}">href="{0}"</a><img src="{0}"></p>'
    expected = html.replace('="{0}"></p>', f'="{absolute}"></p>').replace(' href="{0}">', f' href="{absolute}">', 1)
    made = publication().absolute(html.replace("{0}", written), "notas/pan/")
    assert made == expected.replace("{0}", written)


def test_the_real_notes_have_only_absolute_addresses() -> None:
    real = exported()
    for annotation in real.edition.annotations:
        html = real.publication.absolute(real.bodies[annotation.note.slug], permalinks.note(annotation.note.slug))
        links = [link for _, _, link, _ in lxml_html.fragment_fromstring(html, create_parent="div").iterlinks()]
        assert all(link.startswith("https://") for link in links)
        assert len(links) == real.bodies[annotation.note.slug].count("href=")


def test_a_page_is_as_new_as_the_newest_of_its_notes() -> None:
    real = exported()
    annotations = real.edition.annotations
    assert real.publication.revised(annotations) == max(annotation.note.reviewed for annotation in annotations)
    assert real.publication.revised([]) == real.publication.date


@given(st.dates(), st.dates(), st.dates())
def test_nothing_is_revised_before_it_is_published(
    first: datetime.date, own: datetime.date, revised: datetime.date
) -> None:
    edition = publication(date=first, since={"notas/pan/": own})
    assert edition.published("notas/pan/", revised) == min(own, revised)
    assert edition.published("notas/sal/", revised) == min(first, revised)


def test_a_day_begins_at_midnight_in_utc() -> None:
    assert instant(DAY) == "2026-11-30T00:00:00Z"


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_comes_back_as_it_was(value: object) -> None:
    assert json.loads(to_json(value)) == json.loads(to_script(value)) == value
    assert to_json(value).endswith("\n") and "<" not in to_script(value)


def test_json_does_not_depend_on_the_order_of_keys() -> None:
    assert to_json({"b": "ñ", "a": 1}) == to_json({"a": 1, "b": "ñ"}) == '{\n  "a": 1,\n  "b": "ñ"\n}\n'
