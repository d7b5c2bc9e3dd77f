"""Money that came by itself; what belongs to no order is matched here by a person."""

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import display_for_value
from django.db.models import Case, QuerySet, Value, When
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants.admin.scoped import ReadOnlyAdmin, action, display
from tenants.admin.seat import get_seat, outside_scope
from tools.orders import selectors as orders
from tools.orders.admin import money
from tools.payments import report
from tools.payments.admin import provider_log
from tools.payments.models import IncomingPayment
from tools.payments.mpesa import transaction
from tools.payments.settlement import arrivals, matching

Status = IncomingPayment.Status
STATUS_COLOURS = {
    Status.MATCHED.label: "success", Status.SAME.label: "success", Status.UNDER.label: "info",
    Status.OVER.label: "warning", Status.DOUBLE.label: "warning", Status.CLOSED.label: "warning",
    Status.UNMATCHED.label: "danger", Status.HELD.label: "warning", Status.VOID.label: "danger",
}  # fmt: skip
PROOF_COLOURS = {"Confirmed": "success", "Unconfirmed": "warning", "Struck out": "danger"}
WAITING_FIRST = Case(When(status__in=[Status.UNMATCHED, Status.HELD], then=Value(0)), default=Value(1))


class ProofFilter(admin.SimpleListFilter):
    """Money of which only an unasked report tells so far."""

    title = "confirmation"
    parameter_name = "confirmation"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("no", "Unconfirmed until reconciled"), ("look", "Needs attention")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "no":
            return queryset.filter(report.unconfirmed())
        return queryset.exclude(problem="") if self.value() == "look" else queryset


class MatchForm(BaseDialogForm):  # type: ignore[misc]
    """Which order it pays."""

    number = forms.CharField(label="Order number", max_length=20, widget=UnfoldAdminTextInputWidget())


MATCH = {
    "title": "Match to an order",
    "description": "The money is credited to this order, and its customer is told.",
    "form_class": MatchForm,
    "form_submit_text": "Match",
}


ASK = {
    "title": "Ask Safaricom",
    "description": "Safaricom is asked how this transaction stands. Its answer confirms it or strikes it out.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Ask",
}
CONFIRM = {
    "title": "Confirm by hand",
    "description": "Do this when you have seen the receipt with this amount in Safaricom's portal. Money that waits is "
    "credited to its order then, and the customer is told.",
    "form_class": BaseDialogForm,
    "form_submit_text": "I have seen it",
}
STRIKE_OUT = {
    "title": "Strike out",
    "description": "Do this when Safaricom's portal knows no such receipt. What was credited for it is taken back, and "
    "the customer is told.",
    "form_class": BaseDialogForm,
    "form_submit_text": "It never came",
}
NEVER_CAME = "A person found no such money in Safaricom's portal."


