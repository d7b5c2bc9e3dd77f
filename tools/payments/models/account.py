"""Where a tenant is paid, the secrets that it takes, and those of the addresses to which its providers report."""

import secrets as randomness
from decimal import Decimal
from typing import Any

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.utils.module_loading import import_string

from tenants import secrets
from tenants.tenancy import TenantForeignKey, TenantModel

SHORT_CODE = RegexValidator(r"^\d{5,7}$", "A paybill or till number has 5 to 7 digits.")
NOMINATED = RegexValidator(r"^254[17]\d{8}$", "Write it as 254 and nine digits, such as 254722000000.")


def list_providers() -> list[tuple[str, str]]:
    """Codes and labels of the providers in the registry. Found late: a provider is written in terms of these tables."""
    choices: list[tuple[str, str]] = import_string("tools.payments.registry.choices")()
    return choices


class Sealed:
    """A secret of a row, kept encrypted in one of its columns; reading it raises SecretUnreadable."""

    def __init__(self, column: str) -> None:
        self._column = column

    def __get__(self, row: Any, owner: type | None = None) -> Any:
        if row is None:
            return self
        sealed = getattr(row, self._column)
        return secrets.unseal(sealed, owner_id=row.tenant_id) if sealed else ""

    def __set__(self, row: Any, plain: str) -> None:
        setattr(row, self._column, secrets.seal(plain, owner_id=row.tenant_id) if plain else "")


class PaymentAccount(TenantModel):
    """A tenant's paybill or till at Safaricom, or its merchant account at PesaPal; one of each is in use."""

    class Environment(models.TextChoices):
        SANDBOX = "sandbox", "Sandbox: no real money"
        LIVE = "live", "Live"

    class Kind(models.TextChoices):
        PAYBILL = "paybill", "Paybill"
        TILL = "till", "Till (Buy Goods)"

    provider = models.CharField(max_length=10, choices=list_providers)
    environment = models.CharField(max_length=10, choices=Environment.choices, default=Environment.SANDBOX)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PAYBILL)
    short_code = models.CharField(
        max_length=7, blank=True, validators=[SHORT_CODE],
        help_text="M-Pesa: the paybill; for a till the store number that Safaricom gave you with it.",
    )  # fmt: skip
    pay_to = models.CharField(
        "customers pay to", max_length=7, blank=True, validators=[SHORT_CODE],
        help_text="M-Pesa: what customers type. For a till its number; for a paybill leave it empty.",
    )  # fmt: skip
    contact_email = models.EmailField(
        blank=True, help_text="Cards: given to PesaPal for customers whose number is not known."
    )
    sealed_consumer_key = models.TextField(editable=False, blank=True)
    sealed_consumer_secret = models.TextField(editable=False, blank=True)
    sealed_passkey = models.TextField(editable=False, blank=True)
    initiator = models.CharField(
        max_length=60, blank=True,
        help_text="M-Pesa: the API operator who may ask how a transaction stands (role: Transaction Status query).",
    )  # fmt: skip
    sealed_security_credential = models.TextField(editable=False, blank=True)
    unconfirmed_limit = models.DecimalField(
        "credited before Safaricom confirms it", max_digits=12, decimal_places=2, default=Decimal(5000),
        validators=[MinValueValidator(0)],
        help_text="Paybill money up to this much in all for a customer counts at once and is marked until Safaricom "
        "has confirmed it; more waits for that. 0: all of it waits.",
    )  # fmt: skip
    nominated_number = models.CharField(
        max_length=12, blank=True, validators=[NOMINATED],
        help_text="M-Pesa: the phone of your organisation for Safaricom's list of payments (Pull Transactions), "
        "which finds lost confirmations and confirms the others.",
    )  # fmt: skip
    pull_registered_at = models.DateTimeField(
        "list of payments open since",
        null=True,
        blank=True,
        editable=False,
        help_text="Since when Safaricom's list may be read.",
    )
    pulled_at = models.DateTimeField(null=True, blank=True, editable=False, help_text="When the list was last asked.")
    pulled_until = models.DateTimeField(
        "list of payments read until",
        null=True,
        blank=True,
        editable=False,
        help_text="Up to when Safaricom's list was read.",
    )
    ipn_id = models.CharField(max_length=64, blank=True, editable=False, help_text="PesaPal's name for our address.")
    registered_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the provider was told our addresses."
    )
    is_active = models.BooleanField(default=True)
    problem = models.CharField(
        max_length=300, blank=True, editable=False,
        help_text="What an admin must put right before customers can pay; empty when all is well.",
    )  # fmt: skip

    consumer_key = Sealed("sealed_consumer_key")
    consumer_secret = Sealed("sealed_consumer_secret")
    passkey = Sealed("sealed_passkey")
    security_credential = Sealed("sealed_security_credential")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "provider"],
                condition=models.Q(is_active=True),
                name="payment_account_in_use_once",
                violation_error_message="Another account of this provider is in use. Take that one out of use first.",
            ),
            models.CheckConstraint(
                condition=~models.Q(provider="daraja") | ~models.Q(short_code=""), name="daraja_has_a_short_code"
            ),
            models.CheckConstraint(condition=models.Q(unconfirmed_limit__gte=0), name="unconfirmed_limit_0_or_more"),
        ]

    def __str__(self) -> str:
        return f"{self.get_provider_display()} {self.customer_number}".strip()

    @property
    def customer_number(self) -> str:
        """What a customer types to pay: the paybill, or the till."""
        return self.pay_to or self.short_code

    @property
    def has_keys(self) -> bool:
        """Whether a token can be made."""
        return bool(self.sealed_consumer_key and self.sealed_consumer_secret)

    @property
    def can_ask(self) -> bool:
        """Whether Safaricom can be asked about a single transaction."""
        return bool(self.initiator and self.sealed_security_credential)


def new_token() -> str:
    return randomness.token_urlsafe(24)


def list_purposes() -> list[tuple[str, str]]:
    """Names and labels of what the registry's providers report; found as late as the providers themselves."""
    choices: list[tuple[str, str]] = import_string("tools.payments.registry.purposes")()
    return choices


class CallbackToken(TenantModel):
    """The secret part of an address: it names an account, and what may be told there, so that none opens another's.

    The one without an end is given out now.
    """

    account = TenantForeignKey(PaymentAccount, related_name="tokens")
    purpose = models.CharField(max_length=10, choices=list_purposes)
    token = models.CharField(max_length=64, default=new_token, editable=False)
    ends_at = models.DateTimeField(
        null=True, blank=True, help_text="Until when an earlier one is still heard; empty: it is in use."
    )

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["token"], name="callback_token_once"),
            models.UniqueConstraint(
                fields=["tenant", "account", "purpose"],
                condition=models.Q(ends_at__isnull=True),
                name="callback_token_in_use_once",
            ),
        ]

    def __str__(self) -> str:
        return self.get_purpose_display()
