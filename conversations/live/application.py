"""The ASGI application: asks Django who may listen, and tells them what is new until they may no longer.

GET ──▶ ask Django ──▶ Admitted ──▶ stream: an event when something has changed, a comment as a sign of life between
           │    ▲                     │
           │    └─ every 20 seconds ──┘   who has logged out, or works there no more, hears nothing more
           └──▶ any other answer is given as it is

Django answers on a few threads, through the same middleware as every page, and its connection goes back at once: a
stream holds neither a thread nor a connection to the database.
"""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

import structlog
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.http.response import HttpResponseBase

from conversations.live.admission import Admitted
from conversations.live.hub import Ear, Hub

log = structlog.get_logger(__name__)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

# The chat's visitors come from pages of others: Django says which, by the key they bring.
CHAT: Final = ("/api/v1/chat/stream/", "/api/v1/chat/listen/")
PREFIXES: Final = ("/live/", "/health/", *CHAT)
# A login form and its like; nothing is uploaded here.
MAX_BYTES: Final = 64 * 1024
# Streams of one process: 40 KB each were measured, 80 MB of them all; then it is another process's turn.
MOST: Final = 2_000
# Tabs of one person, with room for those that the browser has not closed yet.
MOST_OF_ONE: Final = 30
# Who lost their right to listen hears nothing more after this.
ASKED_EVERY_SECONDS: Final = 20.0
# What changes together is told together.
BURST_SECONDS: Final = 0.1
# Questions to Django at a time, each with a connection to the database.
THREADS: Final = 6
HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"), (b"x-content-type-options", b"nosniff"),
]  # fmt: skip


class Application:
    """Streams and nothing else; `again` is after how many seconds Django is asked once more."""

    def __init__(self, hub: Hub, *, again: float = ASKED_EVERY_SECONDS) -> None:
        self._hub, self._again = hub, again
        self._threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="ask")
        self._of_user: Counter[UUID] = Counter()
        self._django = BaseHandler()
        self._django.load_middleware()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._hub.start()
                _when_told_to_end(self._hub.close)
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        is_chat = scope["path"] in CHAT
        origin = b"" if is_chat else _allowed_origin(scope)
        if origin is None or not (is_chat or scope["path"].startswith(PREFIXES)):
            return await _plain(send, 404 if origin is not None else 403)
        body = await _body(receive) if is_chat and scope["method"] == "POST" else b""
        if body is None:
            return await _plain(send, 413)
        if is_chat and body and not self._has_room():  # before the message is taken
            return await _plain(send, 503)
        answer = await self._ask(scope, body)
        if not isinstance(answer, Admitted):
            return await _pass(send, answer)
        tenant_id, user_id, conversation_id = answer.listener
        if not self._has_room() or self._of_user[user_id] >= MOST_OF_ONE:
            return await _plain(send, 503)
        ear = self._hub.open(tenant_id, conversation_id, hears_all=answer.hears_all)
        self._of_user[user_id] += 1
        gone = asyncio.create_task(_wait_until_gone(receive, ear))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": [*HEADERS, *_cors(origin, answer)]})
            if answer.events is None:
                await self._tell(scope, body, ear, answer, send)
            else:
                async for text in answer.events.events(ear, self._in_thread):
                    await _more(send, text)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self._hub.drop(ear)
            self._of_user[user_id] -= 1
            if not self._of_user[user_id]:
                del self._of_user[user_id]

    def _has_room(self) -> bool:
        return self._hub.is_hearing and len(self._hub) < MOST

    async def _tell(self, scope: Message, body: bytes, ear: Ear, admitted: Admitted, send: Send) -> None:
        """Until the page is gone, may no longer listen, or this process ends."""
        await _more(send, "retry: 2000\n\n")
        ask_at = time.monotonic() + self._again * random.uniform(0.8, 1.2)  # noqa: S311  so that not all ask at once
        while not ear.is_closed:
            await ear.wait(ask_at - time.monotonic())
            if time.monotonic() >= ask_at:
                answer = await self._ask(scope, body)
                if not isinstance(answer, Admitted) or answer.listener != admitted.listener:
                    await _more(send, "event: over\ndata:\n\n")
                    break
                ask_at = time.monotonic() + self._again
                await _more(send, ":\n\n")
            if ear.rung.is_set() and not ear.is_closed:
                await asyncio.sleep(BURST_SECONDS)
                await _more(send, "".join(f"event: {name}\ndata: {data}\n\n" for name, data in ear.take()))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _ask(self, scope: Message, body: bytes) -> HttpResponseBase:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask_django, scope, body)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def _ask_django(self, scope: Message, body: bytes) -> HttpResponseBase:
        answer = self._django.get_response(ASGIRequest(scope, BytesIO(body)))
        answer.close()  # gives the connection back
        return answer


def _when_told_to_end(close: Callable[[], None]) -> None:
    """A server that is asked to end waits for its streams, and only then says so to us."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def end(number: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(close)
            if callable(before):
                before(number, frame)

        with suppress(ValueError):  # not the main thread: the streams are cut off instead
            signal.signal(number, end)


async def _body(receive: Receive) -> bytes | None:
    """What was sent; None when it is too large, or broke off."""
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if message["type"] != "http.request" or len(body) > MAX_BYTES:
            return None
        if not message.get("more_body", False):
            return body


async def _wait_until_gone(receive: Receive, ear: Ear) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    ear.close()


def _allowed_origin(scope: Message) -> bytes | None:
    """The page's origin, which must be this host, at whatever port; empty when it is our own; None: somebody else's."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"")
    host = urlsplit(f"//{headers.get(b'host', b'').decode('latin-1')}").hostname
    return origin if not origin or urlsplit(origin.decode("latin-1")).hostname == host else None


def _cors(origin: bytes, admitted: Admitted) -> list[tuple[bytes, bytes]]:
    """For the chat as Django has said it; a page of ours brings its login along."""
    if told := admitted.get("Access-Control-Allow-Origin"):
        return [(b"access-control-allow-origin", told.encode("latin-1")), (b"vary", b"Origin")]
    allowed = [(b"access-control-allow-origin", origin), (b"access-control-allow-credentials", b"true")]
    return [*allowed, (b"vary", b"Origin")] if origin else []


async def _pass(send: Send, answer: HttpResponseBase) -> None:
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": getattr(answer, "content", b"")})


async def _plain(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _more(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
