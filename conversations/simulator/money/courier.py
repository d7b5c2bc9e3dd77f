"""Carries JSON to a merchant as payment providers do: unsigned, and again when it is not taken."""

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Timer
from typing import Any, Protocol
from uuid import UUID

import httpx
import structlog

from conversations.simulator.courier import tls
from conversations.simulator.money import addresses, faults, journal

log = structlog.get_logger(__name__)
# Enough to outlive a restart of ours.
TRIES = 3
# Shorter than a provider's minutes, so that a person at the page sees it happen.
RETRY_SECONDS = 2.0
HEADERS = {"Accept": "application/json"}
TIMEOUT = httpx.Timeout(15, connect=5)
Kind = faults.Kind
_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="simulator-money")


class Errand(Protocol):
    """Something done for a tenant without anybody waiting for it."""

    __name__: str

    def __call__(self, tenant_id: UUID, /, *details: Any) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the merchant said; status 0 when nothing came."""

    status: int
    body: dict[str, Any]

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """Something to tell a merchant, and about whose money."""

    url: str
    json: Mapping[str, Any] | None
    msisdn: str
    title: str
    method: str = "POST"


def begin(errand: Errand, tenant_id: UUID, *details: Any, after: float = 0.0) -> None:
    """Run it on one of a few threads, now or later."""
    if not after:
        _threads.submit(_logged, errand, tenant_id, *details)
        return
    timer = Timer(after, lambda: _threads.submit(_logged, errand, tenant_id, *details))
    timer.daemon = True
    timer.start()


def _logged(errand: Errand, tenant_id: UUID, *details: Any) -> None:
    try:
        errand(tenant_id, *details)
    except Exception:
        log.exception("simulator.money.broken", tenant_id=str(tenant_id), errand=errand.__name__)


def carry(tenant_id: UUID, parcel: Parcel) -> None:
    """Deliver it, with the fault that was planned for this payment."""
    fault = faults.take(tenant_id, parcel.msisdn, faults.OF_CALLBACKS)
    if fault == Kind.LOST_CALLBACK:
        journal.note(tenant_id, parcel.msisdn, f"{parcel.title} was lost, as planned", wire=parcel.json)
        return
    if fault == Kind.LATE_CALLBACK:
        journal.note(tenant_id, parcel.msisdn, f"{parcel.title} is held back, as planned")
        faults.pause()
    for _ in range(2 if fault == Kind.DOUBLE_CALLBACK else 1):
        _insist(tenant_id, parcel)


def _insist(tenant_id: UUID, parcel: Parcel) -> None:
    for attempt in range(TRIES):
        if attempt:
            time.sleep(RETRY_SECONDS)
        answer = ask(tenant_id, parcel)
        if answer.is_taken and answer.body.get("status") != 500:  # PesaPal's way to ask for it again
            return
    log.warning("simulator.money.untaken", tenant_id=str(tenant_id), parcel=parcel.title)


def ask(tenant_id: UUID, parcel: Parcel, *, timeout: httpx.Timeout = TIMEOUT) -> Answer:
    """Deliver it once, and note how that went."""
    try:
        response = httpx.request(
            parcel.method,
            addresses.complete(parcel.url),
            json=parcel.json,
            headers={"Accept": "application/json"},
            timeout=timeout,
            verify=tls(),
        )
        answer = Answer(status=response.status_code, body=_json(response))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        log.info("simulator.money.unanswered", tenant_id=str(tenant_id), error=type(error).__name__)
        answer = Answer(status=0, body={})
    said = f"answered {answer.status}" if answer.status else "was not answered"
    journal.note(tenant_id, parcel.msisdn, f"{parcel.title}: {said}", wire={"sent": parcel.json, "answer": answer.body})
    return answer


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        told = response.json()
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
