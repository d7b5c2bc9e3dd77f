"""What Daraja posts to a merchant: the outcome of a prompt, and payments to a paybill or till."""

import hashlib
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from conversations.simulator.models import SimulatedPhone
from conversations.simulator.money import courier, ledger
from conversations.simulator.money.models import SimulatedPrompt, SimulatedShortCode, SimulatedTransfer
from conversations.simulator.money.mpesa import results
from tenants.scope import tenant_scope

STAMP = "%Y%m%d%H%M%S"


def tell_outcome(tenant_id: UUID, prompt_id: UUID) -> None:
    """Post the outcome of a closed prompt, and the payment itself where its number has an address for that."""
    with tenant_scope(tenant_id):
        prompt = SimulatedPrompt.objects.get(pk=prompt_id)
        transfer = SimulatedTransfer.objects.filter(receipt=prompt.receipt).first() if prompt.receipt else None
        is_registered = SimulatedShortCode.objects.filter(short_code=prompt.party).exists()
    title = f"STK callback {prompt.result_code}"
    sent = outcome(prompt)
    courier.carry(tenant_id, courier.Parcel(url=prompt.callback_url, json=sent, msisdn=prompt.msisdn, title=title))
    if transfer is not None and is_registered:
        confirm(tenant_id, transfer.id, "")


def outcome(prompt: SimulatedPrompt) -> dict[str, Any]:
    """The callback's JSON: numbers are numbers, and the balance has no value."""
    told: dict[str, Any] = {
        "MerchantRequestID": prompt.merchant_request_id,
        "CheckoutRequestID": prompt.checkout_request_id,
        "ResultCode": int(prompt.result_code),
        "ResultDesc": results.DESCRIPTIONS[prompt.result_code],
    }
    if prompt.receipt and prompt.closed_at:
        items = [
            {"Name": "Amount", "Value": float(prompt.amount)},
            {"Name": "MpesaReceiptNumber", "Value": prompt.receipt},
            {"Name": "Balance"},
            {"Name": "TransactionDate", "Value": int(stamp(prompt.closed_at))},
            {"Name": "PhoneNumber", "Value": int(prompt.msisdn)},
        ]
        told["CallbackMetadata"] = {"Item": items}
    return {"Body": {"stkCallback": told}}


def confirm(tenant_id: UUID, transfer_id: UUID, third_party_id: str) -> None:
    """Post the confirmation of a payment to the address registered for its paybill or till."""
    with tenant_scope(tenant_id):
        transfer = SimulatedTransfer.objects.get(pk=transfer_id)
        number = SimulatedShortCode.objects.filter(short_code=transfer.party).first()
        if number is None:
            return
        after = f"{ledger.balance(transfer.party):.2f}"
        sent = payment(transfer, number, balance=after, third_party_id=third_party_id)
    parcel = courier.Parcel(url=number.confirmation_url, json=sent, msisdn=transfer.payer, title="C2B confirmation")
    courier.carry(tenant_id, parcel)


def tell_transaction(tenant_id: UUID, receipt: str, party: str, url: str, asked: dict[str, str]) -> None:
    """Post how a transaction of this paybill or till stands, or that there is none."""
    with tenant_scope(tenant_id):
        transfer = SimulatedTransfer.objects.filter(receipt=receipt, party=party, amount__gt=0).first()
        merchant = SimulatedShortCode.objects.select_related("tenant").filter(short_code=party).first()
        sent = _standing(transfer, asked, merchant.tenant.name if merchant else party)
        payer = transfer.payer if transfer else ""
    courier.carry(tenant_id, courier.Parcel(url=url, json=sent, msisdn=payer, title="Transaction status"))


def _standing(transfer: SimulatedTransfer | None, asked: dict[str, str], name: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ConversationID": asked["ConversationID"],
        "OriginatorConversationID": asked["OriginatorConversationID"],
        "ReferenceData": {"ReferenceItem": {"Key": "Occasion"}},
        "ResultCode": 0 if transfer else 2032,
        "ResultDesc": "The service request is processed successfully." if transfer else "There is no such transaction.",
        "ResultType": 0,
        "TransactionID": transfer.receipt if transfer else "",
    }
    if transfer is not None:
        told = {
            "DebitPartyName": f"{transfer.payer} - {_first_name(transfer.payer)}",
            "CreditPartyName": f"{transfer.party} - {name}",
            "InitiatedTime": stamp(transfer.created_at),
            "FinalisedTime": stamp(transfer.created_at),
            "ReasonType": "Pay Bill Online",
            "TransactionStatus": "Completed",
            "Amount": f"{Decimal(transfer.amount):.2f}",
            "ReceiptNo": transfer.receipt,
        }
        result["ResultParameters"] = {"ResultParameter": [{"Key": key, "Value": it} for key, it in told.items()]}
    return {"Result": result}


def payment(
    transfer: SimulatedTransfer, number: SimulatedShortCode, *, balance: str, third_party_id: str = ""
) -> dict[str, Any]:
    """The JSON of a validation (without a balance) and of a confirmation; asked inside the tenant's scope."""
    is_till = len(transfer.party) > len("600984")
    return {
        "TransactionType": "Buy Goods" if is_till else "Pay Bill",
        "TransID": transfer.receipt,
        "TransTime": stamp(transfer.created_at),
        "TransAmount": f"{Decimal(transfer.amount):.2f}",
        "BusinessShortCode": transfer.party,
        "BillRefNumber": "" if is_till else transfer.reference,
        "InvoiceNumber": "",
        "OrgAccountBalance": balance,
        "ThirdPartyTransID": third_party_id,
        "MSISDN": _hidden(transfer.payer, number),
        "FirstName": _first_name(transfer.payer),
        "MiddleName": "",
        "LastName": "",
    }


def stamp(moment: datetime) -> str:
    return moment.astimezone(ledger.NAIROBI).strftime(STAMP)


def _hidden(msisdn: str, number: SimulatedShortCode) -> str:
    if number.is_hashed:
        return hashlib.sha256(msisdn.encode()).hexdigest()
    return f"{msisdn[:4]} ***** {msisdn[-3:]}"


def _first_name(msisdn: str) -> str:
    phone = next((phone for phone in SimulatedPhone.objects.all() if phone.msisdn == msisdn), None)
    return phone.name.split()[0].upper() if phone and phone.name.split() else "CUSTOMER"
