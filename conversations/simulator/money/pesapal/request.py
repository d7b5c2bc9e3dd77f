"""What an order asks of PesaPal, held to its rules."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from conversations.simulator.money.addresses import is_web_address
from conversations.simulator.money.pesapal import wire

REFERENCE = re.compile(r"[A-Za-z0-9\-_.:]{1,50}")
CURRENCY = re.compile(r"[A-Z]{3}")
MAX_DESCRIPTION = 100
MAX_AMOUNT = Decimal(1_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """An order that PesaPal accepts."""

    reference: str
    currency: str
    amount: Decimal
    description: str
    callback_url: str
    cancellation_url: str
    notification_id: UUID
    billing: Mapping[str, Any]
    msisdn: str


def accepted(told: Mapping[str, Any]) -> Order:
    """The accepted order; raises Refused."""
    reference, currency = wire.text(told, "id"), wire.text(told, "currency")
    if not REFERENCE.fullmatch(reference):
        raise wire.Refused("invalid_merchant_reference", "id has 1 to 50 letters, digits, and - _ . :")
    if not CURRENCY.fullmatch(currency):
        raise wire.Refused("invalid_currency", "The currency is invalid")
    description = wire.text(told, "description")
    if not 1 <= len(description) <= MAX_DESCRIPTION:
        raise wire.Refused("invalid_description", f"description has 1 to {MAX_DESCRIPTION} characters")
    notification_id = wire.identifier(told, "notification_id")
    if notification_id is None:
        raise wire.Refused("invalid_ipn_id", "The notification id is invalid")
    billing = _billing(told)
    return Order(
        reference=reference, currency=currency, amount=_amount(told), description=description,
        callback_url=_url(told, "callback_url", is_needed=True),
        cancellation_url=_url(told, "cancellation_url", is_needed=False),
        notification_id=notification_id, billing=billing, msisdn=_msisdn(wire.text(billing, "phone_number")),
    )  # fmt: skip


def amount(told: Mapping[str, Any], field: str = "amount") -> Decimal | None:
    """A positive number with at most two decimals; PesaPal takes numbers, and numbers as text."""
    value = told.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,2})?", str(value).strip()):
        return None
    return Decimal(str(value).strip())


def _amount(told: Mapping[str, Any]) -> Decimal:
    asked = amount(told)
    if asked is None or asked <= 0:
        raise wire.Refused("invalid_amount", "The amount is invalid")
    if asked > MAX_AMOUNT:
        raise wire.Refused("amount_exceeds_default_limit", "The amount is above the limit of this account")
    return asked


def _url(told: Mapping[str, Any], field: str, *, is_needed: bool) -> str:
    url = wire.text(told, field)
    if (is_needed or url) and not is_web_address(url):
        raise wire.Refused(f"invalid_{field}", f"{field} is not a web address")
    return url


def _billing(told: Mapping[str, Any]) -> dict[str, Any]:
    billing = told.get("billing_address")
    if not isinstance(billing, dict) or not (wire.text(billing, "email_address") or wire.text(billing, "phone_number")):
        raise wire.Refused("invalid_billing_address", "An email address or a phone number is required")
    return billing


def _msisdn(number: str) -> str:
    """The number as M-Pesa has it, when it is a Kenyan one."""
    digits = re.sub(r"\D", "", number)
    if len(digits) == 10 and digits.startswith("0"):
        digits = "254" + digits[1:]
    return digits[:15]
