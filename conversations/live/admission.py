"""What a view answers to let a page listen: to whose news, and to which conversation's besides."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Protocol
from uuid import UUID

from django.http import HttpResponse

from conversations.live.hub import Ear

InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs what waits for the database beside the loop."""


class Events(Protocol):
    """A stream with an end, such as one answer's."""

    def events(self, ear: Ear, in_thread: InThread) -> AsyncIterator[str]: ...


class Admitted(HttpResponse):
    """The live process opens a stream on it; any other process says that there are no streams to be had from it.

    Without `events` the stream tells that something has changed: in the business or, if `hears_all` is off, in the
    one conversation only.
    """

    status_code = 503

    def __init__(
        self,
        *,
        tenant_id: UUID,
        user_id: UUID,
        conversation_id: UUID | None = None,
        hears_all: bool = True,
        events: Events | None = None,
    ) -> None:
        super().__init__("Streams come from the live process.\n", content_type="text/plain")
        self.listener = tenant_id, user_id, conversation_id
        self.hears_all, self.events = hears_all, events
