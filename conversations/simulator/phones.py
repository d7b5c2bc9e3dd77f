"""The phones in front of a demo channel: the tenant's first customers, and more as they are added."""

import secrets

from conversations.simulator.models import SimulatedPhone
from tenants.models import Channel, Customer
from tenants.scope import tenant_scope

# As many as fit beside each other on the page.
FIRST = 5


def list_of(channel: Channel) -> list[SimulatedPhone]:
    """The channel's phones, oldest first; when there is none, its first customers get theirs."""
    with tenant_scope(channel.tenant_id):
        rows = SimulatedPhone.objects.filter(channel=channel).order_by("created_at", "id")
        if not rows.exists():
            people = Customer.objects.order_by("created_at", "id")[:FIRST]
            fresh = [SimulatedPhone(channel=channel, name=str(who), address=who.address) for who in people]
            SimulatedPhone.objects.bulk_create(fresh or [_stranger(channel)], ignore_conflicts=True)
        return list(rows.all())


def _stranger(channel: Channel) -> SimulatedPhone:
    return SimulatedPhone(channel=channel, name="First customer", address=new_address())


def add(channel: Channel, *, name: str, address: str) -> SimulatedPhone:
    """The phone of that address, with this name when it is new."""
    with tenant_scope(channel.tenant_id):
        phone: SimulatedPhone = SimulatedPhone.objects.get_or_create(
            channel=channel, address=address, defaults={"name": name}
        )[0]
    return phone


def new_address() -> str:
    """A Kenyan number nobody here has yet."""
    return f"whatsapp:+2547001{secrets.randbelow(90_000) + 10_000}"
