"""The sources for reference managers: as CSL-JSON (`/fuentes.json`), BibLaTeX (`/fuentes.bib`) and RIS.

Nicola, Kime and Lehman, The biblatex Package, section 2 (entry types and fields); RIS Format Specifications, Research
Information Systems, 2011.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from edition.content.sources import OTHERS

Item = Mapping[str, Any]

# Zotero's translator «CSL JSON» refuses the whole file for one item of any other type.
IMPORTED = frozenset(
    "article article-journal article-magazine article-newspaper bill book broadcast chapter dataset entry "
    "entry-dictionary entry-encyclopedia figure graphic interview legal_case legislation manuscript map motion_picture "
    "musical_score pamphlet paper-conference patent personal_communication post post-weblog report review review-book "
    "song speech thesis treaty webpage".split()
)
_NEAREST = {
    "classic": "book",
    "collection": "manuscript",
    "event": "speech",
    "hearing": "bill",
    "performance": "speech",
    "periodical": "book",
    "regulation": "legislation",
    "standard": "report",
}  # the rest of what is not imported: webpage, since every source has an address

_BIBLATEX = {
    "article": "online",
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "bill": "legislation",
    "book": "book",
    "chapter": "incollection",
    "classic": "book",
    "dataset": "dataset",
    "entry": "inreference",
    "entry-dictionary": "inreference",
    "entry-encyclopedia": "inreference",
    "legal_case": "jurisdiction",
    "legislation": "legislation",
    "manuscript": "unpublished",
    "motion_picture": "movie",
    "pamphlet": "booklet",
    "paper-conference": "inproceedings",
    "patent": "patent",
    "periodical": "periodical",
    "post": "online",
    "post-weblog": "online",
    "regulation": "legislation",
    "report": "report",
    "review": "article",
    "review-book": "article",
    "software": "software",
    "speech": "unpublished",
    "standard": "standard",
    "thesis": "thesis",
    "webpage": "online",
}  # the rest: misc
_CONTAINER = {"article": "journal"} | dict.fromkeys(
    ("incollection", "inproceedings", "inreference"), "booktitle"
)  # the rest: titleaddon
_PUBLISHER = {"report": "institution", "thesis": "institution"} | dict.fromkeys(
    ("online", "software", "dataset", "misc", "standard", "legislation"), "organization"
)  # the rest: publisher
_ONLY_AS_MISC = frozenset("online report dataset inreference thesis patent periodical".split())
_LANGUAGES = {
    "ca": "catalan",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fr": "french",
    "gl": "galician",
    "it": "italian",
    "pt": "portuguese",
    "zh": "chinese",
}  # babel's names
_TEX = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {"{": r"\textbraceleft{}", "}": r"\textbraceright{}"}  # \{ would count as an open brace
)
_LIGATURES = re.compile(r"(?<=[-'`?!])(?=[-'`])")  # -- would be a dash, '' a quotation mark, ?` an inverted one
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})
_ARXIV = "arXiv:"
_PREPRINT = "Preprint"

_WHITE_SPACE = re.compile(r"[^\S\u00a0\u202f]+")  # but not the spaces that keep a number together
_RIS = {
    "article": "ELEC",
    "article-journal": "JOUR",
    "article-magazine": "MGZN",
    "article-newspaper": "NEWS",
    "bill": "BILL",
    "book": "BOOK",
    "broadcast": "VIDEO",
    "chapter": "CHAP",
    "classic": "CLSWK",
    "dataset": "DATA",
    "entry-dictionary": "DICT",
    "entry-encyclopedia": "ENCYC",
    "figure": "FIGURE",
    "graphic": "ART",
    "hearing": "HEAR",
    "interview": "PCOMM",
    "legal_case": "CASE",
    "legislation": "STAT",
    "manuscript": "MANSCPT",
    "map": "MAP",
    "motion_picture": "MPCT",
    "musical_score": "MUSIC",
    "pamphlet": "PAMP",
    "paper-conference": "CONF",
    "patent": "PAT",
    "periodical": "JFULL",
    "personal_communication": "PCOMM",
    "post": "ELEC",
    "post-weblog": "BLOG",
    "regulation": "STAT",
    "report": "RPRT",
    "review": "JOUR",
    "review-book": "JOUR",
    "software": "COMP",
    "song": "SOUND",
    "standard": "STAND",
    "thesis": "THES",
    "webpage": "ELEC",
}  # the rest: GEN


def csl(items: Iterable[Item]) -> list[dict[str, Any]]:
    """Return `items` for other programs: without what only this edition knows, and of types that Zotero imports."""
    return [_csl_item(item) for item in items]


def bibtex(items: Iterable[Item]) -> str:
    """Return `items` as a BibLaTeX database in UTF-8, in order, keyed by their ids.

    Plain BibTeX can use it, too: BibLaTeX knows the older names of fields, and the styles of BibTeX format a type that
    they do not know as `misc`, that is with author, title, howpublished, year and note.
    """
    return "\n".join(map(_biblatex_entry, items))


def ris(items: Iterable[Item]) -> str:
    """Return `items` as RIS records, in order, with the line ends of the specification (CRLF)."""
    return "\r\n".join(map(_ris_record, items))


def date(item: Item, name: str) -> str:
    """Return a date of `item` in ISO 8601, as precise as it is: 2026, 2026-08 or 2026-08-15; empty if there is none."""
    parts = item[name]["date-parts"][0] if item.get(name) else []
    return "-".join(f"{part:02d}" for part in parts)


def _csl_item(item: Item) -> dict[str, Any]:
    """Return one item; a program is a web page or, if it has a version, what Zotero reads as a program: a book."""
    bare, kind = {name: value for name, value in item.items() if name != "custom"}, item["type"]
    if kind == "software":
        return bare | ({"type": "book"} if item.get("version") else {"type": "webpage", "genre": "software"})
    return bare | {"type": kind if kind in IMPORTED else _NEAREST.get(kind, "webpage")}


def _biblatex_entry(item: Item) -> str:
    kind = _BIBLATEX.get(item["type"], "misc")
    fields = "".join(f"  {name} = {{{value}}},\n" for name, value in _biblatex_fields(item, kind) if value)
    return f"@{kind}{{{item['id']},\n{fields}}}\n"


def _biblatex_fields(item: Item, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of the BibLaTeX entry of `item`, escaped; empty ones get left out."""

    def tex(name: str) -> str:
        return _tex(str(item.get(name, "")))

    def verbatim(name: str) -> str:
        return str(item.get(name, "")).translate(_VERBATIM)

    number, genre = str(item.get("number", "")), str(item.get("genre", ""))
    is_arxiv = number.startswith(_ARXIV)
    for role in ("author", "editor", "translator"):
        yield role, " and ".join(map(_tex_name, item.get(role, ())))
    yield "title", _with_capitals(tex("title"))
    yield "type", "" if genre == _PREPRINT else tex("genre")
    yield "pubstate", "prepublished" if genre == _PREPRINT else ""
    yield _CONTAINER.get(kind, "titleaddon"), tex("container-title")
    yield _PUBLISHER.get(kind, "publisher"), _braced(tex("publisher"))
    yield "volume", tex("volume")
    yield "number", tex("issue") or ("" if is_arxiv or kind == "article" else tex("number"))
    yield "eid", tex("number") if kind == "article" else ""
    yield "version", tex("version")
    yield "pages", re.sub(r"\s*[-–]+\s*", "--", tex("page"))
    yield "date", date(item, "issued")
    yield "year", date(item, "issued")[:4]
    yield "doi", verbatim("DOI")
    yield "eprint", number.removeprefix(_ARXIV) if is_arxiv else ""
    yield "eprinttype", "arxiv" if is_arxiv else ""
    yield "url", verbatim("URL")
    yield "howpublished", rf"\url{{{_in_field(verbatim('URL'))}}}" if kind in _ONLY_AS_MISC else ""
    yield "urldate", date(item, "accessed")
    yield "langid", _LANGUAGES.get(str(item.get("language", "")).partition("-")[0], "")
    yield "note", tex("note")


