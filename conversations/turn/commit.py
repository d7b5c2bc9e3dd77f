"""The end of a turn: state, replies, answered messages, trace and ledger in one transaction, fenced by the epoch."""

import json
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

import structlog
from django.db import connection
from django.db.models import F
from django.db.models.functions import Coalesce

from conversations import explain, outbox
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from conversations.turn.batch import Batch
from conversations.turn.lease import Lease
from journeys.graph import Outcome
from journeys.local import vocabulary
from journeys.reply import Reply, Text
from journeys.wording.phrases import say
from knowledge import unanswered
from knowledge.models import UnansweredQuestion
from tenants import conduct
from tenants.models import Tenant
from tenants.postgresql.planned import Planned
from tenants.scope import tenant_scope
from tenants.telemetry import metrics
from tools import ledger
from tools.contract import Call
from tools.exemplars import unknown_words
from tools.handoff import promise
from tools.handoff import services as tickets
from tools.orders.models import Order
from tools.payments.models import Payment

log = structlog.get_logger(__name__)
Result = Literal["committed", "superseded", "fenced"]


# Sent with the COMMIT: what a turn leaves behind without asking anything back.
CLOSE_TURN = (
    Planned("""
UPDATE conversations_inboundmessage SET status = 'answered', turn_id = %(turn)s
 WHERE tenant_id = %(tenant)s AND id = ANY(%(messages)s)
"""),
    Planned("""
UPDATE conversations_turn
   SET status = 'committed', finished_at = %(now)s, trace = %(trace)s, tokens_in = %(tokens_in)s,
       tokens_out = %(tokens_out)s, cost_usd = %(cost)s
 WHERE tenant_id = %(tenant)s AND id = %(turn)s
"""),
    # To the minute: each writing of a customer goes into all indexes of their row, and they write many a minute.
    Planned("""
UPDATE tenants_customer SET last_seen_at = %(began)s WHERE tenant_id = %(tenant)s AND id = %(customer)s
   AND (last_seen_at IS NULL OR last_seen_at < %(began)s - interval '1 minute')
"""),
)


# The fence: nothing is written unless this lease still stands. Messages that came meanwhile stay due. They are seen by
# the conversation's own counter: a subquery over the messages would be answered from an older snapshot when this had to
# wait for the row.
GO_ON = Planned("""
UPDATE conversations_conversation
   SET state = coalesce(%(state)s::jsonb, state), lease_until = NULL, updated_at = %(now)s,
       waiting_since = CASE WHEN inbound_count = %(heard)s THEN NULL ELSE %(now)s END,
       due_at = CASE WHEN inbound_count = %(heard)s THEN NULL ELSE %(now)s END
 WHERE tenant_id = %(tenant)s AND id = %(conversation)s AND lease_epoch = %(epoch)s
   AND (inbound_count = %(heard)s OR NOT %(drops)s)
""")


class _Fenced(Exception):
    """The lease is held by somebody else, or newer messages want to be thought of."""


def commit(lease: Lease, batch: Batch, outcome: Outcome, *, may_supersede: bool, now: datetime) -> Result:
    """Commit the turn; "superseded" when newer messages came and nothing was caused, "fenced" under a stale epoch."""
    drops_for_newer = may_supersede and not _has_effects(batch)
    try:
        with tenant_scope(lease.tenant_id):
            _go_on(lease, drops_for_newer=drops_for_newer, now=now, state=outcome.state.model_dump_json())
            _expect_a_person(lease, batch, now)
            _enqueue([*_said_again(lease, outcome, now), *outcome.replies], lease, batch, now)
            ledger.record(_reads(batch), batch.context.tools)
            question = unanswered.keep(outcome.unanswered, conversation_id=lease.conversation_id)
            link_ticket(batch, outcome, question=question)
            unknown_words.count(_words_unknown(batch, outcome), on=now.date())
            if outcome.rated is not None:
                tickets.rate(*outcome.rated, conversation_id=lease.conversation_id)
            if outcome.conduct != "business":
                conduct.count(lease.customer_id, outcome.conduct, now=now)
            _close_turn(lease, batch, outcome, now)
    except _Fenced:
        return "superseded" if drops_for_newer and _is_held(lease) else "fenced"
    return "committed"


