"""Every word between a payment provider and us."""

from django.db import models

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.payments.models.account import PaymentAccount
from tools.payments.models.incoming import IncomingPayment
from tools.payments.models.payment import Payment
from tools.providers.log import LoggedExchange


class PaymentExchange(LoggedExchange):
    """One request and its answer, or one callback and what followed.

    It hangs on the payment or the money it is about. What is told before either has a row (M-Pesa asks whether money
    may come) is found again by its receipt.
    """

    account = TenantForeignKey(PaymentAccount, related_name="exchanges")
    payment = TenantForeignKey(Payment, null=True, blank=True, related_name="exchanges")
    incoming = TenantForeignKey(IncomingPayment, null=True, blank=True, related_name="exchanges")
    receipt = models.CharField(max_length=40, blank=True, help_text="The transaction that a callback names.")
    effect = models.CharField(max_length=60, blank=True, help_text="What followed from a callback.")

    class Meta(LoggedExchange.Meta):
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "payment", "created_at"], name="exchanges_of_payment"),
            models.Index(fields=["tenant", "incoming"], name="exchanges_of_incoming"),
            models.Index(fields=["tenant", "receipt"], name="exchanges_of_receipt"),
            models.Index(fields=["tenant", "created_at"], name="payment_exchanges_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.effect or self.response_status or self.error}"
