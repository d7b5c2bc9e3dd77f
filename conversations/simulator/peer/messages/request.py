"""What a request to send a message asks for, checked in Twilio's order."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from conversations.simulator.models import SimulatedContent
from conversations.simulator.peer import content_types
from conversations.simulator.peer.account import Account
from conversations.simulator.peer.errors import Refused
from tenants.models import Channel
from tenants.scope import tenant_scope
from tenants.validators import ADDRESS

# Twilio's.
MAX_BODY = 1600
# Twilio's.
MAX_MEDIA = 10
WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A message that Twilio accepts."""

    channel: Channel
    to: str
    body: str
    content: dict[str, Any] | None
    media_urls: list[str]
    status_callback: str
    delivery_error: int | None = None


def accepted(form: QueryDict, account: Account) -> Request:
    """The accepted request; raises Refused."""
    channel = _sender(form, account)
    callback = form.get("StatusCallback", "")
    if callback and not callback.startswith(WEB):
        raise Refused(21609)
    if form.get("ContentSid"):
        content, error = _content(form, account)
        body = str(content["body"])
        return Request(
            channel=channel, to=form.get("To", ""), body=body, content=content, media_urls=[],
            status_callback=callback, delivery_error=error,
        )  # fmt: skip
    body, media = _body(form)
    return Request(
        channel=channel,
        to=form.get("To", ""),
        body=body,
        content=None,
        media_urls=media,
        status_callback=callback,
    )


def _sender(form: QueryDict, account: Account) -> Channel:
    sender, to = form.get("From", ""), form.get("To", "")
    if not to:
        raise Refused(21604)
    if form.get("MessagingServiceSid"):
        raise Refused(21705)
    if not sender:
        raise Refused(21603)
    if sender.startswith("whatsapp:") != to.startswith("whatsapp:"):
        raise Refused(21910)
    if not sender.startswith("whatsapp:"):
        raise Refused(21606)
    if not ADDRESS.match(to):
        raise Refused(21211, to)
    channel = account.find_channel(sender)
    if channel is None:
        raise Refused(63007)
    return channel


def _body(form: QueryDict) -> tuple[str, list[str]]:
    body, media = form.get("Body"), form.getlist("MediaUrl")
    if form.get("ContentVariables"):
        raise Refused(21654)
    if len(media) > MAX_MEDIA:
        raise Refused(21623)
    if any(not url.startswith(WEB) for url in media):
        raise Refused(21620)
    if not media and body is None:
        raise Refused(21619)
    if not media and not body:
        raise Refused(21602)
    if len(body or "") > MAX_BODY:
        raise Refused(21617)
    return body or "", media


def _content(form: QueryDict, account: Account) -> tuple[dict[str, Any], int | None]:
    """The template with its variables, and WhatsApp's error when it then breaks a limit."""
    with tenant_scope(account.tenant_id):
        template = SimulatedContent.objects.filter(sid=form["ContentSid"]).first()
    if template is None:
        raise Refused(21655)
    kind = content_types.richest(template.types)
    try:
        filled = content_types.fill(template.types[kind], template.variables | _variables(form))
    except content_types.Missing as missing:
        raise Refused(21656) from missing
    return {"kind": kind, **filled}, 63021 if content_types.limits_broken(kind, filled) else None


def _variables(form: QueryDict) -> Mapping[str, str]:
    try:
        variables = json.loads(form.get("ContentVariables") or "{}")
    except json.JSONDecodeError as error:
        raise Refused(21656) from error
    if not isinstance(variables, dict) or any(not isinstance(value, str) for value in variables.values()):
        raise Refused(21656)
    return variables
