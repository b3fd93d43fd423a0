"""The outgoing links of the edition, and the places that contain them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from urllib.parse import urldefrag

from edition.content import threads
from edition.content.inputs import Inputs
from edition.html import links


def collect(inputs: Inputs, pages: Mapping[str, str]) -> dict[str, list[str]]:
    """Map each outgoing URL, without its fragment, to the places that link to it.

    `pages` holds the Markdown of each page by path.
    """
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source in inputs.sources.values():
        found[urldefrag(source.url).url].append(f"source «{source.key}»")
        found[urldefrag(source.archived).url].append(f"archived copy of source «{source.key}»")
    for thread in inputs.threads:
        found[urldefrag(thread.url).url].append(f"docs/{threads.FILE}")
    for path, markdown in pages.items():
        for line, url in links.outgoing(markdown):
            found[urldefrag(url).url].append(f"{path}:{line}")
    return dict(found)
