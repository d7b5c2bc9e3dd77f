"""Operators who are not there: one who stays away past what was promised, and those who work here no longer.

The customer of the first is told so, once. What the others had falls back to the queue, whatever ended their work.
"""

from datetime import datetime
from uuid import UUID

import structlog
from django.db.models import Exists, OuterRef, QuerySet

from conversations import outbox
from conversations.models import Conversation
from conversations.owner import Owner
from conversations.ownership.change import put_back
from conversations.ownership.remembered import state_of
from conversations.ownership.writing import refusal
from journeys.reply import Text
from journeys.wording.phrases import say
from tenants.consent.purposes import Purpose
from tenants.models import Membership
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import handling
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
# Of one round of the sweep; the next follows in seconds.
LIMIT = 200


def tell_away(*, now: datetime) -> list[tuple[UUID, UUID]]:
    """Queue the sentence that nobody came, wherever it is due; the conversations that got it."""
    with fleet_scope():
        rows = Conversation.objects.filter(answer_due_at__lt=now, is_away_told=False).exclude(owner=Owner.ASSISTANT)
        due = list(rows.order_by("answer_due_at").values_list("tenant_id", "id")[:LIMIT])
    return [ids for ids in due if _tell(*ids, now=now)]


def _tell(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> bool:
    with tenant_scope(tenant_id):
        # Told once, and not at all to whom a person answers at this moment.
        rows = Conversation.objects.select_for_update(of=("self",)).select_related("customer", "channel")
        row = rows.filter(pk=conversation_id, answer_due_at__lt=now, is_away_told=False).first()
        if row is None or row.is_assistants:
            return False
        Conversation.objects.filter(pk=row.pk).update(is_away_told=True)
        if refusal(row, is_template=False, purpose=Purpose.SERVICE, now=now):
            return False
        words = Text(text=say("person_away", state_of(row)), purpose="service")
        outbox.enqueue(
            [words], channel_id=row.channel_id, channel_kind=row.channel.kind, conversation_id=row.pk, turn_id=None,
            owner_epoch=row.owner_epoch, now=now,
        )  # fmt: skip
    log.warning("conversations.owner.away", conversation_id=str(conversation_id))
    return True


def list_left() -> list[tuple[UUID]]:
    """Tenants in which somebody has a conversation or a ticket, and works there no more."""
    with fleet_scope():
        conversations, tickets = _conversations(), _tickets()
        found = {*conversations.values_list("tenant_id", flat=True), *tickets.values_list("tenant_id", flat=True)}
    return [(tenant_id,) for tenant_id in found]


def release(tenant_id: UUID, *, now: datetime) -> None:
    """Take conversations and tickets from people who left: the next person sees both in the queue."""
    with tenant_scope(tenant_id):
        left = list(_conversations().values_list("pk", flat=True))
        for conversation_id in left:
            # Looked at again under the lock: somebody may have taken it over since the list was made.
            Conversation.objects.select_for_update().get(pk=conversation_id)
            if _conversations().filter(pk=conversation_id).exists():
                put_back(conversation_id, now=now)
        for ticket_id in list(_tickets().values_list("pk", flat=True)):
            ticket = handling.get(ticket_id)
            handling.assign(ticket, assignee_id=None, name="", actor_id=None)
    log.warning("conversations.owner.left", tenant_id=str(tenant_id), conversations=len(left))


def _conversations() -> QuerySet[Conversation]:
    return Conversation.objects.filter(owner=Owner.OPERATOR).filter(~_works("operator"))


def _tickets() -> QuerySet[HandoffTicket]:
    unresolved = HandoffTicket.objects.exclude(status=HandoffTicket.Status.RESOLVED)
    return unresolved.filter(assignee__isnull=False).filter(~_works("assignee"))


def _works(who: str) -> Exists:
    members = Membership.objects.filter(user__is_active=True, tenant_id=OuterRef("tenant_id"))
    return Exists(members.filter(user_id=OuterRef(f"{who}_id")))
