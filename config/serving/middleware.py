"""What every request gets: an id, its log line, a place in the figures, and no answer without the wall."""

import time
from collections.abc import Callable
from uuid import uuid4

import structlog
from django.http import HttpRequest, HttpResponse

from config.serving import errors, startup
from tenants.telemetry import metrics

log = structlog.get_logger(__name__)
QUIET = ("/health/", "/metrics", "/static/", "/simulator/")
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
        _count(request, response, seconds)
        if not request.path.startswith(QUIET) or response.status_code >= 500:
            log.info(
                "web.request.completed",
                method=request.method,
                route=request.resolver_match.route if request.resolver_match else None,
                status=response.status_code,
                milliseconds=round(seconds * 1000, 1),
            )
        return response


def _count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """By the pattern of the address, never by the address: a webhook's is a secret."""
    route = request.resolver_match.route if request.resolver_match else "none"
    method = request.method if request.method in METHODS else "other"
    metrics.REQUESTS.labels(route, method, str(response.status_code)).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)


class ClosedUntilWalled:
    """503 to everybody while a process that began without a database does not know whether the wall stands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if startup.is_wall_unproven() and not request.path.startswith("/health/"):
            return errors.unavailable()
        return self._get_response(request)
