"""Sends one delivery: claimed in one transaction, told with none open, and what came of it written in another.

It goes where its host's address says at this very moment, and to no private one, without redirects and without the
environment's proxy. Who does not answer is asked again, later each time and never together with all others.
"""

import random
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from ipaddress import ip_address
from typing import Any, Final
from uuid import UUID

import httpx
import structlog
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.providers import destination
from tools.providers.destination import NotAllowed, NotNow, Resolve
from tools.webhooks.models import WebhookDelivery
from tools.webhooks.signing import HEADER, signature

log = structlog.get_logger(__name__)
Status = WebhookDelivery.Status
Now = Callable[[], datetime]
Chance = Callable[[float, float], float]
# From ten seconds, doubled up to six hours: fifteen tries are about the day that the guide promises.
MOST_TRIES: Final = 15
# Again after ten seconds, then twice as long each time, at most six hours apart.
FIRST, LONGEST = timedelta(seconds=10), timedelta(hours=6)
# Longer than a try can take; then its worker is dead, and another tries.
CLAIMED: Final = timedelta(seconds=60)
# A month, in which somebody may still ask what was sent.
KEPT: Final = timedelta(days=30)
TIMEOUT: Final = httpx.Timeout(10, connect=5)
# What a receiver gets for its answer; a slow one holds a thread.
SECONDS: Final = 15.0
# HTTP's word for "never again": the endpoint is switched off.
GONE: Final = 410
A_PUBLIC_ONE: Final = "9.9.9.9"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryOutcome:
    """What came back: a status, or why there is none."""

    status: int | None = None
    problem: str = ""
    is_switched_off: bool = False

    @property
    def is_final(self) -> bool:
        """Whether nobody need ask again."""
        return self.is_switched_off or self.status == GONE

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def send(
    tenant_id: UUID, delivery_id: UUID, *, now: Now = timezone.now, chance: Chance = random.uniform,
    resolve: Resolve = destination.resolve, verify: ssl.SSLContext | None = None,
) -> timedelta | None:  # fmt: skip
    """Send it if it is due and nobody else does; after how long to try again, None when it is settled."""
    with tenant_scope(tenant_id):
        row = _claimed(delivery_id, now())
    if row is None:
        return None
    outcome = _told(row, now(), resolve, verify)
    with tenant_scope(tenant_id):
        again = _noted(row, outcome, now(), chance)
    log.info("webhooks.delivery.tried", delivery_id=str(delivery_id), name=row.event, status=outcome.status)
    return again


def check_address(url: str, *, resolve: Resolve = destination.resolve) -> str:
    """The address to connect to; raises NotAllowed for one that we do not go to. A demo may tell its own machine."""
    parts = destination.parse(url)
    if settings.TULIA.demo and _is_loopback(parts.host):
        return "127.0.0.1" if parts.host == "localhost" else parts.host
    return destination.check(url, resolve=resolve)


def check_form(url: str) -> None:
    """What can be said of an address without asking anybody for its host; raises NotAllowed."""
    check_address(url, resolve=lambda host, port: [host if _is_literal(host) else A_PUBLIC_ONE])


def backoff(tries: int, *, chance: Chance) -> timedelta:
    """Doubles from ten seconds to six hours; a quarter more or less."""
    steady: timedelta = min(LONGEST, FIRST * 2 ** (tries - 1))
    return steady * chance(0.75, 1.25)


def _claimed(delivery_id: UUID, now: datetime) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.filter(pk=delivery_id, status=Status.WAITING, due_at__lte=now)
    if not due.update(attempts=F("attempts") + 1, due_at=now + CLAIMED, tried_at=now):
        return None
    row: WebhookDelivery | None = WebhookDelivery.objects.select_related("endpoint").filter(pk=delivery_id).first()
    return row


def _told(row: WebhookDelivery, now: datetime, resolve: Resolve, verify: ssl.SSLContext | None) -> DeliveryOutcome:
    if not row.endpoint.is_active:
        return DeliveryOutcome(is_switched_off=True, problem="The webhook is switched off.")
    try:
        secret = row.endpoint.secret
        parts = destination.parse(row.endpoint.url)
        pinned = parts.copy_with(host=check_address(row.endpoint.url, resolve=resolve))
    except SecretUnreadable:
        return DeliveryOutcome(problem="Its secret cannot be decrypted here. Make a new one.")
    except (NotAllowed, NotNow) as error:
        return DeliveryOutcome(problem=str(error))
    body = row.body.encode()
    headers = {
        "Host": parts.netloc.decode(), "Content-Type": "application/json", "User-Agent": "Tulia-Webhooks/1",
        "Tulia-Event": row.event, "Tulia-Delivery": str(row.pk),
        HEADER: signature(body, secret=secret, timestamp=int(now.timestamp())),
    }  # fmt: skip
    try:
        with _client(verify) as client:
            named = {"sni_hostname": parts.host}
            request = client.build_request("POST", pinned, content=body, headers=headers, extensions=named)
            answer = client.send(request, stream=True)  # whatever it has to say, its status is enough
            answer.close()
    except (httpx.HTTPError, OSError, RuntimeError) as error:  # the last two: closed from under it
        return DeliveryOutcome(problem=f"There was no answer ({type(error).__name__}).")
    status = answer.status_code
    return DeliveryOutcome(status=status, problem="" if 200 <= status < 300 else f"It answered {status}.")


@contextmanager
def _client(verify: ssl.SSLContext | None) -> Iterator[httpx.Client]:
    """Closed when its time is over, also while an answer drips in: nobody's slow system holds up the others'."""
    made = httpx.Client(verify=verify or _certificates(), timeout=TIMEOUT, trust_env=False, follow_redirects=False)
    with made as client:
        over = threading.Timer(SECONDS, client.close)
        over.daemon = True
        over.start()
        try:
            yield client
        finally:
            over.cancel()


def _noted(row: WebhookDelivery, outcome: DeliveryOutcome, now: datetime, chance: Chance) -> timedelta | None:
    """Only by whoever holds the try; a later one has its own."""
    mine = WebhookDelivery.objects.filter(pk=row.pk, attempts=row.attempts, status=Status.WAITING)
    told: dict[str, Any] = {"answered": outcome.status, "problem": outcome.problem[:200]}
    if outcome.is_taken:
        mine.update(status=Status.DELIVERED, **told)
        old = WebhookDelivery.objects.filter(endpoint=row.endpoint_id, status=Status.DELIVERED)
        old.filter(created_at__lt=now - KEPT).delete()
        return None
    if outcome.is_final or row.attempts >= MOST_TRIES:
        mine.update(status=Status.DEAD, **told)
        log.warning("webhooks.delivery.dead", delivery_id=str(row.pk), name=row.event)
        return None
    again = backoff(row.attempts, chance=chance)
    mine.update(due_at=now + again, **told)
    return again


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_literal(host) and ip_address(host).is_loopback)


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


@cache
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()
