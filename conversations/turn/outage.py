"""Tells a database that went away from a statement that it would not do."""

from django.db import InterfaceError, OperationalError

AWAY = (OperationalError, InterfaceError)
# PostgreSQL's classes: 08 is a lost connection, 57P0x a server that stops, was killed or starts.
_AWAY = ("08", "57P0")


def is_outage(error: BaseException) -> bool:
    """Whether the database itself was away; a value it cannot hold, or too slow a statement, is the turn's fault."""
    if not isinstance(error, AWAY):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_AWAY)
