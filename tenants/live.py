"""Live updates: tells the pages of a tenant that are open that a conversation has changed.

A hint and nothing more. It carries a conversation's id over publish/subscribe of Redis or Valkey, with who is typing
where somebody is; what a lost one would have shown, a page finds when it asks by itself.
"""

import functools
import json
import time
from functools import partial
from typing import Final
from uuid import UUID

import redis
import structlog
from django.conf import settings
from django.db import connection, transaction

from tenants.together import Together

log = structlog.get_logger(__name__)
PATTERN: Final = "tenant:*:live"
# A server that is away is not asked again for each message that comes meanwhile.
SILENT_SECONDS: Final = 5.0


def changed(tenant_id: UUID, conversation_id: UUID) -> None:
    """Publish that a conversation has changed, after the commit; nothing waits for it or fails with it."""
    _tell(tenant_id, str(conversation_id))


def typing(tenant_id: UUID, conversation_id: UUID, *, who: str, user_id: UUID | None = None, name: str = "") -> None:
    """Publish that the customer, or somebody at the desk, is writing just now; it is kept nowhere."""
    told = {"who": who, "user": str(user_id or ""), "name": name}
    _tell(tenant_id, f"{conversation_id} {json.dumps(told)}")


def _tell(tenant_id: UUID, message: str) -> None:
    if connection.in_atomic_block:
        transaction.on_commit(partial(PUBLISHER.tell, tenant_id, message), robust=True)
    else:  # on_commit would take a connection only to find that nothing is to be committed
        PUBLISHER.tell(tenant_id, message)


def topic(tenant_id: UUID) -> str:
    return f"tenant:{tenant_id}:live"


def tenant_of(channel: str) -> UUID:
    """The tenant whose topic this is; raises ValueError for what is no topic of ours."""
    return UUID(channel.removeprefix("tenant:").removesuffix(":live"))


class Publisher:
    """Publishes on a thread beside the request: all that waits in one message, and the same news once."""

    def __init__(self) -> None:
        self._together = Together("live", self._publish)
        self._silent_until = 0.0

    def tell(self, tenant_id: UUID, message: str) -> None:
        try:
            self._together.give((tenant_id, message))
        except RuntimeError:  # this process is ending
            log.info("live.update.lost")

    def _publish(self, news: list[tuple[UUID, str]]) -> None:
        if time.monotonic() < self._silent_until:
            return
        try:
            with _client().pipeline(transaction=False) as together:
                for tenant_id, message in news:
                    together.publish(topic(tenant_id), message)
                together.execute()
        except redis.RedisError as error:
            self._silent_until = time.monotonic() + SILENT_SECONDS
            log.warning("live.update.lost", problem=type(error).__name__)


@functools.cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(str(settings.TULIA.redis_url), socket_timeout=1, socket_connect_timeout=1)


PUBLISHER: Final = Publisher()
