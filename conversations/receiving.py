"""Takes in a message, whatever channel it came by: stored, shown at once to who has it open, and its turn woken."""

import time

import structlog
from django.utils import timezone

from conversations import inbox, tasks
from conversations.channels.base import Inbound
from conversations.inbox import Recorded
from tenants import live
from tenants.models import Channel
from tenants.telemetry import metrics, spans

log = structlog.get_logger(__name__)


def receive(channel: Channel, message: Inbound, *, started: float) -> Recorded | None:
    """Record a message and wake its conversation: where it was put; None when it is already there. `started` is when it
    was first seen.
    """
    recorded = inbox.record(channel, message, now=timezone.now())
    tell(channel, message, recorded, started=started)
    return recorded


def tell(channel: Channel, message: Inbound, recorded: Recorded | None, *, started: float) -> None:
    """Show a message that was recorded to who has it open, and wake its conversation; count and log any."""
    if recorded is not None:
        live.changed(recorded.tenant_id, recorded.conversation_id)
        tasks.wake(recorded.tenant_id, recorded.conversation_id)
        tasks.wake_fetching(recorded.tenant_id, recorded.media_ids)
        spans.arrived(
            "webhook", recorded.message_id, seconds=time.perf_counter() - started, tenant_id=recorded.tenant_id,
            conversation_id=recorded.conversation_id, message_id=recorded.message_id, kind=str(message.kind),
        )  # fmt: skip
    outcome = "duplicate" if recorded is None else "recorded"
    metrics.MESSAGES_IN.labels(channel.kind, message.kind, outcome).inc()
    log.info("conversations.message.received", kind=message.kind, is_duplicate=recorded is None)
