"""PesaPal's orders, held to its rules: submitted, asked for, cancelled, given back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError
from django.http import JsonResponse

from conversations.simulator.money import courier, faults, journal
from conversations.simulator.money.addresses import is_web_address
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedCheckout, SimulatedIpn
from conversations.simulator.money.pesapal import settle, wire
from tenants.scope import tenant_scope

REFERENCE = re.compile(r"[A-Za-z0-9\-_.:]{1,50}")

CURRENCY = re.compile(r"[A-Z]{3}")

# PesaPal's.
MAX_DESCRIPTION = 100

# Above whatever the demo sells; PesaPal's own limit depends on the merchant.
MAX_AMOUNT = Decimal(1_000_000)

PAGE = "/simulator/pesapal/pesapaliframe/PesapalIframe3/Index/"

# So that a person sees it pending first.
REFUND_SECONDS = 3.0

CODES = {"pending": 0, "invalid": 0, "completed": 1, "failed": 2, "reversed": 3}

Status = SimulatedCheckout.Status


@wire.endpoint("POST")
def submit(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """POST: an order, and the address of the page on which it is paid."""
    order = accepted(told)
    fault = faults.take(merchant.tenant_id, order.msisdn, faults.OF_REQUESTS)
    if fault == faults.Kind.PROVIDER_DOWN:
        journal.note(merchant.tenant_id, order.msisdn, "PesaPal answered 500, as planned", wire=told)
        raise wire.Refused("internal_server_error", "Something went wrong", status=500)
    checkout = _kept(merchant, order)
    answer = {
        "order_tracking_id": str(checkout.id),
        "merchant_reference": checkout.merchant_reference,
        "redirect_url": f"{settings.TULIA.base_url}{PAGE}?OrderTrackingId={checkout.id}",
        **wire.OK,
    }
    journal.note(merchant.tenant_id, order.msisdn, "Card order accepted", wire={"asked": told, "answer": answer})
    if fault == faults.Kind.SLOW_PROVIDER:
        faults.pause()
    return JsonResponse(answer)


def amount(told: Mapping[str, Any], field: str = "amount") -> Decimal | None:
    """A positive number with at most two decimals; PesaPal takes numbers, and numbers as text."""
    value = told.get(field)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,2})?", str(value).strip()):
        return None
    return Decimal(str(value).strip())


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


def _kept(merchant: Merchant, order: Order) -> SimulatedCheckout:
    try:
        with tenant_scope(merchant.tenant_id):
            ipn = SimulatedIpn.objects.filter(pk=order.notification_id).first()
            if ipn is None:
                raise wire.Refused("invalid_ipn_id", "The notification id is not registered")
            checkout: SimulatedCheckout = SimulatedCheckout.objects.create(
                ipn=ipn, merchant_reference=order.reference, currency=order.currency, amount=order.amount,
                description=order.description, callback_url=order.callback_url,
                cancellation_url=order.cancellation_url, billing=order.billing, msisdn=order.msisdn,
            )  # fmt: skip
    except IntegrityError as error:
        raise wire.Refused("duplicate_merchant_reference", "This id was used before") from error
    return checkout


@wire.endpoint("GET")
def status(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """GET ?orderTrackingId=…; while it is unpaid, the two answers that mean "not yet" take turns."""
    checkout = _found(merchant, told, "orderTrackingId", "OrderTrackingId")
    with tenant_scope(merchant.tenant_id):
        checkout.queries += 1
        checkout.save(update_fields=["queries"])
    is_pending = checkout.status == Status.PENDING
    answer = _as_json(checkout)
    journal.note(merchant.tenant_id, checkout.msisdn, f"Card status answered {checkout.status}", wire=answer)
    return JsonResponse(answer, status=500 if is_pending and checkout.queries % 2 == 0 else 200)


def _as_json(checkout: SimulatedCheckout) -> dict[str, Any]:
    is_pending = checkout.status == Status.PENDING
    word = "INVALID" if is_pending else checkout.status.upper()
    code, message = ("payment_details_not_found", "Pending Payment") if is_pending else (None, None)
    return {
        "payment_method": checkout.method,
        "amount": float(checkout.amount),
        "created_date": checkout.created_at.isoformat(),
        "confirmation_code": checkout.confirmation_code,
        "order_tracking_id": str(checkout.id),
        "payment_status_description": word.title() if checkout.status == Status.COMPLETED else word,
        "description": checkout.description,
        "message": message or "Request processed successfully",
        "payment_account": checkout.account,
        "call_back_url": checkout.callback_url,
        "status_code": CODES[checkout.status],
        "merchant_reference": checkout.merchant_reference,
        "payment_status_code": checkout.reason,
        "currency": checkout.currency,
        "error": {"error_type": "api_error" if code else None, "code": code, "message": message, "call_back_url": None},
        "status": "500" if is_pending else "200",
    }


@wire.endpoint("POST")
def cancel(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """POST order_tracking_id: once, and only what is not paid."""
    checkout = _found(merchant, told, "order_tracking_id")
    if not settle.cancel_by_merchant(checkout):
        raise wire.Refused("cancellation_failed", "The order cannot be cancelled")
    return JsonResponse({"status": "200", "message": "Order successfully cancelled."})


@wire.endpoint("POST")
def refund(merchant: Merchant, told: dict[str, Any]) -> JsonResponse:
    """POST confirmation_code, amount, username, remarks: once, of what was paid; it is settled later."""
    asked = amount(told)
    if not asked or not wire.text(told, "username") or not wire.text(told, "remarks"):
        raise wire.Refused("invalid_refund_request", "amount, username and remarks are required")
    checkout = settle.ask_refund(merchant.tenant_id, wire.text(told, "confirmation_code"), asked)
    if checkout is None:
        raise wire.Refused("refund_rejected", "Refund request rejected")
    courier.begin(settle.give_back, merchant.tenant_id, checkout.id, after=REFUND_SECONDS)
    return JsonResponse({"status": "200", "message": "Refund request successfully"})


def _found(merchant: Merchant, told: dict[str, Any], *fields: str) -> SimulatedCheckout:
    ids = [found for field in fields if (found := wire.identifier(told, field))]
    with tenant_scope(merchant.tenant_id):
        checkout = SimulatedCheckout.objects.filter(pk__in=ids).first()
    if checkout is None:
        raise wire.Refused("invalid_order_tracking_id", "There is no such order")
    return checkout


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
