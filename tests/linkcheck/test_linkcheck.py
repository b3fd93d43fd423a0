"""The check of the links that lead out: what it asks for, how politely, and what it makes of the answers."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
import yaml
from edition import files
from edition.content import inputs
from edition.content.threads import Thread as Conversation
from edition.html import links
from edition.linkcheck import __main__ as check
from edition.linkcheck import addresses, exceptions
from edition.linkcheck.asking import Manners, ask, ask_all
from edition.linkcheck.exceptions import Exemption
from edition.linkcheck.report import write
from edition.linkcheck.verdicts import Answer, Verdict, judge
from projects import MINIATURE, ROOT

TODAY = datetime.date(2026, 11, 30)
HASTY = Manners(agent="tests", timeout=0.3, delay=0, retries=1)
A, B, C = "https://a.example/x", "https://b.example/y", "https://c.example/z"


class Web(ThreadingHTTPServer):
    """A server on this machine that answers `/404` with 404, and a few names in ways of their own."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, str, float]] = []  # method, path, when

    def at(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"


class _Handler(BaseHTTPRequestHandler):
    server: Web

    def do_GET(self) -> None:
        self.server.asked.append((self.command, self.path, time.monotonic()))
        assert self.headers["User-Agent"] == "tests"
        times = sum(path == self.path for _, path, _ in self.server.asked)
        match self.path.partition("?")[0].strip("/").split("/"):
            case ["slow"]:
                time.sleep(1)
                self._answer(200)
            case ["busy-once"]:
                self._answer(503 if times <= 2 else 200)
            case ["no-head"]:
                self._answer(405 if self.command == "HEAD" else 200)
            case ["rubbish"]:
                self.wfile.write(b"?\r\n\r\n")
            case [("301" | "302" | "308") as code, *rest]:
                self._answer(int(code), "/" + "/".join(rest))
            case [code]:
                self._answer(int(code or 200))

    def do_HEAD(self) -> None:
        self.do_GET()

    def log_message(self, *_) -> None:
        pass

    def _answer(self, status: int, location: str = "") -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield server
        server.shutdown()


def test_every_link_is_found_with_its_places() -> None:
    read = inputs.parse(files.read(MINIATURE / "docs", inputs.ENDINGS))
    source = next(iter(read.sources.values()))
    read = replace(read, threads=(Conversation(A, "Hilo", "ensayo/pasos/", TODAY),))
    pages = {"docs/x.md": f"Uno [a]({A}#f).\n\nDos <{B}>, `<{C}>` y [dentro](y.md)."}
    found = addresses.collect(read, pages)
    assert found[source.url] == [f"source «{source.key}»"]
    assert found[source.archived] == [f"archived copy of source «{source.key}»"]
    assert (found[A], found[B]) == (["docs/conversaciones.yml", "docs/x.md:1"], ["docs/x.md:3"])
    assert C not in found
    assert len(found) == 2 * len(read.sources) + 2


@pytest.mark.parametrize(
    "markdown", ["[x](<https://a.example/x>)", "![x](https://a.example/x 'y')", "<https://a.example/x>"]
)
def test_links_are_found_however_they_are_written(markdown: str) -> None:
    assert list(links.outgoing(markdown)) == [(1, A)]


@pytest.mark.parametrize(
    ("path", "verdict", "why"),
    [
        ("200", Verdict.FINE, ""),
        ("204", Verdict.FINE, ""),
        ("no-head", Verdict.FINE, ""),
        ("busy-once", Verdict.FINE, ""),
        ("302/200", Verdict.FINE, ""),
        ("301/302/200", Verdict.FINE, ""),
        ("301/200", Verdict.MOVED, "now at {}200"),
        ("301/308/200", Verdict.MOVED, "now at {}200"),
        ("404", Verdict.LOST, "answers 404"),
        ("410", Verdict.LOST, "answers 410"),
        ("301/404", Verdict.LOST, "answers 404"),
        ("302/", Verdict.LOST, "leads only to the front page, {}"),
        ("403", Verdict.UNSURE, "answers 403"),
        ("500", Verdict.UNSURE, "answers 500"),
        ("slow", Verdict.UNSURE, "timed out"),
        ("rubbish", Verdict.UNSURE, "BadStatusLine"),
    ],
)
def test_each_answer_gets_its_verdict(web: Web, path: str, verdict: Verdict, why: str) -> None:
    url = web.at(path)
    assert judge(url, ask(url, HASTY)) == (verdict, why.format(web.at("")))


def test_a_page_that_redirects_to_itself_is_given_up(web: Web) -> None:
    assert ask(web.at("302/302/302/302/302/302/302/302/302/302/302/302/200"), HASTY).status == 302


def test_where_nobody_answers_there_is_a_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    answer = ask(f"http://127.0.0.1:{port}/x", HASTY)
    assert answer.status == 0 and "refused" in answer.failure
    assert judge(A, answer)[0] is Verdict.UNSURE


def test_an_address_with_accents_can_be_asked_for(web: Web) -> None:
    assert ask(web.at("200?título=¿qué?"), HASTY).status == 200
    assert web.asked[0][1] == "/200?t%C3%ADtulo=%C2%BFqu%C3%A9?"


def test_what_fails_for_good_is_not_asked_again(web: Web) -> None:
    ask(web.at("404"), HASTY)
    assert [method for method, *_ in web.asked] == ["HEAD", "GET"]
    web.asked.clear()
    ask(web.at("500"), replace(HASTY, retries=2))
    assert len(web.asked) == 2 * 3


def test_a_redirect_is_followed_by_the_same_method(web: Web) -> None:
    ask(web.at("301/200"), HASTY)
    assert [(method, path) for method, path, _ in web.asked] == [("HEAD", "/301/200"), ("HEAD", "/200")]


def test_a_host_is_asked_one_thing_at_a_time_with_pauses(web: Web) -> None:
    urls = [web.at(path) for path in ("200", "204", "201")]
    assert list(ask_all(urls, replace(HASTY, delay=0.1))) == urls
    begun = [when for *_, when in web.asked]
    assert all(later - before >= 0.1 for before, later in pairwise(begun))


def test_exceptions_need_an_address_a_reason_and_a_day() -> None:
    assert exceptions.parse("# none\n[]\n") == []
    assert exceptions.parse(f"- {{url: {A}, reason: r, until: 2026-11-30}}") == [Exemption(A, "r", TODAY)]


@pytest.mark.parametrize(
    "text",
    [
        "url: x",
        "- x",
        f"- {{url: {A}, reason: r}}",
        f"- {{url: {A}, reason: '', until: 2026-11-30}}",
        f"- {{url: {A}, reason: r, until: soon}}",
        f"- {{url: {A}, reason: r, until: 2026-11-30, more: x}}",
        "- {url: nowhere, reason: r, until: 2026-11-30}",
    ],
)
def test_what_is_no_list_of_exceptions_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"scripts/linkcheck\.yml is not a list"):
        exceptions.parse(text)


