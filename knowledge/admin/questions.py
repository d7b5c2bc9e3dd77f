"""The page on which a document's sections are given what customers ask of them, a page of sections at a time."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from knowledge.library import questions
from knowledge.models import Chunk, Document
from tenants.admin.frame import frame

# One screen or two, with a box for each.
SECTIONS_A_PAGE = 15


def respond_with_questions(request: HttpRequest, document: Document) -> HttpResponse:
    """The sections with their questions, or what was written of them kept."""
    sections = questions.sections_of(document)
    if request.method == "POST":
        return _keep(request, document, sections)
    page = Paginator(sections, SECTIONS_A_PAGE).get_page(request.GET.get("page", "1"))
    context = frame(request, Document, "What customers ask") | {
        "document": document,
        "page": page,
        "rows": _rows(document, list(page.object_list)),
        "most": questions.MOST,
        "back": reverse("admin:knowledge_document_change", args=[document.pk]),
    }
    return TemplateResponse(request, "knowledge/questions.html", context)


def _keep(request: HttpRequest, document: Document, sections: list[str]) -> HttpResponse:
    """The form names its sections itself: a file read meanwhile may have moved them to other pages."""
    told = {
        section: request.POST[name].splitlines()
        for section in sections
        if (name := f"section:{section}") in request.POST
    }
    if questions.put(document.pk, told, now=timezone.now()):
        messages.success(request, "The questions are kept. The assistant learns them in the background.")
    else:
        messages.info(request, "Nothing has changed.")
    return HttpResponseRedirect(request.get_full_path())


def _rows(document: Document, sections: list[str]) -> list[dict[str, Any]]:
    """Each section with how it begins, and without where the file has it no more."""
    begins: dict[str, str] = {}
    found = Chunk.objects.filter(document=document, section__in=sections).order_by("position")
    for section, text in found.values_list("section", "text"):
        # Under many headings the text begins with the heading, which stands above it here.
        begins.setdefault(section, text.removeprefix(section.rpartition(" > ")[2]).strip() or text)
    return [
        {"section": section, "begins": begins.get(section), "asked": "\n".join(document.questions.get(section, ()))}
        for section in sections
    ]
