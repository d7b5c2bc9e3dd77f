"""Celery's part: a wake-up with ids and nothing else; what a lost one leaves behind is found by the sweep."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from celery import shared_task

from tools import publisher
from tools.webhooks import sending

# What is due later than this, the sweep wakes.
SOON: Final = timedelta(minutes=1)


def wake(tenant_id: UUID, delivery_id: UUID) -> None:
    """Have a delivery that was just left sent."""
    publisher.publish(deliver, timedelta(0), tenant_id=str(tenant_id), delivery_id=str(delivery_id))


@shared_task(name="webhooks.deliver")
def deliver(*, tenant_id: str, delivery_id: str, **_: Any) -> None:
    """Tell one endpoint of one event; what is due again soon gets a wake-up of its own."""
    again = sending.send(UUID(tenant_id), UUID(delivery_id))
    if again is not None and again < SOON:
        publisher.publish(deliver, again, tenant_id=tenant_id, delivery_id=delivery_id)
