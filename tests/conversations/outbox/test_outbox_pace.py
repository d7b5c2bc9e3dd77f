"""How fast: a customer gets bursts of three and one a second, a channel its rate, whoever and however many send."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import timedelta
from itertools import pairwise
from uuid import uuid4

import pytest
from django.db import connection

from conversations import outbox
from conversations.models import ChannelPace, OutboundMessage
from conversations.outbox import claim, delivery
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations.outbox.conftest import Room
from tests.loopback.twilio_server import TwilioServer

Status = OutboundMessage.Status
Priority = OutboundMessage.Priority
Statements = Callable[[], AbstractContextManager[list[str]]]


def together(works: list[Callable[[], object]], *, workers: int) -> None:
    """Run all of them on threads that begin at once, each with its own connection."""
    gate = threading.Barrier(workers)
    rest = list(works)

    def worker() -> None:
        gate.wait()
        try:
            while rest:
                rest.pop()()
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(worker) for _ in range(workers)]:
            future.result()


def limit(room: Room, rate: int) -> None:
    with tenant_scope(room.tenant.id):
        Channel.objects.update(messages_per_second=rate)


@pytest.mark.django_db
def test_a_customer_gets_three_at_once_and_then_one_a_second(room: Room) -> None:
    room.enqueue(*[f"part {n}" for n in range(7)])
    sent_at = []

    def wait(seconds: float) -> None:
        room.now += timedelta(seconds=seconds)

    began = room.now
    outbox.deliver(room.tenant.id, room.conversation.id, now=lambda: room.now, wait=wait)
    sent_at = [round((row.sent_at - began).total_seconds()) for row in room.rows()]
    assert sent_at == [0, 0, 0, 3, 3, 3, 6]
    assert room.sent() == [f"part {n}" for n in range(7)]


@pytest.mark.django_db
def test_a_clock_that_jumps_back_makes_nobody_wait_for_long(room: Room) -> None:
    room.enqueue("one", "two", "three", "four")
    room.pass_time(hours=1)
    room.deliver()
    room.pauses.clear()
    room.enqueue("five")
    room.pass_time(hours=-1)
    room.change(due_at=room.now)
    room.deliver()
    assert room.pauses
    assert max(room.pauses) <= 3


@pytest.mark.django_db
def test_the_moments_of_a_channel_lie_apart_and_end_where_waiting_would_be_long(room: Room) -> None:
    limit(room, 10)
    room.enqueue("reply", "bulk")
    reply, bulk = room.rows()
    bulk.priority = Priority.BULK
    moments = [delivery.reserve(reply) for _ in range(8)]
    taken = [moment for moment in moments if moment is not None]
    assert 5 <= len(taken) <= 6
    assert all(0.05 < after - before < 0.11 for before, after in pairwise(taken))
    assert delivery.reserve(bulk) is None


@pytest.mark.django_db
def test_bulk_gets_only_what_replies_leave_over(room: Room) -> None:
    limit(room, 10)
    room.enqueue("reply", "bulk")
    reply, bulk = room.rows()
    bulk.priority = Priority.BULK
    assert len([moment for moment in (delivery.reserve(bulk) for _ in range(8)) if moment is not None]) == 2
    assert delivery.reserve(reply) is not None


@pytest.mark.django_db
def test_without_a_free_moment_it_comes_back_later_as_if_untried(room: Room) -> None:
    limit(room, 1)
    room.enqueue("one")
    assert [delivery.reserve(room.row) is None for _ in range(2)] == [False, True]
    due_at = room.deliver()
    assert due_at == room.row.due_at > room.now
    assert (room.row.status, room.row.attempts, room.row.first_tried_at) == (Status.QUEUED, 0, None)
    assert room.sent() == []


@pytest.mark.django_db
def test_channels_do_not_wait_for_each_other(room: Room, make_tenant: type[Tenant]) -> None:
    other = Room(make_tenant(), room.twilio)
    for one in (room, other):
        limit(one, 1)
        one.enqueue("one")
        one.deliver()
    assert len(room.sent()) == 2
    with tenant_scope(room.tenant.id):
        assert ChannelPace.objects.count() == 1


@pytest.mark.django_db
def test_a_delivery_takes_few_statements(room: Room, statements: Statements) -> None:
    room.enqueue("warm")
    room.deliver()
    room.enqueue("one")
    with statements() as seen:
        room.deliver()
    assert len(seen) <= 6, "\n".join(seen)


@pytest.mark.django_db
def test_a_status_takes_few_statements(room: Room, statements: Statements) -> None:
    room.enqueue("one")
    room.deliver()
    with statements() as seen:
        room.told("delivered")
    assert len(seen) <= 4, "\n".join(seen)


def test_two_deliverers_of_one_conversation_keep_its_order_and_send_nothing_twice(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "SPACING", timedelta(0))
    room = Room(make_tenant(), to_twilio)
    room.enqueue(*[str(n) for n in range(20)])
    room.now += timedelta(seconds=1)
    together([room.deliver] * 40, workers=4)
    while room.deliver() is not None:
        pass
    assert room.sent() == [str(n) for n in range(20)]
    assert {(row.status, row.attempts) for row in room.rows()} == {(Status.SENT, 1)}


def test_ten_workers_keep_a_channels_rate(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer
) -> None:
    rate, count = 50, 40
    tenant = make_tenant()
    rooms = [Room(tenant, to_twilio, address=f"whatsapp:+2547{uuid4().int % 10**8:08d}") for _ in range(count)]
    limit(rooms[0], rate)
    for room in rooms:
        room.enqueue("hello")

    def deliver(room: Room) -> Callable[[], object]:
        return lambda: outbox.deliver(tenant.id, room.conversation.id)

    together([deliver(room) for room in rooms], workers=10)
    times = sorted(message.at for message in to_twilio.messages)
    assert len(times) == count
    # A fifth of a second takes a fifth of the rate, and what the network may push together.
    busiest = max(sum(begin <= at < begin + 0.2 for at in times) for begin in times)
    assert busiest <= rate * 0.2 + 4
    assert times[-1] - times[0] >= (count - 1) / rate - 0.1
