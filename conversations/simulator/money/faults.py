"""Payment faults that somebody planned on the phone page: taken by the next payment of that phone."""

import time
from uuid import UUID

from conversations.simulator.models import SimulatedFault, SimulatedPhone
from tenants.scope import tenant_scope

Kind = SimulatedFault.Kind
OF_REQUESTS = (Kind.SLOW_PROVIDER, Kind.PROVIDER_DOWN)
OF_CALLBACKS = (Kind.LOST_CALLBACK, Kind.DOUBLE_CALLBACK, Kind.LATE_CALLBACK)
# Slower than the client waits, so that the outcome is unknown.
SLOW_SECONDS = 10.0


def take(tenant_id: UUID, msisdn: str, kinds: tuple[Kind, ...]) -> Kind | None:
    """The oldest fault of these kinds planned for this number, used up now."""
    with tenant_scope(tenant_id):
        rows = SimulatedFault.objects.select_for_update(of=("self",), skip_locked=True).select_related("phone")
        planned = rows.filter(kind__in=kinds).order_by("created_at")
        fault = next((fault for fault in planned if is_of(fault.phone, msisdn)), None)
        if fault is None:
            return None
        fault.delete()
        return Kind(fault.kind)


def is_of(phone: SimulatedPhone, msisdn: str) -> bool:
    """Whether it is their number; a payment without one may be of anybody who hides theirs."""
    return phone.msisdn == msisdn if msisdn else phone.is_hidden


def pause() -> None:
    """The time a slow provider takes."""
    time.sleep(SLOW_SECONDS)
