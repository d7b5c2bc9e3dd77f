"""The page on which files are dropped: each is sent by itself, answered by itself, and followed until it is read."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from knowledge import embed, later
from knowledge.library import intake, states
from knowledge.load import FileRefused, kinds
from knowledge.load.limits import MEGABYTE
from tenants.admin.frame import frame
from tenants.admin.seat import get_seat, pick_first

_MOST_ASKED = 200


def respond(admin: Any, request: HttpRequest) -> HttpResponse:
    """The page, a file taken, or how far the asked-for documents are."""
    if get_seat(request).tenant is None:
        return pick_first(request)
    if request.method == "POST":
        return _take(request)
    if "states" in request.GET:
        return JsonResponse({"states": _states(request.GET["states"])})
    return _page(admin, request)


def _take(request: HttpRequest) -> JsonResponse:
    file = request.FILES.get("file")
    if file is None:
        return JsonResponse({"problem": "No file was sent."}, status=400)
    try:
        kinds.check_size(file.size or 0, intake.limits())
        kind = request.POST.get("kind", "")
        kind = kind if kind in ("policy", "faq", "doc", "sop") else ""
        document = intake.receive(file.read(), file.name or "", now=timezone.now(), kind=kind)
    except FileRefused as refusal:
        return JsonResponse({"problem": str(refusal)}, status=422)
    later.queue_reading(document)
    return JsonResponse({"id": str(document.pk), "is_new_version": document.read_at is not None})


def _states(asked: str) -> list[dict[str, Any]]:
    ids = [found for text in asked.split(",")[:_MOST_ASKED] if (found := _id_of(text)) is not None]
    return [
        {
            "id": str(state.document_id),
            "stage": state.stage,
            "sentence": state.sentence,
            "passages": state.passages,
            "embedded": state.embedded,
            "is_settled": state.is_settled,
            "problem": state.problem,
            "url": reverse("admin:knowledge_document_change", args=[state.document_id]),
        }
        for state in states.list_states(ids, embed.from_settings().model.key)
    ]


def _id_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _page(admin: Any, request: HttpRequest) -> HttpResponse:
    context = frame(request, admin.model, "Upload documents") | {
        "path": request.path,
        "known": kinds.KNOWN,
        "accept": ",".join(f".{ending}" for ending in kinds.ENDINGS),
        "largest_mb": intake.limits().bytes // MEGABYTE,
        "list_url": reverse("admin:knowledge_document_changelist"),
    }
    return TemplateResponse(request, "knowledge/upload.html", context)
