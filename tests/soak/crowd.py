"""The customers: each writes one message after another, and Twilio repeats what was not acknowledged."""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field

import httpx

from tests.soak.site import wire
from tests.soak.site.wire import Line

TEXTS = (
    "running shoes", "nataka viatu chini ya 5000", "show me red ones", "2", "1", "see all", "nataka sufuria",
    "do you have data bundles", "a room with a view", "something cheaper", "bei gani", "Hi", "phone", "na hizo nyeusi?",
)  # fmt: skip
# As the README tells people to set it: a few tries on connection errors, time-outs and 5xx.
READ_SECONDS = 15.0
PATIENCE_SECONDS = 120.0
REPEAT_SHARE = 0.05
BURST_SHARE = 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledged:
    """A message for which our webhook answered 200; `at` is when, in seconds since 1970."""

    sid: str
    tenant: str
    customer: str
    tries: int
    seconds: float
    at: float


@dataclass
class Crowd:
    """Writes `messages` messages from `conversations` customers within `seconds`."""

    base_url: str
    lines: list[Line]
    conversations: int
    messages: int
    seconds: float
    seed: int
    acknowledged: list[Acknowledged] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    wrote: int = 0
    last_at: float = 0.0

    async def write(self) -> None:
        limits = httpx.Limits(max_connections=200, max_keepalive_connections=50)
        async with httpx.AsyncClient(limits=limits, timeout=httpx.Timeout(READ_SECONDS, connect=5)) as client:
            each, rest = divmod(self.messages, self.conversations)
            counts = [each + (number < rest) for number in range(self.conversations)]
            await asyncio.gather(*(self._customer(client, number, count) for number, count in enumerate(counts)))

    async def write_last(self) -> None:
        """One more to each line, from somebody new."""
        async with httpx.AsyncClient(timeout=httpx.Timeout(READ_SECONDS, connect=5)) as client:
            for number, line in enumerate(self.lines):
                await self.write_one(client, line, customer=f"whatsapp:+2547{number}9999999", text="Hi")

    async def _customer(self, client: httpx.AsyncClient, number: int, count: int) -> None:
        chance = random.Random(self.seed * 100_003 + number)
        line = self.lines[number % len(self.lines)]
        address = f"whatsapp:+2547{number % len(self.lines)}{number:07d}"
        started = time.monotonic()
        for at in _moments(chance, count, self.seconds):
            await asyncio.sleep(max(0.0, started + at - time.monotonic()))
            fields = await self.write_one(client, line, customer=address, text=chance.choice(TEXTS), chance=chance)
            if chance.random() < REPEAT_SHARE:
                await self._post(client, line, fields)

    async def write_one(
        self, client: httpx.AsyncClient, line: Line, *, customer: str, text: str, chance: random.Random | None = None
    ) -> dict[str, str]:
        """Write until it is acknowledged, and keep that it was; the form that was posted."""
        sid = f"SM{(chance or random).getrandbits(128):032x}"
        fields = wire.inbound(line, sid=sid, customer=customer, text=text)
        self.wrote += 1
        started, tries = time.monotonic(), await self._until_taken(client, line, fields)
        self.last_at = time.monotonic()
        if tries:
            waited = self.last_at - started
            one = Acknowledged(
                sid=sid, tenant=line.tenant, customer=customer, tries=tries, seconds=waited, at=time.time()
            )
            self.acknowledged.append(one)
        return fields

    async def _until_taken(self, client: httpx.AsyncClient, line: Line, fields: dict[str, str]) -> int:
        """How many tries it took; 0 when Twilio gave up."""
        deadline, tries = time.monotonic() + PATIENCE_SECONDS, 0
        while time.monotonic() < deadline:
            tries += 1
            if await self._post(client, line, fields) == "200":
                return tries
            await asyncio.sleep(0.5)
        return 0

    async def _post(self, client: httpx.AsyncClient, line: Line, fields: dict[str, str]) -> str:
        url = f"{self.base_url}/webhooks/twilio/{line.token}/"
        body, headers = wire.form(url, fields, line.secret)
        try:
            answer = str((await client.post(url, content=body, headers=headers)).status_code)
        except httpx.HTTPError as error:
            answer = type(error).__name__
        self.answers[answer] += 1
        return answer


def _moments(chance: random.Random, count: int, seconds: float) -> list[float]:
    """When to write: anywhere in the time there is, and now and then right after the last message."""
    moments = sorted(chance.uniform(0, seconds) for _ in range(count))
    for place in range(1, count):
        if chance.random() < BURST_SHARE:
            moments[place] = min(moments[place], moments[place - 1] + 0.2)
    return moments
