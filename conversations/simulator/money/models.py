"""What M-Pesa and PesaPal would remember: tokens, addresses, prompts, checkouts and the money that moved."""

from django.db import models

from tenants.tenancy import TenantForeignKey, TenantModel


class SimulatedToken(TenantModel):
    """An access token of a merchant's app."""

    class Provider(models.TextChoices):
        DARAJA = "daraja", "Daraja"
        PESAPAL = "pesapal", "PesaPal"

    provider = models.CharField(max_length=10, choices=Provider.choices)
    token = models.CharField(max_length=400)
    expires_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "token"], name="simulated_token_once"),
        ]

    def __str__(self) -> str:
        return f"{self.provider} until {self.expires_at:%H:%M}"


class SimulatedShortCode(TenantModel):
    """Where M-Pesa tells of payments to a paybill or till."""

    short_code = models.CharField(max_length=7)
    response_type = models.CharField(max_length=10, help_text="What happens when nobody validates.")
    confirmation_url = models.TextField()
    validation_url = models.TextField()
    is_listed = models.BooleanField(default=False, help_text="Its list of transactions may be pulled.")
    is_hashed = models.BooleanField(default=False, help_text="The first version tells a hash of the payer's number.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "short_code"], name="simulated_short_code_once"),
        ]

    def __str__(self) -> str:
        return self.short_code


class SimulatedPrompt(TenantModel):
    """A PIN prompt on somebody's phone.

    OPEN ──▶ PAID      they entered their PIN: a receipt, and a line in the ledger
       ├───▶ REFUSED   cancelled, wrong PIN, no money, a rule: result_code says which
       └───▶ EXPIRED   a minute went by (1037)
    """

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        PAID = "paid", "Paid"
        REFUSED = "refused", "Refused"
        EXPIRED = "expired", "Expired"

    checkout_request_id = models.CharField(max_length=40)
    merchant_request_id = models.CharField(max_length=40)
    msisdn = models.CharField(max_length=15)
    short_code = models.CharField(max_length=7)
    party = models.CharField(max_length=7, help_text="Who is paid: the paybill, or the till behind it.")
    reference = models.CharField(max_length=20)
    amount = models.PositiveBigIntegerField()
    callback_url = models.TextField()
    text = models.CharField(max_length=400, help_text="What the phone shows.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    result_code = models.CharField(max_length=12, blank=True)
    receipt = models.CharField(max_length=10, blank=True)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    queries = models.PositiveIntegerField(default=0)
    queried_at = models.DateTimeField(null=True)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "checkout_request_id"], name="simulated_prompt_once"),
            models.UniqueConstraint(
                fields=["tenant", "msisdn"], condition=models.Q(status="open"), name="simulated_one_open_prompt"
            ),
        ]
        indexes = [models.Index(fields=["tenant", "msisdn", "-created_at"], name="simulated_prompts_of")]

    def __str__(self) -> str:
        return self.checkout_request_id


class SimulatedIpn(TenantModel):
    """An address at which PesaPal tells that something changed."""

    url = models.TextField()
    method = models.CharField(max_length=4, choices=[("GET", "GET"), ("POST", "POST")])

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "url", "method"], name="simulated_ipn_once"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.url}"


class SimulatedCheckout(TenantModel):
    """An order at PesaPal; its id is the OrderTrackingId.

    PENDING ──▶ COMPLETED ──▶ REVERSED    paid by card, and later given back in full
        ├─────▶ FAILED                    the card was declined, or they left the page by its cancel button
        └─────▶ INVALID                   the merchant cancelled it
    """

    class Status(models.TextChoices):
        PENDING = "pending", "Pending"
        INVALID = "invalid", "Invalid"
        COMPLETED = "completed", "Completed"
        FAILED = "failed", "Failed"
        REVERSED = "reversed", "Reversed"

    ipn = TenantForeignKey(SimulatedIpn, related_name="checkouts")
    merchant_reference = models.CharField(max_length=50)
    currency = models.CharField(max_length=3)
    amount = models.DecimalField(max_digits=14, decimal_places=2)
    description = models.CharField(max_length=100)
    callback_url = models.TextField()
    cancellation_url = models.TextField(blank=True)
    billing = models.JSONField(default=dict)
    msisdn = models.CharField(max_length=15, blank=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    reason = models.CharField(max_length=60, blank=True)
    method = models.CharField(max_length=20, blank=True)
    account = models.CharField(max_length=20, blank=True, help_text="The card's number, masked.")
    confirmation_code = models.CharField(max_length=10, blank=True)
    refund = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    queries = models.PositiveIntegerField(default=0)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "merchant_reference"], name="simulated_checkout_once"),
        ]
        indexes = [models.Index(fields=["tenant", "ipn"], name="simulated_checkouts_of")]

    def __str__(self) -> str:
        return self.merchant_reference


class SimulatedTransfer(TenantModel):
    """Money that left a customer's wallet or card; a refund is a negative one."""

    class Kind(models.TextChoices):
        STK = "stk", "By PIN prompt"
        C2B = "c2b", "By paybill or till"
        CARD = "card", "By card"
        REFUND = "refund", "Given back"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    receipt = models.CharField(max_length=12)
    payer = models.CharField(max_length=20, help_text="The wallet's number, or the card's, masked.")
    party = models.CharField(max_length=20, help_text="The paybill or till, or pesapal.")
    reference = models.CharField(max_length=50, blank=True)
    amount = models.DecimalField(max_digits=14, decimal_places=2)
    currency = models.CharField(max_length=3, default="KES")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "receipt"], name="simulated_transfer_once"),
        ]
        indexes = [models.Index(fields=["tenant", "party", "created_at"], name="simulated_transfers_to")]

    def __str__(self) -> str:
        return f"{self.receipt}: {self.currency} {self.amount}"


class SimulatedMoneyEvent(TenantModel):
    """What happened around a customer's money, for the page; `sms` is what their provider writes them."""

    class Kind(models.TextChoices):
        STEP = "step", "Step"
        SMS = "sms", "SMS"

    msisdn = models.CharField(max_length=15, blank=True)
    kind = models.CharField(max_length=4, choices=Kind.choices)
    text = models.CharField(max_length=400)
    wire = models.JSONField(null=True, help_text="What went over the wire.")

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "msisdn", "-created_at"], name="simulated_money_events")]

    def __str__(self) -> str:
        return self.text
