"""Editions of any size, made up: nonsense in invented words, the same for the same size."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edition.content import vocabulary

NOTES = 10  # to a section
_SOURCES = 5  # to a section
_SECTIONS_PER_TERM = 2
_SECTIONS_PER_THREAD = 10
_TERM_EVERY = 40  # words
_SYLLABLES = [consonant + vowel for consonant in "bcdfglmnprst" for vowel in "aeiou"]
_WORDS = (Path(__file__).parents[2] / "docs" / vocabulary.FILE).read_text(encoding="utf-8")
_VOCABULARY, _ = vocabulary.parse(_WORDS)
_PLAIN = next(kind for kind in _VOCABULARY.kinds if not kind.verdicts)
_DATES = {"reviewed": "2026-01-15", "review_by": "2027-01-15"}
_FRONT_PAGES = ("completo", "notas/index", "fuentes", "sobre")
_CONFIG = """\
INHERIT: base.yml
site_name: {title}
site_description: Un ensayo sin sentido, para medir.
site_url: https://example.org/medida/
copyright: Texto inventado.
nav: {nav}
"""
_GRAPH = """\
---
title: Esquema
graph:
  name: Esquema
  description: Dos nodos.
  nodes: {A: {id: uno, meaning: uno}, B: {id: dos, meaning: dos}}
  links: {A-B: {id: uno-dos, meaning: de uno a dos}}
---

```mermaid
%s
```
"""
_DIAGRAM = "graph LR\nA[Uno] --> B[Dos]"


@dataclass
class Writer:
    """Writes nonsense; every now and then one of its words is a term of the glossary."""

    chance: random.Random
    terms: list[str] = field(default_factory=list)

    def word(self) -> str:
        return "".join(self.chance.choices(_SYLLABLES, k=self.chance.randint(2, 4)))

    def words(self, count: int) -> list[str]:
        return [self._any_word() for _ in range(count)]

    def sentence(self, count: int) -> str:
        return " ".join(self.words(count)).capitalize() + "."

    def paragraph(self, sentences: int) -> str:
        return " ".join(self.sentence(self.chance.randint(6, 18)) for _ in range(sentences))

    def _any_word(self) -> str:
        return self.chance.choice(self.terms) if self.chance.random() * _TERM_EVERY < 1 else self.word()


def write(folder: Path, sections: int) -> None:
    """Write an edition of so many sections, and a diagram after them."""
    writer = Writer(random.Random(sections))
    writer.terms = [f"{writer.word()}x" for _ in range(10 + sections // _SECTIONS_PER_TERM)]  # no other word ends in x
    docs, title = folder / "docs", writer.sentence(4)
    names = [f"s{at}" for at in range(1, sections + 1)]
    opening = writer.paragraph(4)
    received = [title, opening]
    _write(docs / "index.md", _page(title, f"# {title}\n\n{opening}"))
    for name in names:
        heading, blocks, items = writer.sentence(5), _paragraphs(writer), [writer.sentence(12) for _ in range(3)]
        body = "\n\n".join([f"# {heading}", *blocks, "\n".join(f"- {item}" for item in items)])
        _write(docs / f"ensayo/{name}.md", _page(heading, body))
        received += [heading, *blocks, "\n".join(f"• {item}" for item in items)]
        for at, passage in enumerate(_passages(writer.chance, [heading, *blocks, *items]), 1):
            _write(docs / f"notas/{name}-{at}.md", _note(writer, name, passage, sections))
    _write(docs / "ensayo/esquema.md", _GRAPH % _DIAGRAM)
    _write(docs / "ensayo.txt", "\n\n".join([*received, _DIAGRAM]))
    for path in _FRONT_PAGES:
        _write(docs / f"{path}.md", _page(path, writer.sentence(9)))
    _write(docs / "glosario.md", _glossary(writer))
    _write(docs / "fuentes.json", json.dumps([_source(writer, at) for at in range(sections * _SOURCES)]))
    _write(docs / vocabulary.FILE, _WORDS)
    _write(docs / "conversaciones.yml", _threads(sections))
    chapters = [f"ensayo/{name}.md" for name in [*names, "esquema"]]
    nav = ["index.md", {"Ensayo": chapters}, *(f"{path}.md" for path in (*_FRONT_PAGES, "glosario"))]
    _write(folder / "mkdocs.yml", _CONFIG.format(title=title, nav=json.dumps(nav)))


def _paragraphs(writer: Writer) -> list[str]:
    return [writer.paragraph(4) for _ in range(7)]


def _passages(chance: random.Random, blocks: list[str]) -> Iterator[str]:
    """Yield passages that stand once among the blocks; they may overlap in any way."""
    left = NOTES
    while left:
        words = chance.choice(blocks).split()
        start = chance.randrange(len(words))
        passage = " ".join(words[start : start + chance.randint(1, 12)])
        if sum(block.count(passage) for block in blocks) == 1:
            yield passage
            left -= 1


def _note(writer: Writer, section: str, passage: str, sections: int) -> str:
    chance = writer.chance
    verdict = chance.choice(_VOCABULARY.verdicts) if chance.random() < 0.6 else None
    finding = {"verdict": verdict.name, "changes": writer.sentence(10)} if verdict else {}
    kind = {"kind": (_VOCABULARY.verification if verdict else _PLAIN).name}
    fields = {"title": writer.sentence(5), "section": section, "passage": passage, "summary": writer.sentence(20)}
    cited = [f"{writer.paragraph(4)} [@fuente-{chance.randrange(sections * _SOURCES)}, p. {at}]" for at in range(1, 4)]
    link = f"[{writer.word()}](../ensayo/s{chance.randint(1, sections)}.md)"
    return _front(fields | kind | finding | _DATES) + "\n\n".join([*cited, f"{writer.sentence(8)} {link}"])


def _glossary(writer: Writer) -> str:
    terms = "\n\n".join(f"## {term} {{#{term}}}\n\n{writer.paragraph(2)} [@fuente-0]" for term in writer.terms)
    return _front({"title": "Glosario", "terms": {term: [term] for term in writer.terms}}) + terms


def _source(writer: Writer, at: int) -> dict[str, Any]:
    return {
        "id": f"fuente-{at}",
        "type": "webpage",
        "title": writer.sentence(6),
        "author": [{"family": writer.word().capitalize(), "given": writer.word().capitalize()}],
        "issued": {"date-parts": [[2025, 1 + at % 12]]},
        "URL": f"https://example.org/{at}",
        "language": "es",
        "accessed": {"date-parts": [[2026, 1, 15]]},
        "custom": {"seen": "yes"},
    }


def _threads(sections: int) -> str:
    about = range(1, sections + 1, _SECTIONS_PER_THREAD)
    return "".join(
        f"- {{url: https://example.org/t/{at}, title: Hilo {at}, about: notas/s{at}-1/, date: 2026-01-15}}\n"
        for at in about
    )


def _page(title: str, body: str) -> str:
    return _front({"title": title, "description": title, "lead": title}) + body


def _front(fields: dict[str, Any]) -> str:
    """Write front matter: each value as JSON, which YAML reads, but for the dates."""
    lines = (
        f"{name}: {value if name in _DATES else json.dumps(value, ensure_ascii=False)}\n"
        for name, value in fields.items()
    )
    return f"---\n{''.join(lines)}---\n\n"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
