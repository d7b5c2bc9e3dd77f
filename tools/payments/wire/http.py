"""One HTTP client for both providers, with explicit time limits; a request is made once, never repeated by itself."""

import functools
import json
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx

from tools.payments.wire.errors import NotSent, Unknown
from tools.payments.wire.exchange import Exchanges, noted

TIMEOUT = httpx.Timeout(30, connect=5)
NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
    httpx.InvalidURL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a provider; `login` is for making a token, `token` for all else."""

    method: str
    url: str
    json: dict[str, Any] | None = None
    query: dict[str, str] = field(default_factory=dict)
    token: str = field(default="", repr=False)
    login: tuple[str, str] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back; `body` is empty when it was no JSON object."""

    status: int
    body: dict[str, Any]

    @property
    def is_ok(self) -> bool:
        return 200 <= self.status < 300


def ask(request: Request, exchanges: Exchanges) -> Answer:
    """Make the request once; raises NotSent when it surely did not arrive, Unknown when no answer came."""
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {request.token}"} if request.token else {})
    sent = {**request.query, **(request.json or {})}
    try:
        with noted(exchanges, request.method, request.url, sent) as exchange:
            response = _client().request(
                request.method,
                request.url,
                params=request.query or None,
                json=request.json,
                headers=headers,
                auth=request.login,
            )
            exchange.answered(response.status_code, response.text)
    except NEVER_SENT as error:
        raise NotSent(f"no connection ({type(error).__name__})") from error
    except httpx.HTTPError as error:
        raise Unknown(f"no answer ({type(error).__name__})") from error
    return Answer(status=response.status_code, body=_object(response.text))


def _object(words: str) -> dict[str, Any]:
    try:
        told = json.loads(words)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


@functools.cache
def _client() -> httpx.Client:
    """One for the process: thread-safe, made when first needed, and without cookies that two tenants could share."""
    client = httpx.Client(timeout=TIMEOUT, limits=httpx.Limits(max_connections=100))
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client
