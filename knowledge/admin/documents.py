"""Documents with how far each is, their passages, and what may be done with them.

Files are dropped on a page: each is sent by itself, answered by itself, and followed until it is read.
"""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from knowledge import embed, tasks
from knowledge.admin.questions import respond_with_questions
from knowledge.library import intake, removal, states
from knowledge.load import FileRefused, kinds
from knowledge.load.limits import MEGABYTE
from knowledge.models import Document, DocumentSynonym
from knowledge.references import graph
from tenants.admin.frame import frame
from tenants.admin.scoped import ALL, ScopedAdmin, ScopedInline, action, display
from tenants.admin.seat import get_seat, pick_first

# As many as are on a page of the list, twice over.
_MOST_ASKED = 200

# One screen or two; a passage is up to 600 tokens.
PASSAGES_A_PAGE = 25
_LABELS = {
    "waiting": "info", "embedding": "info", "ready": "success", "refused": "danger", "draft": "warning",
    "inactive": "warning",
}  # fmt: skip
_WORDS = {
    "waiting": "Being read", "embedding": "Being embedded", "ready": "Ready", "refused": "Refused",
    "draft": "To be approved", "inactive": "Not searched",
}  # fmt: skip


class SynonymInline(ScopedInline):
    """Other names of a document; a change has its references looked up again."""

    model = DocumentSynonym
    fields = ("name",)
    extra = 1
    for_admins = ALL
    verbose_name_plural = "Other names, by which other documents speak of this one"


@admin.register(Document)
class DocumentAdmin(ScopedAdmin):
    """Files come in by the upload page only; here they are looked at, named, read again and taken out."""

    list_display = ("title", "shown_stage", "kind", "version", "language", "shown_passages", "read_at")
    list_filter = ("status", "kind", "is_active", "language")
    list_filter_submit = True
    search_fields = ("title", "file_name", "key")
    search_help_text = "Search by title or file"
    ordering = ("title",)
    actions = ("read_selected_again", "deactivate", "activate", "approve")
    inlines = (SynonymInline,)
    actions_list = ("upload",)
    actions_detail = ("approve_one", "ask_of_sections", "read_again")
    change_form_after_template = "knowledge/passages.html"
    fields = ("title", "kind", "is_active", "audience", "language", "version", "last_updated", "file_name", "read_at")
    readonly_fields = ("file_name", "read_at")
    for_admins = frozenset({"view", "change", "delete"})
    way_in = ("admin:knowledge_document_upload", "Upload documents")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return states.with_counts(super().get_queryset(request), embed.from_settings().model.key)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "title" in form.changed_data:  # passages are embedded together with their document's title
            tasks.queue_reading(obj, again=True)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if any(formset.has_changed() for formset in formsets):
            graph.mark([form.instance.pk])
            tasks.embed_later(form.instance.tenant_id)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        removal.remove([obj.pk])
        tasks.embed_later(obj.tenant_id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        rows = list(queryset)
        removal.remove([row.pk for row in rows])
        for tenant_id in {row.tenant_id for row in rows}:
            tasks.embed_later(tenant_id)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:  # fmt: skip
        document = self.get_object(request, object_id or "")
        context = (extra_context or {}) | (_preview(request, document) if document else {})
        return super().changeform_view(request, object_id, form_url, context)

    @action(description="Upload", icon="upload_file", permissions=["change"], url_path="upload")
    def upload(self, request: HttpRequest) -> HttpResponse:
        """Drop files, and see how far each of them is."""
        return respond_to_upload(self, request)

    @action(description="Read again", icon="refresh", permissions=["change"], url_path="read-again")
    def read_again(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Read the kept file once more."""
        document = self.get_object(request, object_id)
        if document is not None:
            tasks.queue_reading(document, again=True)
            messages.info(request, "The file is read again in the background.")
        return HttpResponseRedirect(reverse("admin:knowledge_document_changelist"))

    @action(description="What customers ask", icon="contact_support", permissions=["change"], url_path="questions")
    def ask_of_sections(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Write how customers ask for each section."""
        document = self.get_object(request, object_id)
        if document is None:
            return HttpResponseRedirect(reverse("admin:knowledge_document_changelist"))
        return respond_with_questions(request, document)

    @admin.action(description="Read again")
    def read_selected_again(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for document in queryset:
            tasks.queue_reading(document, again=True)
        messages.info(request, f"{len(queryset)} documents are read again in the background.")

    @admin.action(description="Do not search these")
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        removal.set_active([row.pk for row in queryset], is_active=False)

    @admin.action(description="Search these")
    def activate(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        removal.set_active([row.pk for row in queryset], is_active=True)

    @admin.action(description="Approve these summaries")
    def approve(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        approved = states.approve([row.pk for row in queryset])
        for tenant_id in set(approved):
            tasks.embed_later(tenant_id)
        messages.success(request, f"{len(approved)} summaries are approved, and answer customers from now on.")

    @action(description="Approve", icon="task_alt", permissions=["approve"], url_path="approve")
    def approve_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Let a summary answer customers."""
        for tenant_id in states.approve([object_id]):
            tasks.embed_later(tenant_id)
            messages.success(request, "The summary is approved, and answers customers from now on.")
        return HttpResponseRedirect(reverse("admin:knowledge_document_change", args=[object_id]))

    def has_approve_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        document = self.get_object(request, object_id or "")
        return self.has_change_permission(request, document) and states.is_draft(document)

    @display(description="Status", label={_WORDS[stage]: label for stage, label in _LABELS.items()})
    def shown_stage(self, document: Any) -> str:
        return _WORDS[states.state_of(document).stage]

    @display(description="Passages", ordering="passages")
    def shown_passages(self, document: Any) -> str:
        if document.embedded < document.passages:
            return f"{document.passages:,} ({document.embedded:,} embedded)"
        return f"{document.passages:,}"


def _preview(request: HttpRequest, document: Any) -> dict[str, Any]:
    """The document's state, notes and history, and one page of its passages."""
    rows = document.chunks.defer("embedding", "words").order_by("position")
    number = request.GET.get("passages", "1")
    return {
        "document": document,
        "state": states.state_of(document),
        "page": Paginator(rows, PASSAGES_A_PAGE).get_page(number),
    }


def respond_to_upload(admin: Any, request: HttpRequest) -> HttpResponse:
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
    tasks.queue_reading(document)
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
