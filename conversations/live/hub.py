"""Hears what is published and passes it to the streams of that tenant: one subscription, however many are open."""

import asyncio
import json
from collections import defaultdict
from contextlib import suppress
from typing import Final
from uuid import UUID

import redis.asyncio
import structlog
from redis import RedisError

from tenants import live

log = structlog.get_logger(__name__)
# Between two tries to reach a broker that is away.
AGAIN_SECONDS: Final = 1.0
# Each end of the wait also asks the server whether it is still there.
WAIT_SECONDS: Final = 5.0


class Ear:
    """What one stream has heard and not told yet: that something changed, and whether its own conversation did.

    A visitor's hears of its own conversation and nothing else: that others write is none of their business.
    """

    def __init__(self, tenant_id: UUID, conversation_id: UUID | None, *, hears_all: bool = True) -> None:
        self.tenant_id, self._conversation_id = tenant_id, str(conversation_id) if conversation_id else None
        self._hears_all = hears_all
        self.is_closed = False
        self.rung = asyncio.Event()
        self._heard: dict[str, str] = {}

    def hear(self, conversation_id: str | None) -> None:
        """Note for this stream that a conversation has changed; None: that any may have."""
        is_own = self._conversation_id is not None and conversation_id in (None, self._conversation_id)
        if is_own:
            self._heard["talk"] = ""
        if self._hears_all:
            self._heard["queue"] = ""
        if is_own or self._hears_all:
            self.rung.set()

    def see_typing(self, conversation_id: str, told: str) -> None:
        """Somebody writes in this conversation. A visitor is told that a person does, and not who."""
        if conversation_id != self._conversation_id:
            return
        if not self._hears_all:
            if json.loads(told)["who"] != "operator":
                return
            told = "{}"
        self._heard["typing"] = told
        self.rung.set()

    async def wait(self, seconds: float) -> None:
        """Until something is heard, or the time is over."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.rung.wait(), timeout=max(0.01, seconds))

    def take(self) -> list[tuple[str, str]]:
        """The events to tell now, each with its data."""
        heard, self._heard = sorted(self._heard.items()), {}
        self.rung.clear()
        return heard

    def close(self) -> None:
        self.is_closed = True
        self.rung.set()


class Hub:
    """The ears of this process, by tenant; `is_hearing` while there is a subscription."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._ears: defaultdict[UUID, set[Ear]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self.is_hearing = False

    def __len__(self) -> int:
        return sum(map(len, self._ears.values()))

    def open(self, tenant_id: UUID, conversation_id: UUID | None, *, hears_all: bool = True) -> Ear:
        ear = Ear(tenant_id, conversation_id, hears_all=hears_all)
        self._ears[tenant_id].add(ear)
        return ear

    def drop(self, ear: Ear) -> None:
        self._ears[ear.tenant_id].discard(ear)
        if not self._ears[ear.tenant_id]:
            del self._ears[ear.tenant_id]

    def start(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Hear nothing more."""
        self.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                log.warning("live.hub.deaf", problem=type(error).__name__)
            finally:
                self.close()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _hear(self) -> None:
        client = redis.asyncio.from_url(
            self._url, decode_responses=True, socket_connect_timeout=2, health_check_interval=WAIT_SECONDS
        )
        async with client, client.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.psubscribe(live.PATTERN)
            self.is_hearing = True
            while True:
                message = await subscription.get_message(timeout=WAIT_SECONDS)
                if message is not None:
                    self.pass_on(message["channel"], message["data"])

    def pass_on(self, channel: str, message: str) -> None:
        """What was published on this channel, to the streams of its tenant."""
        try:
            tenant_id = live.tenant_of(channel)
        except ValueError:
            return
        conversation_id, _, typing = message.partition(" ")
        for ear in self._ears.get(tenant_id, ()):
            if typing:
                ear.see_typing(conversation_id, typing)
            else:
                ear.hear(conversation_id)

    def close(self) -> None:
        """End all streams, and take none: their pages come back when there is a process again."""
        self.is_hearing = False
        for ear in [ear for ears in self._ears.values() for ear in ears]:
            ear.close()
