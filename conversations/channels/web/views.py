"""The chat's addresses: ask and wait, ask and be told in pieces, read a thread, listen to it; who the business is."""

import threading
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_safe

from conversations import receiving
from conversations.channels.base import Inbound
from conversations.channels.web import shown, threads
from conversations.channels.web.door import (
    READS_A_MINUTE,
    SAYS_A_MINUTE,
    TYPES_A_MINUTE,
    ChatRefused,
    ReadMark,
    VisitorMessage,
    body,
    count,
    opened,
)
from conversations.channels.web.shown import Answer
from conversations.channels.web.stream import LATE, TIMEOUT_SECONDS, AnswerEvents
from conversations.channels.web.threads import Thread
from conversations.live.admission import Admitted
from conversations.models import InboundMessage
from knowledge.models import Document
from tenants import live
from tenants.models import Channel
from tenants.scope import tenant_scope
from tools.catalog.models import Category

# Who waits holds a thread of the web process, and webhooks need threads too.
MOST_WAITING: Final = 8
# Past the deadline of a turn, and within what proxies wait for an answer.
WAIT_SECONDS: Final = 30.0
# Between two looks whether the answer is there.
LOOK_SECONDS: Final = 0.1
_waiting = threading.BoundedSemaphore(MOST_WAITING)
# Buttons that fit under a greeting.
MOST_TOPICS: Final = 4


