"""The secret parts of the addresses to which providers report: one for each purpose, so that none opens another's."""

import secrets as randomness

from django.db import models
from django.utils.module_loading import import_string

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.payments.models.account import PaymentAccount


def new_token() -> str:
    return randomness.token_urlsafe(24)


def list_purposes() -> list[tuple[str, str]]:
    """Names and labels of what the registry's providers report; found as late as the providers themselves."""
    choices: list[tuple[str, str]] = import_string("tools.payments.registry.purposes")()
    return choices


class CallbackToken(TenantModel):
    """Names an account, and what may be told there; the one without an end is given out now."""

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
