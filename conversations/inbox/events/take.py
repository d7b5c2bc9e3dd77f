"""Moves what the tools left for a conversation into its inbox.

An event is no message of the customer's: it opens no service window and waits for no burst to end. It is due at
once, or with the burst that is under way.
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

import structlog
from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils import timezone

from conversations.models import Conversation, InboundMessage
from tenants.scope import tenant_scope
from tools.models import Event

log = structlog.get_logger(__name__)


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
        hers = [event for event in waiting if conversation and event.customer_id == conversation.customer_id]
        _drop([event for event in waiting if event not in hers])
        if conversation is None or not hers:
            return 0
        return _enter(conversation, hers, now())


def _enter(conversation: Conversation, events: Sequence[Event], now: datetime) -> int:
    known = _known(conversation, events)
    new = [event for event in events if provider_id_of(event) not in known]
    InboundMessage.objects.bulk_create(_message(conversation, event, now) for event in new)
    Event.objects.filter(pk__in=[event.pk for event in events]).update(taken_at=now)
    if new:
        _expect_notice(conversation, len(new), now)
    return len(new)


def provider_id_of(event: Event) -> str:
    """One key, one line of the inbox, however long the key is."""
    return f"event-{hashlib.sha256(event.key.encode()).hexdigest()[:48]}"


def _known(conversation: Conversation, events: Sequence[Event]) -> set[str]:
    ids = [provider_id_of(event) for event in events]
    rows = InboundMessage.objects.filter(channel_id=conversation.channel_id, provider_id__in=ids)
    return set(rows.values_list("provider_id", flat=True))


def _message(conversation: Conversation, event: Event, now: datetime) -> InboundMessage:
    return InboundMessage(
        channel_id=conversation.channel_id,
        conversation=conversation,
        provider_id=provider_id_of(event),
        kind=InboundMessage.Kind.EVENT,
        body=event.name,
        payload={"name": event.name, "facts": event.facts},
        received_at=now,
    )


def _expect_notice(conversation: Conversation, count: int, now: datetime) -> None:
    """Due at once, unless a burst of hers is being waited for: then with it."""
    Conversation.objects.filter(pk=conversation.pk).update(
        updated_at=now,
        inbound_count=F("inbound_count") + count,
        waiting_since=Coalesce(F("waiting_since"), now),
        due_at=Coalesce(F("due_at"), now),
    )


def _drop(events: Sequence[Event]) -> None:
    """Whom they concern was erased: nothing of her may stay."""
    if events:
        Event.objects.filter(pk__in=[event.pk for event in events]).delete()
        log.info("conversations.event.dropped", count=len(events))
