"""What people write is checked by one table: the build and the editors' schemas say the same, with the true line."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import regex
import yaml
from edition import files, schemas
from edition.content import figures, graph, inputs, languages, notes, pages, redirects, register, sources, threads
from edition.content import vocabulary as words
from edition.content.pages import Kind
from edition.problems import Problem
from edition.text import characters, fields, forms, places
from edition.text.fields import Record
from edition.text.forms import Form
from edition.text.frontmatter import Loader
from edition.text.places import Place, Places
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from projects import MINIATURE, ROOT, VOCABULARY

RECORDS: dict[str, Record] = {
    "note": notes.record(VOCABULARY),
    "figure": figures.FIGURE,
    "row": figures.ROW,
    "thread": threads.THREAD,
    "kind": words.KIND,
    "kind with verdicts": words.CARRIER,
    "verdict": words.VERDICT,
    "diagram": graph.DIAGRAM,
    "part of a diagram": graph.PART,
    "source": sources.ITEM,
    "permalink": register.ADDRESS,
    "page": pages.RECORD,
}
FORMS: dict[str, Form] = {
    **{name.lower(): form for name, form in vars(forms).items() if isinstance(form, Form)},
    **{f"{name}: {field.form.wanted}": field.form for name, record in RECORDS.items() for field in record.fields},
    "other field of a source": sources.PLAIN,
    "words": languages.WORDS,
    "permalink of a redirect": redirects.ADDRESS,
}
FORMS = {name: form for name, form in FORMS.items() if form is next(other for other in FORMS.values() if other == form)}
PATTERNS = {name: form for name, form in FORMS.items() if "pattern" in form.schema and form.is_exact}
PATTERNS = {name: form for name, form in PATTERNS.items() if r"\p" not in form.schema["pattern"]}
ICON = "<path d='m3 3 10 10M13 3 3 13'/>"
COLOUR = {"light": "#2b6538", "dark": "#8fc79a"}
VALUED = {"label": "a", "value": 1}
POOL: list[Any] = [
    *("texto", "a-b", "2", "pt-BR", "https://example.org/a", "", " ", "pan.", "notas/pan/#p3", "pan\n", "«½ pan» é"),
    *("verificación", "falso", "bars", "log", "book", "yes", "commenting", ICON, "a;b", "#p3", "María del-Mar", "ñ² Ⅷ"),
    *(None, True, False, 0, 3, -1, 2.5, 10**400, datetime.date(2026, 11, 30), datetime.datetime(2026, 11, 30, 10)),
    *([], ["a"], ["a", 3], [" "], {}, {"a": "b"}, COLOUR, {"light": "#2b6538"}, VALUED, [VALUED], [{}], [COLOUR, 3]),
    *([{"family": "a"}], [{"literal": 3}], {"date-parts": [[2026, 11]]}, {"date-parts": [[2026, 13]]}),
    *({"date-parts": []}, {"date-parts": [[]]}, {"date-parts": [["2026"]]}, {"seen": "yes"}, {"seen": "no"}),
    *({datetime.date(2026, 11, 30): "a"}, {datetime.date(2026, 11, 30): 3}, {"date-parts": [[2026, True]]}),
    *(
        "https://a@b:c/",
        "https://a.b:80?c=[d]#e",
        "http://[::1]/",
        "https://",
        "https://a b/",
        "http://a@@b",
        "http:/a",
    ),
]

_as_date = re.compile(r"\d{4}-\d\d-\d\d")
_shown = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"])
# A text between quotes that looks like a day, and a whole number with a point, are others in YAML and not in JSON.
_texts = (st.text(_shown) | st.text(st.sampled_from("ab1-/:.@#?[]% ;é"))).filter(lambda text: not _as_date.match(text))
_plain = (
    (st.none() | st.booleans() | st.integers() | st.dates() | st.datetimes() | _texts | st.sampled_from(POOL))
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not number.is_integer())
    | _texts.map("https://".__add__)
)
_keys = _texts | st.dates() | st.sampled_from(["label", "value", "light", "dark", "seen", "date-parts", "family"])
values = st.recursive(
    _plain,
    lambda part: st.lists(part, max_size=2) | st.dictionaries(_keys, part, max_size=2),
    max_leaves=4,
)


def pattern(_: Any, asked: str, value: Any, __: Any) -> Iterator[ValidationError]:
    """Match as ECMA 262 does, whose «$» is no place before a line's end."""
    if isinstance(value, str) and not regex.search(re.sub(r"\$$", r"\\Z", asked), value):
        yield ValidationError(f"{value!r} does not match {asked}")


