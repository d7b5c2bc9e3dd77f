"""The payments, each with every word between the provider and us, and what can be done about one."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm

from tenants.admin.scoped import LOOK, ReadOnlyAdmin, ScopedInline, action, display
from tenants.admin.seat import get_seat, outside_scope
from tools.payments.models import Payment, PaymentExchange
from tools.payments.office import report
from tools.payments.office.refunding import ask_refund
from tools.payments.outcome import asking, schedule

REFUND = {
    "title": "Ask for a refund",
    "description": "PesaPal is asked to give the whole amount back. It takes such a request once for each payment.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Ask PesaPal",
}


class ExchangeInline(ScopedInline):
    """The provider log of one payment, oldest first."""

    model = PaymentExchange
    fields = readonly_fields = (
        "created_at", "direction", "path", "request", "response_status", "response_body", "effect", "error",
    )  # fmt: skip
    ordering = ("created_at", "id")
    verbose_name_plural = "Provider log"
    for_admins = LOOK


class TroubleFilter(admin.SimpleListFilter):
    """Payments on which the provider and we disagree, or of which it never told the end."""

    title = "attention"
    parameter_name = "attention"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Needs attention")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(report.troubled()) if self.value() == "yes" else queryset


@admin.register(Payment)
class PaymentAdmin(ReadOnlyAdmin):
    """Nobody writes a payment by hand: the provider is asked, and its answer is written."""

    inlines = (ExchangeInline,)
    list_display = ("created_at", "order", "method", "shown_amount", "status", "receipt", "reason", "needs_attention")
    list_filter = ("status", "method", TroubleFilter)
    list_select_related = ("order",)
    search_fields = ("order__number", "receipt", "provider_id", "phone_e164")
    search_help_text = "Search by order, receipt, provider's id or phone"
    actions_detail = ("query_now", "ask_for_refund")

    @display(description="Amount", ordering="amount")
    def shown_amount(self, payment: Payment) -> str:
        return f"{payment.amount:,.2f} {payment.currency}"

    @display(description="Attention", label={"Look at it": "warning"})
    def needs_attention(self, payment: Payment) -> str:
        return "Look at it" if payment.problem else ""

    @outside_scope
    @action(description="Query now", icon="sync", permissions=["view"], url_path="query-now")
    def query_now(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask the provider, with no transaction open meanwhile."""

        def ask(payment: Payment) -> tuple[bool, str]:
            asking.ask(payment.tenant_id, payment.pk, now=timezone.now(), apart=schedule.APART_WHEN_ASKED)
            return True, "The provider was asked, unless it was a moment ago or there is nothing left to ask."

        return self._done(request, object_id, ask)

    @outside_scope
    @action(description="Ask for a refund", icon="undo", permissions=["refund"], url_path="ask-refund", dialog=REFUND)
    def ask_for_refund(self, request: HttpRequest, form: BaseDialogForm, object_id: str) -> HttpResponse:
        """Cards only; M-Pesa money is given back in Safaricom's portal."""

        def ask(payment: Payment) -> tuple[bool, str]:
            told = ask_refund(payment.tenant_id, payment.pk, by=str(request.user), now=timezone.now())
            return told.is_ok, told.sentence

        self._done(request, object_id, ask)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:payments_payment_change", args=[object_id])})

    def has_refund_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whoever runs the tenant."""
        return get_seat(request).runs_tenant

    def _done(self, request: HttpRequest, pk: str, act: Callable[[Payment], tuple[bool, str]]) -> HttpResponse:
        with get_seat(request).scope():
            payment = self.get_object(request, pk)
        if payment is None:
            raise Http404
        is_ok, sentence = act(payment)
        messages.add_message(request, messages.SUCCESS if is_ok else messages.ERROR, sentence)
        return HttpResponseRedirect(reverse("admin:payments_payment_change", args=[payment.pk]))
