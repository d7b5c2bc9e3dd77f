"""The shared cache: JSON and nothing else, for whoever can write into it must not be able to run code in us."""

import json
from typing import Any

import redis
import structlog
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger(__name__)


class JsonSerializer:
    """Django's default is pickle, which runs what it reads. What is not JSON counts as not there."""

    def dumps(self, value: Any) -> int | bytes:
        """Raises TypeError or ValueError for what JSON cannot hold; numbers stay as they are, so that `incr` works."""
        return value if type(value) is int else json.dumps(value, allow_nan=False).encode()

    def loads(self, data: bytes) -> Any:
        try:
            return json.loads(data, parse_constant=_refuse)
        except (ValueError, RecursionError):
            log.warning("config.cache.unreadable", bytes=len(data))
            return None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON.")


def shared(url: str) -> dict[str, Any]:
    """Django's CACHES; a server that does not answer is given up after two seconds."""
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": url,
            "OPTIONS": {
                "serializer": "config.parts.caches.JsonSerializer",
                "socket_timeout": 2,
                "socket_connect_timeout": 2,
                # Once more for a connection that its server has outlived; a server that is away is not waited for.
                "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
            },
        }
    }
