"""What every request gets: an id, its log line, a place in the figures, a policy, and no answer without the wall.

What broke is a 503 while the database is away, so that the caller tries again; otherwise a 500.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

import structlog
from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.views import defaults

from config.parts.loopback import is_loopback
from config.serving import startup
from tenants.scope import TenantFrozen
from tenants.telemetry import metrics

# A database that restarts is back by then.
RETRY_SECONDS: Final = 5
SENTENCE: Final = "Tulia cannot reach its database at the moment. Try again in a minute."
MOVING: Final = "This business is being moved to another installation. Try again in some minutes, or there."

log = structlog.get_logger(__name__)
QUIET = ("/health/", "/metrics", "/static/", "/simulator/", "/live/")
# What a proxy or a tunnel adds: whoever asked it is not on this machine.
FROM_A_PROXY = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestLog:
    """Binds request_id; the path is logged, the query and the body never are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=uuid4().hex)
        started = time.perf_counter()
        response = self._get_response(request)
        seconds = time.perf_counter() - started
        route = request.resolver_match.route if request.resolver_match else None
        note(
            route, request.method or "", response.status_code, seconds=seconds,
            is_quiet=request.path.startswith(QUIET),
        )  # fmt: skip
        return response


def note(route: str | None, method: str, status: int, *, seconds: float, is_quiet: bool = False) -> None:
    """Count and log a request by the pattern of its address, never by the address: a webhook's is a secret."""
    metrics.REQUESTS.labels(route or "none", method if method in METHODS else "other", str(status)).inc()
    metrics.REQUEST_SECONDS.labels(route or "none").observe(seconds)
    if not is_quiet or status >= 500:
        log.info(
            "web.request.completed", method=method, route=route, status=status, milliseconds=round(seconds * 1000, 1)
        )


class ContentPolicy:
    """The Content-Security-Policy of what brings none of its own; put together once, since no page changes it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault(HEADER, self._policy)
        return response


class ClosedUntilWalled:
    """503 to everybody while a process that began without a database does not know whether the wall stands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if startup.is_wall_unproven() and not request.path.startswith("/health/"):
            return unavailable()
        return self._get_response(request)


class DemoGate:
    """The demo, whose passwords are public, serves this machine and nobody else; without it, the simulators are gone.

    The start refuses a demo that others could reach; this holds where the start could not know of a proxy or a port.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TULIA.demo and not is_from_here(request):
            log.warning("web.demo.refused")
            return HttpResponse("The demo answers only on its own machine.\n", status=403, content_type="text/plain")
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        match = request.resolver_match
        if match is not None and "simulator" in match.app_names and not settings.TULIA.demo:
            raise Http404


def is_from_here(request: HttpRequest) -> bool:
    is_relayed = any(name in request.headers for name in FROM_A_PROXY)
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not is_relayed


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500."""
    error = sys.exc_info()[1]
    is_away = isinstance(error, OperationalError | InterfaceError)
    if isinstance(error, TenantFrozen):
        return unavailable(MOVING)
    response = unavailable() if is_away else defaults.server_error(request)
    route = request.resolver_match.route if request.resolver_match else None
    log.error("web.request.failed", route=route, status=response.status_code, exc_info=error)
    return response


def unavailable(sentence: str = SENTENCE) -> HttpResponse:
    """503: come again."""
    headers = {"Retry-After": str(RETRY_SECONDS)}
    return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers=headers)
