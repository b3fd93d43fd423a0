"""The links that may fail, scripts/linkcheck.yml: each with a reason, and the last day on which it may."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import yaml

from edition.text.forms import is_address, is_text

FILE = "scripts/linkcheck.yml"


@dataclass(frozen=True)
class Exemption:
    """The link to `url` may fail for `reason`, up to and including the day `until`."""

    url: str
    reason: str
    until: datetime.date

    def holds(self, today: datetime.date) -> bool:
        return today <= self.until


def parse(text: str) -> list[Exemption]:
    """Read the list of exemptions.

    Raises yaml.YAMLError if it is not YAML, and ValueError if it is not such a list.
    """
    entries = yaml.safe_load(text) or []
    if not isinstance(entries, list) or not all(map(_is_exemption, entries)):
        raise ValueError(f"{FILE} is not a list of «- url: https://…», «reason: …» and «until: 2027-05-30»")
    return [Exemption(**entry) for entry in entries]


def faults(
    exemptions: Iterable[Exemption], addresses: Collection[str], today: datetime.date
) -> Iterator[tuple[str, str]]:
    """Yield the URLs of the exemptions to look at again, each with what is wrong."""
    for exemption in exemptions:
        if exemption.url not in addresses:
            yield exemption.url, "is linked nowhere: remove the exception"
        elif not exemption.holds(today):
            yield exemption.url, f"was excepted until {exemption.until}: {exemption.reason}"


def _is_exemption(entry: object) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == {"url", "reason", "until"}
        and is_address(str(entry["url"]))
        and is_text(entry["reason"])
        and type(entry["until"]) is datetime.date
    )
