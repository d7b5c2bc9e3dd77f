"""Publishes background tasks beside the request: a slow or dead broker must hold up no answer of ours.

A task that is lost is a hint that is lost: whatever it would have done waits in the database, and the sweep finds it.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import structlog
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)
# One thread, so that tasks reach the broker in the order in which they were given.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="publish")


def publish(task: Any, delay: timedelta = timedelta(0), **arguments: str) -> None:
    """Have a Celery task run after the delay; returns at once."""

    def send() -> None:
        try:
            task.apply_async(kwargs=arguments, countdown=delay.total_seconds() or None)
        except OperationalError:
            log.warning("tasks.wake.lost", task=task.name)

    try:
        _thread.submit(send)
    except RuntimeError:  # this process is ending
        log.info("tasks.wake.lost", task=task.name)


def stop() -> None:
    """Publish nothing more, as a process ends: a broker that is away would hold it up."""
    _thread.shutdown(wait=False, cancel_futures=True)
