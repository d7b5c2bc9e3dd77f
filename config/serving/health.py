"""Is the process alive, and is the installation ready to answer customers?"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from typing import Final

import redis
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import Min
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from config.parts import broker
from config.version import VERSION
from conversations.models import Conversation
from conversations.sweep import OVERDUE_AFTER
from conversations.tasks import HEARTBEAT_KEY
from tenants.models import Tenant
from tenants.scope import fleet_scope

# Beat asks every few seconds: several in a row are missing.
HEARTBEAT_LIMIT_SECONDS: Final = 30.0
# Load balancers wait two seconds as a rule.
ANSWER_SECONDS: Final = 1.5
Part = dict[str, object]


class Asker:
    """One question, asked on a thread of its own: what hangs is not waited for, nor asked again while it does."""

    def __init__(self, question: Callable[[], Part]) -> None:
        self._question = question
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self._asked: Future[Part] | None = None

    def ask(self) -> Future[Part]:
        """The answer to come; whoever asks meanwhile gets the same."""
        asked = self._asked
        if asked is None or asked.done():
            asked = self._asked = self._thread.submit(self._question)
        return asked


def live(request: HttpRequest) -> JsonResponse:
    """200 whenever the process can answer at all."""
    return JsonResponse({"status": "alive"})


def overall(request: HttpRequest) -> JsonResponse:
    """In one line for those who chat: 200, healthy or degraded."""
    until = time.monotonic() + ANSWER_SECONDS
    asked = {name: asker.ask() for name, asker in ASKERS.items()}
    report = {name: _answer(answer, until) for name, answer in asked.items()}
    told = {
        "status": "healthy" if _status(report) == "ready" else "degraded",
        "version": VERSION,
        "agent_ready": _status(report) != "not ready",
        "property_loaded": bool(report["database"].get("has_tenants")),
    }
    return JsonResponse(told)


def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, broker and worker are well, `degraded` while somebody waits too long; otherwise 503."""
    until = time.monotonic() + ANSWER_SECONDS
    asked = {name: asker.ask() for name, asker in ASKERS.items()}
    report = {name: _answer(answer, until) for name, answer in asked.items()}
    status = _status(report)
    return JsonResponse({"status": status, **report}, status=503 if status == "not ready" else 200)


def _answer(answer: Future[Part], until: float) -> Part:
    try:
        return answer.result(timeout=max(0.0, until - time.monotonic()))
    except TimeoutError:
        return {"ok": False, "problem": f"no answer within {ANSWER_SECONDS} s"}


def _status(report: Mapping[str, Part]) -> str:
    if not all(part["ok"] for part in report.values()):
        return "not ready"
    return "degraded" if any("degraded" in part for part in report.values()) else "ready"


def _database() -> Part:
    """One customer who waits too long is told of; the installation is there for all others."""
    try:
        with fleet_scope():
            waiting = Conversation.objects.filter(due_at__isnull=False)
            oldest: datetime | None = waiting.aggregate(oldest=Min("waiting_since"))["oldest"]
            has_tenants = Tenant.objects.filter(is_active=True).exists()
    except DatabaseError:
        return {"ok": False, "problem": "the database does not answer"}
    age = (timezone.now() - oldest).total_seconds() if oldest else 0.0
    part: Part = {"ok": True, "oldest_unanswered_seconds": round(age, 1), "has_tenants": has_tenants}
    if age > OVERDUE_AFTER.total_seconds():
        part["degraded"] = f"somebody has waited for an answer for more than {OVERDUE_AFTER.total_seconds():.0f} s"
    return part


def _broker() -> Part:
    try:
        with broker.connected(within=ANSWER_SECONDS):
            pass
    except Exception:  # every transport raises errors of its own
        return {"ok": False, "problem": "the broker does not answer"}
    return {"ok": True}


def _worker() -> Part:
    try:
        beat = cache.get(HEARTBEAT_KEY)
    except redis.RedisError:
        return {"ok": False, "problem": "the cache does not answer"}
    if not isinstance(beat, int | float):
        return {"ok": False, "problem": "no worker has reported"}
    age = time.time() - beat
    return {"ok": age < HEARTBEAT_LIMIT_SECONDS, "seconds_since_heartbeat": round(age, 1)}


ASKERS: Final = {"database": Asker(_database), "broker": Asker(_broker), "worker": Asker(_worker)}
