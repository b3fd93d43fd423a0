"""Judges an answer: does the link still lead to the page it should?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """The answer to a request: `status` and final `url`, or the `failure` if no answer came."""

    url: str
    status: int = 0
    failure: str = ""
    is_moved: bool = False  # every redirect on the way was permanent

    @property
    def is_good(self) -> bool:
        return HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES

    @property
    def may_pass(self) -> bool:
        """Whether a later request may get another answer."""
        return bool(self.failure) or self.status in _BUSY or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


class Verdict(Enum):
    """The state of a link, worded as a heading of the report."""

    LOST = "Not there"
    UNSURE = "No sure answer"
    MOVED = "Moved for good"
    FINE = "Fine"


_BUSY = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
_NOT_THERE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def judge(asked: str, answer: Answer) -> tuple[Verdict, str]:
    """Return the state of the link to the URL `asked`, and the reason."""
    if answer.status in _NOT_THERE:
        return Verdict.LOST, f"answers {answer.status}"
    if not answer.is_good:
        return Verdict.UNSURE, answer.failure or f"answers {answer.status}"
    if _is_front(answer.url) and not _is_front(asked):
        return Verdict.LOST, f"leads only to the front page, {answer.url}"
    if answer.is_moved:
        return Verdict.MOVED, f"now at {answer.url}"
    return Verdict.FINE, ""


def _is_front(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query
