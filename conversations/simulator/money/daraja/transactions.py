"""What a merchant may ask about money that moved: how one transaction stands, and the list of the last two days."""

import re
from datetime import datetime, timedelta
from typing import Any

from django.http import JsonResponse
from django.utils import timezone

from conversations.simulator.money import courier, ledger
from conversations.simulator.money.addresses import is_web_address, own_path
from conversations.simulator.money.daraja import wire
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedShortCode, SimulatedTransfer
from conversations.simulator.money.mpesa import callbacks, numbers
from tenants.scope import tenant_scope

RECEIPT = re.compile(r"[A-Z0-9]{6,20}")
PHONE = re.compile(r"(?:254|0)[17]\d{8}")
MOMENT = "%Y-%m-%d %H:%M:%S"
# Daraja's: a hundred a page, of the last 48 hours.
PAGE, KEPT = 100, timedelta(hours=48)
INVALID_CODE = ("400.001", "Invalid ShortCode")


@wire.endpoint
def status(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: taken now, answered to the ResultURL a moment later."""
    for field in ("Initiator", "SecurityCredential", "Remarks"):
        if not wire.text(body, field):
            raise wire.invalid(field)
    if wire.text(body, "CommandID") != "TransactionStatusQuery":
        raise wire.invalid("CommandID")
    if wire.text(body, "IdentifierType") != "4":
        raise wire.invalid("IdentifierType")
    if wire.text(body, "PartyA") not in merchant.numbers:
        raise wire.invalid("PartyA")
    receipt = wire.text(body, "TransactionID").upper()
    if not RECEIPT.fullmatch(receipt):
        raise wire.invalid("TransactionID")
    for field in ("ResultURL", "QueueTimeOutURL"):
        if not is_web_address(wire.text(body, field)):
            raise wire.invalid(field)
    told = {
        "OriginatorConversationID": numbers.new_request_id(),
        "ConversationID": numbers.new_conversation_id(timezone.now()),
        "ResponseCode": "0",
        "ResponseDescription": "Accept the service request successfully.",
    }
    url = own_path(wire.text(body, "ResultURL"))
    courier.begin(callbacks.tell_transaction, merchant.tenant_id, receipt, wire.text(body, "PartyA"), url, told)
    return JsonResponse(told)


@wire.endpoint
def register_pull(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: open the list of a number; a second time it says so."""
    short_code = _short_code(merchant, body)
    if wire.text(body, "RequestType") != "Pull":
        raise wire.invalid("RequestType")
    if not PHONE.fullmatch(wire.text(body, "NominatedNumber")):
        raise wire.invalid("NominatedNumber")
    if not is_web_address(wire.text(body, "CallBackURL")):
        raise wire.invalid("CallBackURL")
    with tenant_scope(merchant.tenant_id):
        rows = SimulatedShortCode.objects.filter(short_code=short_code)
        if not rows.exists():
            raise wire.Refused(INVALID_CODE)
        is_new = bool(rows.filter(is_listed=False).update(is_listed=True))
    told = ("1000", "Shortcode Registered Successfully") if is_new else ("1001", "ShortCode already Registered")
    answer = {"ResponseRefID": numbers.new_request_id(), "ResponseStatus": told[0], "ShortCode": short_code}
    return JsonResponse(answer | {"ResponseDescription": told[1]})


@wire.endpoint
def pull(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: a page of what came between the two moments, as far back as two days."""
    short_code = _short_code(merchant, body)
    start, end = _moment(body, "StartDate"), _moment(body, "EndDate")
    offset = wire.text(body, "OffSetValue")
    if not re.fullmatch(r"[0-9]{1,6}", offset):
        raise wire.invalid("OffSetValue")
    with tenant_scope(merchant.tenant_id):
        if not SimulatedShortCode.objects.filter(short_code=short_code, is_listed=True).exists():
            raise wire.Refused(INVALID_CODE)
        rows = SimulatedTransfer.objects.filter(party=short_code, amount__gt=0)
        rows = rows.filter(created_at__range=(max(start, timezone.now() - KEPT), end + timedelta(seconds=1)))
        page = [_line(row, merchant) for row in rows.order_by("created_at", "id")[int(offset) : int(offset) + PAGE]]
    told = ("1000", "Success") if page else ("1001", "Null")
    answer = {"ResponseRefID": numbers.new_request_id(), "ResponseCode": told[0], "ResponseMessage": told[1]}
    return JsonResponse(answer | {"Response": [page]})


def _line(transfer: SimulatedTransfer, merchant: Merchant) -> dict[str, Any]:
    is_till = len(transfer.party) > len("600984")
    return {
        "transactionId": transfer.receipt,
        "trxDate": transfer.created_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "msisdn": int(transfer.payer[-9:]) if transfer.payer[-9:].isdigit() else 0,
        "sender": "MPESA",
        "transactiontype": "c2b-buy-goods-debit" if is_till else "c2b-pay-bill-debit",
        "billreference": "" if is_till else transfer.reference,
        "amount": f"{transfer.amount:.2f}",
        "organizationname": merchant.name,
    }


def _short_code(merchant: Merchant, body: dict[str, Any]) -> str:
    short_code = wire.text(body, "ShortCode")
    if short_code not in merchant.numbers:
        raise wire.Refused(INVALID_CODE)
    return short_code


def _moment(body: dict[str, Any], field: str) -> datetime:
    try:
        return datetime.strptime(wire.text(body, field), MOMENT).replace(tzinfo=ledger.NAIROBI)
    except ValueError as error:
        raise wire.invalid(field) from error
