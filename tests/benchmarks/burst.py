"""How long one customer waits for an answer, beginning to end, and how many answers a burst gets."""

import os
import time
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg

from tests.benchmarks import turn
from tests.benchmarks.stall import installation
from tests.benchmarks.table import Figure, percentiles
from tests.soak.site import wire
from tests.soak.site.supervisor import until

LINES, BURSTS = 12, 5
BURST = ("Hi", "running shoes", "size 42", "black")
BURST_SECONDS = 1.0
BAR_SECONDS = 0.7
REPLIES = """
SELECT extract(epoch FROM o.queued_at - (SELECT max(m.received_at) FROM conversations_inboundmessage m
                                          WHERE m.turn_id = o.turn_id))::float
  FROM conversations_outboundmessage o
  JOIN conversations_conversation v ON v.id = o.conversation_id
  JOIN tenants_customer c ON c.id = v.customer_id
 WHERE c.address = %s ORDER BY o.queued_at
"""
WAITING = """
SELECT count(*) FROM conversations_conversation v JOIN tenants_customer c ON c.id = v.customer_id
 WHERE c.address = %s AND v.waiting_since IS NOT NULL
"""


def measure(folder: Path) -> list[Figure]:
    with installation(folder) as port:
        _say(port, "Hi")  # every module is loaded
        lines = [seconds for number in range(LINES) for seconds in _say(port, turn.SEARCHES[number % 7])]
        numbers = [_say(port, turn.SEARCHES[0], "2")[-1] for _ in range(LINES // 2)]
        bursts = [_say(port, *BURST, apart=BURST_SECONDS / (len(BURST) - 1)) for _ in range(BURSTS)]
    counts = [len(replies) for replies in bursts]
    return [
        Figure(
            what="one line is answered after", bar=f"p50 < {BAR_SECONDS} s", is_met=percentiles(lines)[0] < BAR_SECONDS,
            measured=f"p50 {percentiles(lines)[0]:.2f} s, slowest {max(lines):.2f} s",
            method=f"{LINES} searches, each of somebody new; from receipt to the reply in the outbox; local mind",
        ),
        Figure(
            what="a number from a list is answered after", measured=f"p50 {percentiles(numbers)[0]:.2f} s",
            method=f"{len(numbers)} times after a search, the same way",
        ),
        Figure(
            what=f"answers to {len(BURST)} messages in {BURST_SECONDS:.0f} s", bar="1 each", is_met=set(counts) == {1},
            measured=f"{counts}; {max(replies[-1] for replies in bursts):.2f} s after the last at most",
            method=f"{BURSTS} times, each of somebody new",
        ),
    ]  # fmt: skip


def _say(port: int, *texts: str, apart: float | None = None) -> list[float]:
    """Somebody new writes, each line when the one before was answered, or so many seconds apart; each reply's wait."""
    customer, line = f"whatsapp:+2547{uuid4().int % 10**8:08d}", turn.line("duka")
    address = f"http://127.0.0.1:{port}/webhooks/twilio/{line.token}/"
    with httpx.Client(timeout=30) as client:
        for text in texts:
            inbound = wire.inbound(line, sid=f"SM{uuid4().hex}", customer=customer, text=text)
            body, headers = wire.form(address, inbound, line.secret)
            assert client.post(address, content=body, headers=headers).is_success
            if apart is None:
                until(lambda: _is_answered(customer), seconds=30, what="the line is answered")
            elif text != texts[-1]:
                time.sleep(apart)
    until(lambda: _is_answered(customer), seconds=30, what="everything is answered")
    return [wait for (wait,) in _rows(REPLIES, customer)]


def _is_answered(customer: str) -> bool:
    return _rows(WAITING, customer) == [(0,)]


def _rows(statement: str, customer: str) -> list[tuple[float]]:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        connection.execute("SET ROLE tulia_fleet")
        return connection.execute(statement, [customer]).fetchall()
