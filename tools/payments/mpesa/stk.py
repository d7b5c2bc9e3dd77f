"""An STK request: Safaricom asks a phone for its M-Pesa PIN. Sent once, looked up, and reported by a callback.

A callback is believed as a hint when it fits a payment of ours, which is then asked about. It fits when it comes on the
payment's own secret address and names the checkout, the amount and the phone that we know. A payment whose sending was
never answered has no checkout yet: it takes over the one that is told, unless another payment has it.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.utils import timezone
from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from tenants.scope import tenant_scope
from tools.payments import addresses, phones, provider_log
from tools.payments.contract import AcceptedCharge, Attempt, Effect, ProviderStatus, SendRequest
from tools.payments.models import Payment, PaymentAccount, locked
from tools.payments.mpesa import client, codes
from tools.payments.mpesa.purposes import STK
from tools.providers import Exchanges, OutcomeUnknown

Method, Status = Payment.Method, Payment.Status
PUSH, QUERY = "/mpesa/stkpush/v1/processrequest", "/mpesa/stkpushquery/v1/query"
PAYBILL, TILL = "CustomerPayBillOnline", "CustomerBuyGoodsOnline"
# With these limits of Daraja's the whole text on the phone stays short enough.
MOST_REFERENCE, MOST_DESCRIPTION = 12, 13
DESCRIPTION = "Order payment"
IN_PROCESS = "being processed"
CALLBACK = "/hooks/stk/***/"
PAID = "0"


def prepare(attempt: Attempt) -> SendRequest:
    """In the attempt's transaction; what it gives asks the phone, once."""
    callback = addresses.make(attempt.account, STK, "payment-hook-stk", attempt.payment.pk)
    return partial(_request, attempt, callback)


def _request(attempt: Attempt, callback: str, exchanges: Exchanges) -> AcceptedCharge:
    return send(
        attempt.account,
        phone=phones.msisdn(attempt.payment.phone_e164),
        amount=attempt.payment.amount,
        reference=attempt.order.number,
        description=DESCRIPTION,
        callback=callback,
        now=timezone.now(),
        exchanges=exchanges,
    )


def send(
    account: PaymentAccount, *, phone: str, amount: Decimal, reference: str, description: str, callback: str,
    now: datetime, exchanges: Exchanges,
) -> AcceptedCharge:  # fmt: skip
    """Ask a phone, once; raises NotSent, Busy, Refused or OutcomeUnknown. The customer reads the reference on it."""
    is_till = account.kind == PaymentAccount.Kind.TILL
    body = {
        **client.signed(account, now),
        "TransactionType": TILL if is_till else PAYBILL,
        "Amount": str(int(amount)),
        "PartyA": phone,
        "PartyB": account.customer_number if is_till else account.short_code,
        "PhoneNumber": phone,
        "CallBackURL": callback,
        "AccountReference": reference[:MOST_REFERENCE],
        "TransactionDesc": description[:MOST_DESCRIPTION],
    }
    answer = client.taken(client.post(account, PUSH, body, exchanges))
    checkout_id = answer.body.get("CheckoutRequestID")
    if not isinstance(checkout_id, str) or not checkout_id:
        raise OutcomeUnknown("the answer names no checkout")
    return AcceptedCharge(provider_id=checkout_id[:80])


def look_up(payment: Payment, exchanges: Exchanges, now: datetime) -> ProviderStatus:
    """How an STK request stands; raises like `send`."""
    return query(payment.account, checkout_id=payment.provider_id, now=now, exchanges=exchanges)


def query(account: PaymentAccount, *, checkout_id: str, now: datetime, exchanges: Exchanges) -> ProviderStatus:
    """The same by its checkout. Safaricom tells neither receipt nor amount."""
    body = {**client.signed(account, now), "CheckoutRequestID": checkout_id}
    answer = client.post(account, QUERY, body, exchanges)
    if not answer.is_ok and IN_PROCESS in client.message_of(answer).lower():
        return ProviderStatus(state="pending", code=client.code_of(answer))
    told = client.taken(answer).body
    code = codes.name(told.get("ResultCode"))
    if not code or told.get("CheckoutRequestID", checkout_id) != checkout_id:
        raise OutcomeUnknown("the answer is not about this checkout")
    return codes.status(code, str(told.get("ResultDesc", "")))


