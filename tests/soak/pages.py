"""The desk's open pages: each holds a stream of the live process, and opens it again as a browser does."""

import asyncio
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Self

import httpx

from tests.here import NO_TLS

# As each stream tells its page.
AGAIN_SECONDS = 2.0


@dataclass
class Page:
    """One of a tenant's desk; whoever works there is logged in by `session`."""

    tenant: str
    session: str
    is_open: bool = False
    heard: list[float] = field(default_factory=list)


class Pages:
    """Listen with `with`; a page that hears nothing any more would show a queue that stands still."""

    def __init__(self, address: str, sessions: dict[str, str]) -> None:
        self._address = address
        self._pages = [Page(tenant, session) for tenant, session in sessions.items()]
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()), daemon=True)
        self.answers: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *args: object) -> None:
        self._is_over.set()
        self._thread.join(timeout=10)

    def are_open(self) -> bool:
        return all(page.is_open for page in self._pages)

    def deaf(self, *, since: float) -> list[str]:
        """Which have heard of nothing since."""
        return [page.tenant for page in self._pages if max(page.heard, default=0.0) < since]

    async def _listen(self) -> None:
        timeout = httpx.Timeout(5, read=None)
        async with httpx.AsyncClient(timeout=timeout, verify=NO_TLS) as client:
            tasks = [asyncio.create_task(self._stay_open(client, page)) for page in self._pages]
            await asyncio.to_thread(self._is_over.wait)
            for task in tasks:
                task.cancel()

    async def _stay_open(self, client: httpx.AsyncClient, page: Page) -> None:
        headers = {"Cookie": f"sessionid={page.session}"}
        while True:
            try:
                async with client.stream("GET", f"{self._address}/live/desk/", headers=headers) as answer:
                    self.answers[str(answer.status_code)] += 1
                    page.is_open = answer.status_code == 200
                    async for line in answer.aiter_lines():
                        if line.startswith("event: queue"):
                            page.heard.append(time.monotonic())
            except httpx.HTTPError as error:
                self.answers[type(error).__name__] += 1
            page.is_open = False
            await asyncio.sleep(AGAIN_SECONDS)
