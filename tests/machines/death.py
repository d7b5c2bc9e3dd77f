"""Sudden death of a process, anywhere: before any statement to the database, before and after any request to Twilio.

Between two of these nothing happens that anybody could see afterwards, so these are all the places there are.
"""

import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import PurePath
from typing import Any

import httpx
import pytest
from django.db import connection


class Dead(BaseException):
    """The process was killed here: nothing after it happens, no handler of the product may stop it."""


class Mortality:
    """Counts what a process does towards its death; `places` are the files of the product in which it died."""

    def __init__(self) -> None:
        self.deaths = 0
        self.places: set[str] = set()
        self._left: int | None = None

    @contextmanager
    def dying_after(self, steps: int | None) -> Iterator[None]:
        """Die before the next step once `steps` were done; None lives on. Death ends the block, not the test."""
        with ExitStack() as stack:
            stack.enter_context(connection.execute_wrapper(self._statement))
            self._left = steps
            try:
                yield
            except Dead:
                connection.close()
            finally:
                self._left = None

    def immortal(self) -> "_Spared":
        """What happens in here is done by somebody else."""
        return _Spared(self)

    def step(self) -> None:
        if self._left is None:
            return
        self._left -= 1
        if self._left < 0:
            self.deaths += 1
            self.places.add(_place())
            raise Dead

    def _statement(self, execute: Callable[..., Any], *call: Any) -> Any:
        self.step()
        return execute(*call)


class _Spared:
    def __init__(self, mortality: Mortality) -> None:
        self._mortality = mortality

    def __enter__(self) -> None:
        self._kept, self._mortality._left = self._mortality._left, None

    def __exit__(self, *args: object) -> None:
        self._mortality._left = self._kept


def _place() -> str:
    """The innermost file of the mail room that is at work, as turn/lease.py."""
    for frame in reversed(traceback.extract_stack()):
        parts = PurePath(frame.filename).parts
        if "conversations" in parts and "tests" not in parts:
            return "/".join(parts[parts.index("conversations") + 1 :])
    return "elsewhere"


class Wire:
    """The line to Twilio: death before and after each request, and what happens while it is under way."""

    def __init__(self, mortality: Mortality, monkeypatch: pytest.MonkeyPatch) -> None:
        self.meanwhile: Callable[[], None] | None = None
        real = httpx.HTTPTransport.handle_request

        def carried(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
            mortality.step()
            try:
                response = real(transport, request)
            finally:
                self._happen(mortality)
            mortality.step()
            return response

        monkeypatch.setattr(httpx.HTTPTransport, "handle_request", carried)

    def _happen(self, mortality: Mortality) -> None:
        happening, self.meanwhile = self.meanwhile, None
        if happening is not None:
            with mortality.immortal():
                happening()
