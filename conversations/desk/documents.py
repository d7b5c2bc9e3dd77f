"""A document of the library as an operator reads it: opened at the page that was cited, with the passage marked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from conversations.desk.access import Desk, at_desk
from knowledge.answer.passage import place_of
from knowledge.library import pages
from knowledge.models import Chunk, Document


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """What a reply rests on, and where that can be read."""

    title: str
    place: str
    url: str


@require_GET
@at_desk
def show(request: HttpRequest, desk: Desk, document_id: UUID) -> HttpResponse:
    """Show a document: `chunk` is a passage to be marked, `part` a page by its place, `page` one by its number."""
    document = Document.objects.filter(pk=document_id).first()
    if document is None:
        raise Http404
    asked = request.GET.get("chunk", "")
    chunk_id = _id(asked)
    cited = document.chunks.defer("words", "embedding").filter(pk=chunk_id).first() if chunk_id else None
    every = pages.list_pages(document)
    page = _page(request, every, cited)
    found = {
        "document": document, "cited": cited, "is_gone": bool(asked) and cited is None, "page": page, "pages": every,
        "passages": pages.read_page(document, page) if page else [],
        "is_elsewhere": bool(cited and page and not page.first <= cited.position <= page.last),
        "references_here": pages.list_references_to(cited) if cited else [],
        "before": _turned(every, page, -1, cited), "after": _turned(every, page, 1, cited),
    }  # fmt: skip
    return render(request, "desk/document.html", {"desk": desk, **found})


def url_of(document_id: Any, chunk_id: Any = None, page: int | None = None) -> str:
    """The address of a document at a passage; at its page, should the passage be gone by then."""
    asked = {name: str(value) for name, value in (("chunk", chunk_id), ("page", page)) if value}
    query = f"?{urlencode(asked)}#cited" if asked else ""
    return reverse("desk-document", args=[document_id]) + query


def list_cited(named: Iterable[str]) -> dict[str, CitedPassage]:
    """In the desk's scope: the passages of these ids, as far as the library still holds them."""
    ids = {one for one in map(_id, named) if one is not None}
    if not ids:
        return {}
    rows = Chunk.objects.filter(pk__in=ids).select_related("document")
    rows = rows.only("id", "tenant_id", "page", "sheet", "section", "document__title", "document__tenant_id")
    return {str(chunk.pk): _cited(chunk) for chunk in rows}


def _cited(chunk: Chunk) -> CitedPassage:
    place = place_of(chunk.section.rpartition(" > ")[2], chunk.page, chunk.sheet)
    return CitedPassage(chunk.document.title, place, url_of(chunk.document_id, chunk.pk, chunk.page))


def _page(request: HttpRequest, every: list[pages.DocumentPage], cited: Chunk | None) -> pages.DocumentPage | None:
    part, printed = request.GET.get("part", ""), request.GET.get("page", "")
    wanted = [
        *(one for one in every if str(one.number) == part),
        *(one for one in every if cited is not None and one.first <= cited.position <= one.last),
        *(one for one in every if one.printed is not None and str(one.printed) == printed),
        *every[:1],
    ]
    return wanted[0] if wanted else None


def _turned(every: list[pages.DocumentPage], page: pages.DocumentPage | None, by: int, cited: Chunk | None) -> str:
    """The address of the page before or after, empty where there is none."""
    number = page.number + by if page else 0
    if not 1 <= number <= len(every):
        return ""
    return "?" + urlencode({"part": number} | ({"chunk": str(cited.pk)} if cited else {}))


def _id(text: Any) -> UUID | None:
    try:
        return UUID(str(text))
    except ValueError:
        return None
