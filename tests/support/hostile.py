"""Hostile input: where an author can write, what somebody might write there, and what a page may hold of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from lxml import etree
from projects import Project

NOTE, SOURCES, GLOSSARY, ABOUT = "docs/notas/fermenta.md", "docs/fuentes.json", "docs/glosario.md", "docs/sobre.md"
GRAPH, PAGE, FIGURE = "docs/ensayo/esquema.md", "docs/ensayo/levadura.md", "docs/figuras/plazos.json"
THREADS, ALIASES = "docs/conversaciones.yml", "docs/alias.yml"

SCRIPT = "alert('hostile')"

# Texts that a page may show, and only show.
TEXTS = {
    "script": f"<script>{SCRIPT}</script>",
    "event handler": f'<img src=x onerror="{SCRIPT}">',
    "svg": f"<svg/onload={SCRIPT}>",
    "end of an attribute": f'" onmouseover="{SCRIPT}" x="',
    "end of another": f"' autofocus onfocus={SCRIPT} x='",
    "end of a script": f"</script><script>{SCRIPT}</script>",
    "beginning of a comment": "<!-- <script> --!> <!--",
    "end of a section": f"]]> <![CDATA[><script>{SCRIPT}</script>",
    "processing instruction": f"<?xml-stylesheet href='javascript:{SCRIPT}'?>",
    "address": f"javascript:{SCRIPT}",
    "broken entities": "&lt;script&gt; &#60;script&#62 &bogus; &#x110000; &",
    "template": "{{ config }} {% include 'main.html' %} {0.__class__}",
    "citation": "[@manual-pan] [@nadie, <b>]",
    "very long word": "pan" * 70,
    "emoji and right to left": "👩‍🍳 خبز לחם 麵包 Z̸͢a̷l̴g̵o̶",
    "quotation marks": "\\\" \\' ` ${1} \\",
}

# What strangers may not write in Markdown.
MARKDOWN = {
    "script": f"<script>{SCRIPT}</script>",
    "event handler": f'Un <img src="x" onerror="{SCRIPT}"> pan.',
    "capitals": f"Un <ScRiPt>{SCRIPT}</sCrIpT> pan.",
    "svg": f"<svg onload='{SCRIPT}'><circle/></svg>",
    "frame": f'<iframe srcdoc="&lt;script&gt;{SCRIPT}&lt;/script&gt;"></iframe>',
    "title that hides": f'<noscript><p title="</noscript><img src=x onerror={SCRIPT}>"></noscript>',
    "form": '<form action="https://example.org"><input name="attributes"></form>',
    "style": "<style>body { display: none }</style>",
    "base": '<base href="https://example.org/">',
    "refresh": '<meta http-equiv="refresh" content="0; url=https://example.org/">',
    "element not closed": "Un <em>pan.",
    "element not open": "Un pan.</p></div></article>",
    "comment that browsers end": f"Un <!--> <img src=x onerror={SCRIPT}> --> pan.",
    "section": f"Un <![CDATA[><img src=x onerror={SCRIPT}>]]> pan.",
    "processing instruction": f"Un <?x ><img src=x onerror={SCRIPT}>?> pan.",
    "link that runs": f"[pan](javascript:{SCRIPT})",
    "link in capitals": f"[pan](JaVaScRiPt:{SCRIPT})",
    "link behind entities": f"[pan](java&#115;cript&colon;{SCRIPT})",
    "link behind white space": f"[pan](<java\tscript:{SCRIPT}>)",
    "link behind a control": f"[pan](<&#1;javascript:{SCRIPT}>)",
    "link by reference": f"[pan][x]\n\n[x]: javascript:{SCRIPT}",
    "link to data": "[pan](data:text/html;base64,PHNjcmlwdD4=)",
    "link to VBScript": "[pan](vbscript:msgbox)",
    "link to a blob": "[pan](blob:https://example.org/0)",
    "link to a file": "[pan](file:///etc/passwd)",
    "link without its scheme": "[pan](//example.org/)",
    "link with strokes": "[pan](<\\\\example.org/>)",
    "image": "![pan](https://example.org/pan.png)",
    "handler among attributes": f"*pan*{{: onclick={SCRIPT} }}",
    "style among attributes": "*pan*{: style=position:fixed }",
    "class of the edition": "*pan*{: .ref }",
    "address among attributes": f"[pan](trigo.md){{: href=javascript:{SCRIPT} }}",
    "diagram": f'```mermaid\ngraph LR\nA --> B\nclick A "javascript:{SCRIPT}"\n```',
    "citation in an address": "[pan](https://example.org/[@manual-pan,onmouseover=x])",
}

# What nobody would see.
HIDDEN = {
    "text turned round": "\u202e",
    "isolate": "\u2067",
    "mark of direction": "\u200f",
    "no width": "\u200b",
    "soft hyphen": "\u00ad",
    "null": "\0",
    "escape of a terminal": "\x1b",
    "line separator": "\u2028",
    "byte order mark": "\ufeff",
    "half a character": "\ud800",
    "no character": "\uffff",
}

# The texts of the miniature that authors write as YAML or JSON: file, and what stands there.
_FIELDS = (
    (NOTE, "Sola, no"),
    (NOTE, "'Sin levadura viva no fermenta: el tiempo hace falta, pero no basta (manual de 2020).'"),
    (NOTE, "Un ensayo con harina esterilizada que fermentase llevaría a «confirmado»."),
    (NOTE, "la edición original del manual"),
    (NOTE, "Qué cambió."),
    (NOTE, "No se leyó."),
    (SOURCES, '"Manual del pan & la masa"'),
    (SOURCES, '"Trigo"'),
    (SOURCES, '"Yeast Society"}'),
    (SOURCES, '"La Tahona"'),
    (FIGURE, '"Plazos"'),
    (FIGURE, '"horas"'),
    (FIGURE, '"Masa"'),
    (FIGURE, '"a 18 °C"'),
    (FIGURE, '"doce"'),
    (FIGURE, '"Nada más."'),
    (THREADS, '"Un hilo"'),
    (PAGE, "Quién trabaja."),
    (PAGE, "La levadura y lo que pide."),
    (GRAPH, "la harina\n"),
    (GLOSSARY, "Glosario"),
    (GLOSSARY, "Una palabra."),
    (ABOUT, "Sobre"),
    (ABOUT, "Qué es esto."),
)


def prepare(project: Project) -> None:
    """Give the miniature a figure, a thread, an alias and the fields of a note that it lacks."""
    more = "figure: plazos\nhistory:\n  2026-01-15: Qué cambió.\nsources_note: No se leyó.\nreviewed"
    project.replace(NOTE, "reviewed", more)
    row = {"label": "Masa", "detail": "a 18 °C", "shown": "doce", "value": 12, "source": "manual-pan"}
    figure = {"title": "Plazos", "unit": "horas", "form": "bars", "note": "Nada más.", "rows": [row]}
    project.write(FIGURE, json.dumps(figure, ensure_ascii=False))
    thread = 'url: "https://example.org/hilo", title: "Un hilo", about: notas/pan/, date: 2026-01-15'
    project.write(THREADS, f"- {{{thread}}}\n")
    project.write(ALIASES, "notas/barra/: notas/pan/\n")


def in_every_text(project: Project, value: str, *, is_escaped: bool = False) -> None:
    """Write `value` in the place of every text of the miniature's data, as escapes where it has to be."""
    written = json.dumps(value, ensure_ascii=is_escaped)
    for path, old in _FIELDS:
        tail = next((tail for tail in ("}", "\n") if old.endswith(tail)), "")
        project.replace(path, old, written + tail)


