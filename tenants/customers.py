"""What happens to a customer's record: first contact, being seen, and preferences with their audit trail."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from tenants.models import Customer, PreferenceChange

PREFERENCES = ("language_preference", "marketing_opt_in", "notification_prefs", "consent_flags")


def phone_of(address: str) -> str:
    """The E.164 number inside an address; empty for a business-scoped id."""
    bare = address.removeprefix("whatsapp:")
    return bare if bare.startswith("+") else ""


def get_or_create(*, address: str, name: str, now: datetime | None) -> Customer:
    """The customer behind an address, seen now; None when she has not written yet."""
    customer, _ = Customer.objects.update_or_create(
        address=address,
        defaults={"last_seen_at": now, **({"name": name} if name else {})},
        create_defaults={"last_seen_at": now, "name": name, "phone_e164": phone_of(address)},
    )
    return customer


def update_preferences(
    customer: Customer, changes: Mapping[str, Any], *, reason: str, request_id: UUID | None
) -> list[PreferenceChange]:
    """Apply what differs and write one line of the audit trail for each change."""
    trail = []
    for preference in PREFERENCES:
        before, after = getattr(customer, preference), changes.get(preference)
        if after is None or after == before:
            continue
        setattr(customer, preference, after)
        trail.append(
            PreferenceChange(
                customer=customer,
                preference=preference,
                before=before,
                after=after,
                reason=reason,
                request_id=request_id,
            )
        )
    if trail:
        customer.save(update_fields=[change.preference for change in trail])
        PreferenceChange.objects.bulk_create(trail)
    return trail
