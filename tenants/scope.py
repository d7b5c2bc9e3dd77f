"""Whose rows may be touched now: a scope is a transaction in which PostgreSQL knows the tenant, or the fleet role."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection, transaction
from psycopg_pool import PoolTimeout


class NoScope(RuntimeError):
    """A tenant's rows were asked for outside any scope."""


class ScopeConflict(RuntimeError):
    """A scope was opened inside a different one."""


FLEET = "fleet"
_scope: ContextVar[UUID | str | None] = ContextVar("tulia_scope", default=None)


@contextmanager
def tenant_scope(tenant_id: UUID) -> Iterator[None]:
    """One transaction that sees and writes this tenant's rows only; joins an open scope of the same tenant."""
    statement = "SELECT set_config('tulia.tenant_id', %s, true)"
    with _scoped(tenant_id, enter=(statement, [str(tenant_id)]), leave=(statement, [""])):
        yield


@contextmanager
def fleet_scope() -> Iterator[None]:
    """One transaction that sees every tenant: routing a channel token, the sweep, platform staff. Nothing else."""
    role = connection.ops.quote_name(settings.TULIA.fleet_role)
    with _scoped(FLEET, enter=(f"SET LOCAL ROLE {role}", []), leave=("SET LOCAL ROLE NONE", [])):
        yield


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


@contextmanager
def _scoped(scope: UUID | str, *, enter: tuple[str, list[str]], leave: tuple[str, list[str]]) -> Iterator[None]:
    held = _scope.get()
    if held is not None and held != scope:
        raise ScopeConflict(f"Scope {scope} cannot be opened inside scope {held}.")
    if held is not None:
        with transaction.atomic():
            yield
        return
    with _begun(enter):
        token = _scope.set(scope)
        try:
            yield
        finally:
            _scope.reset(token)
        if len(connection.atomic_blocks) > 1:  # the outer transaction goes on, and must not keep the scope
            _execute(*leave)
    _release()


@contextmanager
def _begun(enter: tuple[str, list[str]]) -> Iterator[None]:
    """A transaction that has entered the scope.

    Its first statement finds out whether a pooled connection has outlived its server; nothing was done yet, so that a
    fresh one is taken instead, once. When none was to be had at all, waiting as long again helps nobody.
    """
    with ExitStack() as entered:
        try:
            entered.enter_context(_entered(enter))
        except OperationalError as error:
            pool: Any = getattr(connection, "pool", None)
            if connection.in_atomic_block or pool is None or isinstance(error.__cause__, PoolTimeout):
                raise
            connection.close()
            pool.check()
            entered.enter_context(_entered(enter))
        yield


@contextmanager
def _entered(enter: tuple[str, list[str]]) -> Iterator[None]:
    with transaction.atomic():
        _execute(*enter)
        yield


def _execute(statement: str, parameters: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def _release() -> None:
    """Give the connection back to the pool, so that none is held while a model or a provider is awaited."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
