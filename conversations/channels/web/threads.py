"""A thread: one visitor's talk, opened by an id that nobody guesses and that is not kept; its digest is the address."""

import hashlib
from dataclasses import dataclass
from uuid import UUID, uuid4

from conversations.models import Conversation
from tenants.customers.addresses import key_of
from tenants.models import Channel
from tenants.scope import tenant_scope


class ThreadUnknown(LookupError):
    """This business has no such thread: it was never begun, or its visitor was erased."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Who has its id may read it and write in it, and in no other."""

    id: UUID
    channel: Channel
    conversation_id: UUID | None

    @property
    def address(self) -> str:
        return address_of(self.id)


def address_of(thread_id: UUID) -> str:
    """Where its customer is known; the id itself cannot be made of it."""
    return f"web:{hashlib.sha256(thread_id.bytes).hexdigest()[:40]}"


def begin(channel: Channel) -> Thread:
    """A new one, stored with its first message."""
    return Thread(uuid4(), channel, None)


def find(channel: Channel, thread_id: UUID) -> Thread:
    """The thread on this very channel; raises ThreadUnknown."""
    key = key_of(address_of(thread_id))
    with tenant_scope(channel.tenant_id):
        rows = Conversation.objects.filter(channel=channel, customer__addresses__key=key)
        conversation_id = rows.values_list("pk", flat=True).first()
    if conversation_id is None:
        raise ThreadUnknown
    return Thread(thread_id, channel, conversation_id)
