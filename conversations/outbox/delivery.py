"""Sends what is due in a conversation, in order, and never blindly twice.

    claim ──▶ pace ──▶ ask      ──▶ settle          one message in flight in a conversation, over all workers
      │         └──▶ postponed                      the channel's rate is spent for now: a little later
      └──▶ waits for the customer's own rate, or ends: nothing is due

A message is claimed before it is sent, in a transaction of its own: who dies in between leaves a row that says
so, and `outbox.reconcile` finds out. No connection to the database is held while a provider is asked or time passes.
"""

import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection
from django.utils import timezone

from conversations.channels import registry
from conversations.channels.outcomes import Accepted
from conversations.heartbeat import HEARTBEAT
from conversations.models import InboundMessage, OutboundMessage
from conversations.outbox import backoff, claim, door
from conversations.outbox.backoff import Chance, Now
from conversations.outbox.claim import Pause, settle
from tenants.postgresql.planned import Planned
from tenants.scope import tenant_scope
from tenants.telemetry import spans
from tenants.tenancy import new_id
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

AHEAD = {OutboundMessage.Priority.REPLY: timedelta(seconds=0.5), OutboundMessage.Priority.BULK: timedelta(seconds=0.1)}

# One row, by its unique index. Without a free moment near enough nothing is updated, and nothing comes back.
RESERVE = Planned("""
INSERT INTO conversations_channelpace AS pace (id, tenant_id, channel_id, created_at, free_at)
VALUES (%(id)s, %(tenant)s, %(channel)s, clock_timestamp(), clock_timestamp() + %(step)s)
ON CONFLICT (tenant_id, channel_id) DO UPDATE
   SET free_at = greatest(pace.free_at, clock_timestamp()) + %(step)s
 WHERE pace.free_at <= clock_timestamp() + %(ahead)s
RETURNING free_at - %(step)s - clock_timestamp()
""")

Status = OutboundMessage.Status
Wait = Callable[[float], None]

# WhatsApp's service window.
WINDOW = timedelta(hours=24)
# Half of what it has waited already, but no reply waits ten seconds for the pace.
LONGEST_POSTPONEMENT = timedelta(seconds=10)


def deliver(
    tenant_id: UUID,
    conversation_id: UUID,
    *,
    now: Now = timezone.now,
    wait: Wait = time.sleep,
    chance: Chance = random.uniform,
) -> datetime | None:
    """Send what is due, one after another, up to the first that must wait; when that one is due, None for no other."""
    is_spaced = False
    while True:
        found = claim.claim_next(tenant_id, conversation_id, is_spaced=is_spaced, now=now())
        if isinstance(found, Pause):
            wait(found.seconds)
            is_spaced = True
            continue
        if not isinstance(found, OutboundMessage):
            return found
        is_spaced = False
        with HEARTBEAT.keep(partial(_prolong, found, now)), _span(found):
            until = _carry(found, now=now, wait=wait, chance=chance)
        if until is not None or not claim.is_more(tenant_id, conversation_id):
            return until


def _prolong(message: OutboundMessage, now: Now) -> None:
    claim.prolong(message, now=now())


def _span(message: OutboundMessage) -> AbstractContextManager[None]:
    """In the trace of the message that it answers; of its own, when it answers none."""
    if not spans.is_on():
        return spans.OFF
    first = message.id
    if message.turn_id is not None:
        with tenant_scope(message.tenant_id):
            heard = InboundMessage.objects.filter(conversation_id=message.conversation_id, turn_id=message.turn_id)
            first = heard.order_by("received_at", "id").values_list("id", flat=True).first() or first
    return spans.of_messages(
        "send", [first], tenant_id=message.tenant_id, conversation_id=message.conversation_id,
        message_id=message.id, attempts=message.attempts,
    )  # fmt: skip


def _carry(message: OutboundMessage, *, now: Now, wait: Wait, chance: Chance) -> datetime | None:
    """Send a claimed message; when it is due again, if it could not be sent now."""
    exchanges: Exchanges = []
    changes = door.refused(message) or _unsendable(message, now())
    if changes is None:
        pause = reserve(message)
        if pause is None:
            return claim.postpone(message, until=now() + _postponement(message, now(), chance))
        if pause:
            wait(pause)
        changes = _ask(message, exchanges, now=now, chance=chance)
    spans.note(outcome=str(changes["status"]))
    settle(message, changes, exchanges)
    return changes["due_at"] if changes["status"] == Status.QUEUED else None


def _unsendable(message: OutboundMessage, now: datetime) -> dict[str, Any] | None:
    """Why it cannot be sent at all: the channel's service window is closed."""
    if message.reply.get("kind") == "template" or is_window_open(message, now):
        return None
    return _failed(message, registry.of(message.channel.kind).can.window_closed)


def is_window_open(message: OutboundMessage, now: datetime) -> bool:
    """Whether the channel takes free words now."""
    return registry.of(message.channel.kind).can.takes_words(heard_at=message.conversation.last_inbound_at, now=now)


def _postponement(message: OutboundMessage, now: datetime, chance: Chance) -> timedelta:
    """The longer it has waited, the longer is the queue, and the less it helps to ask often."""
    age = max(now - message.queued_at, timedelta(seconds=1))
    return min(age / 2, LONGEST_POSTPONEMENT) * chance(0.5, 1.5)


def _ask(message: OutboundMessage, exchanges: Exchanges, *, now: Now, chance: Chance) -> dict[str, Any]:
    """Ask the provider to take it; what that makes of the row."""
    kind = registry.of(message.channel.kind)
    after = backoff.delay(message.attempts, chance=chance)
    try:
        accepted = kind.send(message, exchanges, is_window_open=is_window_open(message, now()))
    except NotSent as error:
        return backoff.again(message, f"{error}.", after=after, now=now())
    except OutcomeUnknown as error:
        return claim.unknown(str(error), look_at=now() + claim.FIRST_LOOK)
    except Refused as error:
        problem = kind.problem_of(error.code, error.message)
        if problem.kind == "retry":
            return backoff.again(message, problem.sentence, after=after, now=now()) | {"error_code": error.code[:12]}
        return _failed(message, error.code, error.message)
    return _sent(accepted, now())


def _sent(accepted: Accepted, now: datetime) -> dict[str, Any]:
    return {
        "status": Status.SENT,
        "provider_id": accepted.provider_id,
        "provider_status": accepted.status[:20],
        "sent_at": now,
        "look_at": None,
        "error_code": "",
        "reason": "",
    }


def _failed(message: OutboundMessage, code: str, words: str = "") -> dict[str, Any]:
    problem = registry.of(message.channel.kind).problem_of(code, words)
    return {"status": Status.FAILED, "error_code": problem.code[:12], "reason": problem.sentence[:300]}


def reserve(message: OutboundMessage) -> float | None:
    """Take the channel's next free moment: in how many seconds it is; None when that is too far away."""
    parameters = {
        "id": new_id(),
        "tenant": message.tenant_id,
        "channel": message.channel_id,
        "step": timedelta(seconds=1) / message.channel.messages_per_second,
        "ahead": AHEAD[OutboundMessage.Priority(message.priority)],
    }
    database: Any = connection
    with tenant_scope(message.tenant_id, has_one_statement=True), connection.cursor() as cursor:
        database.send_with_next("SET LOCAL synchronous_commit TO OFF")
        cursor.execute(RESERVE, parameters)
        row = cursor.fetchone()
    return None if row is None else max(0.0, row[0].total_seconds())