@opened("POST")
def chat(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Say something and wait for the answer; 503 when none comes in time, and the message is answered all the same."""
    said = _said(request, channel)
    if not _waiting.acquire(blocking=False):
        raise ChatRefused(503, "busy", headers={"Retry-After": "2"})
    try:
        thread, conversation_id, message_id = _say(channel, said)
        answer = _awaited(lambda: shown.answer_to(channel, conversation_id, message_id), WAIT_SECONDS)
    finally:
        _waiting.release()
    if not answer.is_over:
        raise ChatRefused(503, "no_answer_yet", headers={"Retry-After": "5"}, detail=LATE, thread_id=str(thread.id))
    return JsonResponse(_told(thread, message_id, answer, length=shown.length_of(channel, conversation_id)))


@opened("POST")
def stream(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Say something, and be told the answer as it leaves; the live process does."""
    if not isinstance(request, ASGIRequest):
        return _elsewhere(request)
    thread, conversation_id, message_id = _say(channel, _said(request, channel))
    events = AnswerEvents(
        thread=thread, conversation_id=conversation_id, message_id=message_id, seconds=TIMEOUT_SECONDS
    )
    return Admitted(
        tenant_id=channel.tenant_id, user_id=conversation_id, conversation_id=conversation_id, hears_all=False,
        events=events,
    )  # fmt: skip


@opened("POST")
def messages(request: HttpRequest, channel: Channel) -> HttpResponse:
    """What has been said in a thread."""
    count(request, channel, "read", READS_A_MINUTE)
    return JsonResponse(shown.thread_of(channel, _known(channel, body(request, ReadMark).thread_id)))


@opened("POST")
def listen(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Be told that something has changed in a thread; the live process does."""
    if not isinstance(request, ASGIRequest):
        return _elsewhere(request)
    conversation_id = _known(channel, body(request, ReadMark).thread_id)
    return Admitted(
        tenant_id=channel.tenant_id, user_id=conversation_id, conversation_id=conversation_id, hears_all=False
    )


@opened("POST")
def typing(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Tell the people of the business who have this thread open that its visitor is writing."""
    count(request, channel, "typing", TYPES_A_MINUTE)
    live.typing(channel.tenant_id, _known(channel, body(request, ReadMark).thread_id), who="customer")
    return HttpResponse(status=204)


@opened("GET")
def about(request: HttpRequest, channel: Channel) -> HttpResponse:
    """Who the business is, and what can be asked of it."""
    count(request, channel, "read", READS_A_MINUTE)
    return JsonResponse(_business_of(channel))


def _business_of(channel: Channel) -> dict[str, Any]:
    """Its name and place, what it has, and what the widget says before anything is asked."""
    tenant = channel.tenant
    with tenant_scope(channel.tenant_id):
        paths = Category.objects.order_by("path").values_list("path", flat=True)
        categories = list(dict.fromkeys(path.partition(" > ")[0] for path in paths))
        ready = Document.objects.filter(status=Document.Status.READY)
        return {
            "name": tenant.name,
            "location": channel.location,
            "categories": categories,
            "document_count": ready.count(),
            "bot_name": tenant.bot_name,
            "bot_intro": tenant.bot_intro,
            "languages": tenant.allowed_languages,
            "topics": categories[:MOST_TOPICS],
            "streams_url": settings.TULIA.streams_url,
        }


@require_safe
def widget(request: HttpRequest) -> HttpResponse:
    """The script that a page of the business includes."""
    script, tag = _widget()
    headers = {
        "ETag": tag, "Cache-Control": "public, max-age=3600", "Cross-Origin-Resource-Policy": "cross-origin",
        "Access-Control-Allow-Origin": "*",
    }  # fmt: skip
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@cache
def _widget() -> tuple[bytes, str]:
    script = Path(__file__).with_name("widget.js").read_bytes()
    return script, f'"{sha256(script).hexdigest()[:16]}"'


def _said(request: HttpRequest, channel: Channel) -> VisitorMessage:
    said = body(request, VisitorMessage)
    count(request, channel, "say", SAYS_A_MINUTE)
    return said


def _say(channel: Channel, said: VisitorMessage) -> tuple[Thread, UUID, UUID]:
    """Into the inbox as every message; said again under the same id it is the same message."""
    thread = threads.begin(channel) if said.thread_id is None else _thread(channel, said.thread_id)
    own_id = f"web-{thread.address[-12:]}-{(said.message_id or uuid4()).hex}"
    message = Inbound(
        provider_id=own_id, address=thread.address, kind="tap" if said.tapped else "text", body=said.message,
        tapped_id=said.tapped,
    )  # fmt: skip
    recorded = receiving.receive(channel, message, started=time.perf_counter())
    if recorded is not None:
        return thread, recorded.conversation_id, recorded.message_id
    with tenant_scope(channel.tenant_id):
        row = InboundMessage.objects.get(channel=channel, provider_id=own_id)
    return thread, row.conversation_id, row.pk


def _thread(channel: Channel, thread_id: UUID) -> Thread:
    try:
        return threads.find(channel, thread_id)
    except threads.ThreadUnknown as error:
        raise ChatRefused(404, "unknown_thread") from error


def _known(channel: Channel, thread_id: UUID) -> UUID:
    found = _thread(channel, thread_id).conversation_id
    if found is None:
        raise ChatRefused(404, "unknown_thread")
    return found


def _awaited(look: Callable[[], Answer], seconds: float) -> Answer:
    until = time.monotonic() + seconds
    while not (answer := look()).is_over and time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
    return answer


def _told(thread: Thread, message_id: UUID, answer: Answer, *, length: int) -> dict[str, object]:
    return {
        "reply": answer.reply,
        "route": answer.route,
        "last_agent": answer.route,
        "sources": answer.sources,
        "used_tools": answer.tools or None,
        "state_excerpt": {"last_agent": answer.route, "history_length": length, **answer.excerpt, **answer.owner},
        "thread_id": str(thread.id),
        "message_id": str(message_id),
        "messages": answer.messages,
    }


def _elsewhere(request: HttpRequest) -> HttpResponse:
    """To the live process where it has an address of its own; behind a proxy it has this one, and the proxy errs."""
    if not settings.TULIA.streams_url:
        raise ChatRefused(503, "no_streams_here", headers={"Retry-After": "5"})
    return HttpResponse(status=307, headers={"Location": settings.TULIA.streams_url + request.path})
