"""A statement that is planned once answers as if it were planned each time: for whoever asks, and with any values."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection

from tenants.models import Tenant
from tenants.postgresql.planned import Planned
from tenants.scope import fleet_scope, tenant_scope

MakeTenant = Callable[..., Tenant]
SLUGS = Planned("SELECT slug FROM tenants_tenant WHERE slug <> %s AND slug NOT LIKE '%%\"' ORDER BY slug")
NAMED = Planned("SELECT %(id)s, %(id)s = id, name || '%%' FROM tenants_tenant WHERE id = %(id)s")
RENAME = Planned("UPDATE tenants_tenant SET name = %(name)s WHERE id = %(id)s")


@pytest.fixture
def database(committed_db: None) -> Any:
    connection.close_pool()  # none of its connections has prepared anything
    return connection


def slugs(without: str = "") -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(SLUGS, [without])
        return [slug for (slug,) in cursor.fetchall()]


def prepared() -> list[tuple[str, int]]:
    """What the connection has prepared, and how often it was executed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement, generic_plans + custom_plans FROM pg_prepared_statements")
        return [(statement, count) for statement, count in cursor.fetchall() if "tulia_" in statement]


def test_a_plan_that_one_tenant_made_shows_another_nothing_of_it(database: Any, make_tenant: MakeTenant) -> None:
    first, second = make_tenant(), make_tenant()
    for _ in range(7):  # from the sixth on PostgreSQL may keep a plan for any values
        for tenant in (first, second):
            with tenant_scope(tenant.id):
                assert slugs() == [tenant.slug]
        with fleet_scope():
            assert {first.slug, second.slug} <= set(slugs())
        assert slugs() == []  # in no scope
    with tenant_scope(first.id):
        assert [count for _, count in prepared()] == [28]


def test_a_plan_keeps_no_value(database: Any, make_tenant: MakeTenant) -> None:
    with tenant_scope(make_tenant().id):
        slugs(without="my-own-words")
        assert len(prepared()) == 1
        assert "my-own-words" not in str(prepared())


def test_named_values_and_percent_signs_come_through(database: Any, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute(NAMED, {"id": tenant.id, "unused": object()})
        assert cursor.fetchall() == [(tenant.id, True, f"{tenant.name}%")]


def test_a_write_that_waits_is_done_with_the_commit(database: Any, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    for name in ("Mama Njeri's", "Duka; DROP TABLE tenants_tenant; --"):
        with tenant_scope(tenant.id):
            database.write_later(RENAME, {"name": name, "id": tenant.id})
        with tenant_scope(tenant.id):
            assert Tenant.objects.get(pk=tenant.id).name == name


def test_after_an_error_the_plan_serves_on(database: Any, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    for _ in range(2):
        with pytest.raises(DatabaseError), tenant_scope(tenant.id), connection.cursor() as cursor:
            cursor.execute(NAMED, {"id": "no uuid"})
        with tenant_scope(tenant.id), connection.cursor() as cursor:
            cursor.execute(NAMED, {"id": tenant.id})
            assert cursor.fetchone()[1]


def test_plans_that_are_gone_are_made_anew(database: Any, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with tenant_scope(tenant.id):
        slugs()
        with connection.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")
    with pytest.raises(DatabaseError), tenant_scope(tenant.id):
        slugs()
    with tenant_scope(tenant.id):
        assert slugs() == [tenant.slug]


def test_a_fresh_connection_has_plans_of_its_own(database: Any, make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    with suppress(DatabaseError), tenant_scope(tenant.id), connection.cursor() as cursor:
        slugs()
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    with tenant_scope(tenant.id):
        assert slugs() == [tenant.slug]


def test_nothing_is_prepared_where_no_plan_outlives_its_transaction(
    database: Any, make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    tenant = make_tenant()
    monkeypatch.setitem(database.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    with tenant_scope(tenant.id):
        assert slugs() == [tenant.slug]
        assert prepared() == []


@pytest.mark.parametrize("value", [uuid4(), "text"])
def test_a_value_is_taken_as_what_it_is(value: UUID | str) -> None:
    assert Planned("SELECT %s").types([value]) == (("uuid",) if isinstance(value, UUID) else ("unknown",))