fewer = settings(max_examples=settings().max_examples // 4)  # for what is drawn for each of many forms

Validator = extend(Draft7Validator, {"pattern": pattern})


def in_json(value: Any) -> Any:
    """Return a value of YAML as an editor sees it."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(in_json(key)): in_json(part) for key, part in value.items()}
    return [in_json(part) for part in value] if isinstance(value, list) else value


def is_valid(schema: Any, value: Any) -> bool:
    checker: Any = Validator
    return bool(checker(schema, format_checker=Draft7Validator.FORMAT_CHECKER).is_valid(in_json(value)))


def is_told_apart(schema: Mapping[str, Any], value: Any) -> bool:
    """Tell whether JSON can say what `value` is: a day is only where one is asked for."""
    if isinstance(value, Mapping) and "propertyNames" in schema:
        keys, parts = schema["propertyNames"], schema["additionalProperties"]
        return all(is_told_apart(keys, key) and is_told_apart(parts, part) for key, part in value.items())
    return schema.get("format") == "date" or bool(value == in_json(value))


def agree(form: Form, value: Any) -> bool:
    """Tell whether a form and its schema say the same of `value`, as far as the schema says all."""
    if not is_told_apart(form.schema, value) or not (form.is_exact or form.accepts(value)):
        return True
    return form.accepts(value) == is_valid(form.schema, value)


def sound(given: Mapping[str, Any], record: Record) -> bool:
    return not list(fields.faults(record, given, Places("a", tuple)))


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@fewer
@given(value=values)
def test_what_a_form_accepts_its_schema_accepts(form: Form, value: Any) -> None:
    assert agree(form, value)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_they_agree_on_what_is_nearly_right(form: Form) -> None:
    assert [value for value in POOL if not agree(form, value)] == []
    assert any(map(form.accepts, POOL))


@pytest.mark.parametrize("form", PATTERNS.values(), ids=PATTERNS)
@fewer
@given(data=st.data())
def test_what_the_pattern_of_a_schema_matches_its_form_accepts(form: Form, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.sub(r"\$$", r"\\Z", form.schema["pattern"]), alphabet=_shown))
    assume(not characters.hidden(text))
    assert agree(form, text)


@given(st.text(st.sampled_from("ab1-_.:@%/?#")))
@example("user@host:80/path?query#fragment")
def test_of_addresses_only_what_stands_in_brackets_escapes_the_schema(text: str) -> None:
    address = f"https://{text}"
    assert forms.ADDRESS.accepts(address) == is_valid(forms.ADDRESS.schema, address)


def test_letters_are_the_same_in_both_languages() -> None:
    ours, theirs = re.compile(r"[^\W\d_]"), regex.compile(rf"[{words.LETTER}]")
    letters = [chr(code) for code in range(0x110000) if ours.match(chr(code))]
    assert all(map(theirs.match, letters))


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@fewer
@given(data=st.data())
def test_what_the_build_lets_in_its_schema_does(record: Record, data: st.DataObject) -> None:
    exact = {field.name: all(f.form.is_exact for f in record.fields if f.name == field.name) for field in record.fields}
    fitting = FITTING[record.names]
    properties: Any = fields.schema(record)["properties"]
    full = {name: data.draw(st.sampled_from(found)) for name, found in fitting.items() if found}
    changed = data.draw(st.dictionaries(st.sampled_from([*record.names, "otro"]), values, max_size=2))
    for name in data.draw(st.sets(st.sampled_from(record.names), max_size=1)):
        full.pop(name, None)
    for name, value in changed.items():
        assume(exact.get(name, True) or value in fitting[name])
    given = full | changed
    assume(all(is_told_apart(properties.get(name, {}), value) for name, value in given.items()))
    assert sound(given, record) == is_valid(fields.schema(record), given)


def _only(record: Record, name: str) -> Record:
    kept = tuple(field for field in record.fields if field.name == name)
    return Record(kept, record.wrong, record.missing, needs_content=record.needs_content)


FITTING = {
    record.names: {
        name: [value for value in POOL if sound({name: value}, _only(record, name))] for name in record.names
    }
    for record in RECORDS.values()
}


# The schemas of an edition


@pytest.fixture(scope="module", params=[ROOT, MINIATURE], ids=["real", "miniature"])
def docs(request: pytest.FixtureRequest) -> files.Folder:
    root: Path = request.param
    return files.read(root / "docs", inputs.ENDINGS)


def written(path: str, text: str) -> Any:
    return json.loads(text) if path.endswith(".json") else yaml.load(text, Loader=Loader)


def test_every_schema_is_one_and_every_sound_file_fits_its_own(docs: files.Folder) -> None:
    read = inputs.parse(docs)
    made = schemas.make(read)
    for schema in made.values():
        Draft7Validator.check_schema(schema, format_checker=FormatChecker(()))
    fit = {path: written(path, text) for path, text in docs.texts.items() if path.endswith((".json", ".yml"))}
    fit |= {path: document.fields for path, document in read.documents.items()}
    for path, data in fit.items():
        assert is_valid(made[schema_of(path)], data), path
    assert len(fit) > 10


def schema_of(path: str) -> str:
    _, _, below = path.partition("/")
    if below.endswith(".md"):
        return "notas" if Kind.of(below) is Kind.NOTE else "paginas"
    return below.partition("/")[0].partition(".")[0]


def test_an_editor_is_given_the_words_of_the_edition(docs: files.Folder) -> None:
    read = inputs.parse(docs)
    made: dict[str, Any] = schemas.make(read)
    note = made["notas"]["properties"]
    assert note["kind"]["enum"] == [kind.name for kind in read.vocabulary.kinds]
    assert note["verdict"]["enum"] == [verdict.name for verdict in read.vocabulary.verdicts]
    assert {note.section for note in read.notes} <= {*note["section"]["enum"]}
    row = made["figuras"]["properties"]["rows"]["items"]["properties"]
    assert {*row["source"]["enum"]} == {*read.sources}


@pytest.mark.parametrize(
    ("change", "fits"),
    [
        ({}, True),
        ({"kind": "contexto"}, False),
        ({"kind": "contexto", "verdict": None, "changes": None}, True),
        ({"verdict": None}, False),
        ({"section": "sección que no hay"}, False),
        ({"figure": "ninguna"}, False),
        ({"summary": "x" * 221}, False),
        ({"color": "rojo"}, False),
    ],
)
def test_a_note_in_an_editor_is_what_it_is_in_a_build(change: dict[str, Any], fits: bool) -> None:
    note = {
        "title": "Pan",
        "section": "kernel",
        "passage": "el pan",
        "kind": "verificación",
        "summary": "Algo.",
        "verdict": "falso",
        "changes": "Algo.",
        "reviewed": "2026-01-15",
        "review_by": "2026-07-15",
    }
    schema = notes.schema(VOCABULARY, ["kernel"], ["cuota"])
    assert is_valid(schema, {name: value for name, value in (note | change).items() if value is not None}) == fits


def test_the_schemas_are_written_where_the_settings_of_the_editor_look(tmp_path: Path) -> None:
    for name in ("vocabulario.yml", "fuentes.json"):
        (tmp_path / "docs").mkdir(exist_ok=True)
        (tmp_path / "docs" / name).write_text((ROOT / "docs" / name).read_text(encoding="utf-8"), encoding="utf-8")
    assert schemas.main([str(tmp_path)]) == 0
    looked_up = (ROOT / ".vscode/settings.json").read_text(encoding="utf-8")
    named = {*re.findall(r'"\./(\.cache/schemas/[\w.]+)"', looked_up)}
    there = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / schemas.FOLDER).iterdir()}
    front_matter = {f"{schemas.FOLDER}/{name}.json" for name in ("notas", "paginas")}
    assert named == there - front_matter and front_matter <= there


def test_without_a_vocabulary_there_are_no_schemas_of_notes() -> None:
    assert "notas" not in schemas.make(inputs.Inputs())


# Lines

_names = st.text(st.sampled_from("aé\"\\,:{}[] '#-"), max_size=4)
_trees = st.recursive(
    st.none() | st.booleans() | st.integers() | _names,
    lambda part: st.lists(part, max_size=3) | st.dictionaries(_names, part, max_size=3),
)


def within(data: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        yield (*place, key), part
        yield from within(part, (*place, key))


@given(_trees, st.sampled_from([None, 1]))
def test_everything_in_json_has_its_line(data: Any, indent: int | None) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    found, lines = places.of_json("a.json", text), text.split("\n")
    assert [place for place, _ in found.find()] == [place for place, _ in within(data)]
    for place, part in within(data):
        key = json.dumps(place[-1], ensure_ascii=False) + ":" if isinstance(place[-1], str) else ""
        begins = json.dumps(part, ensure_ascii=False)
        assert lines[found.line(place) - 1].strip().startswith((key or begins)[:1]) or indent is None
        assert key in lines[found.line(place) - 1]


@given(_trees)
def test_everything_in_yaml_has_its_line(data: Any) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, default_flow_style=False, width=10_000)
    found, lines = places.of_yaml("a.yml", text), text.split("\n")
    assert [place for place, _ in found.find()] == [place for place, _ in within(data)]
    for place, _ in within(data):
        at = lines[found.line(place) - 1].lstrip("- ?:")
        assert isinstance(place[-1], int) or not place[-1].isalpha() or at.startswith(f"{place[-1]}:")


def told(problems: list[Problem]) -> list[tuple[int, str]]:
    return [(problem.line, problem.what) for problem in problems]


def test_a_thread_is_told_with_the_line_of_its_field() -> None:
    text = """# Hilos
- url: https://example.org/1
  title: Uno
  about: notas/pan/
  date: 2026-11-30
- url: foro/1
  title: [a]
  about: notas/pan/
  fecha: 2026-11-30
- texto
"""
    assert told(sorted(threads.parse(text)[1])) == [
        (6, "thread 2 has no «date»"),
        (6, "thread 2: «foro/1» is not a web address"),
        (7, "thread 2: «title» is not text"),
        (9, "«fecha» is not a field of a thread"),
        (10, "thread 3 is not a set of fields"),
    ]
    (thread,), _ = threads.parse("\n".join(text.split("\n")[:5]))
    assert [problem.line for problem in threads.astray([thread], [])] == [4]


def test_a_figure_is_told_with_the_line_of_its_field() -> None:
    figure = {"title": "a", "unit": 3, "form": "bars", "rows": [{"label": "a", "value": 1}, {"source": "a", "low": 1}]}
    text = json.dumps(figure, indent=1)
    assert told(sorted(figures.parse("a", "docs/figuras/a.json", text)[1])) == [
        (3, "the figure: «unit» cannot be «3»"),
        (6, "row 1 has no «source»"),
        (10, "row 2 has no «label»"),
        (10, "row 2 has nothing to draw"),
    ]


def test_redirects_and_languages_are_told_with_their_line() -> None:
    read, problems = redirects.parse("# Algunas\nnotas/a/: notas/b/\n../c/: notas/b/\nnotas/d/: 'd e'\n")
    assert told(problems) == [
        (line, f"«{a}» cannot be an address of the edition") for line, a in ((3, "../c/"), (4, "d e"))
    ]
    assert [read.places.line((old,)) for old in read.targets] == [2, 3, 4]
    assert [problem.line for problem in languages.parse("en: [a]\nfr: pain\nx: [b]\n")[1]] == [2, 3]


def test_the_register_is_told_with_its_line() -> None:
    entries = [{"path": "", "id": "", "kind": "page", "title": "A", "since": ""}, {"path": "a/"}]
    text = "[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n"
    assert told(register.parse(text)[1]) == [(3, "this is no list of addresses")]