def test_the_report_lists_what_there_is_to_look_at() -> None:
    linked = {A: ["source «a»"], B: ["docs/x.md:1", "docs/y.md:2"], C: ["source «c»"]}
    answers = {A: Answer(A, 410), B: Answer(B, failure="timed out"), C: Answer(f"{C}/", 200, is_moved=True)}
    report = write(linked, answers, [], TODAY)
    assert not report.is_clean
    assert (
        report.text
        == f"""\
Of 3 links that lead out, 0 are excepted. To look at: 2.

## Not there

- <{A}> answers 410
  (source «a»)

## No sure answer

- <{B}> timed out
  (docs/x.md:1, docs/y.md:2)

## Moved for good

- <{C}> now at {C}/
  (source «c»)
"""
    )


def test_an_exception_holds_until_its_day() -> None:
    linked, answers, exemption = {A: ["source «a»"]}, {A: Answer(A, 403)}, Exemption(A, "no machines", TODAY)
    assert write(linked, answers, [exemption], TODAY).is_clean
    late = write(linked, answers, [exemption], TODAY + datetime.timedelta(1))
    assert not late.is_clean
    assert f"- <{A}> answers 403" in late.text
    assert f"- <{A}> was excepted until 2026-11-30: no machines" in late.text


def test_an_exception_for_a_link_that_is_gone_is_reported() -> None:
    report = write({A: ["x"]}, {A: Answer(A, 200)}, [Exemption(B, "r", TODAY)], TODAY)
    assert not report.is_clean
    assert f"- <{B}> is linked nowhere" in report.text


