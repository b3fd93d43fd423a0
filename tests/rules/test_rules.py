"""The editorial rules: each shown at work on a tiny edition.

`examples/stock` is an edition that breaks no rule, and `examples/<code>` what to lay over it so that it breaks
one; `out.txt` there is what the check has to say. To add a rule: give it the next code of its area in
`scripts/edition/rules/codes.py`, say it in docs/manual.md, write the folder, and run
`UPDATE_GOLDEN=1 scripts/test -k rules`.
"""

from __future__ import annotations

import datetime
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from edition.rules import __main__ as check
from edition.rules import coverage
from edition.rules.codes import TABLE, Violation
from edition.rules.prose import of_markdown
from hypothesis import given
from hypothesis import strategies as st
from projects import ROOT, assert_golden
from published import joined

EXAMPLES = ROOT / "tests/rules/examples"
CODES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name != "stock")
TODAY = datetime.date(2026, 11, 30)

Lay = Callable[..., Path]


@pytest.fixture
def lay(tmp_path: Path) -> Lay:
    """Give a function that sets up the stock edition, what breaks a rule laid over it."""

    def set_up(code: str = "") -> Path:
        root = tmp_path / "edition"
        shutil.copytree(EXAMPLES / "stock", root)
        if code:
            shutil.copytree(EXAMPLES / code, root, dirs_exist_ok=True)
        (root / "node_modules").symlink_to(ROOT / "node_modules")
        (root / "base.yml").symlink_to(ROOT / "mkdocs.yml")
        return root

    return set_up


def found(root: Path) -> list[Violation]:
    return check.report(root, TODAY)[1]


@pytest.mark.parametrize("code", CODES)
def test_a_breach_is_found_with_its_place_and_cure(lay: Lay, code: str) -> None:
    violations = found(lay(code))
    assert {violation.code for violation in violations} == {code}
    assert_golden(EXAMPLES / code / "out.txt", "".join(f"{violation}\n" for violation in violations))


def test_each_rule_has_its_example() -> None:
    assert sorted(TABLE) == CODES


def test_a_sound_edition_breaks_no_rule(lay: Lay) -> None:
    assert found(lay()) == []


def test_the_table_says_what_the_edition_covers(lay: Lay) -> None:
    assert_golden(EXAMPLES / "coverage.txt", coverage.table(joined(lay())) + "\n")


def test_an_exception_with_a_reason_is_granted(lay: Lay) -> None:
    root = lay("t-012")
    (root / "scripts/ignore.yml").write_text("- {code: t-012, path: docs/sobre.md, reason: they are in a name}\n")
    text, violations = check.report(root, TODAY)
    assert violations == []
    assert text.startswith("0 errors, 0 warnings, 1 exception\n")


def test_each_rule_is_in_the_section_of_the_manual_that_it_cites() -> None:
    manual = (ROOT / "docs/manual.md").read_text(encoding="utf-8")
    parts = re.split(r"^###? (\d[\d.]*)\.? .*$", manual, flags=re.MULTILINE)
    sections = {number.rstrip("."): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}
    for rule in TABLE.values():
        assert f"`{rule.code}`" in sections[rule.section], f"{rule.code} is not in section {rule.section}"


@pytest.mark.parametrize(
    ("code", "status"), [("", check.CLEAN), ("n-004", check.CLEAN), ("t-012", check.FOUND), ("b-001", check.FOUND)]
)
def test_warnings_pass_and_errors_do_not(lay: Lay, capsys: pytest.CaptureFixture[str], code: str, status: int) -> None:
    assert check.main([str(lay(code))], TODAY) == status
    assert code in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("mkdocs.yml", None),
        ("docs/idiomas.yml", b"fr: [levain"),
        ("scripts/ignore.yml", b"t-012: docs/sobre.md"),
        ("node_modules", None),
    ],
)
def test_what_cannot_be_read_is_no_violation(
    lay: Lay, capsys: pytest.CaptureFixture[str], path: str, content: bytes | None
) -> None:
    root = lay()
    (root / path).unlink()
    if content is not None:
        (root / path).write_bytes(content)
    assert check.main([str(root)], TODAY) == check.FAILED
    assert capsys.readouterr().err.startswith("The check stopped: ")


@pytest.mark.parametrize(
    ("path", "content", "what"),
    [
        ("docs/fuentes.json", None, "b-001 the file is missing"),
        ("docs/ensayo.txt", None, "b-001 the file is missing"),
        ("docs/sobre.md", b"\xff", "b-001 this is not UTF-8 (byte 0)"),
    ],
)
def test_what_of_the_edition_cannot_be_read_is_one_violation(
    lay: Lay, path: str, content: bytes | None, what: str
) -> None:
    root = lay()
    (root / path).unlink()
    if content is not None:
        (root / path).write_bytes(content)
    (violation,) = [violation for violation in found(root) if violation.code == "b-001"]
    assert str(violation).startswith(f"{path}:1: {what}.")


def test_a_crash_is_no_violation(lay: Lay, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("edition.rules.typography.check", lambda texts: 1 / 0)
    assert check.main([str(lay())], TODAY) == check.FAILED
    assert "ZeroDivisionError" in capsys.readouterr().err


@given(st.text(st.sampled_from("aá «»—*`#-|>[]@(){}<!\n\n"), max_size=80))
def test_blotting_moves_nothing(markdown: str) -> None:
    for text in of_markdown("x.md", markdown, "a"):
        assert len(text.bare) == len(text.words)
        assert text.words.split("\n")[0] in markdown.split("\n")[text.line - 1]


@pytest.mark.parametrize(
    "words",
    [
        "El 87,6\u00a0% de 62\u00a0806, o 1805\u00a0µs, baja un −3,5\u00a0%: «vale», dijo —y no más—; el 12.º de 183.",
        "GPT-5.5, Llama 2 70B, la B200 y torch 2.0.1 van de 10 a 100×, del 55-63\u00a0% en 2025-2026 (§ 1.2).",
        '«Lo dijo “él”», p. ej. ayer; ¿verdad? `código  con "todo" x2...` queda fuera, y [un enlace](a.md#b), también.',
        "A las 18\u00a0°C, o a 45°, [@fuente, p. 3], y —según se dice— ¡basta!",
    ],
)
def test_good_spanish_is_left_alone(lay: Lay, words: str) -> None:
    root = lay()
    (root / "docs/sobre.md").write_text(f"---\ntitle: Sobre\ndescription: Qué es.\n---\n\n{words}\n", encoding="utf-8")
    assert [str(violation) for violation in found(root) if violation.code[0] == "t"] == []
