"""Our own part of a turn: time, statements, and how many model calls a turn waits for one after another."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.test.utils import override_settings, setup_test_environment

from conversations import outbox, turn
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests import round_trips
from tests.benchmarks.table import Figure, percentiles
from tests.conftest import NOT_COUNTED
from tests.journeys.test_model_turns import Script
from tests.loopback.openai_server import OpenAIServer
from tests.soak.site.wire import Line
from tests.talk import Talk

BAR_MILLISECONDS, BAR_STATEMENTS, BAR_CALLS = 30, 15, 2
CUSTOMERS = 30
PARTS_OF_A_MESSAGE = ("webhook", "turn", "sending")
SEARCHES = (
    "nataka viatu vya kukimbia chini ya 5000", "running shoes size 42", "sufuria kubwa", "a black handbag", "red dress",
    "simu ya bei nafuu", "school bag for my son",
)  # fmt: skip
SETTLED = {"a number": {"Body": "2"}, "yes": {"Body": "yes"}, "no": {"Body": "no"}, "STOP": {"Body": "STOP"}}
NO_CALL: dict[str, dict[str, str]] = {"a tap": {}} | SETTLED

setup_test_environment()


def measure(folder: Path) -> list[Figure]:
    times, cpu, most = own_time()
    p50, p95, _ = percentiles(times)
    search, settled = model_calls()
    trips = {part: len(waits) for part, waits in zip(PARTS_OF_A_MESSAGE, a_messages_round_trips(), strict=True)}
    return [
        Figure(
            what="our own time in a turn", bar=f"p50 < {BAR_MILLISECONDS} ms", is_met=p50 < BAR_MILLISECONDS,
            measured=f"p50 {p50:.1f} ms, p95 {p95:.1f} ms; CPU time of ours {cpu:.1f} ms",
            method=f"{len(times)} sales search turns of {CUSTOMERS} customers of the demo shop, from claim to commit",
        ),
        Figure(
            what="SQL statements of that turn", bar=f"≤ {BAR_STATEMENTS}", measured=f"at most {most}",
            is_met=most <= BAR_STATEMENTS, method="BEGIN, SET and COMMIT not counted",
        ),
        Figure(
            what="round trips to the database of a message", bar=f"≤ {round_trips.MOST}",
            measured=f"{sum(trips.values())}: {', '.join(f'{part} {count}' for part, count in trips.items())}",
            is_met=sum(trips.values()) <= round_trips.MOST,
            method="a search of a known customer, until Twilio has the answer: each time that something is sent and "
            "waited for, COMMITs included",
        ),
        Figure(
            what="model calls one after another, search turn", bar=f"≤ {BAR_CALLS}", measured=f"at most {search}",
            is_met=search <= BAR_CALLS, method="requests that a loopback OpenAI server got in a turn",
        ),
        Figure(
            what="model calls for taps, numbers, yes and no, STOP", bar="0", is_met=not any(settled.values()),
            measured=", ".join(f"{name} {count}" for name, count in settled.items()),
            method="the same server, after a list of items was shown",
        ),
    ]  # fmt: skip


class Nobody:
    """Stands where Talk keeps the Twilio of its answers; turns are run here, nothing is sent."""

    messages: tuple[Any, ...] = ()


def customer(slug: str) -> Talk:
    """Somebody new who writes to a demo tenant through the signed webhook, in-process."""
    with fleet_scope():
        tenant = Tenant.objects.get(slug=slug)
    return Talk(tenant=tenant, twilio=Nobody())


def line(slug: str) -> Line:
    with fleet_scope():
        channel = Channel.objects.get(tenant__slug=slug)
    with tenant_scope(channel.tenant_id):
        return Line(
            tenant=str(channel.tenant_id), token=channel.webhook_token, account=channel.twilio_account,
            secret=channel.auth_token, sender=channel.sender,
        )  # fmt: skip


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that are sent meanwhile."""
    seen: list[str] = []

    def keep(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(NOT_COUNTED):
            seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(keep):
        yield seen


def answer(talk: Talk, **fields: str) -> tuple[float, float, int]:
    """Post, then run the turn: its milliseconds, those of the CPU, and its statements."""
    assert talk.post(**fields).status_code == 200
    conversation = talk.conversation
    with counted() as seen:
        started, started_cpu = time.perf_counter(), time.thread_time()
        assert turn.run(conversation.tenant_id, conversation.id)
        took, used = time.perf_counter() - started, time.thread_time() - started_cpu
    return took * 1000, used * 1000, len(seen)


def own_time() -> tuple[list[float], float, int]:
    """Milliseconds of each turn, CPU milliseconds of one, and the most statements."""
    times, cpu, most = [], 0.0, 0
    for _ in range(CUSTOMERS):
        talk = customer("duka")
        answer(talk, Body="Hi")
        for text in SEARCHES:
            took, used, count = answer(talk, Body=text)
            times.append(took)
            cpu, most = cpu + used, max(most, count)
    return times, cpu / len(times), most


def a_messages_round_trips() -> tuple[list[str], list[str], list[str]]:
    connection.close_pool()  # all that follows takes the same connection
    for text in SEARCHES[:2]:  # by the second all that is planned once is planned
        talk = customer("duka")
        answer(talk, Body="Hi")
        outbox.deliver(talk.tenant.id, talk.conversation.id, wait=lambda seconds: None)
        trips = round_trips.of_a_message(talk, text)
    return trips


def model_calls() -> tuple[int, dict[str, int]]:
    with OpenAIServer().running() as server:
        server.reply = Script()
        tulia = settings.TULIA.model_copy(update={"openai_base_url": server.base_url})
        with override_settings(TULIA=tulia):
            search = max(_calls(server, Body=text) for text in SEARCHES)
            settled = {name: _calls(server, after_list=True, **fields) for name, fields in NO_CALL.items()}
    return search, settled


def _calls(server: OpenAIServer, *, after_list: bool = False, **fields: str) -> int:
    talk = customer("duka")
    answer(talk, Body="Hi")
    if after_list:
        answer(talk, Body=SEARCHES[0])
    before = len(server.asked)
    answer(talk, **(fields or _tap(talk)))
    return len(server.asked) - before


def _tap(talk: Talk) -> dict[str, str]:
    """A tap on the first row of the list that the last turn made."""
    with tenant_scope(talk.tenant.id):
        listed = talk.last_turn.replies.get()
    option = listed.reply["options"][0]
    return {"Body": option["title"], "ListId": option["id"], "MessageType": "interactive"}
