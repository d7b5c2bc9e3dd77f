"""Twilio's API as the outbox needs it: explicit time limits, and failures sorted by what may be done about them."""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
from django.conf import settings
from twilio.base.exceptions import TwilioException, TwilioRestException
from twilio.http import HttpClient
from twilio.http.response import Response
from twilio.request_validator import RequestValidator
from twilio.rest import Client

from tenants.models import Channel

TIMEOUT = httpx.Timeout(10, connect=5)
HOSTS = ("https://api.twilio.com", "https://content.twilio.com", "https://messaging.twilio.com")
DEMO_ACCOUNTS = frozenset(f"AC{number:032d}" for number in (1, 2, 3))
TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500


class NotTaken(Exception):
    """Twilio certainly did not take the request (429, 5xx, no connection): it may be sent again later."""


class PerhapsTaken(Exception):
    """No answer came back: the request may have been carried out, and must not be repeated blindly."""


class Refused(Exception):
    """Twilio refused the request for good."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code, self.reason = code, reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """A message that Twilio took, and the status it gave it."""

    provider_id: str
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionReport:
    """Whether a channel's account can be reached, in a sentence for the person who typed its token."""

    is_ok: bool
    sentence: str


def is_signed(url: str, parameters: Any, *, signature: str, auth_token: str) -> bool:
    """Whether the signature is Twilio's for this address and these form fields."""
    return bool(RequestValidator(auth_token).validate(url, parameters, signature))


def send(
    channel: Channel,
    *,
    to: str,
    callback: str,
    body: str = "",
    media_url: str = "",
    content: tuple[str, str] | None = None,
) -> Accepted:
    """Send a body, a picture, or a content resource (SID, variables); raises NotTaken, PerhapsTaken or Refused."""
    words: dict[str, Any] = {"body": body}
    if media_url:
        words["media_url"] = [media_url]
    if content is not None:
        words = {"content_sid": content[0], "content_variables": content[1]}
    answer = _ask(
        lambda: _client(channel).messages.create(
            to=to, from_=channel.sender, status_callback=callback, **words
        )
    )
    if not answer.sid:
        raise PerhapsTaken("Twilio's answer has no SID")
    return Accepted(provider_id=answer.sid, status=str(answer.status))


def create_content(channel: Channel, *, name: str, variables: Mapping[str, str], types: Mapping[str, Any]) -> str:
    """Make a Content API resource; its SID. Raises like `send`."""
    resource = {"friendly_name": name, "language": "en", "variables": dict(variables), "types": dict(types)}
    return str(_ask(lambda: _post_json(channel, "https://content.twilio.com/v1/Content", resource))["sid"])


def show_typing(channel: Channel, *, inbound_id: str) -> None:
    """Mark the message read and show that an answer is being written; raises like `send`."""
    fields = {"messageId": inbound_id, "channel": "whatsapp"}
    _ask(lambda: _client(channel).request("POST", f"{HOSTS[2]}/v2/Indicators/Typing.json", data=fields))


def test_connection(channel: Channel) -> ConnectionReport:
    """Fetch the account with the channel's own token."""
    try:
        account = _ask(lambda: _client(channel).api.accounts(channel.twilio_account).fetch())
    except Refused as error:
        return ConnectionReport(is_ok=False, sentence=f"Twilio refused this account and token: {error.reason}")
    except (NotTaken, PerhapsTaken) as error:
        return ConnectionReport(is_ok=False, sentence=f"Twilio could not be reached: {error}")
    return ConnectionReport(is_ok=True, sentence=f"Connected to Twilio account {account.friendly_name}.")


def _ask(request: Any) -> Any:
    try:
        return request()
    except TwilioRestException as error:
        if error.status == TOO_MANY_REQUESTS or error.status >= SERVER_ERROR:
            raise NotTaken(f"Twilio answered {error.status}") from error
        raise Refused(str(error.code or error.status), str(error.msg)) from error
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise NotTaken("no connection to Twilio") from error
    except (httpx.HTTPError, TwilioException, ValueError) as error:
        raise PerhapsTaken(f"no answer from Twilio ({type(error).__name__})") from error


def _post_json(channel: Channel, url: str, resource: dict[str, Any]) -> Any:
    answer = _client(channel).request("POST", url, data=resource, headers={"Content-Type": "application/json"})
    if answer.status_code >= 400:
        raise TwilioRestException(answer.status_code, url, answer.text[:200])
    return json.loads(answer.text)




def _client(channel: Channel) -> Client:
    http = _http(_base_url(channel.twilio_account))
    return Client(channel.twilio_account, channel.auth_token, http_client=http)


def _base_url(account: str) -> str | None:
    """Where Twilio is: the configured stand-in, the simulator for demo accounts, otherwise Twilio's own hosts."""
    if settings.TULIA.twilio_base_url:
        return str(settings.TULIA.twilio_base_url)
    if settings.TULIA.demo and account in DEMO_ACCOUNTS:
        return f"http://127.0.0.1:{settings.TULIA.port}/simulator/twilio"
    return None


class _Http(HttpClient):  # type: ignore[misc]  # the SDK has no types
    """The SDK's requests over one shared, thread-safe httpx client, sent to the stand-in when there is one."""

    def __init__(self, base_url: str | None) -> None:
        super().__init__(None, False, TIMEOUT.read)
        self._base_url = base_url
        self._httpx = httpx.Client(timeout=TIMEOUT, limits=httpx.Limits(max_connections=100))

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
        as_json = (headers or {}).get("Content-Type") == "application/json"
        body = {"json": data} if as_json else {"data": _without_none(data)}
        answer = self._httpx.request(
            method, self._redirected(url), params=_without_none(params), headers=headers, auth=auth, **body
        )
        return Response(answer.status_code, answer.text, answer.headers)

    def _redirected(self, url: str) -> str:
        if self._base_url is None:
            return url
        host = next((host for host in HOSTS if url.startswith(host)), None)
        if host is None:
            raise ValueError(f"no stand-in for {url}")
        return self._base_url + url.removeprefix(host)


def _without_none(fields: Any) -> Any:
    return {name: value for name, value in fields.items() if value is not None} if fields else None


_http = functools.lru_cache(maxsize=8)(_Http)
