"""Every permalink that the edition has ever published: current, redirected or lost.

People choose a permalink; it is registered once and stays for good. A permalink that is gone needs a redirect that
works without scripts: an empty element with the old id at the new place, or a redirect page.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from edition.content import permalinks
from edition.content.pages import Kind
from edition.content.redirects import FILE as REDIRECTS
from edition.content.redirects import NOWHERE
from edition.content.register import FILE as REGISTER
from edition.content.register import Address
from edition.html import links
from edition.join.model import Edition
from edition.problems import Problem
from edition.text.places import Places

_TITLE_WORDS = 8


def collect(edition: Edition) -> list[Address]:
    """List all permalinks: pages, headings, blocks, notes, sources, terms, and the parts of diagrams."""
    return sorted(_collect(edition))


def extended(registered: Iterable[Address], current: Iterable[Address], day: str) -> list[Address]:
    """Return the register with new permalinks added, dated `day`; nothing ever leaves the register."""
    kept = {str(address): address for address in registered}
    for address in current:
        known = kept.get(str(address))
        kept[str(address)] = Address(
            address.path, address.id, address.kind, address.title, known.since if known else day
        )
    return sorted(kept.values())


def unregistered(registered: Iterable[Address], current: Iterable[Address]) -> list[Address]:
    """Return the current permalinks that are not in the register."""
    known = {str(address) for address in registered}
    return [address for address in current if str(address) not in known]


def resolve(
    redirects: Mapping[str, str], current: Iterable[Address], places: Places = NOWHERE
) -> tuple[dict[str, str], list[Problem]]:
    """Follow each redirect, through any chain, to its current permalink; report cycles and dead ends."""
    live = {str(address) for address in current}
    resolved: dict[str, str] = {}
    problems: list[Problem] = []
    for old in redirects:
        target = _end(redirects, old)
        if fault := _redirect_fault(old, target, redirects, live):
            problems.append(places.problem((old,), *fault))
        else:
            resolved[old] = target
    return resolved, problems


def lost(
    registered: Iterable[Address],
    current: Iterable[Address],
    redirects: Mapping[str, str],
    is_unread: Callable[[Address], bool] = lambda _: False,
) -> list[Problem]:
    """Report the registered permalinks that are neither current nor redirected, except those of unread files."""
    live = {str(address) for address in current} | set(redirects)
    moved = {old for old in redirects if "#" not in old}
    return [
        Problem(
            f"docs/{REGISTER}",
            1,
            f"the address «{address}» is gone",
            f"Bring it back, or add «{address}: <new address>» to docs/{REDIRECTS}.",
        )
        for address in registered
        if str(address) not in live and address.path not in moved and not is_unread(address)
    ]


def redirected_ids(redirects: Mapping[str, str], paths: Container[str]) -> dict[str, str]:
    """Return the redirects of ids on the pages `paths`: old id to current id."""
    return {
        old.partition("#")[2]: new.partition("#")[2]
        for old, new in redirects.items()
        if "#" in old and old.partition("#")[0] in paths
    }


def redirected_pages(redirects: Mapping[str, str]) -> dict[str, str]:
    """Return the redirects of whole pages, each of which needs a redirect page."""
    return {old: new for old, new in redirects.items() if "#" not in old}


def _end(redirects: Mapping[str, str], old: str) -> str:
    """Return the last permalink of a chain of redirects; in a cycle, one of the cycle."""
    seen, target = [old], redirects[old]
    while target in redirects and target not in seen:
        seen.append(target)
        target = redirects[target]
    return target


def _redirect_fault(old: str, target: str, redirects: Container[str], live: Container[str]) -> tuple[str, str] | None:
    """Return the fault and the cure of a redirect that ends at `target`, or None."""
    if target in redirects:
        return f"«{old}» leads back to itself", "Break the cycle: name an address that exists."
    if target not in live:
        return f"«{old}» leads to «{target}», which is not there", "Name an address of docs/anclas.json that exists."
    if old in live:
        return f"«{old}» is still there", "Remove its alias."
    if "#" in old and old.partition("#")[0] != target.partition("#")[0]:
        cure = "Give its whole page an alias, or name an id on the same page."
        return f"«{old}» cannot lead to another page", cure
    return None


def _collect(edition: Edition) -> Iterator[Address]:
    yield from _of_pages(edition)
    yield from _of_essay(edition)
    for source in edition.sources.values():
        title = str(source.item["title"])
        yield Address(permalinks.SOURCES, permalinks.source_id(source.key), "source", title)
    for term in edition.terms.values():
        yield Address(permalinks.GLOSSARY, term.id, "term", term.name)
    for section, diagram in edition.diagrams.items():
        url = next(entry.url for entry in edition.contents if entry.section.id == section)
        for kind, parts in (("node", diagram.graph.nodes.values()), ("link", diagram.graph.links)):
            yield from (Address(url, permalinks.part_id(part.id), kind, part.meaning) for part in parts)


def _of_pages(edition: Edition) -> Iterator[Address]:
    for page in edition.pages:
        yield Address(page.url, "", "note" if page.is_note else "section" if page.is_essay else "page", page.title)
        if page.is_text or page.kind is Kind.SOURCES:
            yield from (Address(page.url, id, "heading", page.title) for id in links.ids(page.html))


def _of_essay(edition: Edition) -> Iterator[Address]:
    for entry in edition.contents:
        for block in entry.section.blocks:
            kind = block.kind if block.kind != "item" else "paragraph"
            yield Address(entry.url, block.id, kind, " ".join(block.text.split()[:_TITLE_WORDS]))
    for annotation in edition.annotations:
        url, note = edition.entry(annotation).url, annotation.note
        yield Address(url, permalinks.note_id(note.slug), "note", note.title)
        yield Address(url, permalinks.passage_id(note.slug), "passage", note.selector.exact)
