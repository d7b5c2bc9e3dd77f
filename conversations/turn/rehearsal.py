"""What the assistant would answer now: a turn of the same mind and under the same check, without any effect.

Nothing is claimed, kept or sent, and a tool that would change something is not called. Its words are for a person.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from typing import Final
from uuid import UUID

from django.conf import settings

from conversations import ownership
from conversations.explain import document
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from conversations.turn import batch
from journeys import graph, llm, registry
from journeys.context import Incoming, Trace, TurnContext
from journeys.handoff.handed_back import handed_back
from journeys.state import ConversationState, spoken_of
from journeys.wording.phrases import say
from tenants.models import Tenant
from tenants.names import OtherNames
from tenants.scope import tenant_scope
from tenants.tenancy import new_id
from tools import registry as tools
from tools.catalog.selectors import own_words
from tools.contract import Call, ToolContext
from tools.exemplars.selectors import list_taught
from tools.offers.selectors import list_in_passing
from tools.topics import keeping

# The burst that waits; what is older has been answered or passed over.
MOST_MESSAGES: Final = 5
WRITTEN: Final = (InboundMessage.Kind.TEXT, InboundMessage.Kind.TAP)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The words, empty when there are none that a person could send as they stand, and what they were made of."""

    text: str = ""
    calls: Sequence[Call] = ()
    turn_id: UUID | None = None
    """Of the turn that is kept of it, because a model was paid for it."""


def rehearse(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> Rehearsal:
    """No transaction and no connection is held while it thinks."""
    with tenant_scope(tenant_id):
        row = Conversation.objects.get(pk=conversation_id)
        waiting = _waiting(row)
        if not waiting:
            return Rehearsal()
        tenant = Tenant.objects.get(pk=tenant_id)
        state = _state(row)
        own = own_words(spoken_of(state, [each.body for each in waiting]))
    turn_id = new_id()
    context = replace(_context(tenant, row, waiting, turn_id, now), own_words=own)
    outcome = graph.respond(state.having(request_id=str(turn_id), is_introduced=True), context)
    is_kept = _keep(context, outcome.state, row, now)
    if not _is_sayable(state, outcome, context):
        return Rehearsal(turn_id=turn_id if is_kept else None)
    return Rehearsal(_words(outcome), tuple(context.trace.tool_calls), turn_id if is_kept else None)


def _words(outcome: graph.Outcome) -> str:
    """Without the sources under them: they are told apart, as evidence."""
    parts = [part for reply in outcome.replies for part in reply.text.split("\n\n")]
    sources = say("sources", outcome.state)
    return "\n\n".join(part for part in parts if not part.startswith(f"{sources}\n"))


def _waiting(row: Conversation) -> list[InboundMessage]:
    """What the customer wrote since somebody last answered them."""
    answers = OutboundMessage.objects.filter(conversation=row).exclude(status=OutboundMessage.Status.WITHDRAWN)
    last = answers.order_by("-queued_at").values_list("queued_at", flat=True).first()
    said = InboundMessage.objects.filter(conversation=row, kind__in=WRITTEN).exclude(body="").defer("payload")
    said = said.filter(received_at__gt=last) if last else said
    return list(said.order_by("-received_at")[:MOST_MESSAGES])[::-1]


def _state(row: Conversation) -> ConversationState:
    """Of a conversation that a person has, no question of ours stands."""
    state = ownership.state_of(row)
    return state if row.is_assistants else handed_back(state, said=ownership.said_in(row), words="", ticket=None)


def _context(
    tenant: Tenant, row: Conversation, waiting: Sequence[InboundMessage], turn_id: UUID, now: datetime
) -> TurnContext:
    trace = Trace()
    provider = llm.provider_from(settings.TULIA, tenant.chat_model or settings.TULIA.chat_model)
    heard = [
        Incoming(id=each.pk, kind=each.kind, text=each.body, tapped_id="", received_at=each.received_at)
        for each in waiting
    ]
    return TurnContext(
        incoming=batch.as_read(heard),
        tools=ToolContext(
            tenant_id=tenant.pk, conversation_id=row.pk, request_id=turn_id, customer_id=row.customer_id, now=now
        ),
        trace=trace,
        mind=llm.Mind(provider=provider, trace=trace, has_budget=batch.has_budget(tenant, now)),
        remembered=registry.remembered,
        other_names=OtherNames(tenant.pk),
        taught=partial(list_taught, tenant.pk),
        topics=partial(keeping.likely, tenant.pk, now=now),
        offers=cache(partial(list_in_passing, tenant.pk, now)),
        call_tool=tools.call_if_read,
    )


def _is_sayable(before: ConversationState, outcome: graph.Outcome, context: TurnContext) -> bool:
    """Words that rest on something done, or wait for a yes to it, are not true when nothing was.

    A person needs no help to say that the assistant did not understand.
    """
    has_acted = any(call.effect != "read" for call in context.trace.tool_calls)
    asked = outcome.state.controls.asked
    waits_for_a_yes = asked is not None and asked.kind in ("confirm", "yes_no")
    has_understood = outcome.state.controls.clarify_turns <= before.controls.clarify_turns
    is_same = outcome.state.purchase == before.purchase
    return bool(outcome.replies) and has_understood and is_same and not has_acted and not waits_for_a_yes


def _keep(context: TurnContext, state: ConversationState, row: Conversation, now: datetime) -> bool:
    """What a model was paid for counts against the tenant's budget, and can be explained."""
    calls = context.trace.model_calls
    if not calls:
        return False
    with tenant_scope(row.tenant_id):
        Turn.objects.create(
            id=context.tools.request_id, conversation=row, status=Turn.Status.REHEARSED, epoch=row.lease_epoch,
            started_at=now, finished_at=now, trace=document(context, state),
            tokens_in=sum(call.tokens_in for call in calls), tokens_out=sum(call.tokens_out for call in calls),
            cost_usd=sum(call.cost_usd for call in calls),
        )  # fmt: skip
    return True
