"""Twilio's API as the outbox needs it: explicit time limits, and failures sorted by what may be done about them."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import httpx
from django.conf import settings
from twilio.base.exceptions import TwilioException, TwilioRestException, TwilioServiceException
from twilio.base.version import Version
from twilio.http import HttpClient
from twilio.http.response import Response
from twilio.rest import Client

from conversations.channels.outcomes import Accepted
from tenants.models import Channel
from tools.providers import NotSent, OutcomeUnknown, Refused
from tools.providers.connection import ConnectionReport
from tools.providers.exchange import Exchanges, noted
from tools.providers.http import NEVER_SENT, client

# A message is one of many that wait, and one whose fate is unknown is looked up: it is not waited for as money is.
SECONDS, CONNECT_SECONDS = 7, 3
HOSTS = ("https://api.twilio.com", "https://content.twilio.com", "https://messaging.twilio.com")
# One for each demo business; no account of Twilio's is numbered so.
DEMO_ACCOUNTS = frozenset(f"AC{number:032d}" for number in (1, 2, 3))
# HTTP's codes for "later": too fast, and everything from 500 on.
TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
# Whoever answers so had passed the request on, and heard no more of it.
TIMED_OUT = frozenset({408, 504})
# Rows of one page of Twilio's lists.
LISTED = 100
AS_JSON = {"Content-Type": "application/json"}
# What the SDK stumbles with over an answer that is no JSON, or not the JSON it knows.
NOT_IN_TWILIOS_FORM = (ValueError, AttributeError, TypeError, KeyError)
_SDKS_OWN_WORDS = re.compile(r"^Unable to \w+ record(?:: )?")
NO_SUCH_THING = "20404"
REFUSALS = {
    "20003": "Twilio refused this account and token: the auth token is not this account's. Copy it again.",
    NO_SUCH_THING: "Twilio refused this account and token: it knows no such account.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A message as Twilio lists it."""

    provider_id: str
    body: str
    status: str
    created_at: datetime | None
    is_outbound: bool
    error_code: str
    error_message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SenderWebhooks:
    """Where Twilio posts what comes for a sender, and what becomes of its messages."""

    webhook_url: str
    status_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """What WhatsApp thinks of a template, in Twilio's words."""

    status: str
    reason: str


def send(
    channel: Channel,
    *,
    to: str,
    callback: str,
    body: str = "",
    media_url: str = "",
    content: tuple[str, str] | None = None,
    exchanges: Exchanges | None = None,
) -> Accepted:
    """Send a body, a picture, or a content resource (SID, variables); raises NotSent, OutcomeUnknown or Refused.

    What was asked and answered is added to `exchanges`, here and in what follows.
    """
    words: dict[str, Any] = {"body": body}
    if media_url:
        words["media_url"] = [media_url]
    if content is not None:
        words = {"content_sid": content[0], "content_variables": content[1]}
    answer = _ask(
        lambda: _client(channel, exchanges).messages.create(
            to=to, from_=channel.sender, status_callback=callback, **words
        )
    )
    if not answer.sid:
        raise OutcomeUnknown("Twilio's answer has no SID")
    return Accepted(provider_id=answer.sid, status=str(answer.status or ""))


def list_messages(
    channel: Channel, *, to: str, since: datetime | None, exchanges: Exchanges | None = None
) -> list[Listed]:
    """The newest messages to this address, of those with a sending date when `since` is given; raises like `send`."""
    after = {} if since is None else {"date_sent_after": since}

    def listed() -> list[Listed]:
        page = _client(channel, exchanges).messages.page(to=to, from_=channel.sender, page_size=LISTED, **after)
        return [_listed(message) for message in page]

    return cast(list[Listed], _ask(listed))


def _listed(message: Any) -> Listed:
    return Listed(
        provider_id=str(message.sid),
        body=message.body or "",
        status=str(message.status or ""),
        created_at=message.date_created,
        is_outbound=str(message.direction).startswith("outbound"),
        error_code=str(message.error_code or ""),
        error_message=message.error_message or "",
    )


def create_content(
    channel: Channel,
    *,
    name: str,
    variables: Mapping[str, str],
    types: Mapping[str, Any],
    exchanges: Exchanges | None = None,
) -> str:
    """Make a Content API resource; its SID. Raises like `send`."""
    resource = {"friendly_name": name, "language": "en", "variables": dict(variables), "types": dict(types)}
    answer = _ask(lambda: _asked(channel, "POST", f"{HOSTS[1]}/v1/Content", resource, exchanges, AS_JSON))
    if not answer.get("sid"):
        raise OutcomeUnknown("Twilio's answer has no SID")
    return str(answer["sid"])


def show_typing(channel: Channel, *, inbound_id: str, exchanges: Exchanges | None = None) -> None:
    """Mark the message read and show that an answer is being written; raises like `send`."""
    fields = {"messageId": inbound_id, "channel": "whatsapp"}
    _ask(lambda: _asked(channel, "POST", f"{HOSTS[2]}/v2/Indicators/Typing.json", fields, exchanges))


