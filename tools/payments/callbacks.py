"""What all callbacks share: the account that the secret address names, and a body read with care.

Whatever comes to an address that exists is acknowledged as the provider wants it, so that nobody learns from the
answer what we believe; whether anything follows is decided, and recorded, apart from HTTP.
"""

import json
import math
from typing import Any

import structlog
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, UnreadablePostError
from django.utils import timezone

from tenants.telemetry import metrics
from tools.payments import addresses
from tools.payments.contract import CallbackPurpose
from tools.payments.models import PaymentAccount
from tools.providers import redact

log = structlog.get_logger(__name__)
# Callbacks have a kilobyte or two; deeper brackets than any of theirs would make a parser recurse.
MAX_BYTES, MAX_BRACKETS = 16 * 1024, 200
UNREADABLE = (BadRequest, SuspiciousOperation, UnreadablePostError, ValueError, RecursionError)


def find_account(request: HttpRequest, token: str, purpose: CallbackPurpose) -> PaymentAccount:
    """The account, if this address was given out for this purpose; raises Http404."""
    account = addresses.find_account(token, purpose, now=timezone.now()) if "\x00" not in token else None
    if account is None:
        metrics.WEBHOOK_REFUSALS.labels(purpose.name, "404", "unknown_account").inc()
        log.warning("payments.callback.refused", reason="unknown_account")
        raise Http404
    structlog.contextvars.bind_contextvars(tenant_id=str(account.tenant_id))
    return account


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
    """The JSON without what PostgreSQL cannot hold, which Python's JSON reads all the same."""
    if isinstance(told, dict):
        return {redact.storable(name): storable(it) for name, it in told.items()}
    if isinstance(told, list):
        return [storable(it) for it in told]
    if isinstance(told, float) and not math.isfinite(told):
        return str(told)
    return redact.storable(told) if isinstance(told, str) else told
