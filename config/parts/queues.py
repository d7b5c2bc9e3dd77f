"""Which task waits in which queue, and how many of a queue one worker does at once, so that none starves another."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final

from kombu import Exchange, Queue


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRole:
    """What one queue is for; None at once: as many as TULIA_WORKER_THREADS says."""

    tasks: tuple[str, ...]
    at_once: int | None = None


# The first that fits. Turns and sendings are what a customer waits for.
ROLES: Final = {
    "turns": QueueRole(
        tasks=("conversations.tasks.process_conversation", "conversations.tasks.take_events", "*.heartbeat"),
    ),
    "sending": QueueRole(
        tasks=(
            "conversations.tasks.deliver_conversation", "conversations.tasks.reconcile_conversation",
            "conversations.tasks.show_typing", "conversations.tasks.fetch_media",
            "conversations.tasks.call_for_payment", "payments.ask", "payments.ask_transaction",
        ),
        at_once=32,
    ),
    "library": QueueRole(tasks=("knowledge.*", "catalog.*", "topics.*"), at_once=4),
    "research": QueueRole(tasks=("research.*",), at_once=8),
    "housekeeping": QueueRole(tasks=("*",), at_once=8),
}  # fmt: skip
# A worker of these alone leaves files, research and the nightly removal to others.
URGENT: Final = ("turns", "sending")


def of_task(name: str) -> str:
    return next(queue for queue, role in ROLES.items() if any(fnmatchcase(name, form) for form in role.tasks))


def route(name: str, *_: object, **__: object) -> dict[str, str]:
    """Celery's question where a task goes."""
    return {"queue": of_task(name)}


def declared(*, is_rabbitmq: bool) -> list[Queue]:
    """Quorum is RabbitMQ's kind of queue that outlives the loss of a node."""
    arguments = {"x-queue-type": "quorum"} if is_rabbitmq else None
    return [Queue(name, Exchange(name), routing_key=name, queue_arguments=arguments) for name in ROLES]


def of_worker(number: int, *, of: int) -> tuple[str, ...]:
    """The queues of one worker on a machine that has so many: the last does everything, the others what is urgent."""
    return tuple(ROLES) if number == of else URGENT