def _words_unknown(batch: Batch, outcome: Outcome) -> list[str]:
    """Of a message in Swahili or Sheng; a scam's words are nobody's wish."""
    understood = outcome.state.understood
    is_local = understood.response_language in ("sw", "sheng") and not understood.is_other_language
    is_wish = understood.governor_classification in ("business", "casual")
    return vocabulary.unknown(batch.context.text) if is_local and is_wish else []


def _said_again(lease: Lease, outcome: Outcome, now: datetime) -> list[Text]:
    """What most likely never arrived, before what is answered now."""
    is_wanted = lease.has_lost and lease.is_assistants
    words = outbox.take_lost(lease.conversation_id, answers=outcome.replies, now=now) if is_wanted else []
    return [Text(text="\n\n".join([say("may_have_missed", outcome.state), *words]))] if words else []


def _enqueue(replies: list[Reply], lease: Lease, batch: Batch, now: datetime) -> None:
    outbox.enqueue(
        replies,
        channel_id=lease.channel_id,
        channel_kind=lease.channel_kind,
        conversation_id=lease.conversation_id,
        turn_id=batch.turn_id,
        owner_epoch=lease.owner_epoch,
        now=now,
    )


def _reads(batch: Batch) -> list[Call]:
    """Calls that have no row yet: an effect has written its own, together with what it caused."""
    return [call for call in batch.context.trace.tool_calls if call.effect == "read"]


def _has_effects(batch: Batch) -> bool:
    return any(call.effect != "read" for call in batch.context.trace.tool_calls)


def _expect_a_person(lease: Lease, batch: Batch, now: datetime) -> None:
    """The customer waits for a person, unless one has written since; looked for once the conversation is locked."""
    if batch.answer_by is None and batch.ticket_due_at is None:
        return
    by_person = OutboundMessage.objects.filter(author=OutboundMessage.Author.OPERATOR, queued_at__gt=batch.heard_at)
    if by_person.filter(conversation_id=lease.conversation_id).exists():
        return
    if batch.answer_by is not None:
        promised = Coalesce(F("answer_due_at"), batch.answer_by)
        Conversation.objects.filter(pk=lease.conversation_id).update(answer_due_at=promised)
    if batch.ticket_due_at is not None:
        tickets.customer_wrote(lease.conversation_id, due_at=batch.ticket_due_at, now=now)


