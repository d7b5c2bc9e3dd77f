"""The right to run a conversation's next turn: one holder at a time, fenced by an epoch."""

import json
import threading
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from conversations.heartbeat import HOLD
from conversations.models import Conversation
from conversations.owner import Owner
from tenants.postgresql.planned import Planned
from tenants.scope import tenant_scope
from tools.contract import Effect, Stopped

# Prolonged while its holder lives, so that a dead one's is taken over soon.
DURATION = HOLD


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A claimed conversation and what a turn needs of it."""

    tenant_id: UUID
    conversation_id: UUID
    channel_id: UUID
    channel_kind: str
    customer_id: UUID
    epoch: int
    heard: int
    last_inbound_at: datetime | None
    waiting_since: datetime | None
    state: dict[str, Any]
    owner: str
    owner_epoch: int
    has_lost: bool
    """Whether replies most likely never arrived, and have not been said again."""
    has_ticket: bool
    """Whether a person is asked for, and hears of what the customer writes."""
    lost: threading.Event = field(default_factory=threading.Event, compare=False)
    """Set as soon as it is noticed that somebody else holds it."""

    @property
    def is_assistants(self) -> bool:
        """Whether the assistant speaks; otherwise a person does, and the turn only listens."""
        return self.owner == Owner.ASSISTANT


# Plan: sub-selects of the row that is updated: the channel by its key, lost replies by outbound_unknown, tickets by
# tickets_of_conversation. EXISTS ends at the first.
# What whoever holds the lease then knows, named as a Lease has it.
HELD = """
RETURNING channel_id,
       (SELECT kind FROM tenants_channel c
         WHERE c.tenant_id = conversations_conversation.tenant_id AND c.id = conversations_conversation.channel_id)
       AS channel_kind,
       customer_id, lease_epoch AS epoch, inbound_count AS heard, last_inbound_at, waiting_since, state::text, owner,
       owner_epoch,
       EXISTS (SELECT FROM conversations_outboundmessage m
                WHERE m.tenant_id = conversations_conversation.tenant_id
                  AND m.conversation_id = conversations_conversation.id
                  AND m.status = 'unknown' AND m.look_at IS NULL AND NOT m.is_repeated) AS has_lost,
       EXISTS (SELECT FROM handoff_handoffticket t
                WHERE t.tenant_id = conversations_conversation.tenant_id
                  AND t.conversation_id = conversations_conversation.id AND t.status <> 'resolved') AS has_ticket
"""
# By so much the clocks of two machines may differ: what one has just made due is due for the other.
SKEW = timedelta(milliseconds=100)
# One statement, so that two workers who claim at once cannot both succeed.
CLAIM = Planned(
    """
UPDATE conversations_conversation
   SET lease_epoch = lease_epoch + 1, lease_until = %(until)s
 WHERE tenant_id = %(tenant)s AND id = %(conversation)s
   AND due_at <= %(latest)s
   AND (lease_until IS NULL OR lease_until < %(now)s)
"""
    + HELD
)
RENEW = Planned(
    """
UPDATE conversations_conversation
   SET lease_until = %(until)s
 WHERE tenant_id = %(tenant)s AND id = %(conversation)s AND lease_epoch = %(epoch)s
"""
    + HELD
)

# Plan: the row by its key. A worker sends it every two seconds for each of its turns.
PROLONG = Planned("""
UPDATE conversations_conversation
   SET lease_until = %(until)s
 WHERE tenant_id = %(tenant)s AND id = %(conversation)s AND lease_epoch = %(epoch)s AND lease_until IS NOT NULL
RETURNING true
""")


def claim(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> Lease | None:
    """The lease, when something is due and nobody else holds it."""
    return _take(CLAIM, tenant_id, conversation_id, until=now + DURATION, now=now, latest=now + SKEW)


def renew(lease: Lease, *, now: datetime) -> Lease | None:
    """The same lease, prolonged, with what has been heard by now; None when it was lost."""
    renewed = _take(RENEW, lease.tenant_id, lease.conversation_id, until=now + DURATION, epoch=lease.epoch)
    return replace(renewed, lost=lease.lost) if renewed else None


def _take(statement: str, tenant_id: UUID, conversation_id: UUID, **parameters: Any) -> Lease | None:
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute(statement, {"tenant": tenant_id, "conversation": conversation_id, **parameters})
        row = cursor.fetchone()
        names = [column.name for column in cursor.description]
    if row is None:
        return None
    found = dict(zip(names, row, strict=True))
    found["state"] = json.loads(found["state"])
    return Lease(tenant_id=tenant_id, conversation_id=conversation_id, **found)


def prolong(lease: Lease, *, now: datetime) -> None:
    """Hold it for longer, unless somebody else does."""
    parameters: dict[str, Any] = {
        "tenant": lease.tenant_id, "conversation": lease.conversation_id, "epoch": lease.epoch, "until": now + DURATION,
    }  # fmt: skip
    with tenant_scope(lease.tenant_id, has_one_statement=True), connection.cursor() as cursor:
        cursor.execute(PROLONG, parameters)
        if cursor.fetchone():
            return
    with tenant_scope(lease.tenant_id, has_one_statement=True):
        row = Conversation.objects.filter(pk=lease.conversation_id)
        if row.exclude(lease_epoch=lease.epoch).exists():
            lease.lost.set()


def has_newer(lease: Lease) -> bool:
    """Whether something has come since it was taken, or last renewed."""
    with tenant_scope(lease.tenant_id, has_one_statement=True):
        return _mine(lease).exclude(inbound_count=lease.heard).exists()


def stand(lease: Lease, effect: Effect) -> None:
    """Raise Stopped when somebody else holds it by now: asked before each call of a tool.

    Before an effect the database is asked, in the effect's own transaction, and keeps everybody from taking the
    conversation until that is committed. A read harms nobody: for it is enough what the heartbeat has noticed.
    """
    if not lease.lost.is_set() and effect != "read":
        mine = _mine(lease).select_for_update(no_key=True)
        if mine.values_list("pk").first() is None:
            lease.lost.set()
    if lease.lost.is_set():
        raise Stopped


def release(lease: Lease, *, due_at: datetime) -> None:
    """Give it back with its messages unanswered, to be tried again at `due_at`."""
    with tenant_scope(lease.tenant_id):
        _mine(lease).update(lease_until=None, due_at=due_at)


def release_idle(lease: Lease) -> None:
    """Give it back when no message waits: nothing is due, unless one came meanwhile."""
    with tenant_scope(lease.tenant_id):
        if not _mine(lease).filter(inbound_count=lease.heard).update(lease_until=None, waiting_since=None, due_at=None):
            _mine(lease).update(lease_until=None)


def _mine(lease: Lease) -> QuerySet[Conversation]:
    return Conversation.objects.filter(pk=lease.conversation_id, lease_epoch=lease.epoch)
