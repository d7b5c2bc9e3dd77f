"""Events of our own: what happened to an order or payment enters the inbox as messages do, once and in order.

An event is no message of the customer's: it opens no service window and waits for no burst to end. It is due at
once, or with the burst that is under way.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

import structlog
from django.utils import timezone

from conversations.inbox import arrival
from conversations.inbox.arrival import InboxLine
from conversations.models import Conversation, InboundMessage
from tenants.scope import fleet_scope, tenant_scope
from tools.models import Event

log = structlog.get_logger(__name__)

__all__ = ["list_waiting", "take"]


def list_waiting(*, before: datetime, limit: int) -> list[tuple[UUID, UUID]]:
    """Conversations with an event that was left before this moment, of every tenant, the longest waiting first."""
    with fleet_scope():
        rows = Event.objects.filter(taken_at=None, created_at__lt=before).order_by("created_at")
        return list(dict.fromkeys(rows.values_list("tenant_id", "conversation_id")[:limit]))


def take(tenant_id: UUID, conversation_id: UUID, *, now: Callable[[], datetime] = timezone.now) -> int:
    """Move the events that wait, in the order in which they were left; how many entered the inbox.

    The conversation is locked first, so that two takers keep the order and an erasure is either before or after;
    the time is read under the lock, for the inbox is in order of time.
    """
    with tenant_scope(tenant_id):
        conversation = Conversation.objects.select_for_update().filter(pk=conversation_id).first()
        waiting = list(
            Event.objects.filter(conversation_id=conversation_id, taken_at=None).order_by("created_at", "id")
        )
        theirs = [event for event in waiting if conversation and event.customer_id == conversation.customer_id]
        _drop([event for event in waiting if event not in theirs])
        if conversation is None or not theirs:
            return 0
        return _enter(conversation, theirs, now())


def _enter(conversation: Conversation, events: Sequence[Event], now: datetime) -> int:
    arrived = [
        arrival.of_event(
            conversation.channel_id, conversation.tenant_id, _line(event), conversation_id=conversation.pk, now=now
        )
        for event in events
    ]
    Event.objects.filter(pk__in=[event.pk for event in events]).update(taken_at=now)
    return sum(one is not None and one.is_new for one in arrived)


def provider_id_of(event: Event) -> str:
    """The event's id in the inbox: one key, one line, however long the key is."""
    return f"event-{hashlib.sha256(event.key.encode()).hexdigest()[:48]}"


def _line(event: Event) -> InboxLine:
    return InboxLine(
        provider_id=provider_id_of(event),
        kind=str(InboundMessage.Kind.EVENT),
        body=event.name,
        payload={"name": event.name, "facts": event.facts},
    )


def _drop(events: Sequence[Event]) -> None:
    """Whom they concern was erased: nothing of them may stay."""
    if events:
        Event.objects.filter(pk__in=[event.pk for event in events]).delete()
        log.info("conversations.event.dropped", count=len(events))
