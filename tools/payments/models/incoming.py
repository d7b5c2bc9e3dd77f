"""Money that a customer sent by herself to a paybill or till."""

from django.db import models

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.orders.models import Order
from tools.payments.models.account import PaymentAccount
from tools.payments.models.payment import Payment


class IncomingPayment(TenantModel):
    """Money as M-Pesa confirmed it: kept whether or not it belongs to an order, and credited at most once.

    The confirmation's transaction id is unique in the tenant, and the payment that it was credited as carries the
    same id as its receipt, which is unique too: a repeated confirmation, and the confirmation that a prompt also
    causes, change nothing.
    """

    class Status(models.TextChoices):
        MATCHED = "matched", "Pays its order"
        UNDER = "under", "Less than was due"
        OVER = "over", "More than was due"
        DOUBLE = "double", "Its order was paid already"
        CLOSED = "closed", "Its order was cancelled"
        SAME = "same", "The receipt of a prompt"
        UNMATCHED = "unmatched", "Belongs to no order yet"

    account = TenantForeignKey(PaymentAccount, related_name="incoming", on_delete=models.RESTRICT)
    order = TenantForeignKey(Order, null=True, blank=True, related_name="incoming")
    payment = TenantForeignKey(Payment, null=True, blank=True, related_name="incoming")
    transaction_id = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.UNMATCHED)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    currency = models.CharField(max_length=3, default="KES")
    reference = models.CharField(max_length=60, blank=True, help_text="The account number that the customer typed.")
    payer_phone = models.CharField(max_length=80, blank=True, help_text="As M-Pesa tells it, mostly masked.")
    payer_name = models.CharField(max_length=120, blank=True)
    paid_at = models.DateTimeField(help_text="When M-Pesa took it.")
    matched_by = models.CharField(max_length=150, blank=True, help_text="Who matched it by hand; empty: by itself.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "transaction_id"], name="incoming_payment_once"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="incoming_payment_of_something"),
            models.CheckConstraint(
                condition=models.Q(status="unmatched") | models.Q(payment__isnull=False),
                name="incoming_payment_matched_has_payment",
            ),
        ]
        indexes = [models.Index(fields=["tenant", "status", "-created_at"], name="incoming_by_status")]

    def __str__(self) -> str:
        return f"{self.transaction_id}: {self.amount:,.2f} {self.currency}"
