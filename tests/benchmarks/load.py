"""Sends signed webhooks from a process of its own over kept-alive connections; prints what came back as JSON.

Two ways: `rate` 0 sends as fast as answers come, another rate sends at fixed moments and counts a late start as
delay; what was not sent PATIENCE_SECONDS after the end is not sent at all.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from tests.soak.site import wire
from tests.soak.site.wire import Line

PATIENCE_SECONDS = 4.0


class Load:
    """Requests are signed before the clock starts."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.port: int = order["port"]
        self.rate: float = order["rate"]
        self.seconds: float = order["seconds"]
        self.connections: int = order["connections"]
        self.line = Line(**order["line"])
        self.customers: int = order["customers"]
        self.requests: Iterator[bytes] = iter([self._request(number) for number in range(order["requests"])])
        self.statuses: Counter[str] = Counter()
        self.milliseconds: list[float] = []

    def _request(self, number: int) -> bytes:
        path = f"/webhooks/twilio/{self.line.token}/"
        customer = f"whatsapp:+2547{number % self.customers:08d}"
        fields = wire.inbound(self.line, sid=f"SM{uuid4().hex}", customer=customer, text=f"viatu vya kukimbia {number}")
        host = f"127.0.0.1:{self.port}"
        body, headers = wire.form(f"http://{host}{path}", fields, self.line.secret)
        lines = [f"POST {path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def run(self) -> dict[str, Any]:
        self.began = time.perf_counter()
        self.ends = self.began + self.seconds
        self.sent = 0
        await asyncio.gather(*(self._connection() for _ in range(self.connections)))
        took = time.perf_counter() - self.began
        return {"seconds": took, "statuses": self.statuses, "milliseconds": self.milliseconds}

    async def _connection(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while (due := await self._moment()) is not None:
            request = next(self.requests, None)
            if request is None:
                break
            writer.write(request)
            self.statuses[await _status(reader)] += 1
            self.milliseconds.append((time.perf_counter() - due) * 1000)
        writer.close()

    async def _moment(self) -> float | None:
        """When the next request is due; None at the end."""
        now = time.perf_counter()
        if not self.rate:
            return now if now < self.ends else None
        due = self.began + self.sent / self.rate
        self.sent += 1
        if due >= self.ends or now >= self.ends + PATIENCE_SECONDS:
            return None
        await asyncio.sleep(max(0.0, due - now))
        return due


async def _status(reader: asyncio.StreamReader) -> str:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.partition("content-length: ")[2].partition("\r")[0] or 0)
    if length:
        await reader.readexactly(length)
    return head.split(" ")[1]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(Load(json.load(sys.stdin)).run())))
