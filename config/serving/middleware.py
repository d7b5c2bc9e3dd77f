"""What every request gets: an id, bound to its log lines, and one line when it is over."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

import structlog
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from config.parts.loopback import is_loopback

log = structlog.get_logger(__name__)
QUIET = ("/health/", "/static/", "/simulator/")
# What a proxy or a tunnel adds: whoever asked it is not on this machine.
FROM_A_PROXY = ("HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED")


class RequestLog:
    """Binds request_id; the path is logged, the query and the body never are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=uuid4().hex)
        started = time.perf_counter()
        response = self._get_response(request)
        if not request.path.startswith(QUIET) or response.status_code >= 500:
            log.info(
                "web.request.completed",
                method=request.method,
                route=request.resolver_match.route if request.resolver_match else None,
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
        return response


class DemoGate:
    """The demo, whose passwords are public, serves this machine and nobody else; without it, the simulators are gone.

    The start refuses a demo that others could reach; this holds where the start could not know of a proxy or a port.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TULIA.demo and not _is_from_here(request):
            log.warning("web.demo.refused")
            return HttpResponse("The demo answers only on its own machine.\n", status=403, content_type="text/plain")
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        match = request.resolver_match
        if match is not None and "simulator" in match.app_names and not settings.TULIA.demo:
            raise Http404


def _is_from_here(request: HttpRequest) -> bool:
    is_relayed = any(name in request.META for name in FROM_A_PROXY)
    return is_loopback(request.META.get("REMOTE_ADDR", "")) and not is_relayed
