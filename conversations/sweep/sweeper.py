"""Looks for what waits, and does it, as long as the worker lives."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import structlog
from django.db import Error

from conversations.sweep import kinds
from conversations.sweep.kinds import Due

log = structlog.get_logger(__name__)
EVERY_SECONDS = 2.0
THREADS = 16


class Sweeper:
    """Looks every two seconds, and does what it finds on threads of its own; nothing twice at a time.

    Each kind has its threads: a provider that does not answer keeps nobody waiting but those who wait for it.
    Any number of workers may look at once: a conversation's lease and a message's claim go to one of them.
    """

    def __init__(self) -> None:
        self._threads = {kind: ThreadPoolExecutor(THREADS, thread_name_prefix="sweep") for kind in kinds.SWEPT}
        self._stopping = threading.Event()
        self._doing: set[Due] = set()
        self._looker = threading.Thread(target=self._look, name="sweeper", daemon=True)

    def start(self) -> None:
        self._looker.start()

    def stop(self) -> None:
        """Begin nothing more; what has begun ends."""
        self._stopping.set()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    def join(self) -> None:
        """Wait until what had begun when it was stopped has ended."""
        if self._looker.ident is not None:
            self._looker.join()
        for threads in self._threads.values():
            threads.shutdown(wait=True)

    def _look(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            try:
                found = kinds.list_due()
            except Error as error:
                log.warning("conversations.sweep.blind", problem=type(error).__name__)
                continue
            for due in found:
                self._begin(due)

    def _begin(self, due: Due) -> None:
        if due in self._doing:
            return
        self._doing.add(due)
        with suppress(RuntimeError):  # it has just been stopped
            self._threads[due.kind].submit(self._do, due)

    def _do(self, due: Due) -> None:
        try:
            due.do()
        except Exception:
            log.exception("conversations.sweep.failed", kind=due.kind)
        finally:
            self._doing.discard(due)
