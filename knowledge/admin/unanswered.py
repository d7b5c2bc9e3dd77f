"""What customers asked in vain, the most frequent first, and the page on which an answer is added.

Anybody may ask the library there as a customer would, and see the passages, their scores and the decision.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from knowledge import embed, unanswered
from knowledge.answer import FoundPassage, extract
from knowledge.load import FileRefused
from knowledge.models import Calibration, UnansweredQuestion
from knowledge.search import question
from knowledge.search.found import Found, Hit
from knowledge.search.search import search
from tenants.admin.frame import frame
from tenants.admin.scoped import ReadOnlyAdmin, display
from tenants.admin.seat import get_seat, outside_scope, pick_first
from tenants.models import Tenant
from tenants.rules import Guardrails, read_rules
from tenants.scope import tenant_scope

# A question, not a text.
LONGEST = 500
DECISIONS = {
    "enough": "It is enough to answer.",
    "empty_library": "There are no documents yet.",
    "too_few_hits": "Too little was found. A customer is told so, or gets a person.",
    "low_scores": "What was found is not near enough. A customer is told so, or gets a person.",
}

_WHY = {
    "empty_library": "There are no documents",
    "too_few_hits": "Nothing was found",
    "low_scores": "Nothing found was near enough",
    "not_answered": "What was found did not answer it",
}


class AnswerForm(forms.Form):
    """A question and what customers shall be told."""

    question = forms.CharField(max_length=300, widget=UnfoldAdminTextInputWidget())
    answer = forms.CharField(
        max_length=4000, widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}),
        help_text="Write it as you would to a customer. It becomes a small document that is cited like any other.",
    )  # fmt: skip


@admin.register(UnansweredQuestion)
class UnansweredQuestionAdmin(ReadOnlyAdmin):
    """Questions that mean the same are one line, with how often they were asked."""

    list_display = ("question", "shown_times", "shown_decision", "last_asked", "shown_answer")
    list_filter = ("status",)
    search_fields = ("question",)
    fields = readonly_fields = ("question", "status", "shown_decision", "score", "created_at")
    list_before_template = "knowledge/ask_link.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        alike = UnansweredQuestion.objects.filter(
            tenant=OuterRef("tenant"), key=OuterRef("key"), status=OuterRef("status")
        )
        grouped = alike.order_by().values("key")
        rows: QuerySet[Any] = UnansweredQuestion.objects.annotate(
            times=Subquery(grouped.annotate(found=Count("pk")).values("found")),
            last=Subquery(grouped.annotate(found=Max("created_at")).values("found")),
        )
        is_list = request.resolver_match is not None and str(request.resolver_match.url_name).endswith("_changelist")
        return rows.exclude(Exists(alike.filter(pk__gt=OuterRef("pk")))) if is_list else rows

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        return ("-times", "-last")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("ask/", view(outside_scope(respond_with_answer)), name="knowledge_unansweredquestion_ask"),
            path("<path:object_id>/answer/", view(_answer_page), name="knowledge_unansweredquestion_answer"),
            *super().get_urls(),
        ]

    @display(description="Asked", ordering="times")
    def shown_times(self, question: Any) -> str:
        return f"{question.times} time{'s' if question.times > 1 else ''}"

    @display(description="Why", ordering="decision")
    def shown_decision(self, question: Any) -> str:
        return _WHY.get(str(question.decision), "Something else")

    @display(description="Last asked", ordering="last")
    def last_asked(self, question: Any) -> Any:
        return question.last

    @display(description="Answer")
    def shown_answer(self, question: Any) -> str:
        if question.status == UnansweredQuestion.Status.ANSWERED:
            return "Answered"
        address = reverse("admin:knowledge_unansweredquestion_answer", args=[question.pk])
        # The page that teaches is a higher room's, which knows what a sentence may mean.
        teach = f"{reverse('admin:exemplars_exemplar_add')}?question={question.pk}"
        return format_html(
            '<span class="tulia-buttons"><a class="tulia-button" href="{}">Add an answer</a>'
            '<a class="tulia-button" href="{}">Teach this</a></span>',
            address, teach,
        )  # fmt: skip


@outside_scope
def _answer_page(request: HttpRequest, object_id: str) -> HttpResponse:
    """The form, or the document made of it; reading a document takes its time, so no transaction is open."""
    seat = get_seat(request)
    if seat.tenant is None:
        return pick_first(request)
    if not seat.runs_tenant:
        raise PermissionDenied
    with seat.scope():
        row = _find(object_id)
    form = AnswerForm(request.POST or None, initial={"question": row.question})
    if request.method == "POST" and form.is_valid():
        try:
            unanswered.add_answer(seat.tenant.id, key=row.key, now=timezone.now(), **form.cleaned_data)
        except FileRefused as refusal:
            form.add_error("answer", str(refusal))
        else:
            with seat.scope():
                unanswered.close(row.key)
            messages.success(request, "The answer is in the library.")
            return HttpResponseRedirect(reverse("admin:knowledge_unansweredquestion_changelist"))
    context = frame(request, UnansweredQuestion, "Add an answer") | {"form": form, "row": row}
    return TemplateResponse(request, "knowledge/answer.html", context)


def _find(object_id: str) -> UnansweredQuestion:
    try:
        found: UnansweredQuestion | None = UnansweredQuestion.objects.filter(pk=object_id).first()
    except (ValueError, forms.ValidationError):
        found = None
    if found is None:
        raise Http404("There is no such question.")
    return found


def respond_with_answer(request: HttpRequest) -> HttpResponse:
    """The box, and below it what the library makes of the question."""
    seat = get_seat(request)
    tenant = seat.tenant
    if tenant is None:
        return pick_first(request)
    if not seat.runs_tenant:
        raise PermissionDenied
    asked = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST]
    context = frame(request, UnansweredQuestion, "Ask the library") | {"asked": asked}
    if asked:
        context |= _told(tenant, asked)
    return TemplateResponse(request, "knowledge/ask.html", context)


def _told(tenant: Tenant, asked: str) -> dict[str, Any]:
    """The question's vector may come over the network: no scope is open then."""
    meant = question.prepare(asked, embed.from_settings())
    with tenant_scope(tenant.id):
        found = search(meant)
        hits = [(hit, _passage(hit)) for hit in found.hits]
        calibration = Calibration.objects.filter(model=meant.model).first()
    told = {"calibration": calibration, "is_by_words": not meant.vector}
    return told | {"found": found, "decision": DECISIONS[found.decision], "hits": hits} | _answer(tenant, asked, found)


def _answer(tenant: Tenant, asked: str, found: Found) -> dict[str, Any]:
    usable = sorted((hit for hit in found.hits if hit.quotable), key=lambda hit: -hit.score)
    if not found.is_enough or not usable:
        return {}
    passages = [_passage(hit) for hit in usable]
    quoted = extract(asked, passages, style=read_rules(Guardrails, tenant.compliance).answers.style)
    return {"answer": quoted.text, "sources": dict.fromkeys(passages[place].citation for place in quoted.cited)}


def _passage(hit: Hit) -> FoundPassage:
    return FoundPassage(
        text=hit.quotable, title=hit.plain(hit.title), section=hit.plain(hit.section), file_name=hit.file_name,
        version=hit.version, page=hit.page, sheet=hit.sheet or None, language=hit.language, score=hit.score,
    )  # fmt: skip
