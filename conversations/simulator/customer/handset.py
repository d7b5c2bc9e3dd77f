"""What a customer does with their phone: a message is kept, and its signed webhook posted to our address."""

from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.utils import timezone

from conversations.simulator import courier, sids
from conversations.simulator.customer import form
from conversations.simulator.models import SimulatedMessage, SimulatedPhone, SimulatedPicture
from tenants.models import Channel
from tenants.scope import tenant_scope

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
    message.form = form.build(message, channel, pictures=urls, replied_sid=said.replied_sid)
    with tenant_scope(channel.tenant_id):
        message.save()
        SimulatedPicture.objects.bulk_create(pictures)
    return message


def _content(said: PhoneInput) -> dict[str, Any] | None:
    if said.tap:
        return {"tap": said.tap, "replied": said.replied_sid}
    return {"location": said.location} if said.location else None
