"""Twilio's webhooks: verify, parse into our words, record, answer. No model call, no tool."""

import re
import time
from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from typing import Final
from uuid import UUID

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.csrf import csrf_exempt

from conversations import inbox, outbox, receiving, routing
from conversations.channels.base import Attachment, Inbound
from conversations.channels.outcomes import StatusReport
from conversations.channels.webhook import UsualWebhook
from conversations.channels.whatsapp import envelope
from conversations.models import InboundMessage
from tenants.models import Channel
from tenants.telemetry import metrics
from tenants.validators import ADDRESS

Kind = InboundMessage.Kind
SID = re.compile(r"[A-Za-z0-9]{1,64}")
PHONE_DIGITS = re.compile(r"[1-9]\d{6,14}", re.ASCII)
COORDINATE = re.compile(r"-?\d{1,3}(\.\d+)?", re.ASCII)
STATUSES = frozenset(
    {"accepted", "scheduled", "queued", "sending", "sent", "delivered", "read", "failed", "undelivered", "canceled"}
)
# Twilio's.
MAX_MEDIA = 10
# Not a field but a header of Twilio's; kept with the fields so that two deliveries of one message can be told apart.
IDEMPOTENCY_HEADER = "I-Twilio-Idempotency-Token"

log = structlog.get_logger(__name__)
EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response />'


@csrf_exempt
def receive(request: HttpRequest, token: str) -> HttpResponse:
    """POST: one inbound message. 200 with empty TwiML; 404 unknown channel, 403 not signed, 400 or 413 malformed."""
    started = time.perf_counter()
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        channel = _find(request, token)
        message = _read(request, channel)
    except envelope.WebhookRefused as refusal:
        return _refused(refusal.status, refusal.reason)
    except Malformed as error:
        return _refused(400, str(error))
    receiving.receive(channel, message, started=started)
    return acknowledged()


def acknowledged() -> HttpResponse:
    """What Twilio takes for a message that is stored and answered later."""
    return HttpResponse(EMPTY_TWIML, content_type="text/xml")


def read_usual(request: HttpRequest, token: str) -> tuple[Channel, Inbound] | None:
    """The message of a webhook that is as most are, to a channel that was asked for a moment ago; None of any other,
    and whatever is raised is `receive` to find anew.
    """
    envelope.screen(request)
    channel = routing.recall_channel(token, "whatsapp")
    if channel is None:
        return None
    message = _read(request, channel)
    return (channel, message) if inbox.is_usual(channel, message) else None


@csrf_exempt
def receive_status(request: HttpRequest, token: str) -> HttpResponse:
    """POST: where an outbound message got to. 204; refused like a message."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        channel = _find(request, token)
        fields = _fields(request, channel)
        told = read_status(fields, own_id=request.GET.get("message", ""))
    except envelope.WebhookRefused as refusal:
        return _refused(refusal.status, refusal.reason)
    except Malformed as error:
        return _refused(400, str(error))
    if told is not None:
        outbox.advance(channel, told)
    return HttpResponse(status=204)


def _find(request: HttpRequest, token: str) -> Channel:
    """The channel that the address names; raises WebhookRefused."""
    envelope.screen(request)
    channel = routing.find_channel(token, "whatsapp")
    if channel is None:
        raise envelope.WebhookRefused(404, "unknown_channel")
    structlog.contextvars.bind_contextvars(tenant_id=str(channel.tenant_id))
    return channel


def _fields(request: HttpRequest, channel: Channel) -> dict[str, str]:
    """What Twilio signed with the channel's token; raises WebhookRefused."""
    return envelope.open_signed(request, channel.auth_token, former=channel.tenant.former_addresses or ())


def _read(request: HttpRequest, channel: Channel) -> Inbound:
    return read_inbound(_fields(request, channel), idempotency_token=request.headers.get(IDEMPOTENCY_HEADER, ""))


def _refused(status: int, reason: str) -> HttpResponse:
    metrics.WEBHOOK_REFUSALS.labels("twilio", str(status), metrics.bounded("reason", reason)).inc()
    log.warning("conversations.webhook.refused", status=status, reason=reason)
    return HttpResponse(status=status)


class Malformed(ValueError):
    """A signed request that does not say what it must."""


