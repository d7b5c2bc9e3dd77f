"""What a buyer has in her hand: the chat with the shop, and the M-Pesa and card side of the provider's pages."""

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.soak.crowd import Crowd
from tests.soak.site.twilio import FaultyTwilio
from tests.soak.site.wire import Line

LOOK_SECONDS = 0.25
PATIENCE_SECONDS = 60.0
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@dataclass
class Phone:
    """`seen` is how much of what Twilio took she has looked through."""

    crowd: Crowd
    twilio: FaultyTwilio
    client: httpx.AsyncClient
    provider_url: str
    line: Line
    number: int
    seen: int = 0
    last: str = ""
    own: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"whatsapp:+25479{self.number:07d}"

    async def say(self, text: str, *, until: str, seconds: float = PATIENCE_SECONDS) -> str:
        """Write it, and wait so long for an answer with these words; empty when none came."""
        self.seen = len(self.twilio.taken)
        await self.crowd.write_one(self.client, self.line, customer=self.address, text=text)
        return await self.hear(until, seconds=seconds)

    async def hear(self, words: str, *, seconds: float = PATIENCE_SECONDS) -> str:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if said := self.overhear(words):
                return said
            await asyncio.sleep(LOOK_SECONDS)
        return ""

    def overhear(self, words: str) -> str:
        """A new message with these words, if there is one."""
        fresh, self.seen = self.twilio.taken[self.seen :], len(self.twilio.taken)
        for one in fresh:
            if one.to == self.address:
                self.last = str(one.document["body"])
                if re.search(words, self.last):
                    return self.last
        return ""

    async def switch_on(self) -> bool:
        """Become one of the provider's customers."""
        path = f"/simulator/api/{self._slug}/phones/"
        answer = await self._try("POST", path, {"name": f"Buyer {self.number}", "address": self.address})
        self.own = answer.json() if answer is not None else {}
        return bool(self.own)

    async def prompt(self) -> str:
        """The id of the prompt on her screen; empty when there is none, or nobody can tell now."""
        answer = await self._try("GET", f"{self._path}/updates", {}, tries=1)
        shown = answer.json()["money"]["prompt"] if answer is not None else None
        return str(shown["id"]) if shown else ""

    async def answer_prompt(self, prompt: str, outcome: str) -> bool:
        form = {"id": prompt, "outcome": outcome, "pin": "1234"}
        return await self._try("POST", f"{self._path}/prompt", form) is not None

    async def plan(self, fault: str) -> None:
        await self._try("POST", f"{self._path}/faults", {"kind": fault})

    async def pay(self, number: str, account: str, amount: int) -> bool:
        form = {"number": number, "account": account, "amount": str(amount)}
        return await self._try("POST", f"{self._path}/payments", form, tries=1) is not None

    async def enter_card(self, url: str, action: str) -> bool:
        """The page names the shop's host, where no simulator is; hers is the provider's."""
        parts = urlsplit(url)
        path = f"{parts.path}?{parts.query}"
        page = await self._try("GET", path, {})
        token = TOKEN.search(page.text) if page is not None else None
        card = {"number": "4242424242424242", "expiry": "12/39", "cvv": "123", "action": action}
        form = card | {"csrfmiddlewaretoken": token[1]} if token else {}
        return bool(form) and await self._try("POST", path, form, tries=1) is not None

    @property
    def _slug(self) -> str:
        return self.line.token.removeprefix("token-")

    @property
    def _path(self) -> str:
        return f"/simulator/api/{self._slug}/phones/{self.own['id']}"

    async def _try(self, method: str, path: str, form: dict[str, Any], *, tries: int = 30) -> httpx.Response | None:
        """The answer, once there is one: PostgreSQL may be away. None for a refusal."""
        url = self.provider_url + path
        for _ in range(tries):
            try:
                if method == "POST" and "csrftoken" not in self.client.cookies:
                    await self.client.get(f"{self.provider_url}/simulator/")
                headers = {"X-CSRFToken": self.client.cookies.get("csrftoken", "")}
                answer = await self.client.request(method, url, data=form or None, headers=headers)
            except httpx.HTTPError:
                answer = None
            if answer is not None and answer.status_code < 500:
                return answer if answer.status_code < 400 else None
            await asyncio.sleep(1)
        return None
