"""The ids that the core says a page has are those that its finished HTML has: what links and permalinks rest on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from edition.join import anchors
from lxml import html as lxml_html
from projects import MINIATURE, ROOT, Project
from published import joined


@pytest.mark.parametrize(("built", "root"), [("miniature", MINIATURE), ("real", ROOT)])
def test_every_page_has_the_ids_that_are_said_of_it(built: str, root: Path, request: pytest.FixtureRequest) -> None:
    project: Project = request.getfixturevalue(built)
    edition = joined(root)
    said = {page.path: Counter(anchors.of(page, edition)) for page in edition.pages}
    there = {
        page.path: Counter(lxml_html.document_fromstring(project.page(page.url)).xpath("//@id"))
        for page in edition.pages
    }
    wrong = {path: (said[path] - there[path], there[path] - said[path]) for path in said if said[path] != there[path]}
    assert wrong == {}, "said and not there, there and not said"
