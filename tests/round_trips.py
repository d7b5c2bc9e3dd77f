"""Counts the times that somebody waits for PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import psycopg


@contextmanager
def counted() -> Iterator[list[str]]:
    """What each wait was for, of any thread: the statement, or what else was asked of the server."""
    sent: list[str] = []
    real = psycopg.Connection.wait

    def wait(self: Any, generator: Any, *args: Any, **options: Any) -> Any:
        return real(self, watched(generator), *args, **options)

    def watched(generator: Any) -> Any:
        """What needs nothing from the server never yields."""
        asked = str((generator.gi_frame.f_locals if generator.gi_frame else {}).get("query", generator.__name__))
        ready, has_waited = None, False
        try:
            while True:
                wanted = generator.send(ready)
                sent.extend([] if has_waited else [asked])
                ready, has_waited = (yield wanted), True
        except StopIteration as end:
            return end.value

    with patch.object(psycopg.Connection, "wait", wait):
        yield sent
