"""Open chats of a web page beside WhatsApp's webhooks: how soon a visitor reads the first words once the model has told
them, what a webhook's answer takes meanwhile, and what each process needs for it.

Of Twilio's webhooks one in three is a customer's message, the others tell that its answer was sent and delivered. What
takes time is that each message is answered; so the same number of messages, all to be answered, is measured as well.
"""

import asyncio
import json
import os
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import psutil
import redis

from config import environment, processes
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks import turn, used, webhook
from tests.benchmarks.table import Figure, percentiles
from tests.benchmarks.worker import SMALL_TALK
from tests.here import ROOT
from tests.journeys.test_model_turns import Script
from tests.loopback.openai_server import Asked, OpenAIServer, Reply
from tests.soak.site.supervisor import Supervisor, until
from tests.soak.site.twilio import FaultyTwilio

CHATS: Final = 300
BEGUN_A_SECOND: Final = 10
ASKS_A_SECOND: Final = 2
WEBHOOKS_A_SECOND: Final = 50
WEBHOOKS_OF_A_MESSAGE: Final = 3
SECONDS: Final = 15
# As long as a model takes; past the lull that a burst is waited for.
MODEL_SECONDS: Final = 1.0
BAR_MILLISECONDS: Final = 50


class Model(Script):
    """Answers after a while, and remembers when it had told its answer to which message."""

    def __init__(self) -> None:
        super().__init__(**SMALL_TALK)
        self.told_at: dict[str, float] = {}

    def __call__(self, asked: Asked) -> Reply:
        reply = super().__call__(asked)
        with suppress(KeyError):
            self.told_at[asked.facts["card"]["message"]] = time.monotonic() + MODEL_SECONDS
        return Reply(status=reply.status, body=reply.body, headers=reply.headers, wait=MODEL_SECONDS)