def _tex(text: str) -> str:
    """Return `text` escaped for TeX."""
    return _LIGATURES.sub("{}", text.translate(_TEX))


def _in_field(address: str) -> str:
    """Escape what TeX would not read within the braces of a field, but for those of `url`."""
    return re.sub(r"[%#]", r"\\\g<0>", address)


def _braced(text: str) -> str:
    """Put `text`, if any, in braces of its own: BibLaTeX would split it into names at an «and»."""
    return text and f"{{{text}}}"


def _tex_name(name: Mapping[str, str]) -> str:
    """Format a name as «Family, Suffix, Given»; the name of an organisation goes in braces.

    BibTeX's «others» stands for all other authors.
    """
    family, given = _family(name), name.get("given", "")
    if name.get("literal") == OTHERS:
        return "others"
    if not (family and given):
        return _braced(_tex(family or name.get("literal", "") or given))
    return ", ".join(_tex(part) for part in (family, name.get("suffix", ""), given) if part)


def _with_capitals(title: str) -> str:
    """Put braces around words of `title` whose capitals every style must keep: «CUDA», «OpenAI», «B200», «I»."""
    return re.sub(r"[^\W_]+", lambda word: f"{{{word[0]}}}" if _has_fixed_case(word[0]) else word[0], title)


def _has_fixed_case(word: str) -> bool:
    return word[1:] != word[1:].lower() or (word[0].isupper() and not word[1:].isalpha())


