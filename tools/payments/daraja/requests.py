"""What Daraja is asked, field by field, as its pages describe it."""

import base64
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from tools.payments.models import PaymentAccount

NAIROBI = ZoneInfo("Africa/Nairobi")
TIMESTAMP = "%Y%m%d%H%M%S"
MOST_REFERENCE, MOST_DESCRIPTION = 12, 13
PAYBILL, TILL = "CustomerPayBillOnline", "CustomerBuyGoodsOnline"


def push(
    account: PaymentAccount, *, phone: str, amount: Decimal, reference: str, description: str, callback: str,
    now: datetime,
) -> dict[str, Any]:  # fmt: skip
    """A prompt. The customer reads the reference in it; with these limits the whole text stays short enough."""
    is_till = account.kind == PaymentAccount.Kind.TILL
    return {
        **signed(account, now),
        "TransactionType": TILL if is_till else PAYBILL,
        "Amount": str(int(amount)),
        "PartyA": phone,
        "PartyB": account.customer_number if is_till else account.short_code,
        "PhoneNumber": phone,
        "CallBackURL": callback,
        "AccountReference": reference[:MOST_REFERENCE],
        "TransactionDesc": description[:MOST_DESCRIPTION],
    }


def query(account: PaymentAccount, *, checkout_id: str, now: datetime) -> dict[str, Any]:
    return {**signed(account, now), "CheckoutRequestID": checkout_id}


def register(account: PaymentAccount, *, confirmation: str, validation: str) -> dict[str, Any]:
    """Money is taken even when we cannot be asked: what came is kept, and can be matched or given back."""
    return {
        "ShortCode": account.customer_number,
        "ResponseType": "Completed",
        "ConfirmationURL": confirmation,
        "ValidationURL": validation,
    }


def signed(account: PaymentAccount, now: datetime) -> dict[str, Any]:
    """The short code with its password, which is made of the very timestamp beside it, in Nairobi's time."""
    timestamp = now.astimezone(NAIROBI).strftime(TIMESTAMP)
    password = base64.b64encode(f"{account.short_code}{account.passkey}{timestamp}".encode()).decode()
    return {"BusinessShortCode": int(account.short_code), "Password": password, "Timestamp": timestamp}
