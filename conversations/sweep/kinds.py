"""The table of what is swept: how each kind is found, and the task that does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from django.db import Error
from django.utils import timezone

from conversations import concerns, ownership, tasks
from conversations.inbox import media
from conversations.moving import freeze
from conversations.moving import tasks as moving
from conversations.research import tasks as research
from conversations.sweep import due, glance
from tools.handoff import tasks as tickets
from tools.orders import tasks as orders
from tools.payments import tasks as payments
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
    waiting = names if is_thorough else (names - glance.WAITS) | glance.kinds(now=timezone.now(), grace=due.GRACE)
    found = [one for name in SWEPT if name in waiting for one in _found(name)]
    frozen = freeze.list_frozen() if found else set()
    return [one for one in found if one.kind == OF_THE_MOVED or one.ids[0] not in frozen]


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
