"""A prompt's callback: believed as a hint when it fits a payment of ours, which is then asked about.

It fits when it comes on the payment's own secret address and names the checkout, the amount and the phone that we
know. A payment whose sending was never answered has no checkout yet: it takes over the one that is told, unless
another payment has it.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from tenants.scope import tenant_scope
from tools.payments.daraja import codes
from tools.payments.effects import Effect
from tools.payments.models import Payment, PaymentAccount, locked
from tools.payments.phones import is_alike
from tools.payments.wire import log as provider_log

Method, Status = Payment.Method, Payment.Status
PATH = "/hooks/stk/***/"
PAID = "0"


class Item(BaseModel):
    """One value of the callback; some come without any."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(alias="Name", max_length=60)
    value: str | int | Decimal | None = Field(None, alias="Value")


class Metadata(BaseModel):
    """What a paid prompt tells beside its result."""

    items: list[Item] = Field(alias="Item", max_length=20)


class Callback(BaseModel):
    """A prompt's result."""

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


def hear_prompt(account: PaymentAccount, payment_id: UUID, body: Mapping[str, Any], *, now: datetime) -> Effect:
    """Keep what was told; "noted" when the payment is to be asked about."""
    callback = _read(body)
    with tenant_scope(account.tenant_id):
        payment = locked(payment_id)
        if payment is not None and (payment.account_id, payment.method) != (account.pk, Method.MPESA_STK):
            payment = None
        effect = _effect(payment, callback)
        if effect == "noted" and payment is not None and callback is not None:
            _note(payment, callback, now)
        receipt = callback.receipt if callback else ""
        provider_log.keep_callback(account, PATH, body, effect=effect, payment=payment, receipt=receipt)
    return effect


def _read(body: Mapping[str, Any]) -> Callback | None:
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
    if callback.code == PAID and not is_alike(payment.phone_e164, callback.value("PhoneNumber")):
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
