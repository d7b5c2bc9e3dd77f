"""HTTP with explicit time limits for every step; a request is made once, and never repeated by itself."""

import functools
import json
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx

from tools.providers.errors import NotSent, OutcomeUnknown
from tools.providers.exchange import Exchanges, noted

# A payment provider thinks for long, and what it did is worth waiting for: without an answer nobody knows.
SECONDS, CONNECT_SECONDS = 30, 5
# So many requests at once in this process; the next waits for a free connection, and was never sent if none comes.
MOST_CONNECTIONS = 100
# Failures after which no byte of the request can have arrived.
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
class ProviderAnswer:
    """What came back; `body` is empty when it was no JSON object."""

    status: int
    body: dict[str, Any]

    @property
    def is_ok(self) -> bool:
        return 200 <= self.status < 300


def ask(request: Request, exchanges: Exchanges) -> ProviderAnswer:
    """Make the request once; raises NotSent when it surely did not arrive, Unknown when no answer came."""
    headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {request.token}"} if request.token else {})
    sent = {**request.query, **(request.json or {})}
    try:
        with noted(exchanges, request.method, request.url, sent) as exchange:
            response = client(SECONDS, CONNECT_SECONDS).request(
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
        raise OutcomeUnknown(f"no answer ({type(error).__name__})") from error
    return ProviderAnswer(status=response.status_code, body=_object(response.text))


def _object(words: str) -> dict[str, Any]:
    try:
        told = json.loads(words)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


@functools.cache
def client(seconds: float, connect_seconds: float) -> httpx.Client:
    """One for the process and these limits: thread-safe, and without cookies that two tenants could share."""
    timeout = httpx.Timeout(seconds, connect=connect_seconds)
    made = httpx.Client(timeout=timeout, limits=httpx.Limits(max_connections=MOST_CONNECTIONS))
    made.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return made