def find_sender(channel: Channel) -> SenderWebhooks | None:
    """The channel's sender as Twilio has it; raises like `send`."""

    def found() -> SenderWebhooks | None:
        url: str | None = f"{HOSTS[2]}/v2/Channels/Senders?Channel=whatsapp&PageSize={LISTED}"
        while url:
            page = _asked(channel, "GET", url)
            for sender in page["senders"]:
                if sender["sender_id"] == channel.sender:
                    told = sender.get("webhook") or {}
                    return SenderWebhooks(
                        webhook_url=told.get("callback_url") or "", status_url=told.get("status_callback_url") or ""
                    )
            url = page["meta"]["next_page_url"]
        return None

    return cast(SenderWebhooks | None, _ask(found))


def find_approval(channel: Channel, content_sid: str) -> Approval | None:
    """Of a template; None when Twilio knows no such template. Raises like `send`."""
    try:
        answer = _ask(lambda: _client(channel, None).content.v1.contents(content_sid).approval_fetch().fetch())
    except Refused as error:
        if error.code == NO_SUCH_THING:
            return None
        raise
    told = answer.whatsapp or {}
    return Approval(status=str(told.get("status") or "unsubmitted"), reason=str(told.get("rejection_reason") or ""))


def test_connection(channel: Channel) -> ConnectionReport:
    """Fetch the account with the channel's own token."""
    try:
        account = _ask(lambda: _client(channel, None).api.accounts(channel.twilio_account).fetch())
    except Refused as error:
        sentence = REFUSALS.get(error.code, f"Twilio refused this account and token: {error.message}")
        return ConnectionReport(is_ok=False, sentence=sentence)
    except (NotSent, OutcomeUnknown) as error:
        return ConnectionReport(is_ok=False, sentence=f"Twilio could not be reached: {error}")
    return ConnectionReport(is_ok=True, sentence=f"Connected to Twilio account {account.friendly_name}.")


def _ask(request: Callable[[], Any]) -> Any:
    try:
        return request()
    except TwilioRestException as error:
        raise _sorted(error.status, error.code, error.msg) from error
    except TwilioServiceException as error:
        raise _sorted(error.status, error.code, error.detail or error.title) from error
    except NEVER_SENT as error:
        raise NotSent("no connection to Twilio") from error
    except (httpx.HTTPError, TwilioException, *NOT_IN_TWILIOS_FORM) as error:
        raise OutcomeUnknown(f"no answer from Twilio ({type(error).__name__})") from error


def _sorted(status: int, code: Any, words: str) -> NotSent | OutcomeUnknown | Refused:
    if status in TIMED_OUT:
        return OutcomeUnknown(f"Twilio answered {status}")
    if status == TOO_MANY_REQUESTS or status >= SERVER_ERROR:
        return NotSent(f"Twilio answered {status}")
    return Refused(str(code or status), _SDKS_OWN_WORDS.sub("", str(words)))


def _asked(
    channel: Channel,
    method: str,
    url: str,
    data: Mapping[str, Any] | None = None,
    exchanges: Exchanges | None = None,
    headers: Any = None,
) -> dict[str, Any]:
    """A request that the SDK has no words for; a JSON object comes back."""
    answer = _client(channel, exchanges).request(method, url, data=data, headers=headers)
    if answer.status_code >= 300:
        raise Version.exception(method, url, answer, f"Unable to {'fetch' if method == 'GET' else 'create'} record")
    told = json.loads(answer.text)
    return told if isinstance(told, dict) else {}


def _client(channel: Channel, exchanges: Exchanges | None) -> Client:
    http = _Wire(base_url(channel.twilio_account), exchanges if exchanges is not None else [])
    return Client(channel.twilio_account, channel.auth_token, http_client=http)


def base_url(account: str) -> str | None:
    """Where Twilio is: the configured stand-in, the simulator for demo accounts, otherwise Twilio's own hosts."""
    if settings.TULIA.twilio_base_url:
        return str(settings.TULIA.twilio_base_url)
    if settings.TULIA.demo and account in DEMO_ACCOUNTS:
        return f"http://127.0.0.1:{settings.TULIA.port}/simulator/twilio"
    return None


class _Wire(HttpClient):  # type: ignore[misc]  # the SDK has no types
    """The SDK's requests over the shared httpx client, noted, and sent to the stand-in when there is one."""

    def __init__(self, stand_in: str | None, exchanges: Exchanges) -> None:
        super().__init__(None, False, SECONDS)
        self._stand_in, self._exchanges = stand_in, exchanges

    def request(
        self,
        method: str,
        url: str,
        params: Any = None,
        data: Any = None,
        headers: Any = None,
        auth: Any = None,
        timeout: Any = None,
        allow_redirects: bool = False,
    ) -> Response:
        as_json = (headers or {}).get("Content-Type") == AS_JSON["Content-Type"]
        params, data = _without_none(params), data if as_json else _without_none(data)
        body = {"json": data} if as_json else {"data": data}
        with noted(self._exchanges, method, url, {**(params or {}), **(data or {})}) as exchange:
            answer = client(SECONDS, CONNECT_SECONDS).request(
                method, self._redirected(url), params=params, headers=headers, auth=auth, **body
            )
            exchange.answered(answer.status_code, answer.text)
        return Response(answer.status_code, answer.text, answer.headers)

    def _redirected(self, url: str) -> str:
        if self._stand_in is None:
            return url
        host = next((host for host in HOSTS if url.startswith(host)), None)
        if host is None:
            raise ValueError(f"no stand-in for {url}")
        return self._stand_in + url.removeprefix(host)


def _without_none(fields: Any) -> Any:
    return {name: value for name, value in fields.items() if value is not None} if fields else None
