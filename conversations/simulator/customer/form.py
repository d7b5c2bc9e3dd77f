"""The form Twilio posts for an inbound WhatsApp message, complete."""

import json
from collections.abc import Mapping, Sequence

from conversations.simulator.models import SimulatedMessage
from tenants.models import Channel

API_VERSION = "2010-04-01"
Pictures = Sequence[tuple[str, str]]  # address and content type


def build(message: SimulatedMessage, channel: Channel, *, pictures: Pictures, replied_sid: str) -> dict[str, str]:
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