class CallbackItem(BaseModel):
    """One value of the callback; some come without any."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(alias="Name", max_length=60)
    value: str | int | Decimal | None = Field(None, alias="Value")


class Metadata(BaseModel):
    """What a paid STK request tells beside its result."""

    items: list[CallbackItem] = Field(alias="Item", max_length=20)


class Callback(BaseModel):
    """An STK request's result."""

    checkout_id: str = Field(alias="CheckoutRequestID", min_length=1, max_length=80, pattern=r"^[\w.-]+$")
    result_code: StrictStr | StrictInt = Field(alias="ResultCode")
    metadata: Metadata | None = Field(None, alias="CallbackMetadata")

    @property
    def code(self) -> str:
        return codes.name(self.result_code)

    def value(self, name: str) -> str:
        found = next((item.value for item in (self.metadata.items if self.metadata else []) if item.name == name), None)
        return "" if found is None else str(found)

    @property
    def receipt(self) -> str:
        told = self.value("MpesaReceiptNumber")
        return told if told.isascii() and told.isalnum() and len(told) <= 40 else ""


def take_callback(account: PaymentAccount, payment_id: UUID, body: Mapping[str, Any], *, now: datetime) -> Effect:
    """Keep what was told; "noted" when the payment is to be asked about."""
    callback = _parse(body)
    with tenant_scope(account.tenant_id):
        payment = locked(payment_id)
        if payment is not None and (payment.account_id, payment.method) != (account.pk, Method.MPESA_STK):
            payment = None
        effect = _effect(payment, callback)
        if effect == "noted" and payment is not None and callback is not None:
            _note(payment, callback, now)
        receipt = callback.receipt if callback else ""
        provider_log.keep_callback(account, CALLBACK, body, effect=effect, payment=payment, receipt=receipt)
    return effect


def _parse(body: Mapping[str, Any]) -> Callback | None:
    inner = body.get("Body")
    try:
        return Callback.model_validate(inner.get("stkCallback") if isinstance(inner, dict) else None)
    except (ValidationError, ValueError):
        return None


def _effect(payment: Payment | None, callback: Callback | None) -> Effect:
    if callback is None or not callback.code:
        return "malformed"
    if payment is None:
        return "unknown_payment"
    if payment.provider_id != callback.checkout_id and not _may_take(payment, callback.checkout_id):
        return "other_checkout"
    if callback.code == PAID and not _is_amount(payment, callback.value("Amount")):
        return "other_amount"
    if callback.code == PAID and not phones.is_alike(payment.phone_e164, callback.value("PhoneNumber")):
        return "other_phone"
    if payment.status in (Status.PAID, Status.REVERSED) and callback.receipt in ("", payment.receipt):
        return "repeated"
    is_repeated = callback.code == payment.told_code and payment.status == Status.FAILED
    return "repeated" if is_repeated else "noted"


def _may_take(payment: Payment, checkout_id: str) -> bool:
    return not payment.provider_id and not Payment.objects.filter(provider_id=checkout_id).exists()


def _is_amount(payment: Payment, told: str) -> bool:
    try:
        return Decimal(told) == payment.amount
    except ArithmeticError:
        return False


def _note(payment: Payment, callback: Callback, now: datetime) -> None:
    """What was told is kept, and the provider is asked; a success is not forgotten over a failure."""
    if not payment.provider_id:
        payment.provider_id, payment.has_told_id = callback.checkout_id, True
    if payment.status == Status.CREATED or (payment.status == Status.UNKNOWN and payment.provider_id):
        payment.status = Status.PENDING
    if payment.told_code != PAID:
        payment.told_code = callback.code
        payment.told_receipt = callback.receipt if callback.code == PAID else ""
    payment.ask_at = now
    payment.save()
