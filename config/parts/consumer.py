"""Celery's consumer without RabbitMQ's delayed delivery, which our queues cannot use.

Where it finds a quorum queue, Celery has each worker declare 28 quorum queues for it, on every server that the broker's
URL names, before the first task is taken; only queues behind a topic exchange make use of them. A node that is away
kept a worker that connects from its tasks for 17 s.
"""

# Celery's stubs leave out what a consumer is made of.
# mypy: disable-error-code="attr-defined,misc,name-defined,valid-type"

from typing import ClassVar, Final

from celery.worker import consumer

LEFT_OUT: Final = "celery.worker.consumer.delayed_delivery:DelayedDelivery"


class Consumer(consumer.Consumer):
    """What is to be done later waits in the worker, as with every other broker."""

    class Blueprint(consumer.Consumer.Blueprint):
        default_steps: ClassVar[list[str]] = [
            step for step in consumer.Consumer.Blueprint.default_steps if step != LEFT_OUT
        ]
