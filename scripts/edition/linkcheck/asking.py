"""Requests URLs politely: few hosts at once, with a pause between requests to one host."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPMessage
from string import punctuation
from typing import IO
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from edition.linkcheck.verdicts import Answer

_FOR_GOOD = {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT}


@dataclass(frozen=True)
class Manners:
    """How to request: user agent, number of hosts at once, timeout and delay in seconds, number of retries."""

    agent: str = "annotated-edition-links/1.0"
    hosts: int = 4
    timeout: float = 20
    delay: float = 5
    retries: int = 2


def ask_all(urls: Iterable[str], manners: Manners) -> dict[str, Answer]:
    """Request each URL once; URLs of one host one after another."""
    hosts: dict[str, list[str]] = {}
    for url in urls:
        hosts.setdefault(urlsplit(url).netloc, []).append(url)

    def ask_host(urls: list[str]) -> list[tuple[str, Answer]]:
        return [(url, ask(url, manners)) for url in urls]

    with ThreadPoolExecutor(manners.hosts) as pool:
        longest_first = sorted(hosts.values(), key=len, reverse=True)
        return {url: answer for answers in pool.map(ask_host, longest_first) for url, answer in answers}


def ask(url: str, manners: Manners) -> Answer:
    """Request a URL, and retry after growing pauses while the answer may change."""
    answer = _ask_once(url, manners)
    for attempt in range(1, manners.retries + 1):
        if not answer.may_pass:
            break
        time.sleep(manners.delay * 4**attempt)
        answer = _ask_once(url, manners)
    return answer


def _ask_once(url: str, manners: Manners) -> Answer:
    """Send HEAD, and GET if that fails: some servers do not support HEAD."""
    answer = _request("HEAD", url, manners)
    return answer if answer.is_good else _request("GET", url, manners)


def _request(method: str, url: str, manners: Manners) -> Answer:
    redirects = _Redirects()
    try:
        request = Request(quote(url, safe=punctuation), method=method, headers={"User-Agent": manners.agent})
        with build_opener(redirects).open(request, timeout=manners.timeout) as response:
            return Answer(response.url, response.status, is_moved=redirects.are_for_good)
    except HTTPError as error:
        error.close()
        return Answer(error.url or url, error.code)
    except HTTPException as error:
        return Answer(url, failure=type(error).__name__)
    except (OSError, ValueError) as error:
        return Answer(url, failure=str(getattr(error, "reason", error)) or type(error).__name__)
    finally:
        time.sleep(manners.delay)


class _Redirects(HTTPRedirectHandler):
    """Follows redirects with the original method, and records their status codes."""

    def __init__(self) -> None:
        self._kinds: set[int] = set()

    @property
    def are_for_good(self) -> bool:
        return bool(self._kinds) and self._kinds <= _FOR_GOOD

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request:
        self._kinds.add(code)
        return Request(newurl, method=req.get_method(), headers=req.headers)
