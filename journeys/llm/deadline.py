"""A deadline for a whole request: httpx bounds each read alone, so a trickling server could hold a turn."""

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore2
import httpx2

_ends_at: ContextVar[float] = ContextVar("ends_at")


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Every connect, read and write in this block together take no longer than this."""
    token = _ends_at.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _ends_at.reset(token)


def _left(timeout: float | None) -> float | None:
    left = _ends_at.get(float("inf")) - time.monotonic()
    if left <= 0:
        raise httpcore2.ReadTimeout("the deadline of the request has passed")
    return left if timeout is None else min(left, timeout)


class _Stream(httpcore2.NetworkStream):
    def __init__(self, stream: httpcore2.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    def __init__(self, backend: httpcore2.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        return _Stream(self._backend.connect_tcp(host, port, _left(timeout), local_address, socket_options))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


def client() -> httpx2.Client:
    """A client for many threads that keeps to the deadline, and to the proxy that the environment names."""
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=200, keepalive_expiry=30)
    made = httpx2.Client(limits=limits, follow_redirects=True)
    for transport in (made._transport, *made._mounts.values()):
        # httpx passes no network backend on, though its pool takes one: this is the one private door we use.
        if isinstance(transport, httpx2.HTTPTransport):
            transport._pool._network_backend = _Backend(transport._pool._network_backend)
    return made