def _go_on(lease: Lease, *, drops_for_newer: bool = False, now: datetime, state: str | None = None) -> None:
    """Give the conversation back, with its new state."""
    parameters: dict[str, Any] = {
        "tenant": lease.tenant_id, "conversation": lease.conversation_id, "epoch": lease.epoch, "heard": lease.heard,
        "drops": drops_for_newer, "state": state, "now": now,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(GO_ON, parameters)
        if not cursor.rowcount:
            raise _Fenced


def _ask_for_a_person(lease: Lease, batch: Batch, now: datetime) -> None:
    """Nobody but a person answers what was set aside."""
    tenant = Tenant.objects.get(pk=lease.tenant_id)
    understood = batch.state.understood
    tickets.open_ticket(
        conversation_id=lease.conversation_id, customer_id=lease.customer_id, reason="not_answered",
        journey="support" if understood.journey == "unknown" else understood.journey, step="turn.parked",
        summary=f"They wrote: {batch.context.text[:500]}", sources=[], expected_at=None,
        due_at=promise.due(tenant, now=now), now=now,
    )  # fmt: skip


def _is_held(lease: Lease) -> bool:
    with tenant_scope(lease.tenant_id):
        return Conversation.objects.filter(pk=lease.conversation_id, lease_epoch=lease.epoch).exists()


def _close_turn(lease: Lease, batch: Batch, outcome: Outcome, now: datetime) -> None:
    calls = [*batch.spent, *batch.context.trace.model_calls]
    parameters: dict[str, Any] = {
        "tenant": lease.tenant_id,
        "turn": batch.turn_id,
        "messages": list(batch.message_ids),
        "trace": json.dumps(explain.document(batch.context, outcome.state)),
        "tokens_in": sum(call.tokens_in for call in calls),
        "tokens_out": sum(call.tokens_out for call in calls),
        "cost": sum((call.cost_usd for call in calls), start=Decimal(0)),
        "customer": lease.customer_id,
        "began": batch.started_at,
        "now": now,
    }
    database: Any = connection
    for statement in CLOSE_TURN:
        database.write_later(statement, parameters)


def note_error(lease: Lease, batch: Batch, *, problem: str, errors: int) -> None:
    """Keep what went wrong with the turn, and how often by now; it will be tried again."""
    with tenant_scope(lease.tenant_id):
        Turn.objects.filter(pk=batch.turn_id, epoch=lease.epoch).update(problem=problem, errors=errors)


def forgive(lease: Lease) -> None:
    """Let the running turn's last try count for nothing."""
    with tenant_scope(lease.tenant_id):
        tried = Turn.objects.filter(conversation_id=lease.conversation_id, epoch=lease.epoch, attempts__gt=0)
        tried.filter(status=Turn.Status.RUNNING).update(attempts=F("attempts") - 1)


def forgive_lost(lease: Lease, batch: Batch) -> None:
    """Let a try count for nothing whose lease somebody else has by now; what they have ended stays as it is."""
    with tenant_scope(lease.tenant_id):
        tried = Turn.objects.filter(pk=batch.turn_id, status=Turn.Status.RUNNING, epoch__gte=lease.epoch)
        tried.filter(attempts__gt=0).update(attempts=F("attempts") - 1)


def park(lease: Lease, batch: Batch, *, problem: str, errors: int, now: datetime) -> None:
    """Set a batch aside that failed too often; the customer is told, a person must look, the conversation goes on."""
    with suppress(_Fenced), tenant_scope(lease.tenant_id):
        _go_on(lease, now=now)
        InboundMessage.objects.filter(pk__in=batch.message_ids).update(
            status=InboundMessage.Status.PARKED, turn_id=batch.turn_id
        )
        Turn.objects.filter(pk=batch.turn_id).update(
            status=Turn.Status.PARKED, problem=problem, errors=errors, finished_at=now
        )
        _enqueue([Text(text=say("set_aside", batch.state))] if lease.is_assistants else [], lease, batch, now)
        _ask_for_a_person(lease, batch, now)
        metrics.TURNS.labels(batch.state.understood.journey, "parked").inc()
        log.error("conversations.turn.parked", problem=problem, messages=len(batch.message_ids))


def link_ticket(batch: Batch, outcome: Outcome, *, question: UnansweredQuestion | None) -> None:
    """In the transaction that is open; nothing when the turn has opened no ticket."""
    opened = [
        call.result.ticket_id
        for call in batch.context.trace.tool_calls
        if call.tool == "handoff_create_ticket" and call.result is not None
    ]
    if not opened:
        return
    order_id = _order(batch, outcome)
    payments = Payment.objects.filter(order_id=order_id).order_by("-created_at") if order_id else Payment.objects.none()
    payment_id = payments.values_list("pk", flat=True).first()
    question_id = question.pk if question else None
    tickets.link(UUID(opened[-1]), order_id=order_id, payment_id=payment_id, question_id=question_id)


def _order(batch: Batch, outcome: Outcome) -> UUID | None:
    """The one that was talked of when the turn began or ended."""
    for purchase in (outcome.state.purchase, batch.state.purchase):
        found = Order.objects.filter(number=purchase.order_number).first() if purchase.order_number else None
        if found is not None:
            return UUID(str(found.pk))
    return None
