"""Whose rows may be touched now: a scope is a transaction in which PostgreSQL knows the tenant, or the fleet role."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from psycopg import errors


class NoScope(RuntimeError):
    """A tenant's rows were asked for outside any scope."""


class ScopeConflict(RuntimeError):
    """A scope was opened inside a different one."""


class TenantFrozen(RuntimeError):
    """The tenant moves to another installation, or has moved: nothing of it is written here."""

    def __init__(self, tenant_id: UUID) -> None:
        super().__init__(f"Nothing of tenant {tenant_id} is written here: it moves to another installation.")
        self.tenant_id = tenant_id


FLEET = "fleet"
# What `tulia_enter` of tenants.wall raises for a tenant that has moved.
MOVED = "TUL01"
_scope: ContextVar[UUID | str | None] = ContextVar("tulia_scope", default=None)


@contextmanager
def tenant_scope(tenant_id: UUID, *, has_one_statement: bool = False) -> Iterator[None]:
    """One transaction that sees and writes this tenant's rows only; joins an open scope of the same tenant.

    Raises TenantFrozen where something is written of a tenant that moves, and at once for one that has moved.

    One of a single statement is sent in one round trip, and refuses a second. It may be sent again when its connection
    was lost, also after it was done: only what does no harm twice belongs there.
    """
    try:
        with _scoped(
            tenant_id, enter=_enter(tenant_id), leave="SET LOCAL tulia.tenant_id = ''",
            has_one_statement=has_one_statement,
        ):  # fmt: skip
            yield
    except DatabaseError as error:
        if _is_of_frozen(error):
            raise TenantFrozen(tenant_id) from error
        raise


@contextmanager
def fleet_scope() -> Iterator[None]:
    """One transaction that sees every tenant: routing a channel token, the sweep, platform staff. Nothing else."""
    with _scoped(FLEET, enter=_enter(FLEET), leave="SET LOCAL ROLE NONE"):
        yield


@contextmanager
def also_on(alias: str) -> Iterator[None]:
    """The scope that is open, on another database too: a transaction of its own there; raises NoScope outside any."""
    current_tenant_id()
    other: Any = connections[alias]
    with transaction.atomic(using=alias):
        other.send_with_next(_enter(_scope.get()))
        yield
    other.close_if_unusable_or_obsolete()


def _enter(scope: UUID | str | None) -> str:
    """It goes out with the next statement, as text: what is no UUID must not come so far."""
    if scope == FLEET:
        return f"SET LOCAL ROLE {connection.ops.quote_name(settings.TULIA.fleet_role)}"
    return f"SELECT tulia_enter('{UUID(str(scope))}')"


def current() -> UUID | str | None:
    """The tenant's id, FLEET, or None outside any scope."""
    return _scope.get()


def current_tenant_id() -> UUID | None:
    """The tenant in scope, None for the fleet; raises NoScope outside any scope."""
    scope = _scope.get()
    if scope is None:
        raise NoScope("Open a tenant_scope or the fleet_scope before touching tenants' rows.")
    return scope if isinstance(scope, UUID) else None


def new_row_tenant_id() -> Any:
    """The tenant that a new row gets; none outside a tenant's scope, and the database refuses a row without."""
    scope = _scope.get()
    return scope if isinstance(scope, UUID) else None


def _is_of_frozen(error: DatabaseError) -> bool:
    cause = error.__cause__
    return isinstance(cause, errors.ReadOnlySqlTransaction) or getattr(cause, "sqlstate", None) == MOVED


@contextmanager
def _scoped(scope: UUID | str, *, enter: str, leave: str, has_one_statement: bool = False) -> Iterator[None]:
    held = _scope.get()
    if held is not None and held != scope:
        raise ScopeConflict(f"Scope {scope} cannot be opened inside scope {held}.")
    if held is not None:
        with transaction.atomic():
            yield
        return
    database: Any = connection
    begins = not connection.in_atomic_block
    with transaction.atomic():
        database.send_with_next(enter)
        if has_one_statement:
            database.allow_one_statement(ends_by_itself=begins)
        token = _scope.set(scope)
        try:
            yield
        finally:
            _scope.reset(token)
            if has_one_statement:
                database.allow_all()
        if len(connection.atomic_blocks) > 1:  # the outer transaction goes on, and must not keep the scope
            database.send_with_next(leave)
    _release()


def _release() -> None:
    """Give the connection back to the pool, so that none is held while a model or a provider is awaited."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
