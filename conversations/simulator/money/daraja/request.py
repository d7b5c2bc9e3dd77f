"""What a request for a PIN prompt or for its state asks, checked in Daraja's order."""

import base64
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from conversations.simulator.money.addresses import is_web_address
from conversations.simulator.money.daraja import wire
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.mpesa.prompts import Push

MSISDN = re.compile(r"254[17]\d{8}")
SHORT_CODE = re.compile(r"\d{5,7}")
TIMESTAMP = "%Y%m%d%H%M%S"
PAYBILL, TILL = "CustomerPayBillOnline", "CustomerBuyGoodsOnline"
# Daraja's.
MAX_REFERENCE = 20
# More digits than M-Pesa moves; more are refused as no number.
MAX_AMOUNT_DIGITS = 9


def accepted(body: Mapping[str, Any], merchant: Merchant) -> Push:
    """The accepted request; raises Refused."""
    short_code = _short_code(body)
    kind = wire.text(body, "TransactionType")
    if kind not in (PAYBILL, TILL):
        raise wire.invalid("TransactionType")
    amount = wire.text(body, "Amount")
    if not re.fullmatch(rf"[0-9]{{1,{MAX_AMOUNT_DIGITS}}}", amount) or int(amount) < 1:
        raise wire.invalid("Amount")
    for field in ("PartyA", "PhoneNumber"):
        if not MSISDN.fullmatch(wire.text(body, field)):
            raise wire.invalid(field)
    party = wire.text(body, "PartyB")
    if not SHORT_CODE.fullmatch(party):
        raise wire.invalid("PartyB")
    _remarks(body)
    admit(body, merchant)
    return Push(
        short_code=short_code, is_till=kind == TILL, amount=int(amount), party=party,
        msisdn=wire.text(body, "PhoneNumber"), callback_url=wire.text(body, "CallBackURL"),
        reference=wire.text(body, "AccountReference"),
    )  # fmt: skip


def _short_code(body: Mapping[str, Any]) -> str:
    short_code = wire.text(body, "BusinessShortCode")
    if not SHORT_CODE.fullmatch(short_code):
        raise wire.invalid("BusinessShortCode")
    return short_code


def _remarks(body: Mapping[str, Any]) -> None:
    if not is_web_address(wire.text(body, "CallBackURL")):
        raise wire.invalid("CallBackURL")
    if not 1 <= len(wire.text(body, "AccountReference")) <= MAX_REFERENCE:
        raise wire.invalid("AccountReference")
    if not wire.text(body, "TransactionDesc"):
        raise wire.invalid("Remarks")


def admit(body: Mapping[str, Any], merchant: Merchant) -> None:
    """The short code is the merchant's, and the password is made of it, the passkey and the timestamp."""
    short_code, timestamp = _short_code(body), wire.text(body, "Timestamp")
    try:
        datetime.strptime(timestamp, TIMESTAMP)  # noqa: DTZ007  only its form matters
    except ValueError as error:
        raise wire.invalid("Timestamp") from error
    if short_code not in merchant.numbers:
        raise wire.Refused(wire.MERCHANT_UNKNOWN)
    password = base64.b64encode(f"{short_code}{merchant.passkey}{timestamp}".encode()).decode()
    if wire.text(body, "Password") != password:
        raise wire.Refused(wire.WRONG_CREDENTIALS)
