"""WhatsApp's line in the registry, and what only Twilio knows of a sender: where it posts, how its templates stand."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Final
from urllib.parse import urldefrag

from django.conf import settings
from django.urls import reverse

from conversations.channels.base import Capabilities, Kind
from conversations.channels.whatsapp import client, compile, errors, media, send
from tenants.diagnosis import Diagnosis, fault, fine, warning
from tenants.models import Channel, Tenant
from tenants.secrets import SecretUnreadable
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.exchange import Exchanges

PASTE = "Paste the two addresses of the channel's page in the admin into the sender's page in the Twilio console."

RESUBMIT = (
    "Submit it anew in Twilio's Content Template Builder, and put the new content SID into the business's settings."
)

# Twilio's words for a template that may be sent, and for one that may be soon.
SENDABLE, COMING = {"approved"}, {"received", "pending"}

MESSAGE_SIDS = ("SM", "MM")


def _show_typing(channel: Channel, inbound_id: str, exchanges: Exchanges) -> None:
    """Under a message of the customer's: what came otherwise has no place on their phone."""
    if inbound_id.startswith(MESSAGE_SIDS):
        client.show_typing(channel, inbound_id=inbound_id, exchanges=exchanges)


def diagnose(channel: Channel, tenant: Tenant) -> Iterator[Diagnosis]:
    """Asks Twilio; no transaction is open."""
    try:
        yield from _of_webhooks(channel)
        for event, template in tenant.templates.items():
            yield from _of_template(channel, event, template["name"], template["content_sid"])
    except SecretUnreadable:
        yield fault("Its auth token cannot be decrypted here.", "Paste the auth token again on the channel's page.")
    except Refused as error:
        words = client.REFUSALS.get(error.code, f"Twilio refuses to tell about it: {error.message}")
        yield fault(words, "Compare account SID and auth token on the channel's page with Twilio's console.")
    except (NotSent, OutcomeUnknown) as error:
        yield warning(f"Twilio could not be asked: {error}.", "Look at Twilio's status page, and run this again.")


WHATSAPP: Final = Kind(
    name="whatsapp",
    urls="conversations.channels.whatsapp.urls",
    admin="conversations.channels.whatsapp.admin",
    webhook="conversations.channels.whatsapp.webhook",
    can=Capabilities(window=timedelta(hours=24), window_closed=errors.OUTSIDE_WINDOW, taps=compile.TAPS),
    compile=compile.pieces,
    send=send.send,
    look_up=send.look_up,
    problem_of=errors.problem_of,
    is_demo=lambda channel: channel.twilio_account in client.DEMO_ACCOUNTS,
    show_typing=_show_typing,
    media_access=media.media_access,
    diagnose=diagnose,
)


def _of_webhooks(channel: Channel) -> Iterator[Diagnosis]:
    found = client.find_sender(channel)
    if found is None:
        yield fault(f"Twilio's account has no sender {channel.sender}.", "Compare the sender with Twilio's console.")
        return
    base = settings.TULIA.base_url
    wanted = {
        "messages": (base + reverse("twilio-webhook", args=[channel.webhook_token]), found.webhook_url),
        "statuses": (base + reverse("twilio-status", args=[channel.webhook_token]), found.status_url),
    }
    wrong = [what for what, (ours, theirs) in wanted.items() if urldefrag(theirs).url != ours]
    if wrong:
        yield fault(f"Twilio posts its {' and '.join(wrong)} to another address than ours.", PASTE)
    elif not all(urldefrag(theirs).fragment for _, theirs in wanted.values()):
        yield warning("Twilio tries only once to reach us: its addresses have no #rc=3&rp=ct,rt,5xx.", PASTE)
    else:
        yield fine("Twilio posts to us.")


def _of_template(channel: Channel, event: str, name: str, content_sid: str) -> Iterator[Diagnosis]:
    approval = client.find_approval(channel, content_sid)
    if approval is None:
        yield fault(f"Twilio knows no template {content_sid} ({name}, for {event}).", RESUBMIT)
    elif approval.status in COMING:
        yield warning(
            f"The template {name} for {event} waits for WhatsApp's approval.", "Wait for a day, then ask Twilio."
        )
    elif approval.status not in SENDABLE:
        why = f": {approval.reason}" if approval.reason else ""
        yield fault(f"The template {name} for {event} is {approval.status}{why}.", RESUBMIT)
    else:
        yield fine(f"The template {name} for {event} is approved.")
