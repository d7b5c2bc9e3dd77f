"""Money that a customer sent by themselves to a paybill or till."""

from django.db import models

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.orders.models import Order
from tools.payments.models.account import PaymentAccount
from tools.payments.models.payment import Payment


class IncomingPayment(TenantModel):
    """Money as M-Pesa told of it: kept whether or not it belongs to an order, and credited at most once.

    What is told unasked proves nothing. It counts as confirmed when Safaricom has said the same in answer to a
    question of ours, or a person has looked it up. Until then a little of it may be credited, and the rest is HELD.

    The confirmation's transaction id is unique in the tenant, and the payment that it was credited as carries the
    same id as its receipt, which is unique too: a repeated confirmation, and the confirmation that an STK request also
    causes, change nothing.
    """

    class Status(models.TextChoices):
        MATCHED = "matched", "Pays its order"
        UNDER = "under", "Less than was due"
        OVER = "over", "More than was due"
        DOUBLE = "double", "Its order was paid already"
        CLOSED = "closed", "Its order was cancelled"
        SAME = "same", "The receipt of an STK request"
        UNMATCHED = "unmatched", "Belongs to no order yet"
        HELD = "held", "Waits for Safaricom"
        VOID = "void", "Never came"

    CREDITED = (Status.MATCHED, Status.UNDER, Status.OVER, Status.DOUBLE, Status.CLOSED)

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
    confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="When it was found to be true; empty: nobody has confirmed it yet."
    )
    confirmed_by = models.CharField(max_length=150, blank=True, help_text="Who or what confirmed it.")
    problem = models.CharField(max_length=300, blank=True, help_text="What somebody should look at; empty: nothing.")
    ask_at = models.DateTimeField(null=True, blank=True, help_text="When Safaricom is asked about it next.")
    asks = models.PositiveSmallIntegerField(default=0)
    ask_secret = models.CharField(max_length=64, blank=True, help_text="Stands in the address of the answer alone.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "transaction_id"], name="incoming_payment_once"),
            models.CheckConstraint(condition=models.Q(amount__gt=0), name="incoming_payment_of_something"),
            models.CheckConstraint(
                condition=models.Q(status__in=["unmatched", "held", "void"]) | models.Q(payment__isnull=False),
                name="incoming_payment_matched_has_payment",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "status", "-created_at"], name="incoming_by_status"),
            models.Index(fields=["tenant", "order"], name="incoming_of_order"),
            models.Index(fields=["ask_at"], name="incoming_to_ask", condition=models.Q(ask_at__isnull=False)),
            models.Index(
                fields=["tenant", "account", "paid_at"],
                name="incoming_unconfirmed",
                condition=models.Q(confirmed_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.transaction_id}: {self.amount:,.2f} {self.currency}"
