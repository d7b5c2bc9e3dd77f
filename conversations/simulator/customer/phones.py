"""The phones in front of a demo channel: three to begin with, more as they are added."""

import secrets

from conversations.simulator.models import SimulatedPhone
from tenants.models import Channel
from tenants.scope import tenant_scope

FIRST = (
    ("Asha Wanjiku", "whatsapp:+254700100101"),
    ("Brian Otieno", "whatsapp:+254700100102"),
    ("Zawadi, no number", "whatsapp:KE.4566546130240823"),
)


def list_of(channel: Channel) -> list[SimulatedPhone]:
    """The channel's phones, oldest first; the first three are made when there is none."""
    with tenant_scope(channel.tenant_id):
        rows = SimulatedPhone.objects.filter(channel=channel).order_by("created_at", "id")
        if not rows:
            fresh = [SimulatedPhone(channel=channel, name=name, address=address) for name, address in FIRST]
            SimulatedPhone.objects.bulk_create(fresh, ignore_conflicts=True)
        return list(rows.all())


def add(channel: Channel, *, name: str, address: str) -> SimulatedPhone:
    """A phone of that address, or of a new Kenyan number when none is given."""
    with tenant_scope(channel.tenant_id):
        phone, _ = SimulatedPhone.objects.get_or_create(
            channel=channel, address=address or new_address(), defaults={"name": name}
        )
    return phone


def new_address() -> str:
    return f"whatsapp:+2547001{secrets.randbelow(90_000) + 10_000}"
