"""Money that came by itself; what belongs to no order is matched here by a person."""

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants.admin.scoped import ReadOnlyAdmin, action, display
from tenants.admin.seat import get_seat
from tools.orders import selectors as orders
from tools.payments.hearing import matching
from tools.payments.models import IncomingPayment


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

    list_display = ("paid_at", "transaction_id", "shown_amount", "reference", "payer_name", "status", "order")
    list_filter = ("status",)
    list_select_related = ("order",)
    search_fields = ("transaction_id", "reference", "payer_name", "order__number")
    actions_detail = ("match_to_order",)

    @display(description="Amount", ordering="amount")
    def shown_amount(self, incoming: IncomingPayment) -> str:
        return f"{incoming.amount:,.2f} {incoming.currency}"

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
            messages.error(request, "You have no order of this number.")
        else:
            try:
                matching.match_by_hand(incoming, order, by=str(request.user), now=timezone.now())
                self.log_change(request, incoming, f"Matched to {order.number}.")
                messages.success(request, f"Credited to {order.number}.")
            except matching.NotMatchable as error:
                messages.error(request, str(error))
        return HttpResponse(headers={"HX-Redirect": reverse("admin:payments_incomingpayment_change", args=[object_id])})

    def has_match_permission(self, request: HttpRequest, object_id: str = "") -> bool:
        """Whoever runs the tenant."""
        return get_seat(request).runs_tenant