def in_every_body(project: Project, markdown: str) -> None:
    """Write Markdown below that of a note, the glossary and a text of the edition."""
    for path in (NOTE, GLOSSARY, ABOUT):
        project.write(path, (project.root / path).read_text(encoding="utf-8") + f"\n{markdown}\n")


def kinds(root: etree._Element) -> Iterator[str]:
    """Yield what a document is made of: its elements with the names of their attributes, and addresses by scheme.

    Scripts come with their code. A page that only shows a text is made of what it is made of with any other text.
    """
    for element in root.iter():
        if not isinstance(element.tag, str):
            yield f"{element.tag.__name__}"
        elif element.tag == "script" and element.get("type") != "application/ld+json":
            yield f"script {element.get('src')} {element.text}"
        else:
            yield element.tag
            yield from (f"{element.tag} {name}{_scheme(name, value)}" for name, value in element.items())


def _scheme(name: str, value: str) -> str:
    is_address = name.rpartition("}")[2] in ("href", "src", "action", "formaction", "data", "poster", "cite")
    found = re.match(r"[\0-\x20]*([a-z][a-z0-9+.\s-]*:)", value, re.IGNORECASE) if is_address else None
    return f" {found[1]}" if found else ""


Spoil = Callable[[Project, str], None]


def _in_place_of(path: str, old: str) -> Spoil:
    return lambda project, value: project.replace(path, old, json.dumps(value))


# Where only a certain form of text can stand, which no hostile one has.
SLOTS: dict[str, tuple[str, Spoil]] = {
    "id of a source": (SOURCES, _in_place_of(SOURCES, '"manual-pan"')),
    "type of a source": (SOURCES, _in_place_of(SOURCES, '"book"')),
    "language of a source": (SOURCES, _in_place_of(SOURCES, '"es"')),
    "address of a source": (SOURCES, _in_place_of(SOURCES, '"https://www.ejemplo.es/manual"')),
    "host of a source": (SOURCES, lambda p, value: p.replace(SOURCES, "www.ejemplo.es", json.dumps(value)[1:-1])),
    "seen": (SOURCES, _in_place_of(SOURCES, '"copy"')),
    "address of a thread": (THREADS, _in_place_of(THREADS, '"https://example.org/hilo"')),
    "subject of a thread": (THREADS, _in_place_of(THREADS, "notas/pan/")),
    "date of a thread": (THREADS, _in_place_of(THREADS, "2026-01-15")),
    "old address": (ALIASES, _in_place_of(ALIASES, "notas/barra/")),
    "new address": (ALIASES, _in_place_of(ALIASES, "notas/pan/")),
    "section": (NOTE, _in_place_of(NOTE, "index")),
    "passage": (NOTE, _in_place_of(NOTE, "fermenta sola si se le da tiempo")),
    "kind": (NOTE, _in_place_of(NOTE, "verificación")),
    "verdict": (NOTE, _in_place_of(NOTE, "impreciso")),
    "figure": (NOTE, lambda p, value: p.replace(NOTE, "figure: plazos", f"figure: {json.dumps(value)}")),
    "id of a node": (GRAPH, lambda p, value: p.replace(GRAPH, "id: flour\n", f"id: {json.dumps(value)}\n")),
    "name of the diagram": (GRAPH, lambda p, value: p.replace(GRAPH, "Del molino a la mesa", json.dumps(f"{value};"))),
    "source of a row": (FIGURE, _in_place_of(FIGURE, '"manual-pan"')),
    "form of a figure": (FIGURE, _in_place_of(FIGURE, '"bars"')),
    "id of a term": (GLOSSARY, lambda p, value: p.replace(GLOSSARY, "{#masa}", "{#Masa_1}")),
}
