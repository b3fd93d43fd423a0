"""The report on outgoing links, in Markdown."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from edition.linkcheck import exceptions
from edition.linkcheck.exceptions import Exemption
from edition.linkcheck.verdicts import Answer, Verdict, judge


@dataclass(frozen=True)
class Report:
    """The `text` of a report; `is_clean` if there is nothing to do."""

    text: str
    is_clean: bool


def write(
    addresses: Mapping[str, list[str]],
    answers: Mapping[str, Answer],
    exemptions: Iterable[Exemption],
    today: datetime.date,
) -> Report:
    """Report on `addresses`, given with the places that link to them, as of the day `today`."""
    exemptions = list(exemptions)
    excepted = {exemption.url for exemption in exemptions if exemption.holds(today)}
    found: dict[Verdict, list[str]] = {verdict: [] for verdict in Verdict}
    for url, places in addresses.items():
        verdict, why = judge(url, answers[url])
        if verdict is Verdict.MOVED or url not in excepted:
            found[verdict].append(f"- <{url}> {why}\n  ({', '.join(places)})")
    stale = [f"- <{url}> {what}" for url, what in exceptions.faults(exemptions, addresses, today)]
    to_do = len(found[Verdict.LOST]) + len(found[Verdict.UNSURE]) + len(stale)
    lists = {
        Verdict.LOST.value: found[Verdict.LOST],
        Verdict.UNSURE.value: found[Verdict.UNSURE],
        f"Exceptions in {exceptions.FILE}": stale,
        Verdict.MOVED.value: found[Verdict.MOVED],
    }
    lead = (
        f"Of {len(addresses)} links that lead out, {len(excepted & set(addresses))} are excepted. To look at: {to_do}."
    )
    return Report("\n\n".join([lead, *_sections(lists)]) + "\n", is_clean=not to_do)


def _sections(lists: Mapping[str, list[str]]) -> Iterator[str]:
    for heading, items in lists.items():
        if items:
            yield "\n".join([f"## {heading}", "", *items])
