"""What is published arrives once and in order, however much is sent together, and also over a line that was cut."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis
from celery import Celery

from config import environment
from config.embedded.valkey import EmbeddedValkey
from config.parts import queues
from tools import publisher

MANY = 250
LIMIT_SECONDS = 30


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[EmbeddedValkey]:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    yield valkey
    valkey.stop()


@pytest.fixture
def app(valkey: EmbeddedValkey, monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """An application with our queues and tasks, whose broker is that Valkey."""
    settings = environment.read().model_copy(update={"celery_broker_url": valkey.url})
    monkeypatch.setenv("CELERY_BROKER_URL", settings.broker_url)
    with Celery(set_as_current=False) as app:
        app.conf.update(
            task_queues=queues.declared(is_rabbitmq=False), task_routes=queues.route,
            task_publish_retry=False, task_ignore_result=True,
        )  # fmt: skip
        yield app


@pytest.fixture
def process(app: Celery) -> Any:
    return app.tasks["conversations.tasks.process_conversation"]


def published(task: Any, count: int = MANY) -> list[str]:
    """So many, given while the thread that sends them is held up."""
    ids, held = [str(uuid4()) for _ in range(count)], threading.Event()
    publisher._together.thread.submit(held.wait, LIMIT_SECONDS)
    for conversation_id in ids:
        publisher.publish(task, tenant_id="", conversation_id=conversation_id)
    held.set()
    publisher._together.thread.submit(int).result(LIMIT_SECONDS)
    return ids


def arrived(app: Celery, queue: str = "turns") -> list[Any]:
    """The messages of a queue, as a worker gets them."""
    found: list[Any] = []
    with app.connection_for_read() as connection, connection.channel() as channel:
        while message := channel.basic_get(queue, no_ack=True):
            found.append(message)
    return found


def ids(messages: list[Any]) -> list[str]:
    return [message.payload[1]["conversation_id"] for message in messages]


def test_many_arrive_in_order_in_a_few_messages_to_the_broker(
    app: Celery, valkey: EmbeddedValkey, process: Any
) -> None:
    published(process, 1)
    with redis.Redis.from_url(valkey.url) as client:
        before = client.info("stats")["total_reads_processed"]
        wanted = published(process)
        reads = client.info("stats")["total_reads_processed"] - before
    assert reads < MANY / 2
    assert ids(arrived(app))[1:] == wanted


def test_a_message_says_what_one_of_celerys_says(app: Celery, process: Any) -> None:
    wanted = published(process, 2)
    process.apply_async(kwargs={"tenant_id": "", "conversation_id": wanted[0]})
    ours, other, theirs = arrived(app)
    of_each = {"id", "root_id", "argsrepr", "kwargsrepr"}
    assert {**ours.headers, **dict.fromkeys(of_each)} == {**theirs.headers, **dict.fromkeys(of_each)}
    assert (ours.body, ours.content_type) == (theirs.body, theirs.content_type)
    assert ours.properties["delivery_mode"] == theirs.properties["delivery_mode"]
    assert ours.headers["id"] == ours.headers["root_id"] != other.headers["id"]


def test_none_is_lost_on_a_line_that_was_cut(app: Celery, valkey: EmbeddedValkey, process: Any) -> None:
    first = published(process, 1)
    with redis.Redis.from_url(valkey.url) as client:
        assert client.client_kill_filter(_type="normal", skipme=True) > 0
    second = published(process)
    assert list(dict.fromkeys(ids(arrived(app)))) == [*first, *second]


def test_a_broker_that_is_away_holds_up_nobody_and_is_found_again(
    app: Celery, valkey: EmbeddedValkey, process: Any, logged: list[Any]
) -> None:
    published(process, 1)
    valkey.stop()
    published(process, 2)
    assert sum("tasks.wake.lost" in record.getMessage() for record in logged) == 2
    valkey.start()
    wanted = published(process, 1)
    assert ids(arrived(app)) == wanted


def test_one_with_a_delay_tells_when_it_is_due(app: Celery, process: Any) -> None:
    publisher.publish(process, timedelta(seconds=5), tenant_id="", conversation_id="")
    publisher._together.thread.submit(int).result(LIMIT_SECONDS)
    (message,) = arrived(app)
    assert message.headers["eta"] is not None
