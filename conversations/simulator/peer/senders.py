"""Twilio's list of an account's WhatsApp senders, each with the addresses that were pasted into its page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.urls import reverse

from conversations.simulator.peer.account import Account, endpoint
from tenants.models import Channel

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
