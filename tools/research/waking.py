"""Tells whoever takes the steps that one is due: a hint after the commit, made up for by the sweep if it is lost.

Who takes them lies above the tools, so they cannot call it; it asks to be called.
"""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.db import transaction

Listener = Callable[[UUID, UUID], None]
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have this called with tenant and run after each commit that makes a step due."""
    if listener not in _listeners:
        _listeners.append(listener)


def wake(tenant_id: UUID, run_id: UUID) -> None:
    transaction.on_commit(partial(_tell, tenant_id, run_id), robust=True)


def _tell(tenant_id: UUID, run_id: UUID) -> None:
    for listener in _listeners:
        listener(tenant_id, run_id)
