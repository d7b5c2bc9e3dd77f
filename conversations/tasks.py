"""Celery's part: wake-ups that carry ids and nothing else, and what the sweep finds when one was lost."""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from conversations import outbox, summaries, turn, twilio
from conversations.inbox import events, media
from conversations.models import Conversation
from conversations.outbox import log as provider_log
from conversations.turn import late
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
SOON = timedelta(seconds=30)
MESSAGE_SIDS = ("SM", "MM")

# Publishing happens beside the request: a slow or dead broker must not hold up a webhook's answer.
_publisher = ThreadPoolExecutor(max_workers=1, thread_name_prefix="publish")


def wake(tenant_id: UUID, conversation_id: UUID, *, delay: timedelta) -> None:
    """Have the conversation's turn run once its burst is over."""
    _publish(process_conversation, delay + AFTER_BURST, tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def wake_for_events(tenant_id: UUID, conversation_id: UUID) -> None:
    """Have an event that was just left for a conversation told there."""
    _publish(take_events, timedelta(0), tenant_id=str(tenant_id), conversation_id=str(conversation_id))


def wake_fetching(tenant_id: UUID, media_ids: Iterable[UUID]) -> None:
    """Have a message's media fetched."""
    for media_id in media_ids:
        _publish(fetch_media, timedelta(0), tenant_id=str(tenant_id), media_id=str(media_id))


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
    """Look at Twilio for what was perhaps sent."""
    if outbox.reconcile(UUID(tenant_id), UUID(conversation_id)):
        _deliver(UUID(tenant_id), UUID(conversation_id))


def _deliver(tenant_id: UUID, conversation_id: UUID) -> None:
    """Send what is due; what is due soon gets a wake-up of its own, and the sweep finds the rest."""
    due_at = outbox.deliver(tenant_id, conversation_id)
    delay = None if due_at is None else max(due_at - timezone.now(), timedelta(0))
    if delay is not None and delay < SOON:
        _publish(deliver_conversation, delay, tenant_id=str(tenant_id), conversation_id=str(conversation_id))


@shared_task
def show_typing(*, tenant_id: str, channel_id: str, provider_id: str, **_: Any) -> None:
    """Show the customer that an answer is being written; nothing is lost when it fails."""
    if not provider_id.startswith(MESSAGE_SIDS):
        return
    with tenant_scope(UUID(tenant_id)):
        channel = Channel.objects.get(pk=channel_id)
    exchanges: twilio.Exchanges = []
    try:
        twilio.show_typing(channel, inbound_id=provider_id, exchanges=exchanges)
    except (twilio.NotTaken, twilio.PerhapsTaken, twilio.Refused) as error:
        log.info("conversations.typing.failed", problem=type(error).__name__)
    with tenant_scope(channel.tenant_id):
        provider_log.keep(exchanges, channel_id=channel.id, message_id=None)


@shared_task
def fetch_media(*, tenant_id: str, media_id: str, **_: Any) -> None:
    """Fetch a picture or file that came with a message, and keep it."""
    media.fetch(UUID(tenant_id), UUID(media_id))


def _signal_typing(held: Lease, batch: Batch) -> None:
    _publish(
        show_typing,
        timedelta(0),
        tenant_id=str(held.tenant_id),
        channel_id=str(held.channel_id),
        provider_id=batch.last_provider_id,
    )


Found = list[tuple[UUID, UUID]]


@dataclass(frozen=True, slots=True)
class Due:
    """Something that waits and that nobody does: a lost wake-up, a dead worker or a dead broker left it behind."""

    kind: str
    tenant_id: UUID
    row_id: UUID

    def do(self) -> None:
        _, task, argument = SWEPT[self.kind]
        task(tenant_id=str(self.tenant_id), **{argument: str(self.row_id)})


def list_due() -> list[Due]:
    """What the sweep finds, of every tenant."""
    found = [Due(kind, *ids) for kind, (find, _, _) in SWEPT.items() for ids in find()]
    for kind, count in Counter(due.kind for due in found).items():
        log.info("conversations.sweep.found", kind=kind, count=count)
    return found


def due_conversations(*, grace: timedelta = SWEEP_GRACE) -> Found:
    """Conversations whose burst is over and that nobody answers, of every tenant, the longest waiting first."""
    now = timezone.now()
    with fleet_scope():
        rows = Conversation.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), due_at__lt=now - grace)
        return list(rows.order_by("due_at").values_list("tenant_id", "id")[:SWEEP_LIMIT])


def due_events(*, grace: timedelta = SWEEP_GRACE) -> Found:
    """Conversations for which the tools left an event that nobody took up."""
    return events.list_waiting(before=timezone.now() - grace, limit=SWEEP_LIMIT)


def due_sendings(*, grace: timedelta = SWEEP_GRACE) -> Found:
    """Conversations with a message that should have been sent, in turns between the tenants."""
    return outbox.due_sendings(before=timezone.now() - grace, limit=SWEEP_LIMIT)


def late_turns() -> Found:
    """Conversations whose customer has just been told that her answer takes longer."""
    return late.tell(now=timezone.now())


def due_looks() -> Found:
    """Conversations with a message that was perhaps sent, and is to be looked for."""
    return outbox.due_looks(before=timezone.now(), limit=SWEEP_LIMIT)


SWEPT: dict[str, tuple[Callable[[], Found], Any, str]] = {
    "events": (due_events, take_events, "conversation_id"),
    "turns": (due_conversations, process_conversation, "conversation_id"),
    "sendings": (due_sendings, deliver_conversation, "conversation_id"),
    "looks": (due_looks, reconcile_conversation, "conversation_id"),
    "late turns": (late_turns, deliver_conversation, "conversation_id"),
    "media": (media.list_due, fetch_media, "media_id"),
}


@shared_task
def draft_summaries(*, tenant_id: str, **_: Any) -> None:
    """Draft what a tenant's conversations that are over have taught; a person approves it."""
    summaries.draft_due(UUID(tenant_id), now=timezone.now())


@shared_task
def draft_all_summaries(**_: Any) -> None:
    """Have every tenant's summaries drafted."""
    for tenant_id in summaries.list_tenants(now=timezone.now()):
        draft_summaries.delay(tenant_id=str(tenant_id))


@shared_task
def heartbeat(**_: Any) -> None:
    """Tell the health page that a worker takes tasks."""
    cache.set(HEARTBEAT_KEY, time.time(), timeout=60)
