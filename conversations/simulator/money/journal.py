"""Notes of what happened around a customer's money, as the phone page tells them: without the merchant's secrets."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from conversations.simulator.money.models import SimulatedMoneyEvent
from tenants.scope import tenant_scope

# As wide as its column.
MAX_TEXT = 400
# Who pays reads these notes, and must not learn where money is reported.
SECRET_PART = re.compile(r"(/hooks/\w+/)[^\s\"]+")
Kind = SimulatedMoneyEvent.Kind


def note(tenant_id: UUID, msisdn: str, text: str, *, wire: Mapping[str, Any] | None = None) -> None:
    """A step: a request that came, an answer given, a callback carried."""
    _keep(tenant_id, msisdn, Kind.STEP, text, wire)


def sms(tenant_id: UUID, msisdn: str, text: str) -> None:
    """What their provider writes to the customer."""
    _keep(tenant_id, msisdn, Kind.SMS, text, None)


def _keep(tenant_id: UUID, msisdn: str, kind: Kind, text: str, wire: Mapping[str, Any] | None) -> None:
    with tenant_scope(tenant_id):
        kept = None if wire is None else _shown(dict(wire))
        SimulatedMoneyEvent.objects.create(msisdn=msisdn[:15], kind=kind, text=text[:MAX_TEXT], wire=kept)


def _shown(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _shown(it) for name, it in told.items()}
    if isinstance(told, list):
        return [_shown(it) for it in told]
    return SECRET_PART.sub(r"\1…", told) if isinstance(told, str) else told
