"""The table of what is swept: how each kind is found, the task that does it, and a glance that says which may wait."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import Error, connection
from django.utils import timezone

from conversations import concerns, ownership, tasks
from conversations.inbox import media
from conversations.moving import freeze
from conversations.moving import tasks as moving
from conversations.research import tasks as research
from conversations.sweep import due
from conversations.turn.late import DEADLINE
from tenants.scope import fleet_scope
from tools.handoff import tasks as tickets
from tools.orders import tasks as orders
from tools.orders.services.record import OPEN
from tools.payments import tasks as payments
from tools.payments.mpesa.pull import EVERY
from tools.webhooks import tasks as webhooks

log = structlog.get_logger(__name__)
Ids = tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class SweptKind:
    """`find` gives the ids that `task` takes under these names."""

    find: Callable[[], Sequence[Ids]]
    task: Any
    names: tuple[str, ...]


CONVERSATION = ("tenant_id", "conversation_id")
# Only what a customer would wait for. Whatever may be late by a night is asked for by the beat.
SWEPT = {
    "events": SweptKind(due.events, tasks.take_events, CONVERSATION),
    "turns": SweptKind(due.conversations, tasks.process_conversation, CONVERSATION),
    "sendings": SweptKind(due.sendings, tasks.deliver_conversation, CONVERSATION),
    "looks": SweptKind(due.looks, tasks.reconcile_conversation, CONVERSATION),
    "late turns": SweptKind(due.late_turns, tasks.deliver_conversation, CONVERSATION),
    "away": SweptKind(due.away, tasks.deliver_conversation, CONVERSATION),
    "left": SweptKind(ownership.list_left, tasks.release_left, ("tenant_id",)),
    "payments to look at": SweptKind(concerns.list_payments, tasks.call_for_payment, ("tenant_id", "payment_id")),
    "snoozed": SweptKind(due.snoozed, tickets.wake_snoozed, ("tenant_id",)),
    "media": SweptKind(media.list_due, tasks.fetch_media, ("tenant_id", "media_id")),
    "payments": SweptKind(due.payments, payments.ask, ("tenant_id", "payment_id")),
    "transactions": SweptKind(due.transactions, payments.ask_transaction, ("tenant_id", "incoming_id")),
    "lists": SweptKind(due.lists, payments.pull, ("tenant_id", "account_id")),
    "research": SweptKind(research.list_left, research.take_step, ("tenant_id", "run_id")),
    "webhooks": SweptKind(due.webhooks, webhooks.deliver, ("tenant_id", "delivery_id")),
    "orders": SweptKind(due.orders, orders.expire, ("tenant_id",)),
    "held": SweptKind(moving.list_due, moving.send_on, ("tenant_id",)),
}
# Not a frozen tenant's work, but what comes for one that has gone.
OF_THE_MOVED = "held"
# Plan: EXISTS ends at the first row of an index that has only rows that wait (conversation_due, outbound_due, …_to_ask,
# …), so that asking costs seventeen looks into small indexes, however much has been done. The payments' account is a
# row a tenant.
WAITS: Final = {
    "events": "tools_event WHERE taken_at IS NULL AND created_at < %(before)s",
    "turns": "conversations_conversation WHERE due_at < %(before)s",
    "sendings": "conversations_outboundmessage WHERE status IN ('queued', 'sending') AND due_at < %(before)s",
    "looks": "conversations_outboundmessage WHERE look_at < %(now)s",
    "late turns": "conversations_turn WHERE status = 'running' AND started_at < %(late)s",
    "away": """conversations_conversation
               WHERE answer_due_at < %(now)s AND NOT is_away_told AND NOT owner = 'assistant'""",
    "left": """(SELECT FROM conversations_conversation WHERE owner = 'operator' UNION ALL
                SELECT FROM handoff_handoffticket WHERE assignee_id IS NOT NULL AND NOT status = 'resolved') AS held""",
    "payments to look at": """payments_payment p WHERE NOT problem = '' AND NOT EXISTS (
                SELECT FROM handoff_handoffticket t WHERE t.tenant_id = p.tenant_id AND t.payment_id = p.id)""",
    "snoozed": "handoff_handoffticket WHERE snoozed_until <= %(now)s",
    "media": "conversations_inboundmedia WHERE status = 'pending' AND due_at < %(now)s",
    "payments": "payments_payment WHERE ask_at <= %(now)s",
    "transactions": "payments_incomingpayment WHERE ask_at <= %(now)s",
    "lists": """payments_paymentaccount
                WHERE pull_registered_at IS NOT NULL AND (pulled_at IS NULL OR pulled_at <= %(pull)s)""",
    "research": "research_researchrun WHERE due_at < %(before)s",
    "webhooks": "webhooks_webhookdelivery WHERE status = 'waiting' AND due_at < %(before)s",
    "orders": """orders_order WHERE status = ANY(%(open)s)
                 AND (reserved_until <= %(now)s OR (expires_at <= %(now)s AND paid_total = 0))""",
    "held": "moving_heldrequest WHERE due_at <= %(now)s",
}
_ONE: Final = "SELECT '{kind}' WHERE EXISTS (SELECT FROM {waits})"
_ALL: Final = "\nUNION ALL ".join(_ONE.format(kind=kind, waits=waits) for kind, waits in WAITS.items())


@dataclass(frozen=True, slots=True)
class Due:
    """Something that waits: a lost wake-up, a dead worker or a dead broker left it behind, or its time has come."""

    kind: str
    ids: Ids

    def do(self) -> None:
        kind = SWEPT[self.kind]
        kind.task(**dict(zip(kind.names, map(str, self.ids), strict=True)))


def list_due(*, is_thorough: bool = True) -> list[Due]:
    """What the sweep finds, of every tenant; raises django.db.Error while the database is away.

    Unless it is thorough, one glance says of which kinds something may wait, and of those that it knows only these are
    looked for.
    """
    names = SWEPT.keys()
    waiting = names if is_thorough else (names - WAITS) | glance(now=timezone.now(), grace=due.GRACE)
    found = [one for name in SWEPT if name in waiting for one in _found(name)]
    frozen = freeze.list_frozen() if found else set()
    return [one for one in found if one.kind == OF_THE_MOVED or one.ids[0] not in frozen]


def glance(*, now: datetime, grace: timedelta) -> set[str]:
    """The kinds of which something may wait, in every tenant; most often none.

    Each line of WAITS is as wide as what its kind then looks for, or wider: too much costs a statement. What a line
    misses, the thorough look finds, which asks every kind whatever this one says.
    """
    moments = {"now": now, "before": now - grace, "late": now - DEADLINE, "pull": now - EVERY}
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(_ALL, {**moments, "open": [str(status) for status in OPEN]})
        return {kind for (kind,) in cursor.fetchall()}


def _found(name: str) -> list[Due]:
    """A kind that cannot be looked for hides no other."""
    try:
        found = [Due(name, ids) for ids in SWEPT[name].find()]
    except Error:
        raise
    except Exception:
        log.exception("conversations.sweep.failed", kind=name)
        return []
    if found:
        log.info("conversations.sweep.found", kind=name, count=len(found))
    return found
