"""JSON Schemas of what people write, for editors, `python -m edition.schemas [folder]`.

They come from the tables by which the build checks it, with the names that this edition has: kinds and verdicts,
sections, sources, figures, permalinks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from edition import files
from edition.content import figures, graph, inputs, languages, notes, pages, redirects, register, sources, threads
from edition.content import vocabulary as words
from edition.content.essay import HOME, TITLE
from edition.content.inputs import Inputs
from edition.content.pages import Kind
from edition.text import fields
from edition.text.forms import Schema

_ROOT = Path(__file__).parents[2]
FOLDER = ".cache/schemas"
_DRAFT = {"$schema": "http://json-schema.org/draft-07/schema#"}


def make(read: Inputs) -> dict[str, Schema]:
    """Return the schemas, by the name of the file or folder below docs that each describes; `paginas` is for all pages."""
    permalinks = [str(address) for address in read.registered]
    made = {
        "paginas": _page(),
        "fuentes": sources.schema(),
        "figuras": figures.schema(read.sources),
        "conversaciones": threads.schema(permalinks),
        "vocabulario": words.schema(),
        "idiomas": languages.schema(),
        "alias": redirects.schema(permalinks),
        "anclas": register.schema(),
    }
    if read.vocabulary.kinds:  # without, nothing can be said of notes
        made["notas"] = notes.schema(read.vocabulary, _sections(read), _figures(read))
    return {name: {**_DRAFT, **schema} for name, schema in made.items()}


def main(arguments: Sequence[str]) -> int:
    """Write the schemas of the edition in the given folder, or of this one, into its folder `.cache/schemas`."""
    root = Path(arguments[0]) if arguments else _ROOT
    _write(root / FOLDER, make(inputs.parse(files.read(root / "docs", inputs.ENDINGS))))
    return 0


def _write(folder: Path, schemas: Mapping[str, Schema]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas.items():
        text = json.dumps(schema, ensure_ascii=False, indent=1)
        files.write(folder / f"{name}.json", f"{text}\n".encode())


def _page() -> Schema:
    described = fields.schema(pages.RECORD)
    return {**described, "properties": {**described["properties"], graph.FIELD: graph.schema()}}


def _sections(read: Inputs) -> list[str]:
    """Return what a note can name as its section."""
    pages_of_essay = (path.removeprefix("docs/") for path in read.documents)
    return [HOME, TITLE, *(PurePosixPath(path).stem for path in pages_of_essay if Kind.of(path) is Kind.SECTION)]


def _figures(read: Inputs) -> list[str]:
    """Return the names of the figures, also of those that have faults."""
    return [PurePosixPath(path).stem for path in read.paths if path.startswith("figuras/")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
