"""Every address that the edition has ever published, and what became of those that moved.

An address is public: it is chosen by people, registered once in `docs/anclas.json` and kept for good. An address that
is no longer there needs an alias, which works without scripts: an empty target at the new place, or a page that leads
on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from edition.html import links
from edition.pages.views import SOURCES, Site, Views
from edition.problems import Problem
from edition.text.loaders import load_yaml

REGISTRY, ALIASES = "anclas.json", "alias.yml"  # in the folder docs
_TITLE_WORDS = 8
_NAME = r"[\w~-][\w.~-]*"  # RFC 3986, 2.3: unreserved; none begins with a stop
_ADDRESS = re.compile(rf"({_NAME}/)*(#{_NAME})?", re.ASCII)


@dataclass(frozen=True, order=True)
class Address:
    """A page by its site-relative path, or a place on it by its id; `since` is the day it was first published."""

    path: str
    id: str
    kind: str
    title: str
    since: str = ""

    def __str__(self) -> str:
        return f"{self.path}#{self.id}" if self.id else self.path


def collect(composed: Views) -> list[Address]:
    """List every address of the edition: pages, sections, blocks, notes, sources, terms, and the parts of diagrams."""
    return sorted(_collect(composed))


def parse(text: str) -> tuple[list[Address], list[Problem]]:
    """Read the registry, the JSON that `dump` writes."""
    try:
        return [Address(**entry) for entry in json.loads(text)], []
    except json.JSONDecodeError as error:
        return [], [
            Problem(
                f"docs/{REGISTRY}",
                error.lineno,
                f"malformed JSON: {error.msg}",
                "Restore the file from the last commit.",
            )
        ]
    except TypeError:
        return [], [
            Problem(f"docs/{REGISTRY}", 1, "this is no list of addresses", "Restore the file from the last commit.")
        ]


def parse_aliases(text: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the aliases, «old: new» on a line each."""
    path = f"docs/{ALIASES}"
    aliases, problems = load_yaml(path, text)
    if not problems and not isinstance(aliases or {}, dict):
        problems = [Problem(path, 1, "this is not a list of «old: new»", "Write one of them on each line.")]
    if problems:
        return {}, problems
    pairs = {str(old): str(new) for old, new in (aliases or {}).items()}
    wrong = [address for pair in pairs.items() for address in pair if not _ADDRESS.fullmatch(address)]
    cure = "Write it as in docs/anclas.json, such as «notas/x/» or «ensayo/y/#p3»."
    return pairs, [Problem(path, 1, f"«{address}» cannot be an address of the edition", cure) for address in wrong]


def dump(addresses: Iterable[Address]) -> str:
    """Write addresses as JSON, one to a line, so that a change shows as one line."""
    lines = (json.dumps(asdict(address), ensure_ascii=False) for address in addresses)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def register(registered: Iterable[Address], current: Iterable[Address], day: str) -> list[Address]:
    """Return the registry with the addresses that are new since; nothing that was registered ever leaves it."""
    kept = {str(address): address for address in registered}
    for address in current:
        known = kept.get(str(address))
        kept[str(address)] = Address(
            address.path, address.id, address.kind, address.title, known.since if known else day
        )
    return sorted(kept.values())


def unregistered(registered: Iterable[Address], current: Iterable[Address]) -> list[Address]:
    """Return the current addresses that the registry lacks."""
    known = {str(address) for address in registered}
    return [address for address in current if str(address) not in known]


def resolve(aliases: Mapping[str, str], current: Iterable[Address]) -> tuple[dict[str, str], list[Problem]]:
    """Follow each alias to the address that is there now, through any chain; report cycles and dead ends."""
    live = {str(address) for address in current}
    resolved: dict[str, str] = {}
    problems: list[Problem] = []
    for old in aliases:
        target = _end(aliases, old)
        if fault := _alias_fault(old, target, aliases, live):
            problems.append(Problem(f"docs/{ALIASES}", 1, *fault))
        else:
            resolved[old] = target
    return resolved, problems


def lost(registered: Iterable[Address], current: Iterable[Address], aliases: Mapping[str, str]) -> list[Problem]:
    """Report the registered addresses that are neither there nor led on by an alias."""
    live = {str(address) for address in current} | set(aliases)
    moved = {old for old in aliases if "#" not in old}
    return [
        Problem(
            f"docs/{REGISTRY}",
            1,
            f"the address «{address}» is gone",
            f"Bring it back, or add «{address}: <new address>» to docs/{ALIASES}.",
        )
        for address in registered
        if str(address) not in live and address.path not in moved
    ]


def moved_ids(aliases: Mapping[str, str], paths: Container[str]) -> dict[str, str]:
    """Return the aliases of ids on the pages `paths`, each with the id that is there now."""
    return {
        old.partition("#")[2]: new.partition("#")[2]
        for old, new in aliases.items()
        if "#" in old and old.partition("#")[0] in paths
    }


def moved_pages(aliases: Mapping[str, str]) -> dict[str, str]:
    """Return the aliases of whole pages, which need a page that leads on."""
    return {old: new for old, new in aliases.items() if "#" not in old}


def _end(aliases: Mapping[str, str], old: str) -> str:
    """Return where a chain of aliases ends: one that goes round, at one of its own."""
    seen, target = [old], aliases[old]
    while target in aliases and target not in seen:
        seen.append(target)
        target = aliases[target]
    return target


def _alias_fault(old: str, target: str, aliases: Container[str], live: Container[str]) -> tuple[str, str] | None:
    """Return what is wrong with an alias that ends at `target`, and the cure."""
    if target in aliases:
        return f"«{old}» leads back to itself", "Break the cycle: name an address that exists."
    if target not in live:
        return f"«{old}» leads to «{target}», which is not there", "Name an address of docs/anclas.json that exists."
    if old in live:
        return f"«{old}» is still there", "Remove its alias."
    if "#" in old and old.partition("#")[0] != target.partition("#")[0]:
        cure = "Give its whole page an alias, or name an id on the same page."
        return f"«{old}» cannot lead to another page", cure
    return None


def _collect(composed: Views) -> Iterator[Address]:
    site = composed.site
    yield from _of_pages(site)
    yield from _of_essay(site)
    for source in site.edition.sources.values():
        yield Address("fuentes/", f"fuente-{source.key}", "source", str(source.item["title"]))
    for term in site.edition.terms.values():
        yield Address("glosario/", term.id, "term", term.name)
    for section, diagram in composed.diagrams.items():
        url = next(entry.url for entry in site.contents if entry.section.id == section)
        yield from (Address(url, f"g-{node.id}", "node", node.meaning) for node in diagram.graph.nodes.values())
        yield from (Address(url, f"g-{link.id}", "link", link.meaning) for link in diagram.graph.links)


def _of_pages(site: Site) -> Iterator[Address]:
    for page in site.pages:
        yield Address(page.url, "", "note" if page.is_note else "section" if page.is_essay else "page", page.title)
        if page.is_text or page.path == SOURCES:
            yield from (Address(page.url, id, "heading", page.title) for id in links.ids(page.html))


def _of_essay(site: Site) -> Iterator[Address]:
    for entry in site.contents:
        for block in entry.section.blocks:
            kind = block.kind if block.kind != "item" else "paragraph"
            yield Address(entry.url, block.id, kind, " ".join(block.text.split()[:_TITLE_WORDS]))
    for annotation in site.edition.annotations:
        url, note = site.entry(annotation).url, annotation.note
        yield Address(url, f"nota-{note.slug}", "note", note.title)
        yield Address(url, f"pasaje-{note.slug}", "passage", note.selector.exact)