@pytest.fixture
def edition(tmp_path: Path, web: Web) -> Path:
    """The miniature with all its links to the server of the test; archived copies are nowhere."""
    root = tmp_path / "edition"
    shutil.copytree(MINIATURE / "docs", root / "docs")
    items = json.loads((root / "docs/fuentes.json").read_text(encoding="utf-8"))
    for at, item in enumerate(items):
        item["URL"] = web.at(f"200?{at}")
    (root / "docs/fuentes.json").write_text(json.dumps(items), encoding="utf-8")
    (root / "scripts").mkdir()
    (root / "scripts/linkcheck.yml").write_text("[]", encoding="utf-8")
    return root


def run(root: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Check the edition; a web archive says yes to everything."""
    monkeypatch.setattr("edition.content.sources.Source.archived", property(lambda source: f"{source.url}&archived"))
    return check.main([str(root)], HASTY, TODAY)


def test_the_command_ends_as_it_went(
    edition: Path, web: Web, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(edition, monkeypatch) == check.CLEAN
    assert "To look at: 0." in capsys.readouterr().out
    (edition / "docs/sobre.md").write_text(f"[x]({web.at('404')})", encoding="utf-8")
    assert run(edition, monkeypatch) == check.FOUND
    assert "(docs/sobre.md:1)" in capsys.readouterr().out
    (edition / "scripts/linkcheck.yml").write_text("- x", encoding="utf-8")
    assert run(edition, monkeypatch) == check.FAILED
    assert "scripts/linkcheck.yml is not a list" in capsys.readouterr().err


GH = """\
#!/bin/sh
echo "$@" | head -n 1 >> gh.txt
[ "$1 $2" != "issue list" ] || printf '%s' "$OPEN"
"""


@pytest.mark.parametrize(
    ("is_clean", "is_open", "done"),
    [
        (True, False, []),
        (True, True, ["issue close 7 --comment Every link leads where it should again."]),
        (False, True, ["issue edit 7 --body-file links.md"]),
        (False, False, ["issue create --title Links to look at --body-file links.md"]),
    ],
)
def test_one_issue_tells_of_the_links(tmp_path: Path, is_clean: bool, is_open: bool, done: list[str]) -> None:
    """The last step of the workflow as it stands there, run with a `gh` that writes down what it is asked."""
    workflow = yaml.safe_load((ROOT / ".github/workflows/linkcheck.yml").read_text(encoding="utf-8"))
    step = workflow["jobs"]["ask"]["steps"][-1]["run"]
    gh = tmp_path / "gh"
    gh.write_text(GH, encoding="utf-8")
    gh.chmod(gh.stat().st_mode | stat.S_IXUSR)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CLEAN": "true" * is_clean, "OPEN": "7" * is_open}
    subprocess.run(["bash", "-e", "-c", step], cwd=tmp_path, env=environment, check=True)
    asked = (tmp_path / "gh.txt").read_text(encoding="utf-8").splitlines()
    assert asked[0].startswith("issue list ")
    assert asked[1:] == done
