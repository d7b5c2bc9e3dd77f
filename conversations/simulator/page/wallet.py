"""The money side of a phone: the prompt on its screen, and what happened lately."""

from datetime import datetime
from typing import Any

from conversations.simulator.models import SimulatedMoneyEvent, SimulatedPhone
from conversations.simulator.money.mpesa import prompts
from tenants.scope import tenant_scope

MAX_EVENTS = 40


def since(phone: SimulatedPhone, after: datetime | None, *, now: datetime) -> dict[str, Any]:
    """The open prompt, and events after the moment, oldest first; what is told twice has the same id."""
    prompt = prompts.find_open(phone.tenant_id, phone.msisdn, now=now)
    numbers = [phone.msisdn, ""] if phone.is_hidden else [phone.msisdn]
    with tenant_scope(phone.tenant_id):
        rows = SimulatedMoneyEvent.objects.filter(msisdn__in=numbers)
        fresh = rows.filter(created_at__gt=after) if after else rows
        found = list(fresh.order_by("-created_at", "-id")[:MAX_EVENTS])
    shown = None
    if prompt is not None:
        left = max(0, round((prompt.expires_at - now).total_seconds()))
        shown = {"id": prompt.checkout_request_id, "text": prompt.text, "seconds": left}
    return {"prompt": shown, "events": [_event(event) for event in reversed(found)]}


def _event(event: SimulatedMoneyEvent) -> dict[str, Any]:
    return {
        "id": event.id.hex,
        "kind": event.kind,
        "text": event.text,
        "at": event.created_at.isoformat(),
        "wire": event.wire,
    }
