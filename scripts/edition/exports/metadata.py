"""The metadata in a page's `<head>`: schema.org as JSON-LD, and `citation_*` tags for reference managers."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from edition.content import permalinks
from edition.content.glossary import Term
from edition.content.sources import OTHERS, Source
from edition.content.vocabulary import Verdict
from edition.exports.bibliography import date
from edition.exports.publication import Publication
from edition.join.model import Annotation, Edition, Entry, Place
from edition.text import citations
from edition.text.runs import plain
from edition.text.selectors import fold

Data = dict[str, Any]

_SCALE = {"worstRating": 1, "bestRating": 5}
_ESSAY = "ensayo.txt"  # the text as received; its URL identifies the work
_BEFORE_STOP = re.compile(r"\s+(?=[.,;:)»])")


def home(publication: Publication, edition: Edition, contents: Sequence[Entry], description: str) -> Data:
    """Describe the home page: the edition as a whole, and the page of the essay's title and opening.

    https://schema.org/WebSite
    """
    site = _site(publication) | {
        "url": publication.url,
        "description": description,
        "inLanguage": publication.language,
        "datePublished": publication.date.isoformat(),
        "dateModified": publication.modified.isoformat(),
        "author": _organization(publication),
        "publisher": _organization(publication),
        "isBasedOn": _essay(publication),
        "hasPart": [_part(publication, entry.title, entry.url) for entry in contents if entry.url],
    }
    opening = _section(publication, edition, contents[0], Place("", publication.essay_title), description)
    return _graph(site, opening | {"dateModified": publication.modified.isoformat()})


def section(
    publication: Publication,
    edition: Edition,
    entry: Entry,
    trail: Sequence[Place],
    description: str,
    *,
    is_brief: bool = False,
) -> Data:
    """Describe the page of a section: an article made of its notes, based on the essay, which has no author.

    `trail` leads from the home page to this one. If `is_brief`, the works that its notes cite are left to the pages of
    those notes. https://schema.org/Article
    """
    article = _section(publication, edition, entry, Place(entry.url, entry.title), description)
    if is_brief:
        del article["citation"]
    return _graph(article | {"position": entry.position}, _breadcrumbs(publication, trail))


def note(
    publication: Publication, edition: Edition, annotation: Annotation, entry: Entry, trail: Sequence[Place]
) -> Data:
    """Describe the page of a note on the section `entry`: an article and, with a verdict, a ClaimReview.

    https://schema.org/ClaimReview
    """
    here = Place(permalinks.note(annotation.note.slug), annotation.note.title)
    article = _article(publication, here, annotation.note.summary, [annotation]) | {
        "about": _part(publication, entry.title, f"{entry.url}#{annotation.block.id}"),
        "license": publication.licence,
        "citation": _cited(publication, edition, [annotation]),
    }
    review = _claim_review(publication, annotation, entry, annotation.note.verdict) if annotation.note.verdict else None
    return _graph(article, review, _breadcrumbs(publication, trail))


def glossary(publication: Publication, edition: Edition, trail: Sequence[Place], description: str) -> Data:
    """Describe the glossary, the last page of `trail`. https://schema.org/DefinedTermSet"""
    here = trail[-1]
    terms = _page(publication, "DefinedTermSet", here, description) | {
        "@id": publication.at(here.url),
        "license": publication.licence,
        "publisher": _organization(publication),
        "hasDefinedTerm": [_term(publication, here, term) for term in edition.terms.values()],
    }
    return _graph(terms, _breadcrumbs(publication, trail))


def sources(publication: Publication, edition: Edition, trail: Sequence[Place], description: str) -> Data:
    """Describe the page of all sources, the last page of `trail`. https://schema.org/CollectionPage"""
    here = _page(publication, "CollectionPage", trail[-1], description)
    works = [_source(publication, source) for source in edition.sources.values()]
    return _graph(here | {"mentions": works}, _breadcrumbs(publication, trail))


def page(publication: Publication, trail: Sequence[Place], description: str) -> Data:
    """Describe any other page, the last of `trail`. https://schema.org/WebPage"""
    return _graph(_page(publication, "WebPage", trail[-1], description), _breadcrumbs(publication, trail))


def illustrated(data: Data, image: str) -> Data:
    """Return the description of a page with the URL of an image in its articles.

    https://developers.google.com/search/docs/appearance/structured-data/article
    """
    return data | {
        "@graph": [node | {"image": image} if node["@type"] == "Article" else node for node in data["@graph"]]
    }


def citation_tags(
    publication: Publication, place: Place, modified: datetime.date, first: datetime.date, *, has_author: bool
) -> list[tuple[str, str]]:
    """Return the `<meta>` names and contents that reference managers read on the page `place`.

    Google Scholar, Inclusion Guidelines for Webmasters, «Indexing»: the publication date is the date to cite, here the
    day of the last change; the online date is the day of first publication.

    Zotero (translator «Embedded Metadata») takes a page that has only `citation_*` for a journal article and ignores
    the site; the Dublin Core elements tell it that this is a web page, and of which site. Zotero splits an author of
    two words into given name and family name; a comma keeps them together (Zotero.Utilities.cleanAuthor).
    """
    author = [("citation_author", f"{publication.publisher},")] if has_author else []
    return [
        ("citation_title", place.title),
        *author,
        ("citation_publication_date", f"{modified:%Y/%m/%d}"),
        ("citation_online_date", f"{first:%Y/%m/%d}"),
        ("citation_language", publication.language),
        ("citation_public_url", publication.at(place.url)),
        ("citation_fulltext_html_url", publication.at(place.url)),
        ("citation_publisher", publication.publisher),
        ("DC.type", "webpage"),
        ("DC.source", publication.title),
    ]


