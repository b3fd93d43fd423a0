"""Sources are set as references, or what is wrong with them is said."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from edition.content import sources
from edition.content.sources import OTHERS, Source, parse, references
from edition.files import kept
from edition.problems import Problem
from hypothesis import given
from hypothesis import strategies as st

PATH = "docs/fuentes.json"
ITEM: dict[str, Any] = {
    "id": "manual-pan",
    "type": "book",
    "title": "Manual del pan",
    "author": [{"family": "Trigo", "given": "Ana"}, {"literal": "La Tahona"}],
    "issued": {"date-parts": [[2020, 5]]},
    "publisher": "Horno",
    "URL": "https://www.ejemplo.es/manual",
    "language": "es",
    "accessed": {"date-parts": [[2026, 1, 15]]},
    "custom": {"seen": "copy"},
}
TWO_STOPS = re.compile(r"[.?!…][»”’\"]?\.")
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("a<&-", max_size=4),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.sampled_from(["family", "date-parts", "seen"]), part),
    max_leaves=4,
)


def read(**changes: Any) -> Source:
    items, problems = parse(PATH, json.dumps([ITEM | changes]))
    assert not problems
    (source,) = references(items).values()
    return source


def faults(*items: Any) -> list[Problem]:
    read_items, problems = parse(PATH, json.dumps(items, indent=2, ensure_ascii=False))
    assert read_items == []
    return problems


def test_a_source_is_set_as_a_reference() -> None:
    assert read().reference == (
        "Trigo, Ana y La Tahona. <i>Manual del pan</i> [en línea]. Horno, mayo de 2020. [consulta: 15 de enero de 2026]."
    )


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"publisher": None}, "<i>Manual del pan</i> [en línea], mayo de 2020."),
        ({"type": "report", "genre": "Informe", "number": "7"}, "[en línea]. Horno, Informe 7, mayo de 2020."),
        ({"type": "software", "version": "2.1"}, "<i>Manual del pan</i> [en línea]. Horno, versión 2.1, mayo de 2020."),
        ({"type": "post-weblog", "container-title": "Blog", "publisher": None}, "pan. <i>Blog</i> [en línea], mayo de"),
        (
            {"type": "article", "genre": "Preprint", "number": "arXiv:2502.10517", "publisher": "arXiv"},
            "<i>Manual del pan</i> [en línea]. Preprint arXiv:2502.10517, mayo de 2020.",
        ),
        (
            {"type": "legislation", "container-title": "Diario Oficial", "number": "L 7", "publisher": None},
            "<i>Manual del pan</i> [en línea], Diario Oficial, L 7, mayo de 2020.",
        ),
    ],
)
def test_each_type_shows_what_is_its_own(change: dict[str, Any], shown: str) -> None:
    item = {name: value for name, value in (ITEM | change).items() if value is not None}
    assert shown in references([item])["manual-pan"].reference


def test_a_review_shows_what_it_reviews() -> None:
    review = {
        "type": "review-book",
        "container-title": "Hornos",
        "reviewed-author": [{"family": "Sal", "given": "Eva"}],
    }
    reference = read(**review, **{"reviewed-title": "La sal"}).reference
    assert "Manual del pan [reseña de La sal, de Eva Sal]. <i>Hornos</i>" in reference
    described = read(**review, **{"reviewed-title": "La sal", "title": "[Reseña de La sal]"}).reference
    assert "[Reseña de La sal]. <i>Hornos</i>" in described


@pytest.mark.parametrize("named", [1, 3])
def test_a_work_of_more_authors_than_are_named(named: int) -> None:
    authors = [*[{"family": "Trigo", "given": "Ana"}] * named, {"literal": OTHERS}]
    assert re.match(r"Trigo, Ana(, Ana Trigo)* y otros\. <i>", read(author=authors).reference)


@pytest.mark.parametrize("end", ["?", "!", "…", "?”", "!’", ".", ".»", "?»"])
@pytest.mark.parametrize("change", [{}, {"type": "post-weblog", "container-title": "Blog"}])
def test_a_full_stop_does_not_follow_another_stop(end: str, change: dict[str, Any]) -> None:
    reference = read(title=f"Pan{end}", author=[{"literal": f"Horno{end}"}], **change).reference
    shown = re.sub("<[^>]+>", "", reference)
    assert shown.startswith(f"Horno{end} Pan{end} ") and not TWO_STOPS.search(shown)


def test_stops_within_a_title_are_its_own() -> None:
    assert "<i>Pan?. Sal... Agua</i> [en línea]" in read(title="Pan?. Sal... Agua").reference


def test_a_source_says_where_and_how_it_was_read() -> None:
    source = read()
    assert (source.key, source.url, source.host) == ("manual-pan", "https://www.ejemplo.es/manual", "ejemplo.es")
    assert (source.language, source.seen) == ("es", "copy")


def test_text_in_a_source_is_text_in_its_reference() -> None:
    reference = read(title="Pan & <sal>", publisher="A & B", author=[{"literal": "C & D"}]).reference
    assert reference.startswith("C &amp; D. <i>Pan &amp; &lt;sal&gt;</i>")
    assert "A &amp; B" in reference


def test_what_only_editors_need_is_not_in_the_reference() -> None:
    assert read(note="Ojo", custom={"seen": "yes", "supports": "Ojo"}).reference == read().reference


def test_references_keep_the_order_of_the_sources() -> None:
    items = [ITEM | {"id": key, "URL": f"https://{key}.es/", "title": key} for key in ("c", "a", "b")]
    assert list(references(items)) == ["c", "a", "b"]
    assert all(f"<i>{key}</i>" in source.reference for key, source in references(items).items())


@pytest.mark.parametrize(
    ("change", "what"),
    [
        *(({field: None}, f"source «manual-pan» has no «{field}»") for field in ("type", "title", "URL", "language")),
        ({"accessed": None}, "source «manual-pan» has no «accessed»"),
        ({"id": ""}, "source number 1 has no «id»"),
        ({"id": "Manual"}, "«Manual» cannot be an address"),
        ({"id": 5}, "source «5»: «id» is not text"),
        ({"type": "libro"}, "source «manual-pan»: «libro» is not a CSL type"),
        ({"title": ["Pan"]}, "source «manual-pan»: «title» is not text"),
        ({"URL": "ejemplo.es"}, "source «manual-pan»: «ejemplo.es» is not a web address"),
        ({"URL": "javascript:alert(1)"}, "source «manual-pan»: «javascript:alert(1)» is not a web address"),
        ({"URL": "ftp://ejemplo.es/x"}, "source «manual-pan»: «ftp://ejemplo.es/x» is not a web address"),
        ({"URL": "https://"}, "source «manual-pan»: «https://» is not a web address"),
        ({"URL": "https://[mal"}, "source «manual-pan»: «https://[mal» is not a web address"),
        ({"author": "Ana Trigo"}, "source «manual-pan»: «author» is not a list of names"),
        ({"author": ["Ana Trigo"]}, "source «manual-pan»: «author» is not a list of names"),
        ({"editor": [{"family": 5}]}, "source «manual-pan»: «editor» is not a list of names"),
        ({"issued": "2020"}, "source «manual-pan»: «issued» is not a CSL date"),
        ({"issued": {"date-parts": [["2020"]]}}, "source «manual-pan»: «issued» is not a CSL date"),
        ({"accessed": {"date-parts": [[2026, 2, 30]]}}, "source «manual-pan»: «accessed» is not a CSL date"),
        ({"accessed": {"date-parts": [[2026, 13]]}}, "source «manual-pan»: «accessed» is not a CSL date"),
        ({"custom": {}}, "source «manual-pan» does not say how it was read"),
        ({"custom": "copy"}, "source «manual-pan» does not say how it was read"),
        ({"custom": {"seen": "no"}}, "source «manual-pan» does not say how it was read"),
    ],
)
def test_what_is_wrong_with_a_source_is_said(change: dict[str, Any], what: str) -> None:
    item = {name: value for name, value in (ITEM | change).items() if value is not None}
    assert [problem.what for problem in faults(item)] == [what]


def test_the_fault_is_at_the_line_of_the_source() -> None:
    second = ITEM | {"id": "otro", "URL": "https://otro.es/", "type": "libro"}
    (problem,) = faults(ITEM, second)
    lines = json.dumps([ITEM, second], indent=2).split("\n")
    assert '"id": "otro"' in lines[problem.line - 1]


def test_a_key_and_an_address_stand_once() -> None:
    assert [problem.what for problem in faults(ITEM, ITEM)] == [
        "the id «manual-pan» stands twice",
        "the URL «https://www.ejemplo.es/manual» stands twice",
    ]


@pytest.mark.parametrize("text", ["{}", "3", '["a"]', "null"])
def test_what_is_no_list_of_sources(text: str) -> None:
    items, (problem,) = parse(PATH, text)
    assert (items, problem.what) == ([], "this is not a list of CSL items")


def test_broken_json_is_told_with_its_line() -> None:
    _, (problem,) = parse(PATH, '[\n  {"id": "a",\n   "type" "book"}\n]')
    assert (problem.line, problem.what) == (3, "malformed JSON: Expecting ':' delimiter")


@given(st.sampled_from([*ITEM, "editor", "note", "container-title", "page", "volume"]), _json)
def test_no_value_whatever_is_more_than_a_problem(field: str, value: Any) -> None:
    items, problems = parse(PATH, json.dumps([ITEM | {field: value}]))
    assert bool(items) != bool(problems)
    assert all(source.reference and source.host for source in references(items).values())


def test_references_are_kept_in_batches_and_a_change_costs_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "BATCH", 2)
    items = [ITEM | {"id": f"manual-{at}", "title": f"Manual {at}"} for at in range(5)]
    alone = {item["id"]: references([item])[item["id"]] for item in items}
    keep = partial(kept, tmp_path)
    assert references(items, keep) == references(items, keep) == alone
    assert len([*tmp_path.iterdir()]) == 3
    references([*items[:4], items[4] | {"title": "Otro"}], keep)
    assert len([*tmp_path.iterdir()]) == 4
