"""The attempts to pay an order, on the order's own page, just above its timeline."""

from django.urls import reverse
from django.utils.html import format_html

from tenants.admin.scoped import LOOK, ScopedInline, display
from tools.orders.admin.orders import OrderAdmin
from tools.orders.admin.parts import money
from tools.payments.models import Payment


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
