"""Sends what is due in a conversation, in order, and never blindly twice."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import structlog
from django.conf import settings
from django.utils import timezone
from pydantic import TypeAdapter

from conversations import twilio
from conversations.models import ContentTemplate, OutboundMessage
from conversations.outbox import compile
from journeys.reply import Reply
from tenants.models import Channel
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
Status = OutboundMessage.Status
Now = Callable[[], datetime]

# Longer than every time limit of the client: a row that is still SENDING after it belongs to a dead worker.
SENDING_LIMIT = timedelta(seconds=60)
MAX_ATTEMPTS = 8
FIRST_BACKOFF, LONGEST_BACKOFF = 1.0, 300.0

REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)

def deliver(tenant_id: UUID, conversation_id: UUID, *, now: Now = timezone.now) -> None:
    """Send what is due in a conversation, one after another; stops at the first that must wait."""
    while (message := _claim_next(tenant_id, conversation_id, now=now())) is not None:
        changes = _send(message, now=now)
        _settle(message, changes)
        if changes["status"] == Status.QUEUED:
            return


def _claim_next(tenant_id: UUID, conversation_id: UUID, *, now: datetime) -> OutboundMessage | None:
    with tenant_scope(tenant_id):
        waiting = (
            OutboundMessage.objects.select_for_update(of=("self",))
            .select_related("channel", "conversation__customer")
            .filter(conversation_id=conversation_id, status__in=(Status.QUEUED, Status.SENDING))
            .order_by("queued_at", "turn_id", "position")
        )
        for message in waiting[:2]:
            if message.due_at > now:
                return None
            if message.status == Status.QUEUED:
                message.status, message.attempts = Status.SENDING, message.attempts + 1
                message.due_at = now + SENDING_LIMIT
                message.save(update_fields=["status", "attempts", "due_at"])
                return message
            _settle(message, _unknown("The process that was sending it died."))
    return None


def _send(message: OutboundMessage, *, now: Now) -> dict[str, Any]:
    """Ask Twilio to take it; what that makes of the row."""
    try:
        accepted = twilio.send(
            message.channel,
            to=message.conversation.customer.address,
            callback=_callback_url(message),
            **_words(message),
        )
    except twilio.NotTaken as error:
        return _again_or_failed(message, str(error), now=now)
    except twilio.PerhapsTaken as error:
        return _unknown(str(error))
    except twilio.Refused as error:
        return {"status": Status.FAILED, "error_code": error.code[:12], "reason": error.reason[:300]}
    return {"status": Status.SENT, "provider_id": accepted.provider_id, "sent_at": now()}


def _words(message: OutboundMessage) -> dict[str, Any]:
    reply = REPLY.validate_python(message.reply)
    if reply.kind == "media":
        return {"body": reply.text, "media_url": reply.url}
    content = compile.content(reply)
    template = _template(message.channel, content) if content is not None else None
    if content is None or template is None:
        return {"body": message.body}
    return {"content": (template, content.variables_json)}


def _template(channel: Channel, content: compile.Content) -> str | None:
    """The SID of the content resource of this shape, made when it is first needed; None degrades to text."""
    with tenant_scope(channel.tenant_id):
        known = ContentTemplate.objects.filter(channel=channel, shape=content.shape).first()
    if known is not None:
        return known.provider_id
    try:
        sid = twilio.create_content(
            channel, name=f"tulia_{content.shape}", variables=content.placeholders, types=content.types
        )
    except (twilio.NotTaken, twilio.PerhapsTaken, twilio.Refused) as error:
        log.warning("conversations.content.degraded", shape=content.shape, problem=type(error).__name__)
        return None
    with tenant_scope(channel.tenant_id):
        template = ContentTemplate(channel=channel, shape=content.shape, provider_id=sid)
        ContentTemplate.objects.bulk_create([template], ignore_conflicts=True)
    return sid


def _callback_url(message: OutboundMessage) -> str:
    query = urlencode({"message": str(message.id)})
    return f"{settings.TULIA.base_url}/webhooks/twilio/{message.channel.webhook_token}/status/?{query}"


def _unknown(why: str) -> dict[str, Any]:
    return {"status": Status.UNKNOWN, "reason": f"Perhaps sent: {why}"[:300]}


def _again_or_failed(message: OutboundMessage, why: str, *, now: Now) -> dict[str, Any]:
    if message.attempts >= MAX_ATTEMPTS:
        return {"status": Status.FAILED, "reason": f"Given up after {message.attempts} tries: {why}"[:300]}
    backoff = min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** (message.attempts - 1))
    jittered = backoff * random.uniform(0.9, 1.1)  # noqa: S311  spreads load, keeps no secret
    return {"status": Status.QUEUED, "due_at": now() + timedelta(seconds=jittered), "reason": why[:300]}


def _settle(message: OutboundMessage, changes: dict[str, Any]) -> None:
    """Write what became of a sending; a callback that was faster keeps its later status."""
    message.status = changes["status"]
    log.info("conversations.message." + message.status, attempts=message.attempts, code=changes.get("error_code"))
    with tenant_scope(message.tenant_id):
        row = OutboundMessage.objects.filter(pk=message.pk)
        if not row.filter(status=Status.SENDING).update(**changes) and changes.get("provider_id"):
            row.update(provider_id=changes["provider_id"], sent_at=changes["sent_at"])
