"""The embedded servers are watched as long as the installation runs: killed, they are back within seconds."""

import os
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import redis

from config.embedded.postgres import EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey
from config.processes import Processes
from tests.databases import FAST
from tests.soak.site.supervisor import until

BACK_SECONDS = 5.0


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    server = EmbeddedPostgres(tmp_path_factory.mktemp("site") / "postgres", settings=FAST)
    server.start()
    server.create_database("shop")
    yield server
    server.stop()


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[EmbeddedValkey]:
    server = EmbeddedValkey(tmp_path / "valkey")
    server.start()
    yield server
    server.stop()


def serves(postgres: EmbeddedPostgres, valkey: EmbeddedValkey) -> bool:
    """Whether both answer at the addresses that the processes were given when they started."""
    try:
        with psycopg.connect(postgres.database("shop").runtime_url), closing(redis.Redis.from_url(valkey.url)) as cache:
            return bool(cache.ping())
    except (psycopg.OperationalError, redis.RedisError):
        return False


def test_both_come_back_however_often_they_are_killed(
    postgres: EmbeddedPostgres, valkey: EmbeddedValkey, tmp_path: Path
) -> None:
    stopping = threading.Event()
    watch = Processes(tmp_path / "log", {}, [postgres, valkey]).watch
    watching = threading.Thread(target=watch, kwargs={"until": stopping.is_set})
    addresses = postgres.database("shop").runtime_url, valkey.url
    watching.start()
    try:
        for _ in range(2):
            os.kill(postgres.pid, 9)
            os.kill(valkey.pid, 9)
            until(lambda: not serves(postgres, valkey), seconds=BACK_SECONDS, what="they are gone")
            until(lambda: serves(postgres, valkey), seconds=BACK_SECONDS, what="they are back")
            assert (postgres.database("shop").runtime_url, valkey.url) == addresses
    finally:
        stopping.set()
        watching.join()


def test_the_number_of_a_killed_one_may_be_somebody_elses_by_now(postgres: EmbeddedPostgres) -> None:
    """After a restart of the machine, say: it would be believed to run, and never be started."""
    file = Path(postgres._server.pgdata) / "postmaster.pid"
    lines = file.read_text().splitlines()
    os.kill(postgres.pid, 9)
    until(lambda: not postgres.is_running(), seconds=BACK_SECONDS, what="it is gone")
    file.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    assert not postgres.is_running()
    postgres.start()
    with psycopg.connect(postgres.database("shop").runtime_url) as connection:
        assert connection.info.user == "tulia_app"
