"""Whoever can write into the cache's server must not be able to run code in the processes that read it."""

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.cache import cache
from django.test import Client

from config.embedded.valkey import EmbeddedValkey
from config.parts import caches
from conversations.tasks import HEARTBEAT_KEY


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Path.touch, (self._path,)


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    server = EmbeddedValkey(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def attacker(valkey: EmbeddedValkey, settings: Any) -> Iterator[redis.Redis]:
    """Somebody who reaches the server that is our cache."""
    settings.CACHES = caches.shared(valkey.url)
    with redis.Redis.from_url(valkey.url) as client:
        client.flushall()
        yield client


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_not_run(attacker: redis.Redis, db: None, tmp_path: Path, protocol: int) -> None:
    ran = tmp_path / "ran"
    attacker.set(cache.make_key(HEARTBEAT_KEY), pickle.dumps(Bomb(ran), protocol))
    answer = Client().get("/health/ready").json()
    assert not ran.exists()
    assert answer["worker"] == {"ok": False, "problem": "no worker has reported"}


@pytest.mark.parametrize("planted", [b"", b"\xff", b"NaN", b"{", b"[" * 100_000, b'"now"', b"[1]", b"null"])
def test_nothing_else_that_is_planted_there_breaks_the_page(attacker: redis.Redis, db: None, planted: bytes) -> None:
    attacker.set(cache.make_key(HEARTBEAT_KEY), planted)
    assert Client().get("/health/ready").json()["worker"] == {"ok": False, "problem": "no worker has reported"}


@pytest.mark.parametrize("value", [0, 7, 1.5, True, None, "sealed:é", ["a", 1], {"a": {"b": None}}])
def test_what_we_keep_there_comes_back(attacker: redis.Redis, value: Any) -> None:
    cache.set("fleet:any", value)
    assert cache.get("fleet:any", default="none") == value


def test_counting_is_still_the_servers(attacker: redis.Redis) -> None:
    cache.add("fleet:count", 0)
    assert [cache.incr("fleet:count"), cache.incr("fleet:count")] == [1, 2]


@pytest.mark.parametrize("value", [object(), b"bytes", float("nan"), {"a": Path()}])
def test_what_is_not_json_is_not_taken(attacker: redis.Redis, value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        cache.set("fleet:any", value)
