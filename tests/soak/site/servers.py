"""PostgreSQL and Valkey of the soak as `make run` has them: they are killed, and its own watch brings them back."""

import os
import signal
import threading
import time
from pathlib import Path

import psycopg
import redis

from config.embedded.postgres import Database, EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey
from config.processes import Processes
from tests import databases
from tests.here import ROOT
from tests.soak.site.supervisor import kill_tree, until

COMEBACK_SECONDS = 30


class Servers:
    """Both, with their own durable settings, and how long each took to come back."""

    def __init__(self, folder: Path) -> None:
        databases.lay(folder / "postgres", ROOT)
        self._postgres, self._valkey = EmbeddedPostgres(folder / "postgres"), EmbeddedValkey(folder / "valkey")
        self._stopping = threading.Event()
        watch = Processes(folder / "log", {}, [self._postgres, self._valkey]).watch
        self._watch = threading.Thread(target=watch, kwargs={"until": self._stopping.is_set}, daemon=True)
        self.comebacks: list[tuple[str, float]] = []

    def start(self) -> Database:
        """The database is migrated already."""
        self._postgres.start()
        self.database = self._postgres.database(databases.INSTALLED)
        self._valkey.start()
        self._watch.start()
        return self.database

    @property
    def postgres(self) -> EmbeddedPostgres:
        return self._postgres

    @property
    def redis_url(self) -> str:
        return self._valkey.url

    def kill_postgres(self) -> None:
        """SIGKILL for the postmaster and every backend."""
        kill_tree(self._postgres.pid)
        self._wait_for("postgres")

    def kill_backend(self) -> None:
        """SIGKILL for one backend: PostgreSQL ends all others and recovers by itself."""
        with psycopg.connect(self.database.owner_url) as connection:
            os.kill(connection.info.backend_pid, signal.SIGKILL)

    def kill_valkey(self) -> None:
        os.kill(self._valkey.pid, signal.SIGKILL)
        self._wait_for("valkey")

    def _wait_for(self, name: str) -> None:
        started = time.monotonic()
        answers = {"postgres": self._postgres_answers, "valkey": self._valkey_answers}[name]
        until(answers, seconds=COMEBACK_SECONDS, what=f"{name} is back")
        self.comebacks.append((name, time.monotonic() - started))

    def _postgres_answers(self) -> bool:
        try:
            with psycopg.connect(self.database.owner_url):
                return True
        except psycopg.OperationalError:
            return False

    def _valkey_answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.redis_url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        self._stopping.set()
        self._watch.join()
        self._valkey.stop()
        self._postgres.stop()
