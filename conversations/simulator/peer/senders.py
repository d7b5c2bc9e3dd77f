"""Twilio's list of an account's WhatsApp senders with their addresses, and its typing indicator."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils import timezone

from conversations.simulator.models import SimulatedMessage
from conversations.simulator.peer.account import Account, endpoint
from conversations.simulator.peer.errors import Refused
from tenants.models import Channel
from tenants.scope import tenant_scope

# WhatsApp's: typing is shown for 25 s or until the answer.
SHOWN_FOR = timedelta(seconds=25)

ADDRESS = "https://messaging.twilio.com/v2/Channels/Senders?Channel=whatsapp&PageSize=100&Page=0"
RETRIES = "#rc=3&rp=ct,rt,5xx"


@endpoint("GET")
def collection(http: HttpRequest, account: Account) -> JsonResponse:
    """GET: all of them, on one page."""
    meta = {
        "page": 0, "page_size": 100, "key": "senders", "url": ADDRESS, "first_page_url": ADDRESS,
        "next_page_url": None, "previous_page_url": None,
    }  # fmt: skip
    return JsonResponse({"senders": [_as_json(channel) for channel in account.channels], "meta": meta})


def _as_json(channel: Channel) -> dict[str, Any]:
    base = settings.TULIA.base_url
    return {
        "sid": f"XE{channel.pk.hex}",
        "status": "ONLINE",
        "sender_id": channel.sender,
        "webhook": {
            "callback_url": base + reverse("twilio-webhook", args=[channel.webhook_token]) + RETRIES,
            "callback_method": "POST",
            "status_callback_url": base + reverse("twilio-status", args=[channel.webhook_token]) + RETRIES,
            "status_callback_method": "POST",
        },
    }


@endpoint("POST")
def typing(http: HttpRequest, account: Account) -> JsonResponse:
    """POST messageId, channel: until a reply comes, 25 s at the longest."""
    if http.POST.get("channel") != "whatsapp":
        raise Refused(20001, "channel")
    now = timezone.now()
    with tenant_scope(account.tenant_id):
        inbound = SimulatedMessage.objects.filter(direction=SimulatedMessage.Direction.INBOUND)
        message = inbound.select_related("phone").filter(sid=http.POST.get("messageId", "")).first()
        if message is None:
            raise Refused(20404)
        earlier = inbound.filter(phone=message.phone, created_at__lte=message.created_at)
        earlier.exclude(status__in=(SimulatedMessage.Status.READ, SimulatedMessage.Status.FAILED)).update(
            status=SimulatedMessage.Status.READ, updated_at=now
        )
        message.phone.typing_until = now + SHOWN_FOR
        message.phone.save(update_fields=["typing_until"])
    return JsonResponse({"success": True})
