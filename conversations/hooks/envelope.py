"""What all hooks share: who calls, the account that the secret address names, and a body read with care.

Whatever comes to an address that exists is acknowledged as the provider wants it, so that nobody learns from the
answer what we believe; whether anything follows is decided, and recorded, in the payments room.
"""

import json
import math
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, UnreadablePostError
from django.utils import timezone

from tenants.client_address import is_in, shown_address
from tenants.scope import tenant_scope
from tenants.telemetry import metrics
from tools.payments import callback_tokens
from tools.payments.callback_tokens import Purpose
from tools.payments.models import CallbackToken, PaymentAccount
from tools.payments.wire import redact

log = structlog.get_logger(__name__)
MAX_BYTES, MAX_BRACKETS = 16 * 1024, 200
UNREADABLE = (BadRequest, SuspiciousOperation, UnreadablePostError, ValueError, RecursionError)


KNOWN_TO_OTHERS = (
    "Somebody who is not Safaricom knows one of our addresses: a report came from {address}. Make new addresses; if it "
    "was Safaricom after all, add that address to TULIA_SAFARICOM_ADDRESSES."
)


def find_account(request: HttpRequest, token: str, purpose: CallbackToken.Purpose) -> PaymentAccount:
    """The account, if this address was given out for this purpose and the caller may use it; raises Http404."""
    account = callback_tokens.find_account(token, purpose, now=timezone.now()) if "\x00" not in token else None
    if account is None:
        metrics.WEBHOOK_REFUSALS.labels(purpose, "404", "unknown_account").inc()
        log.warning("hooks.request.refused", reason="unknown_account")
        raise Http404
    structlog.contextvars.bind_contextvars(tenant_id=str(account.tenant_id))
    if purpose != Purpose.CARD:  # PesaPal says itself that its addresses change
        _refuse_strangers(request, account)
    return account


def _refuse_strangers(request: HttpRequest, account: PaymentAccount) -> None:
    """Only Safaricom's own addresses report what M-Pesa did, wherever the network shows who calls."""
    networks, address = settings.TULIA.safaricom_networks, shown_address(request)
    if networks is None or address is None or is_in(address, networks):
        return
    log.warning("hooks.request.refused", reason="not_safaricom", address=str(address))
    with tenant_scope(account.tenant_id):
        untroubled = PaymentAccount.objects.filter(pk=account.pk, problem="")
        untroubled.update(problem=KNOWN_TO_OTHERS.format(address=address))
    raise Http404


def body_of(request: HttpRequest) -> dict[str, Any]:
    """The JSON object that was sent; empty when it is none, or larger or deeper than any real one."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        raw = request.body if length <= MAX_BYTES else b""
        if len(raw) > MAX_BYTES or raw.count(b"{") + raw.count(b"[") > MAX_BRACKETS:
            return {}
        told = json.loads(raw)
    except UNREADABLE:
        return {}
    return storable(told) if isinstance(told, dict) else {}


def storable(told: Any) -> Any:
    """The same without what PostgreSQL cannot hold, which Python's JSON reads all the same."""
    if isinstance(told, dict):
        return {redact.storable(name): storable(it) for name, it in told.items()}
    if isinstance(told, list):
        return [storable(it) for it in told]
    if isinstance(told, float) and not math.isfinite(told):
        return str(told)
    return redact.storable(told) if isinstance(told, str) else told
