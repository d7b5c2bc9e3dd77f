"""What is learned in the background."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tools.topics import keeping


@shared_task(name="topics.learn_topics")
def learn_topics(tenant_id: str, **_: Any) -> None:
    """Learn a tenant's topics anew, where what its customers ask has changed."""
    keeping.learn_anew(UUID(tenant_id), now=timezone.now())
