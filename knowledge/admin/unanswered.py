"""What customers asked in vain, the most frequent first, and the page on which an answer is added."""

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

from knowledge import unanswered
from knowledge.admin import ask
from knowledge.load import FileRefused
from knowledge.models import UnansweredQuestion
from tenants.admin.frame import frame
from tenants.admin.scoped import ReadOnlyAdmin, display
from tenants.admin.seat import get_seat, outside_scope, pick_first

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
            path("ask/", view(outside_scope(ask.respond)), name="knowledge_unansweredquestion_ask"),
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
