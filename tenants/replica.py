"""Reads that may be some seconds old, from a replica where there is one: lists and reports, never what decides.

The scope that is open holds there too, behind the same wall and read-only. A replica that is away, or too far behind,
or not behind the wall, is left out, and the primary asked as ever.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any, Final, TypeVar

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connections, models

from tenants import scope, wall

ALIAS: Final = "replica"
# How far behind it is changes no faster than anybody notices; asking costs a statement on each side.
ASKED_EVERY_SECONDS: Final = 1.0
# One that is away costs whoever tries it up to two seconds.
LEFT_ALONE_SECONDS: Final = 10.0
# The primary's places in its log over the last minutes; older ones say only that it is too far behind.
KEPT_PLACES: Final = 600

# A healthy one has caught up within milliseconds.
POLLED_EVERY_SECONDS: Final = 0.05
WROTE: Final = "tulia_wrote_at"

log = structlog.get_logger(__name__)
_reads_from: ContextVar[str] = ContextVar("tulia_reads_from", default="default")
Answer = TypeVar("Answer")


class Router:
    """Django's question where to read: from the replica inside `read`, else from the primary; writes go there, too."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str:
        return _reads_from.get()

    def db_for_write(self, model: type[models.Model], **hints: Any) -> str:
        return "default"

    def allow_relation(self, one: models.Model, other: models.Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == ALIAS else None


class Distance:
    """How far behind the replica is: since when the primary has been further on than what the replica has replayed.

    The time of the last transaction replayed would not do: it grows while nobody writes, and stands still together
    with the replica when the stream between the two is cut.
    """

    def __init__(self) -> None:
        self._places: deque[tuple[float, int]] = deque(maxlen=KEPT_PLACES)

    def measure(self, *, now: Callable[[], float] = time.monotonic) -> float | None:
        """Seconds; None while not known, or longer than anything is kept. Raises DatabaseError."""
        self._places.append((now(), place_of_primary()))
        replayed = place_of_replica()
        if replayed is None:
            return None
        reached = [at for at, place in self._places if place <= replayed]
        return now() - reached[-1] if reached else None


def catch_up(*, within: float) -> float | None:
    """After how many seconds it has what the primary has now; None when it takes longer. Raises DatabaseError."""
    wanted, since = place_of_primary(), time.monotonic()
    while (seconds := time.monotonic() - since) <= within:
        replayed = place_of_replica()
        if replayed is not None and replayed >= wanted:
            return seconds
        time.sleep(POLLED_EVERY_SECONDS)
    return None


def has_just_written(session: MutableMapping[str, Any]) -> bool:
    """Whether they would look for what they changed, and perhaps not find it there yet."""
    since = time.time() - float(session.get(WROTE, 0))
    return 0 <= since <= settings.TULIA.replica_lag_seconds


def note_write(session: MutableMapping[str, Any]) -> None:
    """Remember in their session that they change something now."""
    if ALIAS in settings.DATABASES:
        session[WROTE] = time.time()


def place_of_primary() -> int:
    """How much it has written, in bytes of its log."""
    return int(_one("default", "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))


def place_of_replica() -> int | None:
    """How much of that it has replayed; None when it is no replica."""
    told = _one(ALIAS, "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END")
    return None if told is None else int(told)


class _Standing:
    """What this process knows of the replica."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.distance = Distance()
        self.asked_at = 0.0
        self.is_near = False
        self.is_walled = False

    def look(self) -> bool:
        if time.monotonic() < self.asked_at or not self._lock.acquire(blocking=False):  # somebody asks already
            return self.is_near
        try:
            is_near = self._is_near()
            self.asked_at = time.monotonic() + (LEFT_ALONE_SECONDS if is_near is None else ASKED_EVERY_SECONDS)
            self.is_near = bool(is_near)
            return self.is_near
        finally:
            self._lock.release()

    def leave_alone(self, problem: str) -> None:
        log.warning("tenants.replica.left_out", problem=problem)
        with self._lock:
            self.is_near, self.asked_at = False, time.monotonic() + LEFT_ALONE_SECONDS

    def _is_near(self) -> bool | None:
        """None when it cannot be asked."""
        try:
            self.is_walled = self.is_walled or _is_walled()
            seconds = self.distance.measure() if self.is_walled else None
        except DatabaseError as error:
            log.warning("tenants.replica.left_out", problem=type(error).__name__)
            return None
        return seconds is not None and seconds <= settings.TULIA.replica_lag_seconds


_standing = _Standing()


def forget() -> None:
    """Ask anew at the next read."""
    global _standing
    _standing = _Standing()


def read(view: Callable[[], Answer]) -> Answer:
    """What a view answers that only reads, asked in the scope that is open: from the replica, or from the primary.

    One that fails on the replica, as when its server goes away or must cancel it, is asked on the primary again.
    """
    if ALIAS not in settings.DATABASES or not _standing.look():
        return view()
    try:
        with _reading():
            return view()
    except (OperationalError, InterfaceError) as error:
        _standing.leave_alone(type(error).__name__)
    return view()


@contextmanager
def _reading() -> Iterator[None]:
    with scope.also_on(ALIAS):
        token = _reads_from.set(ALIAS)
        try:
            yield
        finally:
            _reads_from.reset(token)


def _is_walled() -> bool:
    breaches = list(wall.list_breaches(ALIAS))
    for sentence in breaches:
        log.error("tenants.replica.without_wall", sentence=sentence)
    return not breaches


def _one(alias: str, statement: str) -> Any:
    connection = connections[alias]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        row = cursor.fetchone()
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    return row[0]
