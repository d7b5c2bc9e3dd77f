"""A turn past its deadline: the customer is told, once and honestly, that their answer takes longer. It still comes."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings

from conversations import outbox
from conversations.models import OutboundMessage, Turn
from conversations.outbox.queue import NOTICE_POSITION
from conversations.owner import Owner
from journeys import state
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# By when somebody has an answer, or is told that it takes longer.
DEADLINE = timedelta(seconds=20)
# What one round of the sweep tells; more wait for the next, two seconds later.
LIMIT = 200


def tell(*, now: datetime) -> list[tuple[UUID, UUID]]:
    """Queue a notice for each turn that is late and has none yet; their conversations."""
    told = []
    for turn in _late(now):
        if _tell(turn, now):
            told.append((turn["tenant_id"], turn["conversation_id"]))
    if told:
        log.warning("conversations.turn.late", count=len(told))
    return told


def _late(now: datetime) -> list[dict[str, Any]]:
    with fleet_scope():
        begun = now - DEADLINE * settings.TULIA.patience
        running = Turn.objects.filter(
            status=Turn.Status.RUNNING, started_at__lt=begun, conversation__owner=Owner.ASSISTANT
        )
        untold = running.exclude(replies__position=NOTICE_POSITION)
        fields = ("id", "tenant_id", "conversation_id")
        of_conversation = tuple(
            f"conversation__{name}" for name in ("channel_id", "channel__kind", "state", "owner_epoch")
        )
        return list(untold.values(*fields, *of_conversation)[:LIMIT])


def _tell(turn: dict[str, Any], now: datetime) -> bool:
    text = say("takes_longer", _state(turn))
    with tenant_scope(turn["tenant_id"]):
        # Under the turn's lock the notice comes once: who waited for it sees the other's.
        still_running = Turn.objects.select_for_update().filter(pk=turn["id"], status=Turn.Status.RUNNING)
        if still_running.first() is None:
            return False
        if OutboundMessage.objects.filter(turn_id=turn["id"], position=NOTICE_POSITION).exists():
            return False
        outbox.enqueue(
            [Text(text=text)],
            channel_id=turn["conversation__channel_id"],
            channel_kind=turn["conversation__channel__kind"],
            conversation_id=turn["conversation_id"],
            turn_id=turn["id"],
            owner_epoch=turn["conversation__owner_epoch"],
            now=now,
            first_position=NOTICE_POSITION,
        )
    return True


def _state(turn: dict[str, Any]) -> ConversationState:
    """Their language and the tenant's tone; a corrupt state is the running turn's own business."""
    identity = {
        "tenant_id": str(turn["tenant_id"]),
        "conversation_id": str(turn["conversation_id"]),
        "request_id": str(turn["id"]),
    }
    try:
        return state.load(turn["conversation__state"], **identity)
    except state.StateUnreadable:
        return state.load(None, **identity)
