"""Publishes background tasks beside the request: a slow or dead broker must hold up no answer of ours.

A task that is lost is a hint that is lost: whatever it would have done waits in the database, and the sweep finds it.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any, Final
from uuid import uuid4

import structlog
from kombu.exceptions import OperationalError

from tenants.together import Together

log = structlog.get_logger(__name__)
Wake = tuple[Any, tuple[tuple[str, str], ...]]
# What fails together is tried one by one, each for as long as a broker may take.
MOST_TOGETHER: Final = 100


def publish(task: Any, delay: timedelta = timedelta(0), **arguments: str) -> None:
    """Have a Celery task run after the delay; returns at once."""
    try:
        if delay:
            _together.thread.submit(_send_alone, task, arguments, delay)
        else:
            _together.give((task, tuple(arguments.items())))
    except RuntimeError:  # this process is ending
        log.info("tasks.wake.lost", task=task.name)


def stop() -> None:
    """Publish nothing more, as a process ends: a broker that is away would hold it up."""
    _together.thread.shutdown(wait=False, cancel_futures=True)


def _send(waiting: Sequence[Wake]) -> None:
    for first in range(0, len(waiting), MOST_TOGETHER):
        together = waiting[first : first + MOST_TOGETHER]
        try:
            _send_at_once(together)
        except Exception:  # each broker has its own; what had arrived arrives twice, which does no harm
            for task, arguments in together:
                _send_alone(task, dict(arguments))


def _send_at_once(wakes: Sequence[Wake]) -> None:
    """In one message, where the broker takes several. Written as Celery does, which asks itself more for each."""
    amqp = wakes[0][0].app.amqp
    with amqp.app.producer_or_acquire() as producer, producer.batch():
        for task, arguments in wakes:
            queue = _queue(task)
            message = amqp.create_task_message(
                str(uuid4()), task.name, kwargs=dict(arguments), argsrepr="", kwargsrepr="", ignore_result=True
            )
            producer.maybe_declare(queue)
            producer.publish(
                message.body, exchange="", routing_key=queue.name, serializer="json",
                headers=message.headers, **message.properties,
            )  # fmt: skip


@cache
def _queue(task: Any) -> Any:
    """Where a task goes; the router makes a copy of it each time."""
    return task.app.amqp.router.route({}, task.name)["queue"]


def _send_alone(task: Any, arguments: dict[str, str], delay: timedelta = timedelta(0)) -> None:
    try:
        task.apply_async(kwargs=arguments, countdown=delay.total_seconds() or None)
    except OperationalError:
        log.warning("tasks.wake.lost", task=task.name)


_together: Final = Together("publish", _send)
