"""What to make of an answer: whether a link still leads where it should."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """What came of asking for an address: the `status` and the `url` it came from in the end, or why there was none."""

    url: str
    status: int = 0
    failure: str = ""
    is_moved: bool = False  # redirected, and each time for good

    @property
    def is_good(self) -> bool:
        return HTTPStatus.OK <= self.status < HTTPStatus.MULTIPLE_CHOICES

    @property
    def may_pass(self) -> bool:
        """Whether another answer may come in a while."""
        return bool(self.failure) or self.status in _BUSY or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


class Verdict(Enum):
    """How a link is, in words that can head a list."""

    LOST = "Not there"
    UNSURE = "No sure answer"
    MOVED = "Moved for good"
    FINE = "Fine"


_BUSY = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_MANY_REQUESTS)
_NOT_THERE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


def judge(asked: str, answer: Answer) -> tuple[Verdict, str]:
    """Return how the link to the address `asked` is, and why."""
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
