"""Publishes background tasks beside the request: a slow or dead broker must hold up no answer of ours.

A task that is lost is a hint that is lost: whatever it would have done waits in the database, and the sweep finds it.
"""

from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import structlog
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)
Wake = tuple[Any, dict[str, str]]
# One thread, so that tasks reach the broker in the order in which they were given.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="publish")
_waiting: deque[Wake] = deque()
# What fails together is tried one by one, each for as long as a broker may take.
_MOST_TOGETHER = 100


def publish(task: Any, delay: timedelta = timedelta(0), **arguments: str) -> None:
    """Have a Celery task run after the delay; returns at once."""
    try:
        if delay:
            _thread.submit(_send_alone, task, arguments, delay)
        else:
            _waiting.append((task, arguments))
            _thread.submit(_send_waiting)
    except RuntimeError:  # this process is ending
        log.info("tasks.wake.lost", task=task.name)


def stop() -> None:
    """Publish nothing more, as a process ends: a broker that is away would hold it up."""
    _thread.shutdown(wait=False, cancel_futures=True)


def _send_waiting() -> None:
    """Send all that was given while the last were under way; nothing when those before have taken it along."""
    together = [_waiting.popleft() for _ in range(min(len(_waiting), _MOST_TOGETHER))]
    if not together:
        return
    try:
        _send_together(together)
    except Exception:  # each broker has its own; what had arrived arrives twice, which does no harm
        for task, arguments in together:
            _send_alone(task, arguments)


def _send_together(wakes: Sequence[Wake]) -> None:
    """In one message, where the broker takes several. Written as Celery does, which asks itself more for each."""
    amqp = wakes[0][0].app.amqp
    with amqp.app.producer_or_acquire() as producer, producer.batch():
        for task, arguments in wakes:
            queue = amqp.router.route({}, task.name)["queue"]
            message = amqp.create_task_message(
                str(uuid4()), task.name, kwargs=arguments, argsrepr="", kwargsrepr="", ignore_result=True
            )
            producer.maybe_declare(queue)
            producer.publish(
                message.body, exchange="", routing_key=queue.name, serializer="json",
                headers=message.headers, **message.properties,
            )  # fmt: skip


def _send_alone(task: Any, arguments: dict[str, str], delay: timedelta = timedelta(0)) -> None:
    try:
        task.apply_async(kwargs=arguments, countdown=delay.total_seconds() or None)
    except OperationalError:
        log.warning("tasks.wake.lost", task=task.name)
