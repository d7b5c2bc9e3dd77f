"""Attempts to pay an order, money that came by itself, and every word between the providers and us about either."""

from uuid import UUID

from django.db import models
from django.db.models import Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.orders.models import Order
from tools.payments.models.account import PaymentAccount
from tools.providers.log import LoggedExchange


class Payment(TenantModel):
    """One attempt to pay an order, kept from before the provider is asked.

        CREATED ──taken──▶ PENDING ──┬─▶ PAID ──▶ REVERSED
           │                  ▲      │    ▲
           ├──no answer──▶ UNKNOWN ──┤    │ it was paid after all
           │                         └─▶ FAILED
           └──surely not taken──────────▶ FAILED

    The row is committed before the provider is asked, so that whoever dies in between leaves a trace that is followed
    instead of an STK request that is sent again. PAID and FAILED come from the provider's own answer to a question of
    ours, or, for a paybill, from its confirmation. Nothing leaves PAID but a reversal. A FAILED one is paid after all
    only when the provider says so: a card may be tried again on the same page.
    """

    class Method(models.TextChoices):
        MPESA_STK = "mpesa_stk", "M-Pesa STK request"
        MPESA_C2B = "mpesa_c2b", "M-Pesa paybill or till"
        CARD = "card", "Card"

    class Status(models.TextChoices):
        CREATED = "created", "Being sent"
        PENDING = "pending", "Waiting for the customer"
        UNKNOWN = "unknown", "No answer from the provider"
        PAID = "paid", "Paid"
        FAILED = "failed", "Failed"
        REVERSED = "reversed", "Reversed"

    order = TenantForeignKey(Order, related_name="payments")
    customer = TenantForeignKey(Customer, related_name="payments")
    account = TenantForeignKey(PaymentAccount, related_name="payments", on_delete=models.RESTRICT)
    conversation_id = models.UUIDField()
    request_id = models.UUIDField(help_text="The turn that asked for it.")
    method = models.CharField(max_length=10, choices=Method.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.CREATED)
    amount = models.DecimalField(max_digits=12, decimal_places=2, help_text="What was asked for; once paid, what came.")
    currency = models.CharField(max_length=3)
    quote = models.CharField(max_length=64, blank=True, help_text="What the customer said yes to.")
    phone_e164 = models.CharField(max_length=16, blank=True, help_text="The number that was prompted.")
    provider_id = models.CharField(max_length=80, blank=True, help_text="The provider's name for it.")
    has_told_id = models.BooleanField(default=False, help_text="A callback named it, not the provider's own answer.")
    redirect_url = models.CharField(max_length=500, blank=True, help_text="Where a card is entered.")
    receipt = models.CharField(max_length=40, blank=True, help_text="The provider's receipt.")
    reason = models.CharField(max_length=20, blank=True, help_text="Why it failed, as a code.")
    problem = models.CharField(max_length=300, blank=True, help_text="What somebody should look at; empty: nothing.")
    told_code = models.CharField(max_length=20, blank=True, help_text="The result that a callback told; a hint only.")
    told_receipt = models.CharField(max_length=40, blank=True, help_text="The receipt that a callback told.")
    sent_at = models.DateTimeField(null=True, blank=True, help_text="When the provider was asked for it.")
    settled_at = models.DateTimeField(null=True, blank=True, help_text="When it became final.")
    ask_at = models.DateTimeField(null=True, blank=True, help_text="When the provider is asked about it next.")
    asked_at = models.DateTimeField(null=True, blank=True, help_text="When it was last asked.")
    asks = models.PositiveSmallIntegerField(default=0)
    is_prompting = models.BooleanField(default=False, help_text="An STK request may be on the customer's phone.")
    refund_asked_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "request_id", "method"], name="payment_once_a_request"),
            models.UniqueConstraint(
                fields=["tenant", "order"], condition=Q(is_prompting=True), name="payment_one_prompt_an_order"
            ),
            models.UniqueConstraint(
                fields=["tenant", "provider_id"], condition=~Q(provider_id=""), name="payment_provider_id_once"
            ),
            models.UniqueConstraint(
                fields=["tenant", "receipt"], condition=~Q(receipt=""), name="payment_receipt_once"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_of_something"),
            models.CheckConstraint(
                condition=~Q(status__in=["paid", "reversed"]) | Q(settled_at__isnull=False), name="payment_paid_at"
            ),
            models.CheckConstraint(condition=Q(method="mpesa_c2b") | ~Q(quote=""), name="payment_of_a_confirmed_quote"),
        ]
        indexes = [
            models.Index(fields=["ask_at"], name="payments_to_ask", condition=Q(ask_at__isnull=False)),
            models.Index(fields=["created_at"], name="payments_to_look_at", condition=~Q(problem="")),
            models.Index(fields=["tenant", "order", "-created_at"], name="payments_of_order"),
            models.Index(fields=["tenant", "phone_e164", "-created_at"], name="payments_of_phone"),
        ]

    def __str__(self) -> str:
        return f"{self.get_method_display()} {self.amount:,.2f} {self.currency}"

    @property
    def is_open(self) -> bool:
        """Whether the provider has yet to say how it ended."""
        return self.status in OPEN


def locked(payment_id: UUID) -> Payment | None:
    """The payment with its order, both kept from others; the order first, as everywhere. None when it was erased."""
    order_id = Payment.objects.filter(pk=payment_id).values_list("order_id", flat=True).first()
    if order_id is None or not Order.objects.select_for_update(no_key=True).filter(pk=order_id).first():
        return None
    rows = Payment.objects.select_related("account", "order").select_for_update(of=("self",), no_key=True)
    payment: Payment | None = rows.filter(pk=payment_id).first()
    return payment


OPEN = (Payment.Status.CREATED, Payment.Status.PENDING, Payment.Status.UNKNOWN)


class IncomingPayment(TenantModel):
    """Money that a customer sent by themselves to a paybill or till, as M-Pesa told of it; credited at most once.

    It is kept whether or not it belongs to an order.

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
