"""Twilio's requests in our words: is one genuine, which message does it carry, which status does it tell."""

import re
from collections.abc import Mapping
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest

from conversations import twilio
from conversations.inbox.record import Inbound
from conversations.models import InboundMessage
from conversations.outbox.statuses import Told
from tenants.validators import ADDRESS

Kind = InboundMessage.Kind
SID = re.compile(r"^[A-Za-z0-9]{1,64}$")
STATUSES = frozenset(
    {"accepted", "scheduled", "queued", "sending", "sent", "delivered", "read", "failed", "undelivered", "canceled"}
)


class Malformed(ValueError):
    """A signed request that does not say what it must."""


def is_signed(request: HttpRequest, auth_token: str) -> bool:
    """Whether Twilio signed this request for the address it was sent to."""
    signature = request.headers.get("X-Twilio-Signature", "")
    return bool(signature) and twilio.is_signed(
        _public_url(request), request.POST, signature=signature, auth_token=auth_token
    )


def _public_url(request: HttpRequest) -> str:
    """As Twilio was told it: behind a proxy the host is ours by configuration, not by header."""
    if settings.TULIA.public_base_url is None:
        return request.build_absolute_uri()
    return settings.TULIA.base_url + request.get_full_path()


def inbound(fields: Mapping[str, str]) -> Inbound:
    """The message in a webhook's fields; raises Malformed."""
    clean = {name: value.replace("\x00", "") for name, value in fields.items()}
    sid, address = clean.get("MessageSid", ""), _address(clean.get("From", ""))
    if not SID.match(sid):
        raise Malformed("MessageSid is missing or not a SID")
    if not ADDRESS.match(address):
        raise Malformed("From is missing or not a WhatsApp address")
    return Inbound(
        provider_id=sid,
        address=address,
        kind=_kind(clean),
        body=clean.get("ButtonText") or clean.get("Body", ""),
        tapped_id=(clean.get("ListId") or clean.get("ButtonPayload") or "")[:200],
        profile_name=clean.get("ProfileName", "").strip()[:120],
        payload=clean,
    )


def _address(sender: str) -> str:
    return sender if sender.startswith("whatsapp:") else f"whatsapp:{sender}"


def _kind(fields: Mapping[str, str]) -> str:
    if fields.get("ListId") or fields.get("ButtonPayload"):
        return Kind.TAP
    if fields.get("Latitude") and fields.get("Longitude"):
        return Kind.LOCATION
    if fields.get("MediaUrl0"):
        return Kind.MEDIA
    return Kind.TEXT if fields.get("Body", "").strip() else Kind.OTHER


def status(fields: Mapping[str, str], *, own_id: str) -> Told:
    """The status in a callback's fields; raises Malformed."""
    told = fields.get("MessageStatus", "")
    if told not in STATUSES or not SID.match(fields.get("MessageSid", "")):
        raise Malformed("MessageSid or MessageStatus is missing or unknown")
    return Told(
        own_id=_uuid(own_id),
        provider_id=fields["MessageSid"],
        status=told,
        error_code=fields.get("ErrorCode", "")[:12],
        error_message=(fields.get("ErrorMessage") or fields.get("ChannelStatusMessage", ""))[:300],
    )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
