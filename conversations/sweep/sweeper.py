"""Looks for what waits, and does it, as long as the worker lives."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import structlog
from django.db import Error

from conversations.sweep import due, kinds
from conversations.sweep.kinds import Due

log = structlog.get_logger(__name__)
# A lost wake-up is made up for before a customer notices.
EVERY_SECONDS = 2.0
# Where nothing has waited for so many looks, the next one may come later.
QUIET_LOOKS = 5
# While nothing is ever found: still "within seconds", for half the statements.
QUIET_SECONDS = 4.0
# The glance is not relied on for longer than this.
THOROUGH_EVERY_SECONDS = 120.0
# What waits too long is said once a minute, not at each look.
ALERT_EVERY_SECONDS = 60.0
# Of a kind: as many as one worker's share of the connections.
THREADS = 16


class Sweeper:
    """Looks every two seconds, every four while all is quiet, and does what it finds on threads of its own.

    Nothing is done twice at a time, and a look at a quiet installation is one statement.

    Each kind has its threads: a provider that does not answer keeps nobody waiting but those who wait for it.
    Any number of workers may look at once: a conversation's lease and a message's claim go to one of them.
    """

    def __init__(self) -> None:
        self._threads = {kind: ThreadPoolExecutor(THREADS, thread_name_prefix="sweep") for kind in kinds.SWEPT}
        self._stopping = threading.Event()
        self._doing: set[Due] = set()
        self._alerts_at = 0.0
        self._thorough_at = 0.0
        self._quiet_looks = 0
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
        while not self._stopping.wait(EVERY_SECONDS if self._quiet_looks < QUIET_LOOKS else QUIET_SECONDS):
            try:
                found = kinds.list_due(is_thorough=self._is_thorough())
                self._alert()
            except Error as error:
                log.warning("conversations.sweep.blind", problem=type(error).__name__)
                continue
            self._quiet_looks = 0 if found else self._quiet_looks + 1
            for one in found:
                self._begin(one)

    def _is_thorough(self) -> bool:
        """The first look, and then one in two minutes."""
        if time.monotonic() < self._thorough_at:
            return False
        self._thorough_at = time.monotonic() + THOROUGH_EVERY_SECONDS
        return True

    def _alert(self) -> None:
        """Name those who have waited too long, once a minute, as long as they do."""
        if time.monotonic() < self._alerts_at:
            return
        self._alerts_at = time.monotonic() + ALERT_EVERY_SECONDS
        try:
            overdue = due.overdue()
        except Error:
            raise
        except Exception:  # it must not end the sweep
            log.exception("conversations.sweep.failed", kind="overdue")
            return
        for tenant_id, conversation_id, seconds in overdue:
            log.error(
                "conversations.answer.overdue",
                tenant_id=str(tenant_id),
                conversation_id=str(conversation_id),
                seconds=round(seconds),
            )

    def _begin(self, one: Due) -> None:
        if one in self._doing:
            return
        self._doing.add(one)
        with suppress(RuntimeError):  # it has just been stopped
            self._threads[one.kind].submit(self._do, one)

    def _do(self, one: Due) -> None:
        try:
            one.do()
        except Exception:
            log.exception("conversations.sweep.failed", kind=one.kind)
        finally:
            self._doing.discard(one)
