"""A person who has a conversation and stays away past what was promised: the customer is told so, once."""

from datetime import datetime
from uuid import UUID

import structlog

from conversations import outbox
from conversations.models import Conversation
from conversations.owner import Owner
from conversations.ownership.remembered import state_of
from conversations.ownership.writing import refusal
from journeys.reply import Text
from journeys.wording.phrases import say
from tenants.consent.purposes import Purpose
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# Of one round of the sweep; the next follows in seconds.
LIMIT = 200


def tell(*, now: datetime) -> list[tuple[UUID, UUID]]:
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
