"""Whose account an address names, and what can follow from what is told there."""

from typing import Literal

from tenants.scope import fleet_scope
from tools.payments.models import PaymentAccount

Effect = Literal[
    "noted", "credited", "kept", "accepted", "rejected", "repeated", "malformed", "unknown_payment", "other_checkout",
    "other_amount", "other_phone", "other_number",
]  # fmt: skip


def find_account(token: str, provider: str) -> PaymentAccount | None:
    """The account that a secret address names; one that is switched off still hears of its money."""
    with fleet_scope():
        rows = PaymentAccount.objects.filter(tenant__is_active=True, provider=provider)
        return rows.filter(hook_token=token).first()
