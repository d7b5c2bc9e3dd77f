"""Customers who have a question researched, or cancel it, while processes are killed; what must hold of their runs."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx

from tests.soak.checks import Row, in_fleet
from tests.soak.crowd import READ_SECONDS, Crowd
from tests.soak.money.phone import Phone
from tests.soak.site.twilio import FaultyTwilio

FILES = ("11_service_agreement.md", "12_schedule_of_fees.md", "13_equipment_guide.md")
QUESTION = "research: may I end my fibre agreement early, what do I owe then, and by when is the router back?"
FIRST_NUMBER = 5_000
REPORT_SECONDS = 90.0
# Usually 3; beside other tests and after a death each of its turn and of its first step, 40 were seen. What is never
# asked is found below, however long they wait.
ASKED_SECONDS = 90.0
ASKED = "please tell me"
# Of so many who ask, the last one has had enough when they are asked back.
CANCELS_EACH = 4
RUNS = """
SELECT r.id::text AS run, r.phase, r.ended_because, r.steps_taken, r.tries,
       EXISTS (SELECT FROM conversations_inboundmessage m
                WHERE m.conversation_id = r.conversation_id AND m.body = '/cancel') AS is_cancelled,
       (SELECT count(*) FROM research_researchstep s WHERE s.run_id = r.id) AS steps,
       (SELECT count(*) FROM research_researchreport p WHERE p.run_id = r.id) AS reports,
       jsonb_array_length(r.dialogue) > 0 AS has_asked,
       (SELECT count(*) FROM conversations_outboundmessage o
         WHERE o.conversation_id = r.conversation_id AND o.body LIKE '%%please tell me%%') AS asked,
       (SELECT count(*) FROM conversations_outboundmessage o
         WHERE o.conversation_id = r.conversation_id AND o.body LIKE '%%/research/%%') AS told
  FROM research_researchrun r
"""


@dataclass
class Researchers:
    """`count` of them ask within the first part of `seconds`, and wait for the report's address."""

    crowd: Crowd
    twilio: FaultyTwilio
    count: int
    seconds: float
    seed: int
    ends: Counter[str] = field(default_factory=Counter)
    last_words: list[str] = field(default_factory=list)
    """What those had heard last who gave up."""
    waits: list[float] = field(default_factory=list)
    """Seconds until they were asked back."""

    async def ask(self) -> None:
        await asyncio.gather(*(self._one(number) for number in range(self.count)))

    async def _one(self, number: int) -> None:
        chance = random.Random(self.seed * 6_007 + number)
        line = self.crowd.lines[number % len(self.crowd.lines)]
        await asyncio.sleep(chance.uniform(0, 0.6 * self.seconds))
        async with httpx.AsyncClient(timeout=httpx.Timeout(READ_SECONDS, connect=5)) as client:
            phone = Phone(self.crowd, self.twilio, client, "", line, FIRST_NUMBER + number)
            began = time.monotonic()
            if not await phone.say(QUESTION, until=ASKED, seconds=ASKED_SECONDS):
                self.ends["not asked back"] += 1
                self.last_words.append(phone.last or "(nothing)")
                return
            self.waits.append(time.monotonic() - began)
            if number % CANCELS_EACH == CANCELS_EACH - 1:
                self.ends["cancelled" if await phone.say("/cancel", until="was cancelled") else "not cancelled"] += 1
                return
            said = await phone.say("just go", until="/research/") or await phone.hear(
                "/research/", seconds=REPORT_SECONDS
            )
            self.ends["report" if said else "no report"] += 1


def gather(owner_url: str) -> list[Row]:
    with in_fleet(owner_url) as connection:
        return connection.execute(RUNS).fetchall()


def _named(runs: list[Row], is_amiss: Callable[[Row], bool]) -> list[str]:
    return [f"{run['run']}: {run['phase']}, {run['steps_taken']} steps" for run in runs if is_amiss(run)]


CHECKS: dict[str, Callable[[list[Row]], list[str]]] = {
    "research that did not come to its end": lambda runs: _named(
        runs, lambda run: run["ended_because"] != ("cancelled" if run["is_cancelled"] else "completed")
    ),
    "research whose questions were never sent": lambda runs: _named(runs, lambda run: run["asked"] < run["has_asked"]),
    "research with a step lost or kept twice": lambda runs: _named(
        runs, lambda run: run["steps"] != run["steps_taken"]
    ),
    "research without its one report": lambda runs: _named(
        runs, lambda run: run["reports"] != (not run["is_cancelled"])
    ),
    "research whose report was not told once": lambda runs: _named(
        runs, lambda run: run["told"] != (not run["is_cancelled"])
    ),
}
