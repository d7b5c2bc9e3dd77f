"""A broker's URL that names several servers: one that answers is enough, and all together are waited for no longer."""

import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from celery.worker import consumer as celerys
from kombu.exceptions import OperationalError

from config import doctor
from config.celery import app
from config.embedded.valkey import EmbeddedValkey
from config.parts import broker
from config.parts.consumer import LEFT_OUT, Consumer
from config.serving import health
from tests.here import free_port
from tests.loopback.line import Line

WITHIN = 1.5


@pytest.fixture(scope="module")
def answering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that is well."""
    valkey = EmbeddedValkey(tmp_path_factory.mktemp("valkey"))
    valkey.start()
    parts = urlsplit(valkey.url)
    with Line(parts.path) as line:
        yield f"redis://{parts.netloc}127.0.0.1:{line.port}/0"  # with its password
    valkey.stop()


@pytest.fixture
def refusing() -> str:
    return f"redis://127.0.0.1:{free_port()}/0"


@pytest.fixture
def silent() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def names(settings: Any, *urls: str) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"celery_broker_url": ";".join(urls)})


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_of_three_that_answers_is_enough(
    place: int, answering: str, refusing: str, silent: str, settings: Any
) -> None:
    urls = [refusing, silent]
    urls.insert(place, answering)
    names(settings, *urls)
    started = time.monotonic()
    assert health._broker() == {"ok": True}
    assert time.monotonic() - started < WITHIN
    assert [one.level for one in doctor.servers.broker()] == ["ok"]


@pytest.mark.parametrize("count", [1, 3])
def test_servers_that_say_nothing_are_waited_for_together(count: int, silent: str, settings: Any) -> None:
    names(settings, *[silent] * count)
    started = time.monotonic()
    with pytest.raises(OperationalError), broker.connected(within=WITHIN):
        pass
    assert WITHIN * 0.5 < time.monotonic() - started < WITHIN * 1.5


def test_none_that_is_there_is_said_at_once(refusing: str, settings: Any) -> None:
    names(settings, refusing, refusing, refusing)
    started = time.monotonic()
    assert not health._broker()["ok"]
    assert time.monotonic() - started < WITHIN
    assert [one.level for one in doctor.servers.broker()] == ["fault"]


def test_a_worker_makes_no_queues_that_nothing_uses() -> None:
    assert app.conf.worker_consumer == "config.parts.consumer:Consumer"
    every, ours = celerys.Consumer.Blueprint.default_steps, Consumer.Blueprint.default_steps
    assert [step for step in every if step not in ours] == [LEFT_OUT], "Celery calls it otherwise now"
