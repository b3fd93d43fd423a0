"""Sources are set as references, or what is wrong with them is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from edition.content import sources
from edition.content.sources import Source, parse, references
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
    monkeypatch.setattr(sources, "_BATCH", 2)
    items = [ITEM | {"id": f"manual-{at}", "title": f"Manual {at}"} for at in range(5)]
    alone = {item["id"]: references([item])[item["id"]] for item in items}
    assert references(items, tmp_path) == references(items, tmp_path) == alone
    assert len([*tmp_path.iterdir()]) == 3
    references([*items[:4], items[4] | {"title": "Otro"}], tmp_path)
    assert len([*tmp_path.iterdir()]) == 4
