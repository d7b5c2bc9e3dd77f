"""Marks a library whose vectors are being made: a model in this machine takes minutes, and the sweep comes sooner."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import UUID

from django.core.cache import cache
from redis import RedisError

from knowledge.library.embedding import OnProgress

# Longer than one batch takes; a worker that died is waited for no longer than this.
_SECONDS = 600


@contextmanager
def marked(tenant_id: UUID) -> Iterator[OnProgress]:
    """Mark this work as going on until the block ends; what is yielded is to be called at every step."""
    _mark(tenant_id)
    try:
        yield lambda done, total: _mark(tenant_id)
    finally:
        with suppress(RedisError):
            cache.delete(_key(tenant_id))


def is_marked(tenant_id: UUID) -> bool:
    """Whether somebody is at this work. Without a cache nobody knows, and work done twice does no harm."""
    with suppress(RedisError):
        return cache.get(_key(tenant_id)) is not None
    return False


def _mark(tenant_id: UUID) -> None:
    with suppress(RedisError):
        cache.set(_key(tenant_id), True, timeout=_SECONDS)


def _key(tenant_id: UUID) -> str:
    return f"tenant:{tenant_id}:library:at-work"
