"""An essay of very many sections is not listed whole on each of their pages."""

from __future__ import annotations

from projects import Project


def test_a_section_of_a_long_essay_links_to_the_list_of_all(project: Project):
    names = [f"seccion-{at}" for at in range(40)]
    for name in names:
        project.write(f"docs/ensayo/{name}.md", f"---\ntitle: {name}\n---\n\n# {name}\n\nPan.\n")
    last = "      - ensayo/esquema.md\n"
    project.replace("mkdocs.yml", last, "".join(f"      - ensayo/{name}.md\n" for name in names) + last)
    project.replace("docs/ensayo.txt", "graph LR", "".join(f"{name}\n\nPan.\n\n" for name in names) + "graph LR")
    outcome = project.build()
    assert outcome.is_success, outcome.errors
    page = project.page("ensayo/seccion-7")
    assert '<a href="../..#indice">10 de 43</a>' in page
    assert 'href="../seccion-30/"' not in page
    assert all(f'href="../seccion-{at}/"' in page for at in (6, 8))
    assert 'href="ensayo/seccion-30/"' in project.page("")


def test_one_of_few_lists_them(miniature: Project):
    assert all(f'href="../{name}/"' in miniature.page("ensayo/pasos") for name in ("levadura", "esquema"))
