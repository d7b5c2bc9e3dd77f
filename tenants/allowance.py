"""So many a minute: counted in the shared cache, and not held against anybody while that is away."""

import time
from uuid import UUID

from django.core.cache import cache
from redis import RedisError


def spend(tenant_id: UUID, what: str, most: int) -> int | None:
    """Count one more of this minute; None when it may be done, otherwise after how many seconds there are new ones."""
    minute, second = divmod(int(time.time()), 60)
    key = f"tenant:{tenant_id}:{what}:{minute}"
    try:
        cache.add(key, 0, timeout=70)
        spent = cache.incr(key)
    except (RedisError, ValueError):  # what it guards has limits of its own, and goes on without its cache
        return None
    return 60 - second if spent > most else None
