"""A table that has rows becomes one of months: each row stays where it lies, and every key holds."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, connections
from django.db.migrations.state import ProjectState
from django.utils import timezone

from conversations.models import ProviderExchange, Turn
from tenants import wall
from tenants.models import Channel, Tenant
from tenants.postgresql import months
from tenants.postgresql.by_month import ROOM, ByMonth
from tenants.scope import fleet_scope, tenant_scope
from tests import databases
from tests.depth import thorough
from tests.isolation.plant import plant
from tests.people import new_tenant
from tools.models import ToolCall

pytestmark = thorough

TABLES = {"conversations_providerexchange": ProviderExchange, "tools_toolcall": ToolCall}
PARTING = {"conversations": ByMonth("ProviderExchange", key="id"), "tools": ByMonth("ToolCall", key="request_id")}
# What a table is by the catalog, but for where it lies: its keys, references, other indexes and policies.
SHAPE = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
 WHERE conrelid = %(table)s::regclass AND contype IN ('p', 'u', 'f', 'c')
UNION SELECT relname, regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?', ' ON ')
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = %(table)s::regclass
UNION SELECT polname, pg_get_expr(polqual, polrelid) FROM pg_policy WHERE polrelid = %(table)s::regclass
"""


def migrate(*, forward: bool) -> None:
    connections.close_all()
    state = ProjectState.from_apps(apps)
    for app, parting in PARTING.items():
        with connections["owner"].schema_editor(atomic=False) as editor:
            (parting.database_forwards if forward else parting.database_backwards)(app, editor, state, state)


def ask(statement: str, **values: Any) -> list[Any]:
    with databases.as_superuser() as superuser:
        return superuser.execute(statement, values).fetchall()


def shapes() -> dict[str, list[Any]]:
    return {table: sorted(ask(SHAPE, table=table)) for table in TABLES}


def rows() -> dict[str, list[Any]]:
    """As the fleet sees them."""
    with fleet_scope():
        return {table: sorted(model.objects.values_list()) for table, model in TABLES.items()}


@pytest.fixture
def of_before(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The tables as they were; with the present ones again, and empty, afterwards."""
    with django_db_blocker.unblock():
        migrate(forward=False)
        try:
            yield
        finally:
            databases.empty()
            migrate(forward=False)
            migrate(forward=True)


def test_rows_stay_where_they_lie_and_there_and_back_is_the_same(of_before: None) -> None:
    assert months.parted() == {}
    was, tenant = shapes(), new_tenant("migrated")
    turn = plant(tenant, "word")[Turn]
    with tenant_scope(tenant.id):
        ToolCall.objects.update(request_id=turn.pk)
    kept = rows()
    assert all(len(found) == 1 for found in kept.values())
    files = {table: ask("SELECT pg_relation_filenode(%(table)s::regclass)", table=table) for table in TABLES}

    migrate(forward=True)
    first = months.later(months.month_of(timezone.now() + ROOM), 1)
    assert rows() == kept
    assert {one.name for one in months.list_months() if one.begins is None} == {
        f"{table}_before_{first:%Y_%m}" for table in TABLES
    }
    assert {
        table: ask("SELECT pg_relation_filenode(%(old)s::regclass)", old=f"months.{table}_before_{first:%Y_%m}")
        for table in TABLES
    } == files
    assert list(months.list_missing(timezone.now())) == []
    assert list(wall.list_breaches("default")) == []
    _write_and_be_refused(tenant)
    assert shapes() == was

    later = rows()
    migrate(forward=False)
    assert rows() == later
    assert shapes() == was
    assert list(wall.list_breaches("default")) == []


def _write_and_be_refused(tenant: Tenant) -> None:
    """What is written now lies beside what was there, and the keys are those of both."""
    with tenant_scope(tenant.id):
        said = ToolCall.objects.values().get()
        ProviderExchange.objects.create(channel=Channel.objects.filter(kind="whatsapp").get(), direction="out")
    assert said.pop("effect") != "read"
    del said["id"]
    with tenant_scope(tenant.id):
        ToolCall.objects.create(**said, effect="read")
    with pytest.raises(IntegrityError, match=r"tool_effect_once|tenant_id_request_id"), tenant_scope(tenant.id):
        ToolCall.objects.create(**said, effect="write")
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM conversations_providerexchange")
        assert cursor.fetchone() == (2,)


def test_a_try_that_was_broken_off_goes_on(of_before: None) -> None:
    """The constraint that it has left is made anew."""
    with databases.as_superuser() as superuser:
        superuser.execute("ALTER TABLE tools_toolcall ADD CONSTRAINT tools_toolcall_is_old CHECK (true) NOT VALID")
    migrate(forward=True)
    assert set(months.parted()) == set(TABLES)
    assert {one.begins is None for one in months.list_months()} == {False}  # nothing was there to be kept
