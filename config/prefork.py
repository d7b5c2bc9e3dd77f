"""`tulia serve`: one process imports everything once, then forks web, live, workers and beat, and keeps them running.

What they share in memory is counted once, and one that ends is there again at once. This process does nothing else: it
opens no connection and starts no thread, for a child would inherit half of either.
"""

import ctypes
import gc
import importlib
import os
import runpy
import signal
import sys
import threading
import time
from pathlib import Path
from subprocess import TimeoutExpired
from typing import IO, Final, Never

import django

from config import environment
from config.processes import Processes, commands
from config.stop_signals import SIGNALS, StopSignals

# What is read only when a child begins, if it is not read here.
MODULES: Final = (
    "asyncio", "celery.apps.beat", "celery.apps.worker", "celery.bin.beat", "celery.bin.celery", "celery.bin.worker",
    "celery.worker.consumer", "config.parts.beat", "config.parts.pool", "conversations.live.application",
    "conversations.live.hub", "conversations.sweep", "granian.cli", "granian.server", "kombu.transport.redis",
    "psycopg_pool",
)  # fmt: skip
# Linux's name of the request, in sys/prctl.h.
PR_SET_PDEATHSIG: Final = 1
# Between two looks whether a child has begun or ended; nobody notices so little.
LOOK_SECONDS: Final = 0.02


class Born(BaseException):
    """Raised in a child: it leaves everything that its parent was doing, and becomes what the command says."""

    def __init__(self, command: list[str]) -> None:
        super().__init__(command)
        self.command = command


def main() -> None:
    """With a folder's name, each child has its log there; otherwise all write where this process does."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    settings, signals = environment.read(), StopSignals()
    signals.interrupts = False
    preload()
    logs = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    try:
        keep_running(Processes(logs, commands(settings), spawn=Forked), signals)
    except Born as born:
        become(born.command)


def keep_running(processes: Processes, signals: StopSignals) -> None:
    processes.start()
    name = processes.watch(until=lambda: signals.asked)
    processes.stop()
    if name is not None:
        environment.stop(f"the {name} process ends again and again; its log tells why.")


def preload() -> None:
    """Import what any of them needs, and build what is built once; nothing here looks for garbage or is looked at."""
    django.setup()
    gc.disable()  # a collection before the fork leaves holes in pages that would stay shared
    from config.celery import app  # noqa: PLC0415  it reads the settings
    from config.serving import startup  # noqa: PLC0415  as above

    app.loader.import_default_modules()
    app.finalize()
    startup.load_urls()
    startup.warm_up()
    for name in MODULES:
        importlib.import_module(name)
    gc.freeze()


class Forked:
    """A child of this process, for whoever tends it like one of `subprocess`."""

    def __init__(self, name: str, command: list[str], output: IO[bytes] | None) -> None:
        if threading.active_count() > 1:
            raise RuntimeError(f"A thread would be lost in the fork: {threading.enumerate()}")
        parent = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # until the child has handlers of its own
        self.pid = os.fork()
        self.returncode: int | None = None
        if self.pid == 0:
            _begin(name, command, output, parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)

    def poll(self) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def wait(self, timeout: float) -> int:
        until = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise TimeoutExpired(str(self.pid), timeout)
            time.sleep(LOOK_SECONDS)
        return code


def _begin(name: str, command: list[str], output: IO[bytes] | None, parent: int) -> Never:
    """In the child: a session and a log of its own, and the signals of a process that has just begun."""
    os.setsid()
    if output is not None:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    for number in SIGNALS:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    if sys.platform == "linux":
        Path("/proc/self/comm").write_text(f"tulia {name}")  # what `ps` and `top` show
        _end_with(parent)
    raise Born(command)


def _end_with(parent: int) -> None:
    """Linux ends a child whose parent was killed, which could not do so itself; its successor needs the ports."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        raise SystemExit(1)


def become(command: list[str]) -> None:
    """Run `python -m <module> …` in this very process."""
    gc.enable()
    _, _, module, *words = command
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