@admin.register(IncomingPayment)
class IncomingPaymentAdmin(ReadOnlyAdmin):
    """As M-Pesa told of it; only where it belongs is ever decided here."""

    change_form_template = "payments/provider_log.html"
    list_display = (
        "paid_at", "receipt", "shown_amount", "reference", "payer_name", "shown_status", "proof", "order",
    )  # fmt: skip
    list_filter = ("status", ProofFilter)
    list_select_related = ("order",)
    ordering: ClassVar[tuple[Any, ...]] = (WAITING_FIRST, "-paid_at")
    search_fields = ("transaction_id", "reference", "payer_name", "order__number")
    search_help_text = "Search by receipt, reference, payer or order"
    actions_detail = ("match_to_order", "ask_safaricom", "confirm_by_hand", "strike_out")
    readonly_fields = (
        "shown_amount", "paid_at", "receipt", "reference", "payer_name", "payer_phone", "account", "shown_status",
        "order", "payment", "matched_by", "proof", "confirmed_at", "confirmed_by", "problem", "shown_ask_at",
    )  # fmt: skip
    parts = (
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
        ("Whether it came", {"fields": (("proof", "confirmed_at"), ("confirmed_by", "shown_ask_at"))}),
        ("Where it belongs", {"fields": (("shown_status", "order"), ("payment", "matched_by"))}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: IncomingPayment | None = None) -> list[Any]:
        trouble = [("Needs your attention", {"fields": ("problem",)})] if obj and obj.problem else []
        return [*trouble, *self.parts]

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Only what belongs to no order yet can be matched, and only what is unconfirmed decided upon."""
        incoming = self.get_object(request, str(object_id))
        fitting = {f"payments_incomingpayment_{name}" for name in _open_actions(incoming)} if incoming else set()
        return [one for one in super().get_actions_detail(request, object_id) if one.action_name in fitting]

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

    @display(description="Confirmation", ordering="confirmed_at", label=PROOF_COLOURS)
    def proof(self, incoming: IncomingPayment) -> str:
        if incoming.status == Status.VOID:
            return "Struck out"
        return "Confirmed" if incoming.confirmed_at else "Unconfirmed"

    @display(description="Safaricom asked next")
    def shown_ask_at(self, incoming: IncomingPayment) -> str:
        return str(display_for_value(incoming.ask_at, "-"))

    @outside_scope
    @action(description="Ask Safaricom", icon="sync", permissions=["match"], url_path="ask-safaricom", dialog=ASK)
    def ask_safaricom(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Ask about it now, with no transaction open meanwhile."""
        with get_seat(request).scope():
            incoming = self.get_object(request, object_id)
            if incoming is None:
                raise Http404
            IncomingPayment.objects.filter(pk=incoming.pk, confirmed_at=None).update(ask_at=timezone.now(), asks=0)
        transaction.ask(incoming.tenant_id, incoming.pk, now=timezone.now())
        messages.success(request, "Safaricom was asked. Its answer comes within a minute; look again then.")
        return _back(object_id)

    @action(
        description="Confirm by hand",
        icon="verified",
        permissions=["match"],
        url_path="confirm-by-hand",
        dialog=CONFIRM,
    )
    def confirm_by_hand(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """A person has seen it in Safaricom's portal; what waited for it is credited."""
        return self._decided(request, object_id, arrivals.confirm, "Confirmed.", {})

    @action(
        description="Strike out", icon="money_off", permissions=["match"], url_path="strike-out", dialog=STRIKE_OUT
    )  # fmt: skip
    def strike_out(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """A person has seen that it never came; what was credited for it is taken back."""
        return self._decided(request, object_id, arrivals.void, "Struck out.", {"why": NEVER_CAME})

    def _decided(
        self, request: HttpRequest, object_id: str, decide: Callable[..., bool], what: str, why: dict[str, str]
    ) -> HttpResponse:
        incoming = self.get_object(request, object_id)
        if incoming is None:
            raise Http404
        if decide(incoming.pk, by=str(request.user), now=timezone.now(), **why):
            self.log_change(request, incoming, what)
            messages.success(request, what)
        else:
            messages.error(request, "This was decided already.")
        return _back(object_id)

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
        return _back(object_id)

    def has_match_permission(self, request: HttpRequest, object_id: str = "") -> bool:
        """Whoever runs the tenant."""
        return get_seat(request).runs_tenant


def _open_actions(incoming: IncomingPayment) -> set[str]:
    is_open = incoming.confirmed_at is None and incoming.status != Status.VOID
    fits = {
        "match_to_order": incoming.status == Status.UNMATCHED,
        "ask_safaricom": is_open and incoming.account.can_ask,
        "confirm_by_hand": incoming.confirmed_at is None,
        "strike_out": is_open,
    }
    return {name for name, it_fits in fits.items() if it_fits}


def _back(object_id: str) -> HttpResponse:
    return HttpResponse(headers={"HX-Redirect": reverse("admin:payments_incomingpayment_change", args=[object_id])})
