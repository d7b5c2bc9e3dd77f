"""Celery's part: wake-ups that carry ids and nothing else, and the sweep that makes losing one harmless."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from conversations import outbox, turn, twilio
from conversations.models import Conversation, OutboundMessage
from conversations.turn.batch import Batch
from conversations.turn.lease import Lease
from tenants.models import Channel
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
HEARTBEAT_KEY = "fleet:worker-heartbeat"
SWEEP_LIMIT = 500
# The wake-up of a message lies just after the end of its burst; the sweep looks a little later still.
AFTER_BURST = timedelta(milliseconds=30)
SWEEP_GRACE = timedelta(seconds=1)

# Publishing happens beside the request: a slow or dead broker must not hold up a webhook's answer.
_publisher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="publish")


def wake(tenant_id: UUID, conversation_id: UUID, *, delay: timedelta) -> None:
    """Have the conversation's turn run once its burst is over."""
    _publish(process_conversation, delay + AFTER_BURST, tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def _publish(task: Any, delay: timedelta, **arguments: str) -> None:
    def publish() -> None:
        try:
            task.apply_async(kwargs=arguments, countdown=delay.total_seconds() or None)
        except OperationalError:
            log.warning("conversations.wake.lost", task=task.name)

    _publisher.submit(publish)


@shared_task
def process_conversation(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Run the turn that is due and send its replies."""
    ids = UUID(tenant_id), UUID(conversation_id)
    if turn.run(*ids, on_start=_signal_typing):
        outbox.deliver(*ids)


@shared_task
def deliver_conversation(*, tenant_id: str, conversation_id: str, **_: Any) -> None:
    """Send what waits in the outbox."""
    outbox.deliver(UUID(tenant_id), UUID(conversation_id))


@shared_task
def show_typing(*, tenant_id: str, channel_id: str, provider_id: str, **_: Any) -> None:
    """Show the customer that an answer is being written; nothing is lost when it fails."""
    with tenant_scope(UUID(tenant_id)):
        channel = Channel.objects.get(pk=channel_id)
    try:
        twilio.show_typing(channel, inbound_id=provider_id)
    except (twilio.NotTaken, twilio.PerhapsTaken, twilio.Refused) as error:
        log.info("conversations.typing.failed", problem=type(error).__name__)


def _signal_typing(held: Lease, batch: Batch) -> None:
    _publish(
        show_typing,
        timedelta(0),
        tenant_id=str(held.tenant_id),
        channel_id=str(held.channel_id),
        provider_id=batch.last_provider_id,
    )


@shared_task
def sweep(**_: Any) -> None:
    """Find what a lost wake-up, a dead worker or a dead broker left behind."""
    for name, find, task in (
        ("turns", due_conversations, process_conversation),
        ("sendings", due_sendings, deliver_conversation),
    ):
        found = find()
        if found:
            log.info("conversations.sweep.found", kind=name, count=len(found))
        for tenant_id, conversation_id in found:
            _publish(task, timedelta(0), tenant_id=str(tenant_id), conversation_id=str(conversation_id))


Found = list[tuple[UUID, UUID]]
Find = Callable[[], Found]


def due_conversations(*, grace: timedelta = SWEEP_GRACE) -> Found:
    """Conversations whose burst is over and that nobody answers, of every tenant, the longest waiting first."""
    now = timezone.now()
    with fleet_scope():
        rows = Conversation.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), due_at__lt=now - grace)
        return list(rows.order_by("due_at").values_list("tenant_id", "id")[:SWEEP_LIMIT])


def due_sendings(*, grace: timedelta = SWEEP_GRACE) -> Found:
    """Conversations with a message that should have been sent, of every tenant."""
    waiting = (OutboundMessage.Status.QUEUED, OutboundMessage.Status.SENDING)
    with fleet_scope():
        rows = OutboundMessage.objects.filter(status__in=waiting, due_at__lt=timezone.now() - grace)
        return list(rows.order_by("due_at").values_list("tenant_id", "conversation_id")[:SWEEP_LIMIT])


@shared_task
def heartbeat(**_: Any) -> None:
    """Tell the health page that a worker takes tasks."""
    cache.set(HEARTBEAT_KEY, time.time(), timeout=60)
