"""The payments, each with every word between the provider and us, and what can be done about one.

On an order's own page its attempts to pay stand just above the timeline.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import display_for_value
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.forms import BaseDialogForm

from tenants.admin.scoped import LOOK, ReadOnlyAdmin, ScopedInline, action, display
from tenants.admin.seat import get_seat, outside_scope
from tools.orders.admin import OrderAdmin, money
from tools.payments import polling, report
from tools.payments.admin import provider_log
from tools.payments.models import Payment
from tools.payments.refunding import ask_refund
from tools.payments.settlement import schedule

Method, Status = Payment.Method, Payment.Status
STATUS_COLOURS = {
    Status.CREATED.label: "info", Status.PENDING.label: "info", Status.UNKNOWN.label: "warning",
    Status.PAID.label: "success", Status.FAILED.label: "danger", Status.REVERSED.label: "warning",
}  # fmt: skip
REASONS = {
    "cancelled": "The customer said no", "insufficient_funds": "Too little money on the phone",
    "wrong_pin": "Wrong PIN", "timeout": "Not answered in time", "unreachable": "The phone was not reached",
    "duplicate": "Another request was open", "expired": "The request ran out", "limit": "Beyond a limit of M-Pesa",
    "declined": "Declined",
}  # fmt: skip
REFUND = {
    "title": "Ask for a refund",
    "description": "PesaPal is asked to give the whole amount back. It takes such a request once for each payment.",
    "form_class": BaseDialogForm,
    "form_submit_text": "Ask PesaPal",
}


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

    change_form_template = "payments/provider_log.html"
    list_display = (
        "created_at", "order", "method", "shown_amount", "shown_status", "receipt", "shown_reason", "needs_attention",
    )  # fmt: skip
    list_filter = ("status", "method", TroubleFilter)
    list_select_related = ("order",)
    search_fields = ("order__number", "receipt", "provider_id", "phone_e164")
    search_help_text = "Search by order, receipt or phone"
    actions_detail = ("query_now", "ask_for_refund")
    readonly_fields = (
        "problem", "order", "customer", "shown_amount", "method", "shown_status", "shown_reason", "receipt", "phone",
        "created_at", "sent_at", "settled_at", "last_asked", "next_asked", "refund_asked_at", "account", "shown_id",
    )  # fmt: skip

    def get_fieldsets(self, request: HttpRequest, obj: Payment | None = None) -> list[Any]:
        trouble = [("Needs your attention", {"fields": ("problem",)})] if obj and obj.problem else []
        what = (("order", "customer"), ("shown_amount", "method"), ("shown_status", "shown_reason"))
        when = (("created_at", "sent_at", "settled_at"), ("last_asked", "next_asked", "refund_asked_at"))
        known = (("receipt", "phone"), ("account", "shown_id"))
        named = (("When", {"fields": when}), ("At the provider", {"fields": known}))
        return [*trouble, (None, {"fields": what}), *named]

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """What can still be done about it."""
        payment = self.get_object(request, str(object_id))
        fitting = {f"payments_payment_{name}" for name in _open_actions(payment)} if payment else set()
        return [one for one in super().get_actions_detail(request, object_id) if one.action_name in fitting]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, obj: Payment, **options: Any
    ) -> HttpResponse:
        context |= {"provider_log": provider_log.list_of_payment(obj)}
        return super().render_change_form(request, context, *args, obj=obj, **options)

    @display(description="Amount", ordering="amount")
    def shown_amount(self, payment: Payment) -> str:
        return money(payment.currency, payment.amount)

    @display(description="Status", ordering="status", label=STATUS_COLOURS)
    def shown_status(self, payment: Payment) -> str:
        return payment.get_status_display()

    @display(description="Why it failed", ordering="reason")
    def shown_reason(self, payment: Payment) -> str:
        return REASONS.get(payment.reason, payment.reason)

    @display(description="Provider last asked")
    def last_asked(self, payment: Payment) -> str:
        return str(display_for_value(payment.asked_at, "-"))

    @display(description="Provider asked next")
    def next_asked(self, payment: Payment) -> str:
        return str(display_for_value(payment.ask_at, "-"))

    @display(description="Phone that was asked")
    def phone(self, payment: Payment) -> str:
        return payment.phone_e164

    @display(description="The provider's own name for it")
    def shown_id(self, payment: Payment) -> str:
        return payment.provider_id

    @display(description="Attention", label={"Look at it": "warning"})
    def needs_attention(self, payment: Payment) -> str:
        return "Look at it" if payment.problem else ""

    @outside_scope
    @action(description="Query now", icon="sync", permissions=["view"], url_path="query-now")
    def query_now(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask the provider, with no transaction open meanwhile."""

        def ask(payment: Payment) -> tuple[bool, str]:
            polling.ask(payment.tenant_id, payment.pk, now=timezone.now(), apart=schedule.APART_WHEN_ASKED)
            with get_seat(request).scope():
                return _told(payment, Payment.objects.get(pk=payment.pk))

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


def _open_actions(payment: Payment) -> set[str]:
    is_askable = payment.method != Method.MPESA_C2B and (payment.is_open or payment.ask_at is not None)
    is_refundable = payment.method == Method.CARD and payment.status == Status.PAID and payment.refund_asked_at is None
    is_refundable = is_refundable and payment.order.erased_at is None  # its receipt is a pseudonym by now
    return {name for name, fits in (("query_now", is_askable), ("ask_for_refund", is_refundable)) if fits}


def _told(before: Payment, after: Payment) -> tuple[bool, str]:
    """What asking the provider came to, for the person who asked."""
    stands = after.get_status_display().lower()
    if after.asked_at != before.asked_at:
        last = after.exchanges.order_by("-created_at", "-id").first()
        if last is not None and last.error:
            return False, "The provider did not answer. It is asked again by itself; you can try again as well."
        return True, f"The provider was asked. The payment now stands as: {stands}."
    if "query_now" not in _open_actions(after):
        return True, f"There is nothing left to ask: the payment stands as: {stands}."
    if not after.provider_id:
        return False, "The provider has not named this payment yet, so it cannot be asked. Its report is awaited."
    return False, "The provider was asked a moment ago. Try again in a few seconds."


class PaymentInline(ScopedInline):
    """Each attempt leads to its own page, where the provider can be asked about it."""

    model = Payment
    verbose_name_plural = "Payments"
    fields = readonly_fields = ("created_at", "attempt", "shown_amount", "status", "receipt", "settled_at")
    ordering = ("id",)
    for_admins = LOOK

    @display(description="Method")
    def attempt(self, payment: Payment) -> str:
        address = reverse("admin:payments_payment_change", args=[payment.pk])
        return format_html('<a href="{}" class="text-link">{}</a>', address, payment.get_method_display())

    @display(description="Amount")
    def shown_amount(self, payment: Payment) -> str:
        return money(payment.currency, payment.amount)


*first, timeline = OrderAdmin.inlines
OrderAdmin.inlines = (*first, PaymentInline, timeline)
