"""Every permalink that the edition has ever published: those there are, those that moved, those that are lost.

A permalink is chosen by people, registered once and kept for good. One that is no longer there needs a redirect, which
works without scripts: an empty target at its new place, or a page that leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from edition.content import permalinks, redirects
from edition.content import register as registry
from edition.content.pages import Kind
from edition.content.register import Address
from edition.html import links
from edition.join.model import Edition
from edition.problems import Problem

_TITLE_WORDS = 8


def collect(edition: Edition) -> list[Address]:
    """List every permalink: pages, sections, blocks, notes, sources, terms, and the parts of diagrams."""
    return sorted(_collect(edition))


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
            problems.append(Problem(f"docs/{redirects.FILE}", 1, *fault))
        else:
            resolved[old] = target
    return resolved, problems


def lost(
    registered: Iterable[Address],
    current: Iterable[Address],
    aliases: Mapping[str, str],
    is_unread: Callable[[Address], bool] = lambda _: False,
) -> list[Problem]:
    """Report the registered permalinks that are neither there nor redirected, but for those of what is unread."""
    live = {str(address) for address in current} | set(aliases)
    moved = {old for old in aliases if "#" not in old}
    return [
        Problem(
            f"docs/{registry.FILE}",
            1,
            f"the address «{address}» is gone",
            f"Bring it back, or add «{address}: <new address>» to docs/{redirects.FILE}.",
        )
        for address in registered
        if str(address) not in live and address.path not in moved and not is_unread(address)
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