def read_inbound(fields: Mapping[str, str], *, idempotency_token: str = "") -> Inbound:
    """The message in a webhook's fields; raises Malformed."""
    sid, address = _sid(fields), _address(fields.get("From", ""))
    if not SID.fullmatch(sid):
        raise Malformed("MessageSid is missing or not a SID")
    if not ADDRESS.fullmatch(address):
        raise Malformed("From is missing or not a WhatsApp address")
    return Inbound(
        provider_id=sid,
        address=address,
        other_addresses=tuple(_other_addresses(fields, address)),
        kind=_kind(fields),
        body=fields.get("ButtonText") or fields.get("Body", ""),
        tapped_id=(fields.get("ListId") or fields.get("ButtonPayload") or "")[:200],
        profile_name=" ".join(fields.get("ProfileName", "").split())[:120],
        attachments=tuple(_attachments(fields)),
        payload={**fields, **_kept_token(idempotency_token)},
    )


def _kept_token(token: str) -> dict[str, str]:
    """The header that tells Twilio's attempts apart; it is not signed, so that only a plain one is kept."""
    return {IDEMPOTENCY_HEADER: token[:64]} if token and token.isascii() and token.isprintable() else {}


def _sid(fields: Mapping[str, str]) -> str:
    """MessageSid; older webhooks have it only under one of its former names."""
    return fields.get("MessageSid") or fields.get("SmsMessageSid") or fields.get("SmsSid") or ""


def _address(text: str) -> str:
    return text if text.startswith("whatsapp:") else f"whatsapp:{text}"


def _other_addresses(fields: Mapping[str, str], sender: str) -> Iterator[str]:
    """What else the same person is known by: a business-scoped id beside the phone, a phone beside the id."""
    for field in ("ExternalUserId", "ExternalUserIdentifier"):
        address = _address(fields.get(field, ""))
        if ADDRESS.fullmatch(address) and address != sender:
            yield address
    digits = fields.get("WaId", "")
    is_own_id = digits == sender.rpartition(".")[2]  # some repeat the business-scoped id there, which is no phone
    if PHONE_DIGITS.fullmatch(digits) and not is_own_id and sender != f"whatsapp:+{digits}":
        yield f"whatsapp:+{digits}"


def _kind(fields: Mapping[str, str]) -> str:
    if fields.get("ListId") or fields.get("ButtonPayload") or fields.get("ButtonText"):
        return Kind.TAP
    if all(COORDINATE.fullmatch(fields.get(name, "")) for name in ("Latitude", "Longitude")):
        return Kind.LOCATION
    if fields.get("MediaUrl0"):
        return Kind.MEDIA
    return Kind.TEXT if fields.get("Body", "").strip() else Kind.OTHER


def _attachments(fields: Mapping[str, str]) -> Iterator[Attachment]:
    """MediaUrl0, MediaUrl1 and so on as long as they go: NumMedia has been seen to say 0 beside a picture."""
    for number in takewhile(lambda number: number < MAX_MEDIA and fields.get(f"MediaUrl{number}"), count()):
        yield Attachment(
            url=fields[f"MediaUrl{number}"][:2000], content_type=fields.get(f"MediaContentType{number}", "")[:100]
        )


def read_status(fields: Mapping[str, str], *, own_id: str) -> StatusReport | None:
    """The status in a callback's fields; None when it tells none, as for an event; raises Malformed."""
    told = fields.get("MessageStatus") or fields.get("SmsStatus")
    if not told:
        return None
    if told not in STATUSES or not SID.fullmatch(_sid(fields)):
        raise Malformed("MessageSid is missing or MessageStatus unknown")
    return StatusReport(
        own_id=_uuid(own_id),
        provider_id=_sid(fields),
        status=told,
        error_code=fields.get("ErrorCode", "")[:12],
        error_message=(fields.get("ErrorMessage") or fields.get("ChannelStatusMessage", ""))[:300],
        fields=fields,
    )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


USUAL: Final = UsualWebhook(
    address=re.compile(r"/webhooks/twilio/([\w-]+)/", re.ASCII),
    route="webhooks/twilio/<str:token>/",
    most_bytes=envelope.MAX_BYTES,
    read=read_usual,
    acknowledge=acknowledged,
)
