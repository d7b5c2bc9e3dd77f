"""Is the process alive, and is the installation ready to answer customers?"""

import time
from collections.abc import Callable
from datetime import datetime

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import Min
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from kombu import Connection

from conversations.models import Conversation
from conversations.tasks import HEARTBEAT_KEY
from tenants.scope import fleet_scope

HEARTBEAT_LIMIT_SECONDS = 30.0
UNANSWERED_LIMIT_SECONDS = 60.0


def live(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer at all."""
    return JsonResponse({"status": "alive"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, broker and worker are well and nobody waits too long; otherwise 503 and what is not."""
    checks: dict[str, Callable[[], dict[str, object]]] = {
        "database": _database,
        "broker": _broker,
        "worker": _worker,
    }
    report = {name: check() for name, check in checks.items()}
    is_ready = all(part["ok"] for part in report.values())
    return JsonResponse({"status": "ready" if is_ready else "not ready", **report}, status=200 if is_ready else 503)


def _database() -> dict[str, object]:
    try:
        with fleet_scope():
            oldest: datetime | None = Conversation.objects.aggregate(oldest=Min("waiting_since"))["oldest"]
    except DatabaseError:
        return {"ok": False, "problem": "the database does not answer"}
    age = (timezone.now() - oldest).total_seconds() if oldest else 0.0
    return {"ok": age < UNANSWERED_LIMIT_SECONDS, "oldest_unanswered_seconds": round(age, 1)}


def _broker() -> dict[str, object]:
    url = str(settings.TULIA.celery_broker_url or settings.TULIA.redis_url)
    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.ensure_connection(max_retries=1, timeout=2)
    except Exception:  # every transport raises errors of its own
        return {"ok": False, "problem": "the broker does not answer"}
    return {"ok": True}


def _worker() -> dict[str, object]:
    try:
        beat = cache.get(HEARTBEAT_KEY)
    except redis.RedisError:
        return {"ok": False, "problem": "the cache does not answer"}
    if beat is None:
        return {"ok": False, "problem": "no worker has reported"}
    age = time.time() - beat
    return {"ok": age < HEARTBEAT_LIMIT_SECONDS, "seconds_since_heartbeat": round(age, 1)}
