"""What many tests begin with is laid once for all that follow one another: each is undone down to it, and no further.

A demo business is thousands of rows, and to lay them costs as much as many a test that is told with them. So it stands
in a transaction around those of the tests, which ends when a test is next that begins with something else.
"""

from contextlib import suppress
from typing import Any, Final

import pytest
from django.db import Error, connection, transaction
from pytest_django.plugin import blocking_manager_key

from conversations import routing
from tests import demo

Begun = frozenset[demo.Business]
NOTHING: Final[Begun] = frozenset()


def of(item: pytest.Item) -> Begun:
    """What this test begins with, as its fixtures say."""
    fixtures = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
    functions = (definitions[-1].func for definitions in fixtures)
    return frozenset(function.begins_with for function in functions if hasattr(function, "begins_with"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before the fixtures: what they write is the test's own."""
    wanted = of(item)
    if wanted != _ground.begun or (wanted and not _ground.is_whole()):
        # A browser that is driven from this thread has a loop running in it.
        with item.config.stash[blocking_manager_key].unblock(), pytest.MonkeyPatch.context() as patch:
            patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
            _ground.clear()
            if wanted:
                _ground.lay(wanted)


class _Ground:
    """The transaction around the tests' own."""

    def __init__(self) -> None:
        self.begun = NOTHING
        self._around: transaction.Atomic | None = None
        self._connected: Any = None

    def is_whole(self) -> bool:
        """Whether no test has closed the connection, and the transaction with it."""
        held = self._connected
        return held is not None and held is connection.connection and not held.closed

    def lay(self, wanted: Begun) -> None:
        self.begun = wanted
        self._around = transaction.atomic()
        self._around.__enter__()
        for slug, with_library in sorted(wanted):
            demo.put(slug, with_library=with_library)
        self._connected = connection.connection
        demo.stands(wanted)

    def clear(self) -> None:
        demo.stands(NOTHING)
        around, self._around, self._connected, self.begun = self._around, None, None, NOTHING
        if around is not None:
            with suppress(Error):
                transaction.set_rollback(True)
                around.__exit__(None, None, None)
            routing.forget()


_ground = _Ground()
