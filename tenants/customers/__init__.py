"""Customers: first contact, how one person is known again however their address is written, and what they agreed to."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tenants.consent import ledger
from tenants.customers import addresses
from tenants.models import Customer, CustomerAddress, PreferenceChange

PREFERENCES = ("language_preference", "called", "told_phone")


__all__ = ["add_addresses", "adopt", "ask_erasure", "create", "get_or_create", "learn", "update_preferences"]


def get_or_create(*, address: str, name: str, now: datetime | None) -> Customer:
    """The customer behind an address, seen now; None when they have not written yet."""
    known = CustomerAddress.objects.select_related("customer").filter(key=addresses.key_of(address))
    row = known.first() or next(iter(adopt([address])), None)
    customer = row.customer if row else create([address], name=name, now=now)
    customer.name, customer.last_seen_at = name or customer.name, now
    customer.save(update_fields=["name", "last_seen_at"])
    return customer


def create(own: Sequence[str], *, name: str, now: datetime | None) -> Customer:
    """A new customer with all their addresses; answers go to the first."""
    phone = next(filter(None, map(addresses.phone_of, own)), "")
    customer = Customer.objects.create(address=own[0], phone_e164=phone, name=name, last_seen_at=now)
    add_addresses(customer, own)
    return customer


def add_addresses(customer: Customer, own: Iterable[str]) -> None:
    """Let the customer be found under these addresses too; IntegrityError when one is somebody else's.

    What somebody with such an address refused before they were erased stands again.
    """
    # In one order everywhere: two writers of the same addresses then wait for each other instead of deadlocking.
    ordered = sorted(addresses.by_key(own).items())
    CustomerAddress.objects.bulk_create(
        CustomerAddress(customer=customer, key=key, address=address) for key, address in ordered
    )
    ledger.recall(customer.pk, [key for key, _ in ordered])


def adopt(unknown: Sequence[str]) -> list[CustomerAddress]:
    """Address rows for customers who came otherwise than by a message, and so have none."""
    rows = [
        CustomerAddress(customer=customer, key=addresses.key_of(customer.address), address=customer.address)
        for customer in Customer.objects.filter(address__in=unknown).order_by("address")
    ]
    return CustomerAddress.objects.bulk_create(rows)


def learn(customer_id: UUID, known: Mapping[str, str], *, address: str, name: str) -> None:
    """Keep what a message tells of them that is not `known`: the address to answer to, their name, their number."""
    told = {"address": address, "name": name, "phone_e164": known["phone_e164"] or addresses.phone_of(address)}
    news = {field: value for field, value in told.items() if value and value != known[field]}
    if news:
        Customer.objects.filter(pk=customer_id).update(**news)


def ask_erasure(customer: Customer, at: datetime | None, *, reason: str, request_id: UUID | None) -> bool:
    """Note that their data shall go, or with None that it shall stay after all; whether that is news."""
    before = customer.erasure_asked_at
    if (before is None) is (at is None):
        return False
    customer.erasure_asked_at = at
    customer.save(update_fields=["erasure_asked_at"])
    PreferenceChange.objects.create(
        customer=customer, preference="erasure", before=before is not None, after=at is not None, reason=reason,
        request_id=request_id,
    )  # fmt: skip
    return True


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
