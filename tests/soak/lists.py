"""Somebody who looks at the admin's lists and the desk's report all the while, and where these were read."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, product
from typing import Self

import httpx

from tests.here import NO_TLS
from tests.soak.away import Absence
from tests.soak.site.wire import Line

PAGES = (
    "/admin/conversations/conversation/", "/desk/report/", "/admin/conversations/outboundmessage/",
    "/admin/orders/order/", "/desk/report.csv", "/admin/conversations/turn/", "/admin/tenants/customer/",
    "/admin/payments/payment/",
)  # fmt: skip
# Between two pages, and before one is asked for again that was not served.
PAUSE_SECONDS = 0.7
READ_SECONDS = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A page that was asked for at a moment, the seconds that took, and what was answered."""

    page: str
    at: float
    seconds: float
    answer: str


@dataclass(frozen=True, kw_only=True)
class Looks:
    """Everything the checks ask of them: each look, when the replica was away, and how often it was read before and
    afterwards.
    """

    looks: Sequence[Look]
    absences: Sequence[Absence]
    scans_before: int
    scans_after: int


class Reader:
    """Looks with `with`, at one page after the other, of each business in turn; at one again that was not served."""

    def __init__(self, address: str, lines: Sequence[Line]) -> None:
        self._address, self._lines = address, lines
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.looks: list[Look] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *args: object) -> None:
        self._is_over.set()
        self._thread.join(timeout=READ_SECONDS)

    def _look(self) -> None:
        with httpx.Client(timeout=httpx.Timeout(READ_SECONDS, connect=5), verify=NO_TLS) as client:
            for page, line in cycle(product(PAGES, self._lines)):
                while not self._is_over.wait(PAUSE_SECONDS):
                    self.looks.append(look := self._ask(client, page, line))
                    if look.answer == "200":
                        break
                if self._is_over.is_set():
                    return

    def _ask(self, client: httpx.Client, page: str, line: Line) -> Look:
        at, started = time.time(), time.monotonic()
        try:
            headers = {"Cookie": f"sessionid={line.session}"}
            answer = str(client.get(self._address + page, headers=headers).status_code)
        except httpx.HTTPError as error:
            answer = type(error).__name__
        return Look(page=page, at=at, seconds=time.monotonic() - started, answer=answer)


def _refused(all: Looks) -> list[str]:
    """Nothing else is away then: it is killed only while all is ready."""
    return [
        f"{look.page}: {look.answer}"
        for look in all.looks
        if look.answer != "200" and any(absence.has(look.at, seconds=look.seconds) for absence in all.absences)
    ]


def _without_replica(all: Looks) -> list[str]:
    served = [look for look in all.looks if look.answer == "200"]
    return [absence.name for absence in all.absences if not any(absence.has(look.at) for look in served)]


def _never_read(all: Looks) -> list[str]:
    scans = {"before it was killed": all.scans_before, "after its return": all.scans_after}
    return [when for when, count in scans.items() if not count]


CHECKS: dict[str, Callable[[Looks], list[str]]] = {
    "lists and reports refused while the replica was away": _refused,
    "no list was served while the replica was away": _without_replica,
    "no list was read from the replica": _never_read,
}
