"""A message's row while it is being sent: claimed, given back, settled; each step one short transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from django.db import connection
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from conversations import concerns
from conversations.channels import registry
from conversations.heartbeat import HOLD
from conversations.models import OutboundMessage
from conversations.outbox import door, problems
from conversations.outbox import log as provider_log
from conversations.outbox.queue import is_withdrawable, withdraw
from tenants.postgresql.compiled import compiled
from tenants.postgresql.planned import Planned
from tenants.scope import tenant_scope
from tenants.telemetry import metrics
from tools.providers.exchange import Exchange

log = structlog.get_logger(__name__)
Status = OutboundMessage.Status

# Prolonged while a provider is waited for: a row that is SENDING for longer belongs to a dead worker, and holds up what
# comes after it. Should the worker live after all, its answer still counts.
SENDING_LIMIT = HOLD
# By then Twilio lists what it took.
FIRST_LOOK = timedelta(seconds=30)

# WhatsApp frowns on many messages to one person at once: three together, and one a second on the average. Told by
# the third last of them: it must lie three seconds back.
BURST, SPACING = 3, timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Pause:
    """The customer has just got a burst: this long, then on."""

    seconds: float


# Plan: outbound_in_order, to the first that waits.
WAITS = Planned("""
SELECT EXISTS (SELECT FROM conversations_outboundmessage
                WHERE tenant_id = %s AND conversation_id = %s AND status IN ('queued', 'sending'))
""")


def is_more(tenant_id: UUID, conversation_id: UUID) -> bool:
    """Whether it is worth claiming again: most turns send one message."""
    with tenant_scope(tenant_id, has_one_statement=True), connection.cursor() as cursor:
        cursor.execute(WAITS, [tenant_id, conversation_id])
        return bool(cursor.fetchone()[0])


def claim_next(
    tenant_id: UUID, conversation_id: UUID, *, is_spaced: bool, now: datetime
) -> OutboundMessage | Pause | datetime | None:
    """The next message, now SENDING; or how long to pause; or when it is due; None when none waits or one is sent."""
    with tenant_scope(tenant_id):
        for row in _waiting(conversation_id, since=now - BURST * SPACING):
            message: OutboundMessage = row
            if message.status == Status.SENDING:
                if message.due_at > now:
                    return None
                _abandon(message, now)
                continue
            if is_withdrawable(message) and message.owner_epoch != message.conversation.owner_epoch:
                withdraw(conversation_id)
                break
            if message.due_at > now:
                return message.due_at
            third_last: datetime | None = row.third_last_at
            is_spaced = is_spaced or not registry.of(message.channel.kind).can.spaces_messages
            if third_last is not None and not is_spaced:
                return Pause(min(third_last + BURST * SPACING - now, BURST * SPACING).total_seconds())
            _take(message, now)
            return message
        else:
            return None
    return claim_next(tenant_id, conversation_id, is_spaced=is_spaced, now=now)


@compiled
def _waiting(conversation_id: UUID, since: datetime) -> QuerySet[Any]:
    """The first two: replies before bulk, each in the order in which they were queued."""
    recent = OutboundMessage.objects.filter(conversation_id=conversation_id, tried_at__gt=since)
    # Two workers that claim at once would send it twice; the second waits, and then sees it SENDING.
    return (
        OutboundMessage.objects.select_for_update(of=("self",))
        .select_related("channel", "conversation__customer")
        .annotate(third_last_at=Subquery(recent.order_by("-tried_at").values("tried_at")[BURST - 1 : BURST]))
        .annotate(**door.with_consents())
        .filter(conversation_id=conversation_id, status__in=(Status.QUEUED, Status.SENDING))
        .order_by("priority", "queued_at", "turn_id", "position")[:2]
    )


TAKE = Planned("""
UPDATE conversations_outboundmessage
   SET status = %(status)s, attempts = %(attempts)s, due_at = %(due_at)s, tried_at = %(tried_at)s,
       first_tried_at = %(first_tried_at)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
""")


def _take(message: OutboundMessage, now: datetime) -> None:
    message.status, message.attempts = Status.SENDING, message.attempts + 1
    message.due_at, message.tried_at = now + SENDING_LIMIT, now
    message.first_tried_at = message.first_tried_at or now
    database: Any = connection
    database.write_later(TAKE, vars(message))


def _abandon(message: OutboundMessage, now: datetime) -> None:
    """Its worker died, and perhaps had sent it."""
    changes = unknown("the process that sent it died", look_at=(message.tried_at or now) + FIRST_LOOK)
    OutboundMessage.objects.filter(pk=message.pk).update(**changes)
    log.warning("conversations.message.abandoned", attempts=message.attempts)


def unknown(why: str, *, look_at: datetime) -> dict[str, Any]:
    """The columns of a row to whose sending no answer came."""
    return {"status": Status.UNKNOWN, "look_at": look_at, "looks": 0, "reason": f"Perhaps sent: {why}."[:300]}


def prolong(message: OutboundMessage, *, now: datetime) -> None:
    """Go on holding this message, for its sending takes longer."""
    with tenant_scope(message.tenant_id):
        _mine(message).filter(status=Status.SENDING).update(due_at=now + SENDING_LIMIT)


def postpone(message: OutboundMessage, *, until: datetime) -> datetime:
    """Give a claimed message back, unsent."""
    first_tried_at = message.first_tried_at if message.attempts > 1 else None
    with tenant_scope(message.tenant_id):
        _mine(message).filter(status=Status.SENDING).update(
            status=Status.QUEUED,
            attempts=message.attempts - 1,
            due_at=until,
            tried_at=None,
            first_tried_at=first_tried_at,
        )
    return until


def settle(message: OutboundMessage, changes: dict[str, Any], exchanges: Sequence[Exchange] = ()) -> None:
    """Write what became of a sending, with its log; a callback that was faster keeps its later status."""
    is_taken, code = "provider_id" in changes, changes.get("error_code", "")
    problem = registry.of(message.channel.kind).problem_of(code, "")
    log.info("conversations.message." + changes["status"], attempts=message.attempts, code=code or None)
    expected = (Status.SENDING, Status.UNKNOWN) if is_taken else (Status.SENDING,)
    with tenant_scope(message.tenant_id):
        is_noted = bool(_mine(message).filter(status__in=expected).update(**changes))
        if not is_noted and not OutboundMessage.objects.filter(pk=message.pk).exists():
            return  # its customer was erased meanwhile, and nothing of them may come back
        if not is_noted and is_taken:
            own = {name: changes[name] for name in ("provider_id", "sent_at")}
            _mine(message).exclude(spent_ids__contains=[changes["provider_id"]]).update(**own)
        if is_noted:
            metrics.MESSAGES_OUT.labels(message.channel.kind, str(changes["status"])).inc()
        if is_noted and changes["status"] == Status.FAILED and problem.kind != "opted_out":
            concerns.untold(message, changes.get("reason", ""), now=timezone.now())
        if code and changes["status"] != Status.REFUSED:
            problems.follow(problem, message)
        provider_log.keep(exchanges, channel_id=message.channel_id, message_id=message.pk)


def _mine(message: OutboundMessage) -> QuerySet[OutboundMessage]:
    """The row, as long as nobody has tried it again since."""
    return OutboundMessage.objects.filter(pk=message.pk, attempts=message.attempts)
