"""The fast path of webhooks: a usual message is stored and acknowledged before Django's handler, together with others.

It takes what most are, a signed message to a channel that was asked for a moment ago, from a customer who is known, and
says of it what the view says, by the view's own code. Of everything else, and of whatever fails, it says nothing: the
request goes on to Django as if it came now, for storing a message twice changes nothing.

    POST ──▶ one of this address under way? ── no ──▶ serve it ───────────────▶ 200
                   │ yes                                 │ and then all that wait, in one transaction of their tenant's
                   └──▶ wait ◀───────────────────────────┘
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib import import_module
from io import BytesIO
from typing import Any, Final
from uuid import uuid4

import structlog
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.utils import timezone

from config.serving import middleware, startup
from conversations import inbox, receiving
from conversations.channels import registry
from conversations.channels.base import Inbound
from conversations.channels.webhook import UsualWebhook
from tenants.models import Channel

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Of a Content-Length; more would make a number that takes long to read.
MAX_DIGITS: Final = 12

log = structlog.get_logger(__name__)


def _held() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(slots=True, eq=False)
class _Request:
    """A request, and the thread that waits for its answer."""

    environ: dict[str, Any]
    webhook: UsualWebhook
    token: str
    started: float
    called: threading.Lock = field(default_factory=_held)
    """Released once it was tried, or is to serve what waits."""
    is_tried: bool = False
    answer: HttpResponse | None = None


class FastPath:
    """Stands before an application, which gets everything that is not answered here."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._webhooks: list[UsualWebhook] = [
            import_module(kind.webhook).USUAL for kind in registry.KINDS if kind.webhook
        ]
        self._lock = threading.Lock()
        # What waits, of each path of which something is being served.
        self._waiting: dict[str, list[_Request]] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        request = self._find(environ)
        if request is None:
            return self._application(environ, start_response)
        body = environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        path = environ["PATH_INFO"]
        if not self._is_first(path, request):
            request.called.acquire()
        if not request.is_tried:
            self._serve_waiting(path, request)
        if request.answer is None:
            body.seek(0)
            return self._application(environ, start_response)
        start_response(f"{request.answer.status_code} {request.answer.reason_phrase}", list(request.answer.items()))
        return [request.answer.content]

    def _find(self, environ: dict[str, Any]) -> _Request | None:
        """The request, if it may be served here."""
        if environ["REQUEST_METHOD"] != "POST" or startup.is_wall_unproven():
            return None
        length = environ.get("CONTENT_LENGTH") or ""
        for webhook in self._webhooks:
            if found := webhook.address.fullmatch(environ["PATH_INFO"]):
                is_number = length.isascii() and length.isdigit() and len(length) <= MAX_DIGITS
                is_small = is_number and int(length) <= webhook.most_bytes
                return _Request(environ, webhook, found[1], time.perf_counter()) if is_small else None
        return None

    def _is_first(self, path: str, request: _Request) -> bool:
        """Whether nothing of its address is under way; otherwise it waits from now on."""
        with self._lock:
            if path not in self._waiting:
                self._waiting[path] = []
                return True
            self._waiting[path].append(request)
            return False

    def _serve_waiting(self, path: str, first: _Request) -> None:
        """Serve it and all that waits, and have the next that came meanwhile do likewise."""
        with self._lock:
            together = [first, *self._waiting[path]]
            self._waiting[path].clear()
        try:
            _serve(together)
        except Exception:  # each that has no answer goes on by itself, so that each fails alone
            log.info("web.fast_path.failed", requests=len(together), exc_info=True)
        finally:
            with self._lock:
                following = self._waiting[path][:1]
                del self._waiting[path][:1]
                if not following:
                    del self._waiting[path]
            for request in together:
                request.is_tried = True
            for request in (*following, *together):
                if request is not first:
                    request.called.release()


def _serve(together: list[_Request]) -> None:
    """Answer those that are usual; all are of one address, and so of one tenant."""
    opened = [(request, *read) for request in together if (read := _read(request)) is not None]
    if not opened:
        return
    channel = opened[0][1]
    try:
        stored = inbox.record_usual(channel, [message for _, _, message in opened], now=timezone.now())
    except (OperationalError, InterfaceError) as error:
        if getattr(error.__cause__, "sqlstate", None) is None:  # nobody refused anything: the database is away
            log.error("web.request.failed", route=together[0].webhook.route, status=503, exc_info=error)
            for request, _, _ in opened:
                _answer(request, middleware.unavailable())
            return
        raise
    for (request, _, message), recorded in zip(opened, stored, strict=True):
        if recorded is not None:
            _bind(channel)
            receiving.tell(channel, message, recorded, started=request.started)
            _answer(request, request.webhook.acknowledge())


def _read(request: _Request) -> tuple[Channel, Inbound] | None:
    try:
        opened = WSGIRequest(request.environ)
        is_refused = settings.TULIA.demo and not middleware.is_from_here(opened)
        return None if is_refused else request.webhook.read(opened, request.token)
    except Exception:  # whatever it is, it is found again on the usual way, which says what is to be said
        return None


def _bind(channel: Channel) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=uuid4().hex, tenant_id=str(channel.tenant_id))


def _answer(request: _Request, answer: HttpResponse) -> None:
    answer.headers["Content-Length"] = str(len(answer.content))
    middleware.note(request.webhook.route, "POST", answer.status_code, seconds=time.perf_counter() - request.started)
    request.answer = answer