@dataclass
class Chat:
    """One visitor, from an address of their own: nobody may write more often than twenty times a minute."""

    number: int
    address: tuple[str, int]
    key: str
    thread: str = ""

    async def ask(self, text: str) -> float:
        """Say something and read its answer to the end; when its first words came."""
        body = {"message": text} | ({"thread_id": self.thread} if self.thread else {})
        reader, writer = await self._posted("stream", body)
        name, came_at = "", 0.0
        while name != "done" and (line := (await reader.readline()).decode()):
            if line.startswith("event: "):
                name = line.split()[1]
                if name in ("token", "replace"):
                    came_at = came_at or time.monotonic()
            elif name == "metadata" and line.startswith("data: "):
                self.thread = json.loads(line.removeprefix("data: "))["thread_id"]
        writer.close()
        return came_at

    async def listen(self) -> None:
        """Keep the thread's stream open, as a page does."""
        reader, _ = await self._posted("listen", {"thread_id": self.thread})
        while await reader.readline():
            pass

    async def _posted(self, path: str, body: Any) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        here = f"127.1.{self.number // 250}.{self.number % 250 + 1}"
        reader, writer = await asyncio.open_connection(*self.address, local_addr=(here, 0))
        content = json.dumps(body).encode()
        head = (
            f"POST /api/v1/chat/{path}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Tulia-Key: {self.key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        status = await reader.readline()
        assert b" 200 " in status, status
        return reader, writer


@dataclass
class Site:
    """The processes that serve both, and what they have used."""

    supervisor: Supervisor
    names: list[str]
    model: Model
    chats: list[Chat]
    open_streams: list[asyncio.Task[None]] = field(default_factory=list)

    async def begin(self) -> None:
        """Every visitor has a thread and listens to it."""
        begun = []
        for chat in self.chats:
            begun.append(asyncio.create_task(chat.ask(f"tell me a joke {chat.number}")))
            await asyncio.sleep(1 / BEGUN_A_SECOND)
        await asyncio.gather(*begun)
        self.open_streams = [asyncio.create_task(chat.listen()) for chat in self.chats]
        await asyncio.sleep(2)

    async def ask(self, what: str) -> tuple[list[float], dict[str, float]]:
        """Milliseconds from the model's answer to the page, and CPU seconds a second by process meanwhile."""
        before, asked = self.used(), []
        for number in range(ASKS_A_SECOND * SECONDS):
            asked.append(asyncio.create_task(self._ask(self.chats[number], f"{what} {number}")))
            await asyncio.sleep(1 / ASKS_A_SECOND)
        shares = {name: (after - before[name]) / SECONDS for name, after in self.used().items()}
        return await asyncio.gather(*asked), shares

    async def _ask(self, chat: Chat, text: str) -> float:
        came_at = await chat.ask(text)
        return (came_at - self.model.told_at[text]) * 1000

    def close(self) -> None:
        assert not any(stream.done() for stream in self.open_streams), "a chat's stream has ended"
        for stream in self.open_streams:
            stream.cancel()

    def used(self) -> dict[str, float]:
        """CPU seconds so far, by kind of process."""
        seconds = defaultdict(float, postgres=used.by_postgres())
        for name in self.names:
            seconds[name.partition("-")[0]] += used.by_tree(psutil.Process(self.supervisor.pid(name)))
        return dict(seconds)

    def live(self) -> tuple[float, int]:
        """Megabytes and threads of the live process."""
        parent = psutil.Process(self.supervisor.pid("live"))
        tree = [parent, *parent.children(recursive=True)]
        return sum(one.memory_full_info().pss for one in tree) / 2**20, sum(one.num_threads() for one in tree)


def measure(folder: Path) -> list[Figure]:
    redis.Redis.from_url(os.environ["REDIS_URL"]).flushall()
    tulia, model, twilio = environment.read(), Model(), FaultyTwilio(seed=0, is_faulty=False)
    twilio.know([turn.line("duka")])
    commands = {name: line for name, line in processes.commands(tulia).items() if name != "beat"}
    supervisor, key = Supervisor(folder / "chat-log", root=ROOT), _key()
    with twilio, OpenAIServer().running() as server:
        server.reply = model
        addresses = {"OPENAI_BASE_URL": server.base_url, "TWILIO_API_BASE_URL": twilio.url}
        supervisor.start(commands, dict(os.environ) | addresses | {"OPENAI_API_KEY": "unused"})
        try:
            for port in (tulia.port, tulia.streams_port):
                until(partial(webhook._is_live, port), seconds=60, what=f"port {port} answers")
            chats = [Chat(number, ("127.0.0.1", tulia.streams_port), key) for number in range(CHATS)]
            return asyncio.run(_measure(Site(supervisor, list(commands), model, chats), tulia.port))
        finally:
            supervisor.stop()


async def _measure(site: Site, port: int) -> list[Figure]:
    empty, _ = site.live()
    await site.begin()
    full, threads = site.live()
    alone, used = await site.ask("another joke")
    figures = [
        Figure(
            what=f"{CHATS} open chats on one live process",
            measured=f"{full:.0f} MB ({empty:.0f} with none), {threads} threads",
            method=f"streams of {CHATS} visitors over HTTP; shared memory counted by its shares",
        ),
        _delay("first words of an answer after the model's own", alone, used),
    ]
    for messages, what in (
        (WEBHOOKS_A_SECOND // WEBHOOKS_OF_A_MESSAGE, f"the same beside {WEBHOOKS_A_SECOND} webhooks a second"),
        (WEBHOOKS_A_SECOND, f"the same beside {WEBHOOKS_A_SECOND} messages a second, all answered"),
    ):
        figures += await _beside(site, port, messages, what)
    site.close()
    return figures


async def _beside(site: Site, port: int, messages: int, what: str) -> list[Figure]:
    load = asyncio.create_task(
        asyncio.to_thread(webhook._load, port, rate=messages, seconds=SECONDS, requests=messages * SECONDS)
    )
    delays, used = await site.ask(what)
    loaded = await load
    p50, _, p99 = percentiles(loaded["milliseconds"])
    return [
        _delay(what, delays, used),
        Figure(
            what=f"answer of a webhook, {messages} messages a second", measured=f"p50 {p50:.0f} ms, p99 {p99:.0f} ms; "
            f"{loaded['statuses']}", method=f"at fixed moments for {SECONDS} s, beside {CHATS} open chats",
        ),
    ]  # fmt: skip


def _delay(what: str, milliseconds: list[float], used: dict[str, float]) -> Figure:
    p50, _, p99 = percentiles(milliseconds)
    return Figure(
        what=what, bar=f"+ {BAR_MILLISECONDS} ms", measured=f"p50 {p50:.0f} ms, p99 {p99:.0f} ms; "
        f"CPU seconds a second: {', '.join(f'{name} {share:.2f}' for name, share in used.items())}",
        is_met=p50 <= BAR_MILLISECONDS,
        method=f"{len(milliseconds)} answers of one call of {MODEL_SECONDS:.0f} s, {ASKS_A_SECOND} a second, from its "
        f"end to the first token or replace on the page; {CHATS} chats open",
    )  # fmt: skip


def _key() -> str:
    with fleet_scope():
        tenant = Tenant.objects.get(slug="oasis")
    with tenant_scope(tenant.pk):
        return str(Channel.objects.get(kind="web").webhook_token)
