"""Refund cases, decided once, which the customer is told; and the business's rules: its policy, and how it verifies."""

from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.forms import BaseDialogForm

from tenants.admin.scoped import EDIT, LOOK, ReadOnlyAdmin, ScopedAdmin, action, display
from tenants.admin.seat import find_seat
from tools.billing import services
from tools.billing.models import BillingRules, RefundCase, money

Status = RefundCase.Status
STATUS_COLOURS = {
    Status.OPENED.label: "info", Status.PENDING_REVIEW.label: "warning", Status.APPROVED.label: "success",
    Status.REJECTED.label: "danger",
}  # fmt: skip
APPROVE = {
    "title": "Approve the case",
    "description": "The customer is told at once that the money comes back, and in how many days. Send it yourself: "
    "no money moves by this. It is decided once.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Approve, and tell them",
}
REJECT = {
    "title": "Reject the case",
    "description": "The customer is told at once, with how to reach you. It is decided once.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Reject, and tell them",
}


@admin.register(RefundCase)
class RefundCaseAdmin(ReadOnlyAdmin):
    """What waits for a decision, the first promised first."""

    for_operators = LOOK
    list_display = (
        "shown_case", "shown_status", "is_priority", "shown_amount", "invoice_number", "shown_reason", "customer",
        "eta_date",
    )  # fmt: skip
    list_filter = ("status", "is_priority", "reason")
    list_select_related = ("customer",)
    search_fields = ("number", "invoice_number", "description", "account__number")
    search_help_text = "Search by number without the R, by invoice or account"
    ordering = ("decided_at", "-is_priority", "eta_date")
    actions_detail = ("approve", "reject")
    readonly_fields = (
        "shown_case", "shown_status", "is_priority", "shown_amount", "invoice_number", "shown_invoice", "account",
        "shown_reason", "description", "customer", "shown_conversation", "eta_date", "created_at", "decided_at",
        "decided_by",
    )  # fmt: skip
    fields = readonly_fields

    @display(description="Case", ordering="number")
    def shown_case(self, case: RefundCase) -> str:
        return case.case_id

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def shown_status(self, case: RefundCase) -> str:
        return str(case.get_status_display())

    @display(description="Amount", ordering="amount")
    def shown_amount(self, case: RefundCase) -> str:
        return money(case.currency, case.amount)

    @display(description="Reason", ordering="reason")
    def shown_reason(self, case: RefundCase) -> str:
        return str(case.get_reason_display())

    @display(description="Is it theirs?")
    def shown_invoice(self, case: RefundCase) -> str:
        if case.invoice is None:
            return "Not known: verify the customer and the invoice before anything is given back."
        return f"Yes: billed {money(case.invoice.currency, case.invoice.amount)} on {case.invoice.issued_on}."

    @display(description="Conversation")
    def shown_conversation(self, case: RefundCase) -> str:
        address = reverse("admin:conversations_conversation_change", args=[case.conversation_id])
        return format_html('<a href="{}" class="text-link">Read it</a>', address)

    @action(description="Approve", icon="check_circle", url_path="approve", permissions=["decide"], dialog=APPROVE)
    def approve(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self._decide(request, object_id, is_approved=True)

    @action(description="Reject", icon="cancel", url_path="reject", permissions=["decide"], dialog=REJECT)
    def reject(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        return self._decide(request, object_id, is_approved=False)

    def has_decide_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether this person may decide: whoever works for the business, and nobody while looking at all of them."""
        seat = find_seat(request)
        return seat is not None and not seat.is_fleet

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """The buttons of a case's page; none once it is decided."""
        case = self.get_object(request, str(object_id))
        return [] if case is None or case.is_decided else super().get_actions_detail(request, object_id)

    def _decide(self, request: HttpRequest, object_id: str, *, is_approved: bool) -> HttpResponse:
        case = self.get_object(request, str(object_id))
        if case is None:
            raise Http404
        is_decided = services.decide(
            case.pk, is_approved=is_approved, by=str(request.user), actor_id=request.user.pk, now=timezone.now()
        )
        if is_decided:
            self.log_change(request, case, "Approved." if is_approved else "Rejected.")
            messages.success(
                request, f"{case} is {'approved' if is_approved else 'rejected'}, and the customer is told."
            )
        else:
            messages.error(request, f"{case} was decided before.")
        address = reverse("admin:billing_refundcase_change", args=[case.pk])
        return HttpResponse(headers={"HX-Redirect": address})


@admin.register(BillingRules)
class BillingRulesAdmin(ScopedAdmin):
    """One row a business; as the fields say while there is none."""

    list_display = (
        "__str__",
        "cooling_off_days",
        "processing_sla_business_days",
        "refund_to_method_days",
        "question_en",
    )
    for_admins = EDIT
    fieldsets = (
        ("Refunds", {"fields": (("cooling_off_days", "processing_sla_business_days", "refund_to_method_days"),)}),
        (
            "In your words",
            {
                "fields": (
                    "non_refundable_en", "non_refundable_sw", "non_refundable_sheng",
                    "notes_en", "notes_sw", "notes_sheng",
                )
            },
        ),
        (
            "Before an account is shown to another number",
            {"fields": ("question_en", "question_sw", "question_sheng", ("most_tries", "verified_hours"))},
        ),
    )  # fmt: skip
