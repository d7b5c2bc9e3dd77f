"""Keeps what a process is working on: one thread prolongs it, so that what a dead process held is free in seconds."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import Error

log = structlog.get_logger(__name__)
# Often enough that HOLD forgives three that are late.
EVERY_SECONDS = 2.0
# Four times what the thread waits: a busy machine may be late, a dead one is found out soon.
HOLD = timedelta(seconds=8)
# A thread that hangs for longer than any deadline allows loses what it holds; the settings' patience lifts it.
LONGEST_SECONDS = 45.0

Prolong = Callable[[], object]


class Heartbeat:
    """Calls `prolong` of everything held, every two seconds, until it is let go."""

    def __init__(self) -> None:
        self._held: dict[object, tuple[float, Prolong]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def keep(self, prolong: Prolong) -> Iterator[None]:
        key = object()
        with self._lock:
            self._held[key] = time.monotonic(), prolong
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(key, None)

    def _run(self) -> None:
        while True:
            time.sleep(EVERY_SECONDS)
            self.prolong_all(now=time.monotonic())

    def prolong_all(self, *, now: float) -> None:
        """Prolong what has been held for a while; what a database that is down cannot be told, is told next time.

        Whatever else goes wrong with one of them (its tenant moves away, a fault of ours) is told loudly and costs that
        one its hold: the thread lives on, for nothing would be held in this process any more without it.
        """
        with self._lock:
            held = [(key, *found) for key, found in self._held.items()]
        longest = LONGEST_SECONDS * settings.TULIA.patience
        for key, since, prolong in held:
            if now - since < EVERY_SECONDS / 2 or now - since > longest or key not in self._held:
                continue
            try:
                prolong()
            except Error as error:
                log.warning("conversations.heartbeat.failed", problem=type(error).__name__)
            except Exception:
                log.exception("conversations.heartbeat.failed")


HEARTBEAT = Heartbeat()
