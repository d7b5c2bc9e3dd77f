"""Asks the customer how they were served, once a ticket, as a message that their consent decides on like any other."""

from datetime import datetime

from conversations import outbox, ownership
from conversations.models import Conversation
from journeys.handoff.rating import question
from tenants.consent import standing
from tenants.models import Tenant
from tenants.rules import Escalation, read_rules
from tools.handoff.models import HandoffTicket


def ask(ticket: HandoffTicket, tenant: Tenant, *, now: datetime) -> bool:
    """Ask the customer to rate, if the business wants it, they may be written to now, and were not asked before."""
    rules = read_rules(Escalation, tenant.escalation_rules)
    # A message that comes meanwhile may close or open the window; it waits until this is decided.
    rows = Conversation.objects.select_for_update(of=("self",)).select_related("customer", "channel")
    row = rows.get(pk=ticket.conversation_id)
    is_open = ownership.refusal(row, is_template=False, now=now) is None
    is_wanted = standing.of(row.customer_id).refusal("service") is None
    if not (rules.asks_for_rating and row.is_assistants and is_open and is_wanted):
        return False
    fresh = HandoffTicket.objects.filter(pk=ticket.pk, rating_asked_at=None, answered_at__isnull=False)
    if not fresh.update(rating_asked_at=now):
        return False
    state, reply = question(ownership.state_of(row), ticket_id=str(ticket.pk), number=ticket.number)
    Conversation.objects.filter(pk=row.pk).update(state=state.model_dump(mode="json"))
    outbox.enqueue(
        [reply], channel_id=row.channel_id, channel_kind=row.channel.kind, conversation_id=row.pk, turn_id=None,
        owner_epoch=row.owner_epoch, now=now,
    )  # fmt: skip
    return True
