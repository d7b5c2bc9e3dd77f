"""The money that moved: every debit with its receipt, so that the books of a merchant can be held against it."""

import secrets
import string
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Sum

from conversations.simulator.money.models import SimulatedTransfer
from tenants.scope import tenant_scope

NAIROBI = ZoneInfo("Africa/Nairobi")
ALPHABET = string.digits + string.ascii_uppercase
# M-Pesa's receipts name the day of the month by one sign: 1 to 9, then A to V.
DAYS = string.digits[1:] + string.ascii_uppercase
# The year of the letter A: receipts of 2026 begin with U.
FIRST_YEAR = 2006
Kind = SimulatedTransfer.Kind


def new_receipt(now: datetime) -> str:
    """Ten characters as M-Pesa makes them: a letter for the year and the month, one for the day, seven of chance."""
    day = now.astimezone(NAIROBI)
    year, month = ALPHABET[10 + (day.year - FIRST_YEAR) % 26], ALPHABET[9 + day.month]
    return year + month + DAYS[day.day - 1] + "".join(secrets.choice(ALPHABET) for _ in range(7))


def balance(party: str, currency: str = "KES") -> Decimal:
    """What a paybill or till has received; asked inside the merchant's scope."""
    received = SimulatedTransfer.objects.filter(party=party, currency=currency).aggregate(sum=Sum("amount"))
    return received["sum"] or Decimal(0)


def receipts(tenant_id: UUID) -> Mapping[str, Decimal]:
    """Every receipt with its amount, for whoever compares books."""
    with tenant_scope(tenant_id):
        return dict(SimulatedTransfer.objects.values_list("receipt", "amount"))


def sms(receipt: str, amount: Decimal | int, name: str, account: str, now: datetime) -> str:
    """What M-Pesa writes to a customer who paid."""
    local = now.astimezone(NAIROBI)
    where = f"{name} for account {account}" if account else name
    day, clock = f"{local.day}/{local.month}/{local:%y}", f"{local.hour % 12 or 12}:{local:%M %p}"
    return f"{receipt} Confirmed. Ksh{amount:,.2f} sent to {where} on {day} at {clock}."
