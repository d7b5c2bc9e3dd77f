"""Money that came by itself; what belongs to no order is matched here by a person."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Case, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants.admin.scoped import ReadOnlyAdmin, action, display
from tenants.admin.seat import get_seat
from tools.orders import selectors as orders
from tools.orders.admin.parts import money
from tools.payments.admin import provider_log
from tools.payments.models import IncomingPayment
from tools.payments.reconciling import matching

Status = IncomingPayment.Status
STATUS_COLOURS = {
    Status.MATCHED.label: "success", Status.SAME.label: "success", Status.UNDER.label: "info",
    Status.OVER.label: "warning", Status.DOUBLE.label: "warning", Status.CLOSED.label: "warning",
    Status.UNMATCHED.label: "danger",
}  # fmt: skip
UNMATCHED_FIRST = Case(When(status=Status.UNMATCHED, then=Value(0)), default=Value(1))


class MatchForm(BaseDialogForm):  # type: ignore[misc]
    """Which order it pays."""

    number = forms.CharField(label="Order number", max_length=20, widget=UnfoldAdminTextInputWidget())


MATCH = {
    "title": "Match to an order",
    "description": "The money is credited to this order, and its customer is told.",
    "form_class": MatchForm,
    "form_submit_text": "Match",
}


@admin.register(IncomingPayment)
class IncomingPaymentAdmin(ReadOnlyAdmin):
    """As M-Pesa told of it; only where it belongs is ever decided here."""

    change_form_template = "payments/provider_log.html"
    list_display = ("paid_at", "receipt", "shown_amount", "reference", "payer_name", "shown_status", "order")
    list_filter = ("status",)
    list_select_related = ("order",)
    ordering: ClassVar[tuple[Any, ...]] = (UNMATCHED_FIRST, "-paid_at")
    search_fields = ("transaction_id", "reference", "payer_name", "order__number")
    search_help_text = "Search by receipt, reference, payer or order"
    actions_detail = ("match_to_order",)
    readonly_fields = (
        "shown_amount", "paid_at", "receipt", "reference", "payer_name", "payer_phone", "account", "shown_status",
        "order", "payment", "matched_by",
    )  # fmt: skip
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("shown_amount", "paid_at"),
                    ("receipt", "reference"),
                    ("payer_name", "payer_phone"),
                    "account",
                )
            },
        ),
        ("Where it belongs", {"fields": (("shown_status", "order"), ("payment", "matched_by"))}),
    )

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Only what belongs to no order yet can be matched."""
        incoming = self.get_object(request, str(object_id))
        is_open = incoming is not None and incoming.status == Status.UNMATCHED
        return super().get_actions_detail(request, object_id) if is_open else []

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: IncomingPayment, **options: Any
    ) -> HttpResponse:
        context |= {"provider_log": provider_log.list_of_incoming(obj)}
        return super().render_change_form(request, context, *args, obj=obj, **options)

    @display(description="M-Pesa receipt", ordering="transaction_id")
    def receipt(self, incoming: IncomingPayment) -> str:
        return incoming.transaction_id

    @display(description="Amount", ordering="amount")
    def shown_amount(self, incoming: IncomingPayment) -> str:
        return money(incoming.currency, incoming.amount)

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def shown_status(self, incoming: IncomingPayment) -> str:
        return incoming.get_status_display()

    @action(
        description="Match to an order",
        icon="join_inner",
        permissions=["match"],
        url_path="match-to-order",
        dialog=MATCH,
    )
    def match_to_order(self, request: HttpRequest, form: MatchForm, object_id: str) -> HttpResponse:
        """Credit it to the order that the dialog names."""
        incoming = self.get_object(request, object_id)
        if incoming is None:
            raise Http404
        order = orders.find_by_number(form.cleaned_data["number"])
        if order is None:
            messages.error(request, "You have no order with this number.")
        else:
            try:
                matching.match_by_hand(incoming, order, by=str(request.user), now=timezone.now())
                self.log_change(request, incoming, f"Matched to {order.number}.")
                messages.success(request, f"Credited to order {order.number}. The customer is told.")
            except matching.NotMatchable as error:
                messages.error(request, str(error))
        return HttpResponse(headers={"HX-Redirect": reverse("admin:payments_incomingpayment_change", args=[object_id])})

    def has_match_permission(self, request: HttpRequest, object_id: str = "") -> bool:
        """Whoever runs the tenant."""
        return get_seat(request).runs_tenant
