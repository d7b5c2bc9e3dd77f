"""Customer to business: register where payments are told, and let one happen."""

import re
from typing import Any

from django.http import JsonResponse
from django.utils import timezone

from conversations.simulator.money import courier
from conversations.simulator.money.addresses import is_web_address
from conversations.simulator.money.daraja import request, wire
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedShortCode
from conversations.simulator.money.mpesa import numbers, paybill
from tenants.scope import tenant_scope

FORBIDDEN = re.compile(r"m-?pesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin", re.IGNORECASE)
RESPONSES = ("Completed", "Cancelled")
# Daraja's.
MAX_ACCOUNT = 20


@wire.endpoint
def register(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: the second version, which hides most of a payer's number."""
    return _registered(merchant, body, is_hashed=False)


@wire.endpoint
def register_first(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: the first version, which tells a hash of a payer's number."""
    return _registered(merchant, body, is_hashed=True)


def _registered(merchant: Merchant, body: dict[str, Any], *, is_hashed: bool) -> JsonResponse:
    short_code, response_type = _number(merchant, body), wire.text(body, "ResponseType")
    if response_type not in RESPONSES:
        raise wire.invalid("ResponseType")
    urls = {}
    for field, name in (("ConfirmationURL", "confirmation_url"), ("ValidationURL", "validation_url")):
        url = wire.text(body, field)
        if not is_web_address(url) or FORBIDDEN.search(url):
            raise wire.invalid(field)
        urls[name] = url
    with tenant_scope(merchant.tenant_id):
        SimulatedShortCode.objects.update_or_create(
            short_code=short_code, defaults=urls | {"response_type": response_type, "is_hashed": is_hashed}
        )
    return _told("Success")


@wire.endpoint
def simulate(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: a customer pays; the merchant hears of it at the addresses it registered."""
    command, amount, msisdn = (wire.text(body, field) for field in ("CommandID", "Amount", "Msisdn"))
    short_code, account = _number(merchant, body), wire.text(body, "BillRefNumber")
    if command not in (request.PAYBILL, request.TILL):
        raise wire.invalid("CommandID")
    if not re.fullmatch(r"[0-9]{1,6}", amount) or not 1 <= int(amount) <= 250_000:
        raise wire.invalid("Amount")
    if not request.MSISDN.fullmatch(msisdn):
        raise wire.invalid("Msisdn")
    if len(account) > MAX_ACCOUNT or (command == request.PAYBILL and not account):
        raise wire.invalid("BillRefNumber")
    wanted = paybill.Payment(payer=msisdn, party=short_code, account=account, amount=int(amount))
    courier.begin(paybill.pay_later, merchant.tenant_id, merchant.name.upper(), wanted, timezone.now())
    return _told("Accept the service request successfully.")


def _number(merchant: Merchant, body: dict[str, Any]) -> str:
    short_code = wire.text(body, "ShortCode")
    if short_code not in merchant.numbers:
        raise wire.invalid("ShortCode")
    return short_code


def _told(description: str) -> JsonResponse:
    return JsonResponse(
        {
            "OriginatorCoversationID": numbers.new_request_id(),
            "ResponseCode": "0",
            "ResponseDescription": description,
        }
    )
