"""The three changes of ownership, each in the tenant's open scope; the caller wakes the conversation afterwards."""

from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.db.models import F

from conversations import outbox
from conversations.models import Conversation, InboundMessage, Turn
from conversations.owner import Owner
from conversations.ownership.remembered import said_in, state_of
from journeys.handoff.handed_back import handed_back
from tenants import live

log = structlog.get_logger(__name__)
Ticket = tuple[str, str]


def take_over(conversation_id: UUID, *, operator_id: UUID, now: datetime, answer_by: datetime | None) -> bool:
    """Let this person speak and nobody else; False when they did already. `answer_by` was told to the customer."""
    row = _locked(conversation_id)
    if row.owner == Owner.OPERATOR and row.operator_id == operator_id:
        return False
    _change(row, owner=Owner.OPERATOR, operator_id=operator_id, answer_due_at=answer_by, now=now)
    return True


def put_back(conversation_id: UUID, *, now: datetime) -> bool:
    """Leave it to the next person: until they come the assistant stays silent. False when nobody's it is already."""
    row = _locked(conversation_id)
    if row.owner == Owner.NOBODY:
        return False
    _change(row, owner=Owner.NOBODY, operator_id=None, answer_due_at=row.answer_due_at, now=now)
    return True


def hand_back(conversation_id: UUID, *, words: str, ticket: Ticket | None, now: datetime) -> bool:
    """Let the assistant speak again, with a summary in the person's words; `ticket` is one that is still open."""
    row = _locked(conversation_id)
    if row.owner == Owner.ASSISTANT:
        return False
    known = handed_back(state_of(row), said=said_in(row), words=words, ticket=ticket)
    _change(
        row, owner=Owner.ASSISTANT, operator_id=None, answer_due_at=None, now=now,
        state=known.model_dump(mode="json"),
    )  # fmt: skip
    return True


def _locked(conversation_id: UUID) -> Conversation:
    return Conversation.objects.select_for_update().get(pk=conversation_id)


def _change(row: Conversation, *, now: datetime, **changes: Any) -> None:
    """Under a new epoch, with the lease taken from whoever holds it, and what waits due at once."""
    waits = InboundMessage.objects.filter(conversation=row, status=InboundMessage.Status.PENDING).exists()
    Conversation.objects.filter(pk=row.pk).update(
        **changes, owned_since=now, is_away_told=False, updated_at=now, owner_epoch=F("owner_epoch") + 1,
        lease_epoch=F("lease_epoch") + 1, lease_until=None, due_at=now if waits else None,
        waiting_since=(row.waiting_since or now) if waits else None,
    )  # fmt: skip
    # The try that this stops counts for nothing: no worker died of it.
    running = Turn.objects.filter(conversation=row, status=Turn.Status.RUNNING, attempts__gt=0)
    running.update(attempts=F("attempts") - 1)
    withdrawn = outbox.withdraw(row.pk)
    live.changed(row.tenant_id, row.pk)
    log.info("conversations.owner.changed", owner=str(changes["owner"]), withdrawn=withdrawn)
