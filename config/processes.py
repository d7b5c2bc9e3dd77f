"""Web, live, workers and beat as processes: started, started again when they end, stopped in order."""

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Protocol

import structlog

from config import environment
from config.embedded import Server
from config.parts import queues

log = structlog.get_logger(__name__)
# A turn under way may end; who takes longer is killed, and another takes the turn up.
STOP_TIMEOUT_SECONDS: Final = 15
# Who ends more often than this has no accident but a fault.
ENDINGS: Final = 5
# Together with the number of endings above: a process that dies so often will not come up by trying again.
WITHIN_SECONDS: Final = 60.0
# A dead process is started again before anybody notices.
WATCH_SECONDS: Final = 0.5
PYTHON: Final = [sys.executable, "-m"]
CELERY: Final = [*PYTHON, "celery", "--app", "config.celery", "--quiet"]
WORKER: Final = [*CELERY, "worker", "--loglevel", "warning", "--without-gossip", "--without-mingle"]


class Child(Protocol):
    """A process that was started, as `subprocess` has it."""

    pid: int
    returncode: int | None

    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float) -> int: ...


def executed(_: str, command: list[str], output: IO[bytes] | None) -> Child:
    """A program of its own; without an output it writes where we do."""
    return subprocess.Popen(  # noqa: S603  our own words
        command, stdout=output, stderr=subprocess.STDOUT if output else None, start_new_session=True
    )


class Processes:
    """Named processes, each in a session of its own, so that Ctrl-C reaches them through us; and what they need."""

    def __init__(
        self,
        log_folder: Path | None,
        commands: dict[str, list[str]],
        servers: Sequence[Server] = (),
        *,
        spawn: Callable[[str, list[str], IO[bytes] | None], Child] = executed,
    ) -> None:
        self._log_folder = log_folder
        self._commands = commands
        self._servers = servers
        self._spawn = spawn
        self._running: dict[str, Child] = {}
        self._logs: dict[str, IO[bytes]] = {}
        self._endings: dict[str, deque[float]] = defaultdict(lambda: deque(maxlen=ENDINGS))

    def start(self) -> None:
        for name in self._commands:
            if self._log_folder is not None:
                self._log_folder.mkdir(parents=True, exist_ok=True)
                self._logs[name] = (self._log_folder / f"{name}.log").open("ab")
            self._begin(name)

    def _begin(self, name: str) -> None:
        self._running[name] = self._spawn(name, self._commands[name], self._logs.get(name))

    def dead(self) -> str | None:
        """The name of a process that has ended."""
        return next((name for name, process in self._running.items() if process.poll() is not None), None)

    def refusing(self) -> str | None:
        """The name of a process that ended with an error of its own; one that was killed did not refuse."""
        return next((name for name, process in self._running.items() if (process.poll() or 0) > 0), None)

    def watch(self, *, until: Callable[[], bool]) -> str | None:
        """Tend until it is time to stop; the name of the process that ends again and again, if one does."""
        while not until():
            if (name := self.tend()) is not None:
                return name
            time.sleep(WATCH_SECONDS)
        return None

    def tend(self) -> str | None:
        """Start again what has ended, the servers first; the name of a process that ends again and again."""
        for server in self._servers:
            if not server.is_running():
                _start_again(server)
        if (name := self.dead()) is None:
            return None
        if self._is_hopeless(name, now=time.monotonic()):
            return name
        log.warning("config.process.started_again", process=name, code=self._running[name].returncode)
        self._end_orphans(name)
        self._begin(name)
        return None

    def _end_orphans(self, name: str) -> None:
        """A parent that was killed leaves children that hold its port."""
        with suppress(ProcessLookupError):
            os.killpg(self._running[name].pid, signal.SIGKILL)

    def _is_hopeless(self, name: str, *, now: float) -> bool:
        endings = self._endings[name]
        endings.append(now)
        return len(endings) == ENDINGS and now - endings[0] < WITHIN_SECONDS

    def stop(self, timeout: float = STOP_TIMEOUT_SECONDS) -> None:
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
        deadline = time.monotonic() + timeout
        for name, process in self._running.items():
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
            self._end_orphans(name)
        for file in self._logs.values():
            file.close()


def _start_again(server: Server) -> None:
    """However often it fails: nothing is served without it, and everything as soon as it is back."""
    log.warning("config.server.started_again", server=server.name)
    try:
        server.start_again()
    except Exception:
        log.exception("config.server.not_started", server=server.name)


def commands(settings: environment.Environment) -> dict[str, list[str]]:
    return {
        "web": [
            *PYTHON, "granian", "--interface", "wsgi", "--host", settings.host, "--port", str(settings.port),
            "--workers", str(settings.web_workers), "--blocking-threads", "16", "--no-ws",
            "--respawn-failed-workers", "--log-level", "warning", "config.wsgi:application",
        ],
        "live": [
            *PYTHON, "granian", "--interface", "asgi", "--host", settings.host, "--port", str(settings.streams_port),
            "--workers", "1", "--no-ws", "--backlog", "4096", "--respawn-failed-workers", "--log-level", "warning",
            "--workers-kill-timeout", "5", "config.asgi:application",
        ],
        **{
            name: [
                *WORKER, "--hostname", name,
                "--queues", ",".join(queues.of_worker(number, of=settings.worker_processes)),
            ]
            for number, name in enumerate(worker_names(settings), 1)
        },
        "beat": [
            *CELERY, "beat", "--loglevel", "warning", "--pidfile", "",
            "--schedule", str(settings.data_dir / "beat-schedule"),
        ],
    }  # fmt: skip


def worker_names(settings: environment.Environment) -> list[str]:
    return [f"worker-{number}" for number in range(1, settings.worker_processes + 1)]
