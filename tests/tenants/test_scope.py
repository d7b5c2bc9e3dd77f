"""A scope begins on a connection that lives, even when the pool's have outlived their server."""

import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import psycopg
import pytest
from django.db import OperationalError, connections
from psycopg_pool import ConnectionPool

from tenants.models import Tenant
from tenants.postgresql.base import DatabaseWrapper
from tenants.scope import fleet_scope, tenant_scope
from tests import databases


@pytest.fixture
def pooled(committed_db: None) -> Iterator[DatabaseWrapper]:
    """The runtime role's connections, pooled as the installation has them."""
    options = deepcopy(connections["default"].settings_dict)
    options["OPTIONS"] = {**options["OPTIONS"], "pool": {"min_size": 0, "max_size": 4, "timeout": 5}}
    wrapper = DatabaseWrapper(options, alias="pooled")
    yield wrapper
    wrapper.close_pool()


def in_a_thread_of_its_own(wrapper: DatabaseWrapper, act: Callable[[], Any]) -> Any:
    """A thread has connections of its own, so that this one's default can be the pooled one."""
    results: list[Any] = []

    def run() -> None:
        connections["default"] = wrapper
        wrapper.inc_thread_sharing()
        try:
            results.append(act())
        except OperationalError as error:
            results.append(error)
        finally:
            wrapper.close()
            wrapper.dec_thread_sharing()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    return results[0]


def terminate(wrapper: DatabaseWrapper, pids: list[int]) -> None:
    """As a restart of the server does it to idle connections."""
    parameters = wrapper.get_connection_params()
    kept = {name: parameters[name] for name in ("dbname", "user", "password", "host", "port") if name in parameters}
    with psycopg.connect(**kept, autocommit=True) as connection:
        for pid in pids:
            connection.execute("SELECT pg_terminate_backend(%s)", [pid])


def pid_inside(scope: Any) -> int:
    with scope, connections["default"].cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        row: tuple[int] = cursor.fetchone()
    return row[0]


def test_dead_connections_of_the_pool_are_replaced(pooled: DatabaseWrapper, make_tenant: Callable[..., Tenant]) -> None:
    tenant_id: UUID = make_tenant().id
    old = in_a_thread_of_its_own(pooled, lambda: pid_inside(tenant_scope(tenant_id)))
    again = in_a_thread_of_its_own(pooled, lambda: pid_inside(fleet_scope()))
    assert again == old, "the pool keeps its connection"
    terminate(pooled, [old])
    new = in_a_thread_of_its_own(pooled, lambda: pid_inside(tenant_scope(tenant_id)))
    assert isinstance(new, int)
    assert new != old


def test_a_database_that_is_away_is_waited_for_once(pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    pooled.settings_dict["PORT"], pooled.settings_dict["HOST"] = "1", "127.0.0.1"
    pooled.settings_dict["OPTIONS"]["pool"]["timeout"] = 0.2
    asked, real = [], ConnectionPool.getconn

    def getconn(pool: Any, *args: Any, **options: Any) -> Any:
        asked.append(1)
        return real(pool, *args, **options)

    monkeypatch.setattr(ConnectionPool, "getconn", getconn)
    assert isinstance(in_a_thread_of_its_own(pooled, lambda: pid_inside(fleet_scope())), OperationalError)
    assert len(asked) == 1


def test_a_connection_that_dies_inside_a_scope_is_not_hidden(
    pooled: DatabaseWrapper, make_tenant: Callable[..., Tenant]
) -> None:
    tenant_id: UUID = make_tenant().id

    def dies() -> None:
        with tenant_scope(tenant_id), connections["default"].cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            terminate(pooled, [cursor.fetchone()[0]])
            cursor.execute("SELECT 1")

    assert isinstance(in_a_thread_of_its_own(pooled, dies), OperationalError)


def test_the_scope_after_one_that_was_interrupted_at_its_end_is_committed(
    committed_db: None, make_tenant: Callable[..., Tenant], monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant_id: UUID = make_tenant().id
    with pytest.raises(InterruptedError), monkeypatch.context() as patch, tenant_scope(tenant_id):
        patch.setattr(DatabaseWrapper, "_set_autocommit", Mock(side_effect=InterruptedError))
    with tenant_scope(tenant_id):
        Tenant.objects.update(name="Seen by others")
    with databases.as_superuser() as other:
        assert other.execute("SELECT name FROM tenants_tenant").fetchall() == [("Seen by others",)]
