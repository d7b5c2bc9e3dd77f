"""The desk's pages with much before them: a queue of 500 open tickets, and a transcript of 5,000 messages."""

import random
import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

from django.db import connection
from django.test import Client
from django.utils import timezone

from conversations.models import Conversation, InboundMessage, OutboundMessage
from tenants.models import Channel, Customer, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks.table import Figure
from tests.conftest import NOT_COUNTED
from tests.people import member, seated
from tools.handoff.models import HandoffTicket

TICKETS, MESSAGES, TIMES = 500, 5_000, 30
BAR_QUEUE, BAR_TICKET, BAR_STATEMENTS = 150, 300, 12


def measure(folder: Path) -> list[Figure]:
    with fleet_scope():
        tenant = Tenant.objects.get(slug="duka")
    longest = _fill(tenant)
    client = seated(member(tenant))
    queue, queue_cpu, in_queue = _ask(client, "/desk/queue/?filter=all")
    ticket, ticket_cpu, in_ticket = _ask(client, f"/desk/tickets/{longest}/")
    method = f"through Django's client, {TIMES} times after the first; median and slowest"
    return [
        Figure(
            what=f"the desk's queue, {TICKETS} tickets open", bar=f"< {BAR_QUEUE} ms",
            measured=_told(queue, queue_cpu, in_queue),
            is_met=statistics.median(queue) < BAR_QUEUE, method=f"{method}; the first 60 are shown",
        ),
        Figure(
            what=f"a ticket with {MESSAGES:,} messages, opened",
            bar=f"< {BAR_TICKET} ms, ≤ {BAR_STATEMENTS} SQL statements", measured=_told(ticket, ticket_cpu, in_ticket),
            is_met=statistics.median(ticket) < BAR_TICKET and in_ticket <= BAR_STATEMENTS,
            method=f"{method}; the newest 40 are shown; BEGIN, SET and COMMIT not counted",
        ),
    ]  # fmt: skip


def _told(milliseconds: list[float], cpu: float, statements: int) -> str:
    median, slowest = statistics.median(milliseconds), max(milliseconds)
    return f"{median:.0f} ms ({cpu:.0f} ms of CPU), slowest {slowest:.0f} ms, {statements} SQL statements"


def _ask(client: Client, path: str) -> tuple[list[float], float, int]:
    """How long each took in milliseconds, the CPU time of one in this process, and its statements."""
    client.get(path)
    took, cpu = [], time.process_time()
    for _ in range(TIMES):
        began = time.perf_counter()
        assert client.get(path).status_code == 200
        took.append((time.perf_counter() - began) * 1000)
    cpu = (time.process_time() - cpu) * 1000 / TIMES
    return took, cpu, _count(lambda: client.get(path))


def _count(do: Callable[[], object]) -> int:
    seen = []

    def keep(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if not sql.startswith(NOT_COUNTED):
            seen.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(keep):
        do()
    return len(seen)


def _fill(tenant: Tenant) -> UUID:
    """As many customers as tickets, each with some words; the first one's talk is the long one. Its ticket."""
    now, chance = timezone.now(), random.Random(7)
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
        customers = Customer.objects.bulk_create(
            Customer(address=f"whatsapp:+2547{uuid4().int % 10**8:08d}", name=f"Customer {number}")
            for number in range(TICKETS)
        )
        talks = Conversation.objects.bulk_create(
            Conversation(channel=channel, customer=customer, last_inbound_at=now) for customer in customers
        )
        for number, talk in enumerate(talks):
            count = MESSAGES // 2 if number == 0 else 5
            moments = [now - timedelta(minutes=chance.random() * 60 * 24 * 60) for _ in range(count)]
            InboundMessage.objects.bulk_create(
                InboundMessage(
                    channel=channel, conversation=talk, provider_id=f"SM{uuid4().hex}", kind="text",
                    status="answered", body="Nataka viatu vya kukimbia saizi 42", received_at=at,
                )
                for at in moments
            )  # fmt: skip
            OutboundMessage.objects.bulk_create(
                OutboundMessage(
                    channel=channel, conversation=talk, reply={"kind": "text", "text": "Karibu"}, body="Karibu",
                    status="read", due_at=at, queued_at=at + timedelta(seconds=2),
                )
                for at in moments
            )  # fmt: skip
        tickets = HandoffTicket.objects.bulk_create(
            HandoffTicket(
                number=f"B-{number}", conversation_id=talk.pk, customer_id=talk.customer_id, reason="human_request",
                journey="support", step="support", summary="They wrote: nataka kuongea na mtu", waiting_since=now,
                due_at=now + timedelta(minutes=number),
            )
            for number, talk in enumerate(talks)
        )  # fmt: skip
    return UUID(str(tickets[0].pk))
