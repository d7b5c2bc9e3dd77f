"""What a blocklist says of one customer and their words, and how somebody is put on it or taken off."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from tenants.blocklist.entry import BlockEntry
from tenants.customers.addresses import key_of
from tenants.models import CustomerAddress
from tenants.scope import tenant_scope

# Each message is held against all of them; a list beyond this is cut rather than slowing every turn.
MOST: Final = 1_000


class Blocked(NamedTuple):
    """What a message is held to: whether its sender is blocked, and the words that none may have."""

    sender: BlockEntry | None
    words: Sequence[BlockEntry]


def of(tenant_id: UUID, customer_id: UUID) -> Blocked:
    with tenant_scope(tenant_id):
        entries = list(BlockEntry.objects.order_by("id")[:MOST])
        senders = [one for one in entries if one.kind == BlockEntry.Kind.SENDER]
        return Blocked(_first(senders, customer_id), [one for one in entries if one.kind == BlockEntry.Kind.WORDS])


def entry_of(customer_id: UUID) -> BlockEntry | None:
    """The entry by which this customer is blocked, or None; in the tenant's open scope."""
    senders = BlockEntry.objects.filter(kind=BlockEntry.Kind.SENDER).select_related("added_by")
    return _first(list(senders.order_by("id")[:MOST]), customer_id)


def add_sender(address: str, *, note: str, user_id: UUID) -> BlockEntry:
    """Block who writes from this address; the entry that is there already stays as it is."""
    entry = BlockEntry(kind=BlockEntry.Kind.SENDER, pattern=address, note=note[:200], added_by_id=user_id)
    entry.clean()
    known = BlockEntry.objects.filter(kind=entry.kind, pattern=entry.pattern).first()
    if known is None:
        entry.save()
    return known or entry


def take_off(customer_id: UUID) -> bool:
    """Let this customer be answered again; False where they are blocked together with others, which an admin ends."""
    entry = entry_of(customer_id)
    if entry is None or entry.is_of_many:
        return entry is None
    entry.delete()
    return True


def _first(senders: Sequence[BlockEntry], customer_id: UUID) -> BlockEntry | None:
    if not senders:
        return None
    keys = list(CustomerAddress.objects.filter(customer_id=customer_id).values_list("key", flat=True))
    return next((one for one in senders if _is_of(one, keys)), None)


def _is_of(entry: BlockEntry, keys: Sequence[str]) -> bool:
    if entry.is_of_many:
        return any(key.startswith(entry.beginning) for key in keys)
    return key_of(entry.address) in keys
