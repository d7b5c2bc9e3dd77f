"""Plans, and accounts with their subscription and invoices, as the business's own system tells them."""

from decimal import Decimal
from typing import Final

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac

from knowledge.text import fold
from tenants.tenancy import TenantForeignKey, TenantModel

NUMBER_FORM: Final = r"^(?=.*\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63}$"
"""An invoice's number: 3 to 64 letters, digits, dashes and slashes, with a digit among them."""
NUMBER: Final = RegexValidator(NUMBER_FORM, "3 to 64 letters, digits, dashes or slashes, such as INV-20251001.")
CURRENCY: Final = RegexValidator(r"^[A-Z]{3}$", "A currency code such as KES.")
ADDRESS: Final = RegexValidator(r"^whatsapp:\+\d{7,15}$", "A phone number with its country, such as +254712000011.")
SUBSCRIBED: Final = ("active", "suspended", "ended")


def money(currency: str, amount: Decimal) -> str:
    """An amount as customers read it: KES 1,999, with cents only when there are any."""
    return f"{currency} {amount:,.2f}".removesuffix(".00")


class Plan(TenantModel):
    """What a customer can be subscribed to, at a price a month."""

    code = models.CharField(max_length=20, help_text="A short code of your own, such as M. Your CSV files name it.")
    name = models.CharField(max_length=80, help_text="As customers read it: M 100 GB.")
    monthly_price = models.DecimalField(
        max_digits=12, decimal_places=2, validators=[MinValueValidator(0)], help_text="What it costs a month."
    )
    currency = models.CharField(max_length=3, default="KES", validators=[CURRENCY])

    class Meta(TenantModel.Meta):
        ordering = ["code"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "code"], name="plan_code_once"),
            models.CheckConstraint(condition=Q(monthly_price__gte=0), name="plan_price_not_negative"),
        ]

    def __str__(self) -> str:
        return self.name


class Account(TenantModel):
    """A customer's account at the business. Whoever writes from its number is shown it; others answer a question."""

    number = models.CharField("Account number", max_length=64, validators=[NUMBER], help_text="As on your invoices.")
    name = models.CharField(
        "Holder", max_length=120, blank=True, help_text="For your own people; customers are not told."
    )
    address = models.CharField(
        "WhatsApp number", max_length=30, blank=True, validators=[ADDRESS],
        help_text="Who writes from this number is shown the account without being asked. Empty: everybody is asked.",
    )  # fmt: skip
    answer_digest = models.CharField(max_length=64, blank=True, editable=False)

    class Meta(TenantModel.Meta):
        ordering = ["number"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="account_number_once"),
        ]
        indexes = [models.Index(fields=["tenant", "address"], name="accounts_of_address", condition=~Q(address=""))]

    def __str__(self) -> str:
        return self.number

    def keep_answer(self, answer: str) -> None:
        """Keep what the holder answers, so that nobody can read it again; empty takes it away."""
        self.answer_digest = self._digest(answer)

    def is_answer(self, answer: str) -> bool:
        digest = self._digest(answer)
        return bool(digest) and digest == self.answer_digest

    def _digest(self, answer: str) -> str:
        plain = "".join(filter(str.isalnum, fold(answer)))
        return salted_hmac(f"tulia.billing:{self.tenant_id}", plain, algorithm="sha256").hexdigest() if plain else ""


class Subscription(TenantModel):
    """What an account is subscribed to, now or before."""

    class Status(models.TextChoices):
        ACTIVE = "active", "Active"
        SUSPENDED = "suspended", "Suspended"
        ENDED = "ended", "Ended"

    account = TenantForeignKey(Account, related_name="subscriptions")
    plan = TenantForeignKey(Plan, related_name="subscriptions", on_delete=models.PROTECT)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    start_date = models.DateField("Since")

    class Meta(TenantModel.Meta):
        ordering = ["-start_date"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "account"], condition=~Q(status="ended"), name="one_subscription_an_account",
                violation_error_message="This account has another subscription. End that one first.",
            ),
            models.CheckConstraint(condition=Q(status__in=SUBSCRIBED), name="subscription_status_known"),
        ]  # fmt: skip
        indexes = [
            models.Index(fields=["tenant", "account", "-start_date"], name="subscriptions_of_account"),
            models.Index(fields=["tenant", "plan"], name="subscriptions_of_plan"),
        ]

    def __str__(self) -> str:
        return f"{self.plan} since {self.start_date}"


class Invoice(TenantModel):
    """What an account was billed, and how much of it is paid."""

    account = TenantForeignKey(Account, related_name="invoices")
    number = models.CharField(max_length=64, validators=[NUMBER], help_text="As customers read it: INV-20251001.")
    issued_on = models.DateField("Issued")
    due_on = models.DateField("Due")
    amount = models.DecimalField(max_digits=12, decimal_places=2, validators=[MinValueValidator(Decimal("0.01"))])
    paid = models.DecimalField(
        max_digits=12, decimal_places=2, default=Decimal(0), validators=[MinValueValidator(0)],
        help_text="How much of it has come in. The rest is what the customer is told they owe.",
    )  # fmt: skip
    currency = models.CharField(max_length=3, default="KES", validators=[CURRENCY])

    class Meta(TenantModel.Meta):
        ordering = ["-issued_on", "number"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="invoice_number_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0, paid__gte=0, paid__lte=F("amount")), name="invoice_paid_within_amount",
                violation_error_message="The paid sum is between 0 and the amount of the invoice.",
            ),
            models.CheckConstraint(
                condition=Q(due_on__gte=F("issued_on")), name="invoice_due_after_issued",
                violation_error_message="It cannot be due before it is issued.",
            ),
        ]  # fmt: skip
        indexes = [models.Index(fields=["tenant", "account", "-issued_on"], name="invoices_of_account")]

    def __str__(self) -> str:
        return self.number

    @property
    def owed(self) -> Decimal:
        return self.amount - self.paid
