"""Celery's part: one step a task, on the queue of research. What a lost one leaves behind is found by the sweep."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from conversations.research import stepping
from tools import publisher
from tools.research import selectors

# A wake-up through the broker is given the first chance.
GRACE: Final = timedelta(seconds=2)
# Of one core a worker's research without a model takes a quarter: who chats waits no longer for it.
REST: Final = 3.0


@shared_task(name="research.step")
def take_step(*, tenant_id: str, run_id: str, **_: Any) -> None:
    """Take the next step of a run; its commit wakes the one after it."""
    stepping.take(UUID(tenant_id), UUID(run_id), rest=REST)


def wake(tenant_id: UUID, run_id: UUID) -> None:
    """Have the next step of a run taken."""
    publisher.publish(take_step, timedelta(0), tenant_id=str(tenant_id), run_id=str(run_id))


def list_left() -> list[tuple[UUID, UUID]]:
    """Runs whose step was left behind."""
    return selectors.list_due(before=timezone.now() - GRACE)