def _graph(*nodes: Data | None) -> Data:
    return {"@context": "https://schema.org", "@graph": [node for node in nodes if node]}


def _section(publication: Publication, edition: Edition, entry: Entry, place: Place, description: str) -> Data:
    annotations = edition.on(*entry.section.blocks)
    notes = [annotation.note for annotation in annotations]
    article = _article(publication, place, description, annotations)
    del article["author"]  # the essay has none
    return article | {
        "isBasedOn": _essay(publication),
        "hasPart": [
            _part(publication, note.title, permalinks.note(note.slug)) | {"license": publication.licence}
            for note in notes
        ],
        "citation": _cited(publication, edition, annotations),
    }


def _article(publication: Publication, place: Place, description: str, annotations: Iterable[Annotation]) -> Data:
    revised = publication.revised(annotations)
    return _page(publication, "Article", place, description) | {
        "headline": place.title,
        "datePublished": publication.published(place.url, revised).isoformat(),
        "dateModified": revised.isoformat(),
        "publisher": _organization(publication),
    }


def _page(publication: Publication, kind: str, place: Place, description: str) -> Data:
    return {
        "@type": kind,
        "url": publication.at(place.url),
        "name": place.title,
        "description": description,
        "inLanguage": publication.language,
        "isPartOf": _site(publication),
        "dateModified": publication.modified.isoformat(),
        "author": _organization(publication),
    }


def _site(publication: Publication) -> Data:
    return {"@type": "WebSite", "@id": publication.url, "name": publication.title}


def _organization(publication: Publication) -> Data:
    return {"@type": "Organization", "name": publication.publisher, "url": publication.url}


def _essay(publication: Publication) -> Data:
    return {
        "@type": "Article",
        "@id": publication.at(_ESSAY),
        "name": publication.essay_title,
        "inLanguage": publication.language,
        "copyrightNotice": publication.essay_rights,
    }


def _part(publication: Publication, title: str, address: str) -> Data:
    return {"@type": "Article", "name": title, "url": publication.at(address)}


def _cited(publication: Publication, edition: Edition, annotations: Iterable[Annotation]) -> list[Data]:
    """Return the sources that `annotations` and their figures cite, without duplicates, in order."""
    notes = [annotation.note for annotation in annotations]
    figures = [edition.figures[note.figure] for note in notes if note.figure]
    lists = [note.sources for note in notes] + [figure.sources for figure in figures]
    return [_source(publication, edition.sources[key]) for key in dict.fromkeys(itertools.chain(*lists))]


def _source(publication: Publication, source: Source) -> Data:
    known = {
        "@type": "CreativeWork",
        "@id": publication.at(permalinks.source(source.key)),
        "name": source.item["title"],
        "url": source.url,
        "author": [_author(name) for name in source.item.get("author", ()) if name != {"literal": OTHERS}],
        "datePublished": date(source.item, "issued"),
    }
    return {name: value for name, value in known.items() if value}


def _author(name: Mapping[str, str]) -> Data | str:
    """Return a person, or only the name if the source does not say what kind of author it is."""
    if "literal" in name:
        return name["literal"]
    return {"@type": "Person", "name": " ".join(filter(None, (name.get("given"), name.get("family"))))}


def _claim_review(publication: Publication, annotation: Annotation, entry: Entry, verdict: Verdict) -> Data:
    """Rate the passage only: another note may rate other words of its sentence otherwise."""
    note, sentence = annotation.note, fold("".join(annotation.sentence))
    claim = fold(annotation.sentence[1])
    rating = {"@type": "Rating", "alternateName": verdict.label, "ratingExplanation": note.summary}
    appearance = _part(publication, entry.title, f"{entry.url}#{annotation.block.id}")
    return {
        "@type": "ClaimReview",
        "url": publication.at(permalinks.note(note.slug)),
        "claimReviewed": claim,
        "inLanguage": publication.language,
        "datePublished": publication.published(permalinks.note(note.slug), note.reviewed).isoformat(),
        "dateModified": note.reviewed.isoformat(),
        "expires": note.review_by.isoformat(),
        "author": _organization(publication),
        "license": publication.licence,
        "reviewRating": rating | ({"ratingValue": verdict.rating} | _SCALE if verdict.rating else {}),
        "itemReviewed": {
            "@type": "Claim",
            "text": claim,
            "isPartOf": {"@type": "Quotation", "text": sentence},
            "appearance": appearance | {"isPartOf": _essay(publication)},
        },
    }


def _term(publication: Publication, page: Place, term: Term) -> Data:
    words = plain(citations.replace(term.definition, lambda _: ""))
    return {
        "@type": "DefinedTerm",
        "@id": publication.at(f"{page.url}#{term.id}"),
        "termCode": term.id,
        "name": plain(term.name),
        "alternateName": list(term.tokens),
        "description": _BEFORE_STOP.sub("", " ".join(words.split())),
    }


def _breadcrumbs(publication: Publication, trail: Iterable[Place]) -> Data:
    """https://schema.org/BreadcrumbList"""
    steps = [
        {"@type": "ListItem", "position": at, "name": place.title, "item": {"@id": publication.at(place.url)}}
        for at, place in enumerate(trail, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": steps}
