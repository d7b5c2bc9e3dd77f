"""Whose request it is: HTTP Basic with the account's SID and auth token, at every address of the peer."""

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from conversations.simulator import accounts
from conversations.simulator.peer import errors
from tenants.models import Channel

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A demo account, with the senders it owns."""

    sid: str
    tenant_id: UUID
    channels: tuple[Channel, ...]

    def find_channel(self, sender: str) -> Channel | None:
        return next((channel for channel in self.channels if channel.sender == sender), None)


def endpoint(*methods: str) -> Callable[[View], View]:
    """A view that only an account that proves itself reaches; refusals become Twilio's JSON."""

    def decorate(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def answered(request: HttpRequest, **path: str) -> HttpResponse:
            try:
                return view(request, _admitted(request, methods, path.pop("account_sid", "")), **path)
            except errors.Refused as refused:
                return errors.answer(refused)

        return answered

    return decorate


def _admitted(request: HttpRequest, methods: tuple[str, ...], account_sid: str) -> Account:
    if request.method not in methods:
        raise errors.Refused(20004)
    sid, token = _credentials(request.headers.get("Authorization", ""))
    channels = accounts.list_of_account(sid, token)
    if not channels or account_sid not in ("", sid):
        raise errors.Refused(20003)
    return Account(sid=sid, tenant_id=channels[0].tenant_id, channels=tuple(channels))


def _credentials(header: str) -> tuple[str, str]:
    scheme, _, encoded = header.partition(" ")
    try:
        plain = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    sid, _, token = plain.partition(":")
    return (sid, token) if scheme.lower() == "basic" else ("", "")


@endpoint("GET")
def one(http: HttpRequest, account: Account) -> JsonResponse:
    """GET: the account itself, for whoever wants to know whether a token is right."""
    uri = f"/2010-04-01/Accounts/{account.sid}"
    return JsonResponse(
        {
            "sid": account.sid,
            "friendly_name": f"{account.channels[0].tenant.name} (simulator)",
            "status": "active",
            "type": "Full",
            "owner_account_sid": account.sid,
            "uri": f"{uri}.json",
            "subresource_uris": {"messages": f"{uri}/Messages.json"},
        }
    )
