"""A breaker per provider and process: after failures in a row nobody waits for a provider that is down."""

import threading
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import structlog

from journeys.llm.provider import Provider
from tenants.telemetry import metrics

# One failure is chance, five in a row are an outage; a rest is about what a provider needs to restart something.
THRESHOLD = 5
# Longer than a provider's hiccup, and short enough that a model is back before anybody asks.
REST_SECONDS = 30.0

log = structlog.get_logger(__name__)


class Breaker:
    """Closed until THRESHOLD failures in a row; then open; after a rest one call at a time may try again."""

    def __init__(self, name: str = "", *, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._rests_from: float | None = None

    @property
    def is_open(self) -> bool:
        return self._rests_from is not None

    def allows(self) -> bool:
        """Whether to call now. The call that ends a rest begins the next one, so only it goes through."""
        with self._lock:
            if self._rests_from is None:
                return True
            if self._clock() - self._rests_from < REST_SECONDS:
                return False
            self._rests_from = self._clock()
            return True

    def succeeded(self) -> None:
        """The provider answered: closed, and the count begins anew."""
        with self._lock:
            was_open = self._rests_from is not None
            self._failures, self._rests_from = 0, None
        if was_open:
            self._show(0)
            log.info("journeys.llm.breaker.closed", provider=self.name)

    def failed(self) -> None:
        """One more failure in a row; while open it is news of the trial, or of a call that began earlier."""
        with self._lock:
            self._failures += 1
            opens = self._rests_from is None and self._failures >= THRESHOLD
            if opens:
                self._rests_from = self._clock()
        if opens:
            self._show(1)
            log.warning("journeys.llm.breaker.opened", provider=self.name, failures=THRESHOLD)

    def trip(self) -> None:
        """Open at once: the provider will not serve us until somebody mends the settings."""
        with self._lock:
            self._rests_from = self._clock()
        self._show(1)
        log.error("journeys.llm.breaker.opened", provider=self.name, reason="unauthorised")

    def _show(self, value: int) -> None:
        metrics.BREAKER_OPEN.labels(metrics.bounded("breaker", self.name)).set(value)


_breakers: dict[tuple[str, str, str], Breaker] = {}
_lock = threading.Lock()


def breaker_of(provider: Provider) -> Breaker:
    """The one breaker of this provider in this process; a wrong key of one tenant does not stop another's."""
    key = (provider.base_url, provider.model, provider.api_key)
    with _lock:
        if key not in _breakers:
            _breakers[key] = Breaker(f"{provider.model} at {urlsplit(provider.base_url).hostname}")
        return _breakers[key]
