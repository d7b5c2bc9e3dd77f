"""Celery's part: wake-ups that carry ids and nothing else. What a lost one leaves behind is found by the sweep."""

import time
from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from conversations import concerns, outbox, ownership, summaries, turn
from conversations.channels import registry
from conversations.inbox import events, media
from conversations.outbox import log as provider_log
from conversations.turn.batch import Batch
from conversations.turn.lease import Lease
from tenants import live, schedule
from tenants.models import Channel
from tenants.scope import tenant_scope
from tools import publisher
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

log = structlog.get_logger(__name__)
HEARTBEAT_KEY = "fleet:worker-heartbeat"
# What is due later than this, the sweep wakes; a broker's timer may be lost.
SOON = timedelta(seconds=30)


def wake(tenant_id: UUID, conversation_id: UUID) -> None:
    """Have the conversation's turn begin."""
    publisher.publish(process_conversation, tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def wake_for_desk(tenant_id: UUID, conversation_id: UUID) -> None:
    """Have a person's words sent, and what waits heard or answered, by whoever has the conversation now."""
    for task in (deliver_conversation, process_conversation):
        publisher.publish(task, timedelta(0), tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def wake_for_events(tenant_id: UUID, conversation_id: UUID) -> None:
    """Have an event that was just left for a conversation told there."""
    publisher.publish(take_events, timedelta(0), tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def wake_typing(tenant_id: UUID, channel_id: UUID, provider_id: str) -> None:
    """Have the customer's channel show that somebody writes, under the message with this id."""
    ids = {"tenant_id": str(tenant_id), "channel_id": str(channel_id)}
    publisher.publish(show_typing, timedelta(0), **ids, provider_id=provider_id)


def wake_fetching(tenant_id: UUID, media_ids: Iterable[UUID]) -> None:
    """Have a message's media fetched."""
    for media_id in media_ids:
        publisher.publish(fetch_media, timedelta(0), tenant_id=str(tenant_id), media_id=str(media_id))


@shared_task
def process_conversation(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Run the turn that is due and send its replies."""
    ids = UUID(tenant_id), UUID(conversation_id)
    if turn.run(*ids, on_start=_signal_typing):
        live.changed(*ids)
        _deliver(*ids)


@shared_task
def take_events(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Move what the tools left for a conversation into its inbox, and run the turn that tells of it."""
    if events.take(UUID(tenant_id), UUID(conversation_id)):
        process_conversation(tenant_id=tenant_id, conversation_id=conversation_id)


@shared_task
def deliver_conversation(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Send what waits in the outbox."""
    _deliver(UUID(tenant_id), UUID(conversation_id))


@shared_task
def reconcile_conversation(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Look at the provider for what was perhaps sent."""
    if outbox.reconcile(UUID(tenant_id), UUID(conversation_id)):
        _deliver(UUID(tenant_id), UUID(conversation_id))


def _deliver(tenant_id: UUID, conversation_id: UUID) -> None:
    """Send what is due; what is due soon gets a wake-up of its own, and the sweep finds the rest."""
    due_at = outbox.deliver(tenant_id, conversation_id)
    live.changed(tenant_id, conversation_id)
    delay = None if due_at is None else max(due_at - timezone.now(), timedelta(0))
    if delay is not None and delay < SOON:
        publisher.publish(deliver_conversation, delay, tenant_id=str(tenant_id), conversation_id=str(conversation_id))


@shared_task
def show_typing(*, tenant_id: str, channel_id: str, provider_id: str, **_: Any) -> None:
    """Show the customer that an answer is being written; nothing is lost when it fails."""
    with tenant_scope(UUID(tenant_id)):
        channel = Channel.objects.get(pk=channel_id)
    exchanges: Exchanges = []
    try:
        registry.of(channel.kind).show_typing(channel, provider_id, exchanges)
    except (NotSent, OutcomeUnknown, Refused) as error:
        log.info("conversations.typing.failed", problem=type(error).__name__)
    with tenant_scope(channel.tenant_id):
        provider_log.keep(exchanges, channel_id=channel.id, message_id=None)


@shared_task
def fetch_media(*, tenant_id: str, media_id: str, **_: Any) -> None:
    """Fetch a picture or file that came with a message, and keep it."""
    media.fetch(UUID(tenant_id), UUID(media_id))


def _signal_typing(held: Lease, batch: Batch) -> None:
    wake_typing(held.tenant_id, held.channel_id, batch.last_provider_id)


@shared_task
def release_left(*, tenant_id: str, **_: Any) -> None:
    """Give back to the queue what operators had who are gone."""
    ownership.release(UUID(tenant_id), now=timezone.now())


@shared_task
def call_for_payment(*, tenant_id: str, payment_id: str, **_: Any) -> None:
    """Have a person look at a payment that disagrees."""
    concerns.call_for_payment(UUID(tenant_id), UUID(payment_id), now=timezone.now())


@shared_task
def draft_summaries(*, tenant_id: str, **_: Any) -> None:
    """Draft what a tenant's conversations that are over have taught; a person approves it."""
    summaries.draft_due(UUID(tenant_id), now=timezone.now())


@shared_task
def draft_all_summaries(**_: Any) -> None:
    """Have every tenant's summaries drafted."""
    if not schedule.claim("summaries", every=timedelta(minutes=30)):
        return
    for tenant_id in summaries.list_tenants(now=timezone.now()):
        draft_summaries.delay(tenant_id=str(tenant_id))


def heartbeat_key(queue: str) -> str:
    """Under which the cache keeps when a worker last took a heartbeat from this queue."""
    return HEARTBEAT_KEY if queue == "turns" else f"{HEARTBEAT_KEY}:{queue}"


@shared_task
def heartbeat(queue: str = "turns", **_: Any) -> None:
    """Tell the health page that a worker takes this queue's tasks."""
    cache.set(heartbeat_key(queue), time.time(), timeout=60 if queue == "turns" else 600)
