"""Whose message it is: one person's addresses lead to one customer and one conversation, two people never to one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.db.models import OuterRef, Subquery

from conversations.models import Conversation
from tenants import customers
from tenants.customers import addresses
from tenants.models import Channel, Customer, CustomerAddress

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Sender:
    """A message's customer and conversation."""

    customer: Customer
    conversation_id: UUID


def find_or_begin(channel: Channel, own: Sequence[str], *, name: str, now: datetime) -> Sender:
    """By all the addresses that a message bears, the sender's first; one statement when they are known.

    An unknown address joins the customer whom another one leads to. When two lead to two customers, they may be two
    people: nothing is joined, and the sender's own address decides.
    """
    by_key = addresses.by_key(own)
    known = _known(channel, by_key)
    unknown = {key: address for key, address in by_key.items() if key not in known}
    if unknown:
        known |= {row.key: row for row in customers.adopt(list(unknown.values()))}
        unknown = {key: address for key, address in unknown.items() if key not in known}
    row: Any = next((known[key] for key in by_key if key in known), None)
    if row is None:
        customer = customers.create(own, name=name, now=now)
        return Sender(customer, _begin(channel, customer))
    if any(other.customer_id != row.customer_id for other in known.values()):
        log.warning("conversations.sender.ambiguous", customers=sorted({str(it.customer_id) for it in known.values()}))
    if unknown:
        customers.add_addresses(row.customer, unknown.values())
    return Sender(row.customer, getattr(row, "conversation_id", None) or _begin(channel, row.customer))


def _known(channel: Channel, by_key: Mapping[str, str]) -> dict[str, CustomerAddress]:
    """The rows of these addresses, each with its customer and their conversation on the channel."""
    here = Conversation.objects.filter(channel=channel, customer_id=OuterRef("customer_id")).values("id")
    rows = CustomerAddress.objects.filter(key__in=by_key).select_related("customer")
    return {row.key: row for row in rows.annotate(conversation_id=Subquery(here[:1]))}


def _begin(channel: Channel, customer: Customer) -> UUID:
    """A customer who is new may be new on this channel only."""
    conversation, _ = Conversation.objects.get_or_create(channel=channel, customer=customer)
    return conversation.id
