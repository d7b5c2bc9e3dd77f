"""Follows a provider's status callbacks: late, repeated and in any order, a message's status only climbs.

The one way back is from a failure that will pass (WhatsApp was busy or broken): the message is queued again, three
times at most, and what is still told of the failed try counts no more, unless it arrived after all.
"""

import random
import time
from datetime import datetime
from typing import Any

import structlog
from django.db.models import Q
from django.utils import timezone

from conversations import concerns
from conversations.channels import registry
from conversations.channels.outcomes import StatusReport
from conversations.models import OutboundMessage
from conversations.outbox import backoff, problems
from conversations.outbox import log as provider_log
from conversations.outbox.backoff import Chance, Now
from tenants import live
from tenants.models import Channel
from tenants.scope import tenant_scope
from tenants.telemetry import metrics

log = structlog.get_logger(__name__)
Status = OutboundMessage.Status

# A callback may only lift a message to a later status; FAILED is final once WhatsApp has not delivered it.
MAY_FOLLOW = {
    Status.SENT: (Status.QUEUED, Status.SENDING, Status.UNKNOWN),
    Status.DELIVERED: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT),
    Status.READ: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT, Status.DELIVERED),
    Status.FAILED: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT),
}
MEANING = {"delivered": Status.DELIVERED, "read": Status.READ} | dict.fromkeys(
    ("failed", "undelivered", "canceled"), Status.FAILED
)
ARRIVED = (Status.DELIVERED, Status.READ)
# WhatsApp's own failures pass in minutes or not at all.
MAX_SENT_AGAIN = 3


def advance(channel: Channel, told: StatusReport, *, now: Now = timezone.now, chance: Chance = random.uniform) -> None:
    """Follow a status callback; one that is late, repeated or about a message of nobody changes nothing."""
    started = time.perf_counter()
    mine = Q(pk=told.own_id) if told.own_id else Q(provider_id=told.provider_id)
    with tenant_scope(channel.tenant_id):
        # Callbacks of one message come side by side and out of order: each compares with what stands.
        message = OutboundMessage.objects.select_for_update().filter(mine, channel=channel).first()
        if message is not None:
            message.channel = channel
        is_news = message is not None and climb(message, told, now=now(), chance=chance)
        if is_news and MEANING.get(told.status) in ARRIVED:
            problems.clear(channel)
        milliseconds = round((time.perf_counter() - started) * 1000, 1)
        provider_log.keep_callback(
            channel, _logged(told), message_id=message.pk if message else None, milliseconds=milliseconds
        )
    if is_news and message is not None:
        live.changed(channel.tenant_id, message.conversation_id)
        metrics.MESSAGES_OUT.labels(channel.kind, str(message.status)).inc()
    log.info("conversations.status.received", status=told.status, code=told.error_code, is_news=is_news)


def _logged(told: StatusReport) -> dict[str, str]:
    """What the provider log shows of it."""
    own = {"MessageSid": told.provider_id, "MessageStatus": told.status}
    failure = {"ErrorCode": told.error_code, "ErrorMessage": told.error_message}
    return dict(told.fields) or own | {name: value for name, value in failure.items() if value}


def climb(message: OutboundMessage, told: StatusReport, *, now: datetime, chance: Chance) -> bool:
    """Take over what is told of a locked row, in the transaction that is open; whether it was news."""
    status = MEANING.get(told.status, Status.SENT)
    if message.status not in MAY_FOLLOW[status] or _is_about_another_try(message, told, status):
        return False
    news: dict[str, Any] = {"provider_status": told.status, "provider_id": told.provider_id, "look_at": None}
    if status == Status.FAILED:
        news |= _failed(message, told, now=now, chance=chance)
    else:
        news |= {"status": status, "sent_at": message.sent_at or now, "error_code": "", "reason": ""}
    for name, value in news.items():
        setattr(message, name, value)
    message.save(update_fields=list(news))
    return True


def _is_about_another_try(message: OutboundMessage, told: StatusReport, status: Status) -> bool:
    if told.provider_id in message.spent_ids:
        return status not in ARRIVED
    is_other = message.provider_id not in ("", told.provider_id)
    return status == Status.FAILED and message.is_ambiguous and is_other


def _failed(message: OutboundMessage, told: StatusReport, *, now: datetime, chance: Chance) -> dict[str, Any]:
    """Failed for good, with its consequences; or queued again when the failure will pass."""
    problem = registry.of(message.channel.kind).problem_of(told.error_code, told.error_message)
    why = {"error_code": problem.code[:12], "reason": problem.sentence[:300]}
    times = len(message.spent_ids)
    if problem.kind == "retry" and times < MAX_SENT_AGAIN:
        after = backoff.delay(times + 1, chance=chance, first=backoff.FIRST_AFTER_DELIVERY_FAILED)
        state = why | backoff.again(message, problem.sentence, after=after, now=now)
        if state["status"] == Status.QUEUED:
            return state | {"provider_id": "", "spent_ids": [*message.spent_ids, told.provider_id]}
        return state
    problems.follow(problem, message)
    if problem.kind != "opted_out":
        concerns.untold(message, problem.sentence, now=now)
    return why | {"status": Status.FAILED}
