"""What a turn begins with: the messages that wait, the state, and the turn's row, whose id its tool calls bear."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connection, models
from django.db.models import Q, QuerySet

from conversations.channels import registry as channels
from conversations.models import InboundMessage, Turn
from conversations.turn import event_facts, loops, on_demand
from conversations.turn.burst import LULL
from conversations.turn.event_facts import EventFacts
from conversations.turn.lease import Lease, stand
from journeys import llm, registry, state
from journeys.context import Incoming, ModelCall, Trace, TurnContext
from journeys.state import ConversationState, spoken_of
from tenants import conduct
from tenants.models import Customer, Tenant
from tenants.names import OtherNames
from tenants.postgresql.compiled import compiled
from tenants.postgresql.planned import Planned
from tenants.scope import tenant_scope
from tenants.tenancy import new_id
from tools.catalog.selectors import own_words
from tools.context.profiles import with_consents
from tools.contract import ToolContext
from tools.handoff import promise
from tools.research import selectors as research

log = structlog.get_logger(__name__)
# The tenant's limit is in messages a minute.
RATE_WINDOW = timedelta(minutes=1)
# A tap or a picture is whole: no burst is waited for.
NONE = timedelta(0)
# A turn reads so much of a burst, whose messages are kept whole: work of any kind on a text is bounded by it.
MOST_READ = 4_000
# A word, a number or STOP is read wherever it stands.
SHORT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """One turn's material."""

    turn_id: UUID
    attempts: int
    errors: int
    message_ids: tuple[UUID, ...]
    last_provider_id: str
    heard_at: datetime
    state: ConversationState
    context: TurnContext
    started_at: datetime
    settled_at: datetime
    """When it may be acted on, if nothing newer comes."""
    patience: timedelta
    """For how long a customer is heard out who goes on writing."""
    spent: tuple[ModelCall, ...] = ()
    """What models were paid for before, in tries of this turn that newer messages superseded."""
    answer_by: datetime | None = None
    """When a person's answer is promised for, if one has to answer these."""
    ticket_due_at: datetime | None = None
    """By when somebody should answer, if a ticket waits for a person."""

    @property
    def deaths(self) -> int:
        """Earlier tries that ended neither by an error of their own nor by an outage: their worker died."""
        return self.attempts - 1 - self.errors


# A turn that died under an older epoch is taken up again under its own id, so that its effects are not caused twice.
# The row of the conversation is locked first (by its key): while somebody else commits a newer lease, this waits, and
# then finds no such epoch, so that whoever has lost the lease opens no turn. The running turn is found by
# one_running_turn.
OPEN_TURN = Planned("""
WITH held AS (
    SELECT FROM conversations_conversation
     WHERE tenant_id = %(tenant)s AND id = %(conversation)s AND lease_epoch = %(epoch)s
       FOR NO KEY UPDATE
)
INSERT INTO conversations_turn
       (id, tenant_id, conversation_id, status, attempts, errors, epoch, started_at, created_at,
        trace, tokens_in, tokens_out, cost_usd, problem)
SELECT %(id)s, %(tenant)s, %(conversation)s, 'running', 1, 0, %(epoch)s, %(now)s, %(now)s, '{}', 0, 0, 0, ''
  FROM held
ON CONFLICT (tenant_id, conversation_id) WHERE status = 'running'
DO UPDATE SET epoch = excluded.epoch,
              attempts = conversations_turn.attempts
                       + CASE WHEN conversations_turn.epoch < excluded.epoch THEN 1 ELSE 0 END
RETURNING id, attempts, errors
""")


def take(lease: Lease, *, now: datetime) -> Batch | None:
    """All messages that wait, as one batch; None when there are none, or when the lease was lost.

    While a person has the conversation, events of our own wait until the assistant may tell of them.
    """
    with tenant_scope(lease.tenant_id):
        recent = _recent(lease.conversation_id, since=now - loops.WINDOW)
        pending = [message for message in recent if _is_waiting(message, lease)]
        repeated = loops.set_aside(recent) if pending else set()
        waiting = [message for message in pending if message.id not in repeated]
        if not waiting:
            return None
        profile = next(iter(_profiles(lease.customer_id)), None)
        tenant = profile.tenant if profile else Tenant.objects.get(pk=lease.tenant_id)
        events = event_facts.of(waiting, tenant, now=now)
        opened = _open_turn(lease, now)
        if opened is None:
            return None
        turn_id, attempts, errors = opened
        before = _state(lease, turn_id, trace := Trace())
        own = own_words(spoken_of(before, [message.body for message in waiting if not message.tapped_id]))
    patience = _patience(lease, tenant)
    context = _context(lease, tenant, profile, turn_id, waiting, events, _count_of_minute(recent, now), trace, now)
    return Batch(
        turn_id=turn_id,
        attempts=attempts,
        errors=errors,
        message_ids=tuple(message.id for message in waiting),
        last_provider_id=_last_of_hers(waiting).provider_id,
        heard_at=_last_of_hers(waiting).received_at,
        state=before,
        context=replace(on_demand.in_reach(context, profile), own_words=own),
        started_at=now,
        settled_at=_last_of_hers(waiting).received_at + (min(LULL, patience) if _are_words(waiting) else NONE),
        patience=patience,
        answer_by=None if lease.is_assistants else promise.made(tenant, now=now),
        ticket_due_at=promise.due(tenant, now=now) if lease.has_ticket and _are_words(waiting) else None,
    )


