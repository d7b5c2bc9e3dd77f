"""What a customer does with their phone: a message is kept, and its signed webhook, as Twilio posts it, sent to us."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.utils import timezone

from conversations.simulator import courier, sids
from conversations.simulator.models import SimulatedMessage, SimulatedPhone, SimulatedPicture
from tenants.models import Channel
from tenants.scope import tenant_scope

API_VERSION = "2010-04-01"
Pictures = Sequence[tuple[str, str]]  # address and content type

log = structlog.get_logger(__name__)
TWILIO_PATH = "/simulator/twilio"
Status = SimulatedMessage.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture as it was uploaded."""

    content_type: str
    bytes: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneInput:
    """What the customer sends: words, a tap, a location or a picture."""

    text: str = ""
    tap: dict[str, str] | None = None
    location: dict[str, str] | None = None
    picture: Picture | None = None
    replied_sid: str = ""
    draft: str = ""


def send(channel: Channel, phone: SimulatedPhone, said: PhoneInput) -> SimulatedMessage:
    """Keep the message, post its webhook, and keep how that went."""
    message = _kept(channel, phone, said)
    problem = courier.post(webhook_url(channel), message.form, channel.auth_token)
    log.info("simulator.message.posted", tenant_id=str(channel.tenant_id), is_taken=not problem)
    outcome = {"status": Status.FAILED, "error_message": problem} if problem else {"status": Status.DELIVERED}
    with tenant_scope(channel.tenant_id):
        unsettled = SimulatedMessage.objects.filter(pk=message.pk, status=Status.QUEUED)
        unsettled.update(**outcome, updated_at=timezone.now())  # the bot may have read it by now
        message.refresh_from_db(fields=["status", "error_message", "updated_at"])
    return message


def webhook_url(channel: Channel) -> str:
    return f"{settings.TULIA.base_url}/webhooks/twilio/{channel.webhook_token}/"


def picture_url(channel: Channel, message_sid: str, picture_sid: str) -> str:
    path = f"/2010-04-01/Accounts/{channel.twilio_account}/Messages/{message_sid}/Media/{picture_sid}"
    return settings.TULIA.base_url + TWILIO_PATH + path


def _kept(channel: Channel, phone: SimulatedPhone, said: PhoneInput) -> SimulatedMessage:
    message = SimulatedMessage(
        phone=phone,
        tenant_id=channel.tenant_id,
        sid=sids.new("MM" if said.picture else "SM"),
        direction=SimulatedMessage.Direction.INBOUND,
        body=said.tap["title"] if said.tap else said.text,
        content=_content(said),
        draft=said.draft,
    )
    pictures = []
    if said.picture is not None:
        picture = SimulatedPicture(message=message, tenant_id=channel.tenant_id, sid=sids.new("ME"))
        picture.content_type, picture.bytes = said.picture.content_type, said.picture.bytes
        pictures = [picture]
    urls = [(picture_url(channel, message.sid, picture.sid), picture.content_type) for picture in pictures]
    message.form = build_form(message, channel, pictures=urls, replied_sid=said.replied_sid)
    with tenant_scope(channel.tenant_id):
        message.save()
        SimulatedPicture.objects.bulk_create(pictures)
    return message


def _content(said: PhoneInput) -> dict[str, Any] | None:
    if said.tap:
        return {"tap": said.tap, "replied": said.replied_sid}
    return {"location": said.location} if said.location else None


def build_form(message: SimulatedMessage, channel: Channel, *, pictures: Pictures, replied_sid: str) -> dict[str, str]:
    """Every field of the message, its sender and what it answers."""
    content = message.content or {}
    return {
        "SmsMessageSid": message.sid,
        "SmsSid": message.sid,
        "MessageSid": message.sid,
        "AccountSid": channel.twilio_account,
        "ApiVersion": API_VERSION,
        "SmsStatus": "received",
        "From": message.phone.address,
        "To": channel.sender,
        "Body": message.body,
        "NumMedia": str(len(pictures)),
        "NumSegments": "1",
        "ReferralNumMedia": "0",
        "MessageType": _type(content, pictures),
        **_sender(message.phone.name, message.phone.address),
        **_tap(content.get("tap")),
        **_location(content.get("location")),
        **_media(pictures),
        **_replied(replied_sid, channel.sender),
    }


def _type(content: Mapping[str, object], pictures: Pictures) -> str:
    if "tap" in content:
        return "interactive"
    if "location" in content:
        return "location"
    return "image" if pictures else "text"


def _sender(name: str, address: str) -> dict[str, str]:
    """A phone has a WaId; a customer who hides their number is known by their business-scoped id only."""
    bare = address.removeprefix("whatsapp:")
    own = {"WaId": bare.removeprefix("+")} if bare.startswith("+") else {"ExternalUserId": address}
    context = {"ProfileName": name, **own}
    metadata = {"type": "whatsapp", "data": {"context": context}}
    return {"ProfileName": name, **own, "ChannelMetadata": json.dumps(metadata, ensure_ascii=False)}


def _tap(tap: Mapping[str, str] | None) -> dict[str, str]:
    if tap is None:
        return {}
    if tap["kind"] == "list":
        return {"ListId": tap["id"], "ListTitle": tap["title"]}
    return {"ButtonPayload": tap["id"], "ButtonText": tap["title"]}


def _location(location: Mapping[str, str] | None) -> dict[str, str]:
    if location is None:
        return {}
    known = {"Latitude": "latitude", "Longitude": "longitude", "Label": "label", "Address": "address"}
    return {field: location[key] for field, key in known.items() if location.get(key)}


def _media(pictures: Pictures) -> dict[str, str]:
    fields: dict[str, str] = {}
    for number, (url, content_type) in enumerate(pictures):
        fields |= {f"MediaUrl{number}": url, f"MediaContentType{number}": content_type}
    return fields


def _replied(sid: str, sender: str) -> dict[str, str]:
    return {"OriginalRepliedMessageSid": sid, "OriginalRepliedMessageSender": sender} if sid else {}
