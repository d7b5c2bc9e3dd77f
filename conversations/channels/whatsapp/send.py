"""Says a message in Twilio's form: words, a picture, a template, or a content resource, made when it is missing.

A message to whose sending no answer came is looked for. Twilio has no key by which a repeated request would be known
as such, and does not give back the callback's address, so that a listed message is only perhaps ours.
"""

from datetime import UTC, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import structlog
from django.conf import settings
from django.db.models import QuerySet
from pydantic import TypeAdapter

from conversations.channels.outcomes import Accepted, StatusReport
from conversations.channels.whatsapp import client, compile
from conversations.channels.whatsapp.client import Listed
from conversations.channels.whatsapp.compile import Content
from conversations.channels.whatsapp.errors import CONTENT_GONE, TOKEN_UNREADABLE
from conversations.models import ContentTemplate, OutboundMessage
from journeys.reply import Reply, Template
from tenants.models import Channel
from tenants.postgresql.compiled import compiled
from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

# Twilio's clock is not ours, tells whole seconds, and a request may lie on the way until we give up on it.
BEFORE_TRY, AFTER_TRY = timedelta(seconds=15), timedelta(minutes=2)

log = structlog.get_logger(__name__)
REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)


def send(message: OutboundMessage, exchanges: Exchanges, *, is_window_open: bool) -> Accepted:
    """Ask Twilio to take the message; raises NotSent, OutcomeUnknown or Refused."""
    try:
        return _say(message, exchanges, is_window_open=is_window_open)
    except SecretUnreadable as error:
        raise Refused(TOKEN_UNREADABLE, "") from error


def _say(message: OutboundMessage, exchanges: Exchanges, *, is_window_open: bool) -> Accepted:
    reply = REPLY.validate_python(message.reply)
    content = compile.content(reply)
    if content is not None:
        return _with_content(message, reply, content, exchanges)
    if isinstance(reply, Template):
        return _with_template(message, reply, exchanges, may_be_text=is_window_open)
    media = {"media_url": reply.url} if reply.kind == "media" else {}
    return _ask(message, exchanges, body=reply.text, **media)


def _with_content(message: OutboundMessage, reply: Reply, content: Content, exchanges: Exchanges) -> Accepted:
    """As a list or as buttons; when Twilio has lost the resource it is made once more, and then said in words."""
    for _ in range(2):
        sid = _find_or_make(message.channel, content, exchanges)
        if sid is None:
            break
        try:
            return _ask(message, exchanges, content=(sid, content.variables_json))
        except Refused as error:
            if error.code not in CONTENT_GONE:
                raise
            _forget(message.channel, sid)
    return _ask(message, exchanges, body=compile.plain(reply))


def _with_template(message: OutboundMessage, reply: Template, exchanges: Exchanges, *, may_be_text: bool) -> Accepted:
    variables = Content(shape="", types={}, variables=reply.variables).variables_json
    try:
        return _ask(message, exchanges, content=(reply.content_sid, variables))
    except Refused as error:
        if error.code not in CONTENT_GONE or not may_be_text:
            raise
    return _ask(message, exchanges, body=reply.text)


def _ask(message: OutboundMessage, exchanges: Exchanges, **words: Any) -> Accepted:
    return client.send(
        message.channel,
        to=message.conversation.customer.address,
        callback=_callback_url(message),
        exchanges=exchanges,
        **words,
    )


def _callback_url(message: OutboundMessage) -> str:
    query = urlencode({"message": str(message.id)})
    return f"{settings.TULIA.base_url}/webhooks/twilio/{message.channel.webhook_token}/status/?{query}"


def _find_or_make(channel: Channel, content: Content, exchanges: Exchanges) -> str | None:
    """The SID of the content resource of this shape, made when it is first needed; None degrades to text."""
    with tenant_scope(channel.tenant_id, has_one_statement=True):
        known = _sids(channel.pk, content.shape)
    if known:
        return known[0]
    try:
        sid = client.create_content(
            channel,
            name=f"tulia_{content.shape}",
            variables=content.placeholders,
            types=content.types,
            exchanges=exchanges,
        )
    except (NotSent, OutcomeUnknown, Refused) as error:
        log.warning("conversations.content.degraded", shape=content.shape, problem=type(error).__name__)
        return None
    with tenant_scope(channel.tenant_id):
        template = ContentTemplate(channel=channel, shape=content.shape, provider_id=sid)
        ContentTemplate.objects.bulk_create([template], ignore_conflicts=True)
    return sid


@compiled
def _sids(channel_id: UUID, shape: str) -> "QuerySet[Any, str]":
    known = ContentTemplate.objects.filter(channel_id=channel_id, shape=shape)
    return known.order_by("id").values_list("provider_id", flat=True)[:1]


def _forget(channel: Channel, sid: str) -> None:
    """Only if nobody has made it anew meanwhile."""
    with tenant_scope(channel.tenant_id):
        ContentTemplate.objects.filter(channel=channel, provider_id=sid).delete()
    log.info("conversations.content.forgotten", channel_id=str(channel.pk))


def look_up(message: OutboundMessage, exchanges: Exchanges) -> list[StatusReport]:
    """What Twilio lists that may be this message, the newest first; raises NotSent, OutcomeUnknown or Refused."""
    to = message.conversation.customer.address
    tried_at = message.first_tried_at or message.queued_at
    for since in (tried_at - timedelta(days=1), None):
        try:
            listed = client.list_messages(message.channel, to=to, since=since, exchanges=exchanges)
        except SecretUnreadable as error:
            raise Refused(TOKEN_UNREADABLE, "") from error
        alike = [one for one in listed if _is_alike(one, message)]
        if alike:
            return [_told(one, message) for one in alike]
    return []


def _is_alike(listed: Listed, message: OutboundMessage) -> bool:
    if not listed.is_outbound or listed.created_at is None or message.tried_at is None:
        return False
    made_at = listed.created_at if listed.created_at.tzinfo else listed.created_at.replace(tzinfo=UTC)
    if not message.tried_at - BEFORE_TRY <= made_at <= message.tried_at + AFTER_TRY:
        return False
    # A template's words are WhatsApp's, and an account that keeps no words lists none.
    return message.reply.get("kind") == "template" or _words(listed.body) in ("", _words(message.body))


def _words(text: str) -> str:
    return " ".join(text.split())


def _told(listed: Listed, message: OutboundMessage) -> StatusReport:
    return StatusReport(
        own_id=message.pk,
        provider_id=listed.provider_id,
        status=listed.status,
        error_code=listed.error_code,
        error_message=listed.error_message,
    )
