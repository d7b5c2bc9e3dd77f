"""One request to a provider and what came of it, timed, and redacted before anything else sees it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tools.providers import redact


@dataclass(slots=True, kw_only=True)
class Exchange:
    """What the provider log keeps; `response_status` is None when no answer came."""

    method: str
    path: str
    request: dict[str, Any] = field(default_factory=dict)
    response_status: int | None = None
    response_body: str = ""
    milliseconds: float = 0
    error: str = ""

    def answered(self, status: int, body: str) -> None:
        self.response_status, self.response_body = status, redact.body(body)


Exchanges = list[Exchange]


@contextmanager
def noted(exchanges: Exchanges, method: str, url: str, sent: Any) -> Iterator[Exchange]:
    """Add the exchange to the list, however it ends."""
    exchange = Exchange(method=method, path=redact.text(urlsplit(url).path)[:300], request=redact.fields(sent or {}))
    exchanges.append(exchange)
    started = time.perf_counter()
    try:
        yield exchange
    except Exception as error:
        exchange.error = type(error).__name__
        raise
    finally:
        exchange.milliseconds = round((time.perf_counter() - started) * 1000, 1)
