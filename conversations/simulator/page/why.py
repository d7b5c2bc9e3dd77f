"""Why a message is what it is: its turn's trace, and the form that carried it."""

from typing import Any

from conversations import explain
from conversations.models import InboundMessage, OutboundMessage, Turn
from conversations.simulator.models import SimulatedMessage
from tenants.models import Channel
from tenants.scope import tenant_scope


def of(channel: Channel, sid: str) -> dict[str, Any] | None:
    """Everything known about a message of this channel; None when there is no such message."""
    with tenant_scope(channel.tenant_id):
        message = SimulatedMessage.objects.filter(sid=sid, phone__channel=channel).first()
        if message is None:
            return None
        turn = _turn(message, channel)
        return {
            "sid": message.sid,
            "from": "customer" if message.direction == SimulatedMessage.Direction.INBOUND else "business",
            "status": message.status,
            "at": message.created_at.isoformat(),
            "form": message.form,
            "turn": explain.explain(turn) if turn else None,
        }


def _turn(message: SimulatedMessage, channel: Channel) -> Turn | None:
    is_inbound = message.direction == SimulatedMessage.Direction.INBOUND
    rows = InboundMessage.objects if is_inbound else OutboundMessage.objects
    row = rows.select_related("turn").filter(channel=channel, provider_id=message.sid).first()
    return row.turn if row else None
