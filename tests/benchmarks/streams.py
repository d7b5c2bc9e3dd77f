"""How many open desks one live process holds: its memory and CPU, and how soon an event reaches their pages."""

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import psutil
import redis
from django.db import connection

from config import environment, processes
from tenants import live
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests.benchmarks.table import Figure
from tests.here import ROOT
from tests.people import member, seated
from tests.soak.site.supervisor import Supervisor, until

# Each person has some windows open, for their passwords take longer to make than all that is measured.
DESKS, PEOPLE, EVENTS, QUIET_SECONDS = 200, 10, 20, 30
BAR_SECONDS = 1.0


@dataclass
class Opened:
    """A stream and when it heard of each event."""

    heard: list[float] = field(default_factory=list)


def measure(folder: Path) -> list[Figure]:
    settings = environment.read()
    with fleet_scope():
        tenant = Tenant.objects.get(slug="duka")
    people = [member(tenant) for _ in range(PEOPLE)]
    cookies = [str(seated(people[desk % PEOPLE]).cookies["sessionid"].value) for desk in range(DESKS)]
    supervisor = Supervisor(folder / "live-log", root=ROOT)
    supervisor.start({"live": processes.commands(settings)["live"]}, dict(os.environ))
    try:
        address = f"http://127.0.0.1:{settings.streams_port}"
        until(lambda: _is_live(address), seconds=60, what="the live process answers")
        tree = [psutil.Process(supervisor.pid("live"))]
        tree += tree[0].children(recursive=True)
        found = asyncio.run(_hold(address, cookies, tenant.pk, tree))
    finally:
        supervisor.stop()
    empty, full, quiet, busy, delays, connections = found
    return [
        Figure(
            what=f"{DESKS} open desks on one live process", measured=f"{full:.0f} MB ({empty:.0f} with none), "
            f"{quiet:.1f} % of a core while nothing happens, {busy:.1f} % at one event a second; "
            f"{connections} connections to PostgreSQL at rest",
            method=f"streams of {DESKS} logged-in members over HTTP for {QUIET_SECONDS} s, Django asked every 20 s; "
            "every desk hears every event",
        ),
        Figure(
            what="from the event to the page", bar=f"< {BAR_SECONDS:.0f} s",
            measured=f"p50 {statistics.median(delays) * 1000:.0f} ms, slowest {max(delays) * 1000:.0f} ms",
            is_met=max(delays) < BAR_SECONDS, method=f"published until read by each of {DESKS}, {EVENTS} times",
        ),
    ]  # fmt: skip


def _is_live(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health/live", timeout=5).is_success
    except httpx.HTTPError:
        return False


async def _hold(address: str, cookies: list[str], tenant_id: UUID, tree: list[psutil.Process]) -> tuple[float, ...]:
    empty = _megabytes(tree)
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(_stream(address, cookie)) for cookie in cookies]
        await asyncio.sleep(2)
        quiet = await _share(tree, QUIET_SECONDS)
        held = await asyncio.to_thread(_connections)
        client, delays = redis.Redis.from_url(os.environ["REDIS_URL"]), []
        counting = asyncio.create_task(_share(tree, EVENTS))
        for number in range(1, EVENTS + 1):
            at = time.monotonic()
            client.publish(live.topic(tenant_id), str(uuid4()))
            await asyncio.sleep(1)
            assert all(len(each.heard) == number for each in opened), "a desk has not heard of it"
            delays += [each.heard[-1] - at for each in opened]
        return empty, _megabytes(tree), quiet, await counting, delays, held  # type: ignore[return-value]


@asynccontextmanager
async def _stream(address: str, cookie: str) -> AsyncIterator[Opened]:
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET /live/desk/ HTTP/1.1\r\nHost: {host}\r\nCookie: sessionid={cookie}\r\n\r\n".encode())
    assert b" 200 " in await reader.readline()
    opened = Opened()

    async def read() -> None:
        while line := await reader.readline():
            if line.startswith(b"event: queue"):
                opened.heard.append(time.monotonic())

    task = asyncio.create_task(read())
    yield opened
    task.cancel()
    writer.close()


def _megabytes(tree: list[psutil.Process]) -> float:
    return float(sum(one.memory_info().rss for one in tree)) / 2**20


async def _share(tree: list[psutil.Process], seconds: float) -> float:
    """Percent of a core."""
    before = _cpu(tree)
    await asyncio.sleep(seconds)
    return (_cpu(tree) - before) / seconds * 100


def _cpu(tree: list[psutil.Process]) -> float:
    return float(sum(sum(one.cpu_times()[:2]) for one in tree))


def _connections() -> int:
    """Of everybody but this process."""
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE usename <> '' AND pid <> pg_backend_pid()")
        return int(cursor.fetchone()[0])
