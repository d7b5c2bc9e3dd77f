"""Keeps processes running: whatever dies is started again, and anything may be killed outright."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import psutil

RESTART_AFTER_SECONDS = 0.3
STOP_SECONDS = 15


class Supervisor:
    """Named processes, each in a session of its own, with its output in a log of its own."""

    def __init__(self, folder: Path, *, root: Path) -> None:
        self._folder = folder
        self._root = root
        self._commands: dict[str, list[str]] = {}
        self._environ: dict[str, str] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.restarts: Counter[str] = Counter()
        self.killed: Counter[str] = Counter()
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, commands: dict[str, list[str]], environ: dict[str, str]) -> None:
        self._commands, self._environ = commands, environ
        for name in commands:
            self._spawn(name)
        self._thread.start()

    def _spawn(self, name: str) -> None:
        with (self._folder / f"{name}.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                self._commands[name], cwd=self._root, env=self._environ,
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def _watch(self) -> None:
        while not self._stopping.wait(RESTART_AFTER_SECONDS):
            with self._lock:
                for name, process in self._running.items():
                    if process.poll() is not None and not self._stopping.is_set():
                        self._spawn(name)
                        self.restarts[name] += 1

    @property
    def ended_by_themselves(self) -> Counter[str]:
        """Processes that were started again though nobody had killed them."""
        return self.restarts - self.killed

    def pid(self, name: str) -> int:
        return self._running[name].pid

    def kill(self, name: str) -> None:
        """SIGKILL for the process and all it has started."""
        with self._lock:
            self.killed[name] += 1
            kill_tree(self._running[name].pid)
            self._running[name].wait()

    def kill_child(self, name: str) -> None:
        """SIGKILL for one child, which the process itself is to replace."""
        children = psutil.Process(self.pid(name)).children()
        working = [child for child in children if "resource_tracker" not in " ".join(child.cmdline())]
        if working:
            os.kill(working[-1].pid, signal.SIGKILL)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        for process in self._running.values():
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in self._running.values():
            try:
                process.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                kill_tree(process.pid)
                process.wait()


def kill_tree(pid: int) -> None:
    """SIGKILL for a process and its descendants."""
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(pid)
        for process in [*parent.children(recursive=True), parent]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def has_ended(process: psutil.Process) -> bool:
    """Whether it runs no more, though nobody may have waited for it yet."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # it went between the two looks
        return True


def until(is_so: Callable[[], bool], *, seconds: float, what: str) -> float:
    """Wait until it is so; how long that took. AssertionError when it never was."""
    started = time.monotonic()
    while not is_so():
        waited = time.monotonic() - started
        assert waited < seconds, f"after {seconds:.0f} s still not so: {what}"
        time.sleep(0.1)
    return time.monotonic() - started