@compiled
def _recent(conversation_id: UUID, since: datetime) -> "QuerySet[InboundMessage]":
    """What waits, and what lately came, in order."""
    is_wanted = Q(status=InboundMessage.Status.PENDING) | Q(received_at__gt=since)
    of_conversation = InboundMessage.objects.filter(is_wanted, conversation_id=conversation_id)
    return of_conversation.defer("payload").order_by("received_at", "id")


@compiled
def _profiles(customer_id: UUID) -> QuerySet[Any]:
    """The customer with their business; none when they were erased."""
    customers = with_consents().select_related("tenant").filter(pk=customer_id)
    rows: QuerySet[Any] = customers.annotate(**on_demand.has_any())
    return rows


def _patience(lease: Lease, tenant: Tenant) -> timedelta:
    """Where people write in bursts, as long as the tenant allows; who is only listened to waits for nothing."""
    waits = lease.is_assistants and channels.of(lease.channel_kind).can.answers_bursts
    return timedelta(milliseconds=tenant.debounce_milliseconds) if waits else NONE


def _are_words(waiting: Sequence[InboundMessage]) -> bool:
    return any(message.kind != InboundMessage.Kind.EVENT for message in waiting)


def _is_waiting(message: InboundMessage, lease: Lease) -> bool:
    is_told = lease.is_assistants or message.kind != InboundMessage.Kind.EVENT
    return message.status == InboundMessage.Status.PENDING and is_told


def _count_of_minute(recent: Sequence[InboundMessage], now: datetime) -> int:
    return sum(
        message.status == InboundMessage.Status.PENDING or message.received_at > now - RATE_WINDOW
        for message in recent
        if message.kind != InboundMessage.Kind.EVENT
    )


def _last_of_hers(waiting: Sequence[InboundMessage]) -> InboundMessage:
    """Typing is shown under a message of the customer's; an event of ours has no place on their phone."""
    theirs = [message for message in waiting if message.kind != InboundMessage.Kind.EVENT]
    return (theirs or waiting)[-1]


def _open_turn(lease: Lease, now: datetime) -> tuple[UUID, int, int] | None:
    with connection.cursor() as cursor:
        cursor.execute(
            OPEN_TURN,
            {
                "id": new_id(),
                "tenant": lease.tenant_id,
                "conversation": lease.conversation_id,
                "epoch": lease.epoch,
                "now": now,
            },
        )
        row: tuple[UUID, int, int] | None = cursor.fetchone()
    return row


def _state(lease: Lease, turn_id: UUID, trace: Trace) -> ConversationState:
    """The stored state; a corrupt one is kept in the trace as evidence and replaced by an empty one."""
    identity = {
        "tenant_id": str(lease.tenant_id),
        "conversation_id": str(lease.conversation_id),
        "request_id": str(turn_id),
    }
    try:
        return state.load(lease.state, **identity)
    except state.StateUnreadable as error:
        log.error("conversations.state.unreadable")
        trace.notes["state_lost"] = {"stored": lease.state, "problem": str(error)[:500]}
        return state.load(None, **identity)


def _context(
    lease: Lease,
    tenant: Tenant,
    profile: Customer | None,
    turn_id: UUID,
    waiting: list[InboundMessage],
    events: EventFacts,
    recent_count: int,
    trace: Trace,
    now: datetime,
) -> TurnContext:
    tools = ToolContext(
        tenant_id=lease.tenant_id,
        conversation_id=lease.conversation_id,
        request_id=turn_id,
        customer_id=lease.customer_id,
        now=now,
        tenant=tenant,
        profile=profile,
        fence=partial(stand, lease),
    )
    provider = llm.provider_from(settings.TULIA, tenant.chat_model or settings.TULIA.chat_model)
    incoming = tuple(_incoming(message, events) for message in waiting)
    read = as_read(incoming)
    return TurnContext(
        incoming=read,
        listens=not lease.is_assistants,
        unread=sum(len(message.text) for message in incoming) - sum(len(message.text) for message in read),
        tools=tools,
        trace=trace,
        mind=llm.Mind(provider=provider, trace=trace, has_budget=has_budget(tenant, now)),
        messages_last_minute=recent_count,
        messages_per_minute=tenant.messages_per_minute,
        most_turns=channels.of(lease.channel_kind).can.most_turns,
        remembered=registry.remembered,
        tells=registry.told_by_journeys,
        other_names=OtherNames(lease.tenant_id),
        conduct_lately=partial(conduct.lately, lease.tenant_id, lease.customer_id, now),
    )


def _incoming(message: InboundMessage, events: EventFacts) -> Incoming:
    """An event has no words: its facts must not be taken for something the customer said."""
    event = events.get(message.id, {})
    return Incoming(
        id=message.id,
        kind=message.kind,
        text="" if message.kind == InboundMessage.Kind.EVENT else message.body,
        tapped_id=message.tapped_id,
        received_at=message.received_at,
        event=event,
    )


def as_read(incoming: Sequence[Incoming]) -> tuple[Incoming, ...]:
    """As much as a turn reads: the short messages, then the others from the first on, as far as they go."""
    left, read = MOST_READ, list(incoming)
    for place in sorted(range(len(read)), key=lambda place: len(read[place].text) > SHORT):
        text = read[place].text[:left]
        left -= len(text)
        read[place] = replace(read[place], text=text)
    return tuple(read)


def has_budget(tenant: Tenant, now: datetime) -> bool:
    if tenant.monthly_model_budget_usd is None:
        return True
    month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    with tenant_scope(tenant.id):
        spent: Any = Turn.objects.filter(started_at__gte=month).aggregate(sum=models.Sum("cost_usd"))["sum"]
        researched = research.cost_since(month)
    return (spent or 0) + researched < tenant.monthly_model_budget_usd