def _ris_record(item: Item) -> str:
    lines = ((tag, _WHITE_SPACE.sub(" ", str(value)).strip()) for tag, value in _ris_fields(item))
    return "".join(f"{tag}  - {value}\r\n" for tag, value in lines if value or tag == "ER")


def _ris_fields(item: Item) -> Iterator[tuple[str, Any]]:
    """Yield the lines of the RIS record of `item`; empty ones get left out."""
    genre = item.get("genre", "")
    kind = "UNPB" if genre == _PREPRINT else _RIS.get(item["type"], "GEN")
    first, _, last = str(item.get("page", "")).replace("–", "-").partition("-")
    issued = date(item, "issued")
    yield "TY", kind
    yield "ID", item["id"]
    for tag, role in (("AU", "author"), ("ED", "editor"), ("A4", "translator")):
        yield from ((tag, _ris_name(name)) for name in item.get(role, ()))
    yield "TI", item["title"]
    yield "T2", item.get("container-title", "")
    yield "RI", item.get("reviewed-title", "")
    yield "M3", genre
    yield "PB", item.get("publisher", "")
    yield "VL", item.get("volume", "")
    yield "IS", item.get("issue", "")
    yield {"RPRT": "SN", "JOUR": "C7"}.get(kind, "AN"), item.get("number", "")
    yield "ET", item.get("version", "")
    yield "SP", first.strip()
    yield "EP", last.strip()
    yield "PY", issued[:4]
    yield "DA", _ris_date(issued)
    yield "DO", item.get("DOI", "")
    yield "UR", item.get("URL", "")
    yield "LA", item.get("language", "")
    yield "Y2", _ris_date(date(item, "accessed"))
    yield "N1", item.get("note", "")
    yield "ER", ""


def _ris_name(name: Mapping[str, str]) -> str:
    """Format a name as «Family, Given, Suffix»; a comma keeps readers from splitting an organisation's name."""
    if "literal" in name:
        return f"{name['literal']},"
    return ", ".join(filter(None, (_family(name), name.get("given", ""), name.get("suffix", ""))))


def _ris_date(day: str) -> str:
    """Return an ISO date as YYYY/MM/DD/, with three slashes even if parts are missing."""
    return "/".join([*day.split("-"), "", "", ""][:3]) + "/" if day else ""


def _family(name: Mapping[str, str]) -> str:
    particles = ("dropping-particle", "non-dropping-particle", "family")
    return " ".join(filter(None, map(name.get, particles)))
