"""Who looks at a ticket just now: kept in the cache for a moment, for the warning when two have it open."""

import time
from typing import NamedTuple
from uuid import UUID

import structlog
from django.core.cache import cache
from redis import RedisError

from conversations.desk.access import Desk

log = structlog.get_logger(__name__)
# Longer than a stream goes without asking, see conversations.live.
SECONDS = 30


class Seen(NamedTuple):
    """The names of who else has it open, and whether this person has only just opened it."""

    others: list[str]
    is_new: bool


def look(desk: Desk, ticket_id: UUID) -> Seen:
    """Note that this person has the ticket open, and tell who else has. Without the cache nobody is warned."""
    key, now = f"tenant:{desk.tenant.id}:desk:{ticket_id}", time.time()
    try:
        seen: dict[str, list[object]] = cache.get(key) or {}
        fresh = {who: entry for who, entry in seen.items() if float(str(entry[1])) > now - SECONDS}
        cache.set(key, fresh | {str(desk.user.pk): [desk.name, now]}, timeout=SECONDS)
    except RedisError as error:
        log.warning("conversations.desk.alone", problem=type(error).__name__)
        return Seen([], is_new=False)
    me = str(desk.user.pk)
    return Seen(sorted(str(entry[0]) for who, entry in fresh.items() if who != me), is_new=me not in fresh)
