"""Webhooks as Twilio posts them, byte for byte; the signature is made independently of the code under test."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from tenants.models import Channel

FORM = "application/x-www-form-urlencoded"
Pairs = Iterable[tuple[str, str]]
# A text message with all the fields that Twilio sends.
KARIBU = {
    "SmsMessageSid": "SM00000000000000000000000000000001",
    "SmsSid": "SM00000000000000000000000000000001",
    "MessageSid": "SM00000000000000000000000000000001",
    "NumMedia": "0",
    "ProfileName": "Asha Wanjirú",
    "MessageType": "text",
    "WaId": "254712345678",
    "SmsStatus": "received",
    "Body": "Hello & karibu 😀",
    "To": "whatsapp:+14155238886",
    "NumSegments": "1",
    "ReferralNumMedia": "0",
    "AccountSid": "AC00000000000000000000000000000001",
    "From": "whatsapp:+254712345678",
    "ApiVersion": "2010-04-01",
}


def sign(url: str, pairs: Pairs, token: str, algorithm: Any = hashlib.sha1) -> str:
    text = url + "".join(name + value for name, value in sorted(set(pairs)))
    return base64.b64encode(hmac.new(token.encode(), text.encode(), algorithm).digest()).decode()


def message(channel: Channel, /, **fields: str) -> dict[str, str]:
    """The fields of a small text message; given ones are added or replaced."""
    return {
        "MessageSid": f"SM{uuid4().hex}",
        "AccountSid": channel.twilio_account,
        "From": "whatsapp:+254712345678",
        "To": channel.sender,
        "Body": "Habari",
        **fields,
    }


def post(
    channel: Channel,
    fields: Mapping[str, str] | list[tuple[str, str]],
    *,
    status_of: str | None = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """A signed form to the channel's webhook, or to its status webhook."""
    pairs = list(fields.items()) if isinstance(fields, Mapping) else fields
    path = path_of(channel) if status_of is None else f"{path_of(channel)}status/?message={quote(status_of)}"
    signature = sign(f"http://testserver{path}", pairs, token or channel.auth_token)
    return raw(path, urlencode(pairs), signature=signature, headers=headers)


def raw(
    path: str,
    body: str | bytes,
    *,
    signature: str = "",
    content_type: str = FORM,
    headers: Mapping[str, str] | None = None,
    **environ: str,
) -> HttpResponse:
    """Exactly these bytes."""
    sent = {"X-Twilio-Signature": signature, **(headers or {})}
    return Client().generic("POST", path, body, content_type, headers=sent, **environ)


def path_of(channel: Channel) -> str:
    return f"/webhooks/twilio/{channel.webhook_token}/"
