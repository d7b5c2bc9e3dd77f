"""M-Pesa Express: ask a phone for its PIN, and ask what became of it."""

from datetime import timedelta
from typing import Any

from django.http import JsonResponse
from django.utils import timezone

from conversations.simulator.money import faults, journal
from conversations.simulator.money.daraja import request, wire
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedPrompt
from conversations.simulator.money.mpesa import prompts, results
from tenants.scope import tenant_scope

# Daraja answers who asks faster with "spike arrest".
QUERY_GAP = timedelta(seconds=2)
ACCEPTED = "Success. Request accepted for processing"


@wire.endpoint
def process_request(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: push a prompt."""
    asked = request.accepted(body, merchant)
    fault = faults.take(merchant.tenant_id, asked.msisdn, faults.OF_REQUESTS)
    if fault == faults.Kind.PROVIDER_DOWN:
        journal.note(merchant.tenant_id, asked.msisdn, "STK push answered 500, as planned", wire=_shown(body))
        raise wire.Refused(wire.BROKEN)
    try:
        prompt = prompts.push(merchant, asked, now=timezone.now())
    except prompts.SubscriberBusy as busy:
        raise wire.Refused(wire.SUBSCRIBER_BUSY) from busy
    told = {
        "MerchantRequestID": prompt.merchant_request_id,
        "CheckoutRequestID": prompt.checkout_request_id,
        "ResponseCode": "0",
        "ResponseDescription": ACCEPTED,
        "CustomerMessage": ACCEPTED,
    }
    journal.note(merchant.tenant_id, asked.msisdn, "STK push accepted", wire={"asked": _shown(body), "answer": told})
    if fault == faults.Kind.SLOW_PROVIDER:
        faults.pause()
    return JsonResponse(told)


@wire.endpoint
def query(merchant: Merchant, body: dict[str, Any]) -> JsonResponse:
    """POST: what became of it; while it is open, the two answers that mean "not yet" take turns."""
    request.admit(body, merchant)
    prompt = _asked(merchant, wire.text(body, "CheckoutRequestID"))
    if prompt.status == prompts.Status.OPEN and prompt.queries % 2:
        raise wire.Refused(wire.IN_PROCESS)
    code = prompt.result_code or results.PENDING
    told = {
        "ResponseCode": "0",
        "ResponseDescription": "The service request has been accepted successfully",
        "MerchantRequestID": prompt.merchant_request_id,
        "CheckoutRequestID": prompt.checkout_request_id,
        "ResultCode": code,
        "ResultDesc": results.DESCRIPTIONS[code],
    }
    journal.note(merchant.tenant_id, prompt.msisdn, f"STK query answered {code}", wire=told)
    return JsonResponse(told)


def _asked(merchant: Merchant, checkout_request_id: str) -> SimulatedPrompt:
    """The prompt, with this query counted; raises Refused."""
    now = timezone.now()
    with tenant_scope(merchant.tenant_id):
        rows = SimulatedPrompt.objects.select_for_update(of=("self",))
        prompt: SimulatedPrompt | None = rows.filter(checkout_request_id=checkout_request_id).first()
        if prompt is None:
            raise wire.invalid("CheckoutRequestID")
        if prompt.queried_at and now - prompt.queried_at < QUERY_GAP:
            raise wire.Refused(wire.SPIKE)
        prompt.queries, prompt.queried_at = prompt.queries + 1, now
        prompt.save(update_fields=["queries", "queried_at"])
    prompts.expire_due(merchant.tenant_id, prompt.msisdn, now=now)
    with tenant_scope(merchant.tenant_id):
        prompt.refresh_from_db()
    return prompt


def _shown(body: dict[str, Any]) -> dict[str, Any]:
    """The request without its password."""
    return body | {"Password": "…"}
