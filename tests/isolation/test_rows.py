"""Raw SQL under the runtime role: of another tenant's rows there is nothing to read, to change or to point at."""

from typing import Any

import pytest
from django.db import Error, IntegrityError, connection, transaction

from tenants import wall
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tenants.tenancy import TenantForeignKey, TenantModel
from tests.isolation.plant import Rows

MODELS = [model for model in wall.walled_models() if issubclass(model, TenantModel)]
PARTITION = r"(_\d{4}_\d{2}|_others)?"
KEPT = "only added to"  # who changes no row at all changes none of theirs
# Tables that the wall does not part, and why no tenant's content can be read from them.
OF_NOBODY = {
    "tenants_user": "logins; shown to platform staff, and to a tenant as its members",
    "tenants_user_groups": "Django's; decides nothing here",
    "tenants_user_user_permissions": "Django's; decides nothing here",
    "auth_group": "Django's; decides nothing here",
    "auth_group_permissions": "Django's; decides nothing here",
    "auth_permission": "Django's; decides nothing here",
    "django_admin_log": "shown on the page of a row that was found in scope, and to whoever acted",
    "django_content_type": "names of models",
    "django_migrations": "names of migrations",
    "django_session": "found by a secret cookie only",
    "tenants_session": "found by a secret cookie only; listed to whom it belongs, and to platform staff",
    "tenants_failedlogin": "counts of failed logins by place, before anybody is anybody",
    "tenants_scheduledjob": "when the installation's own jobs were last begun",
    "tenants_authenticatorapp": "a login's second factor",
    "otp_static_staticdevice": "a login's recovery codes",
    "otp_static_statictoken": "a login's recovery codes",
}


def execute(statement: str, parameters: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.rowcount


def point(statement: str, foreign: Any, *, tenant_id: Any) -> None:
    """Change a reference, and have it checked now instead of at the end of the test."""
    with transaction.atomic(), tenant_scope(tenant_id):
        execute(statement, [foreign])
        execute("SET CONSTRAINTS ALL IMMEDIATE", [])


def test_every_table_stands_behind_the_wall_or_has_a_reason(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = {name for (name,) in cursor.fetchall()}
    assert tables == {model._meta.db_table for model in wall.walled_models()} | set(OF_NOBODY)


def test_their_rows_cannot_be_read(ours: Rows, theirs: Rows) -> None:
    for model in MODELS:
        table = model._meta.db_table
        with tenant_scope(ours[Tenant].pk):
            assert execute(f'SELECT 1 FROM "{table}" WHERE id = %s', [ours[model].pk]) == 1, table
            assert execute(f'SELECT 1 FROM "{table}" WHERE id = %s', [theirs[model].pk]) == 0, table
            assert execute(f'SELECT 1 FROM "{table}" WHERE tenant_id <> %s', [ours[Tenant].pk]) == 0, table
        assert execute(f'SELECT 1 FROM "{table}"', []) == 0, table


def test_their_rows_cannot_be_changed(ours: Rows, theirs: Rows, untouched: Any) -> None:
    for model in MODELS:
        table = model._meta.db_table
        with tenant_scope(ours[Tenant].pk):
            assert execute(f'UPDATE "{table}" SET created_at = now() WHERE id = %s', [theirs[model].pk]) == 0, table
            assert execute(f'DELETE FROM "{table}" WHERE id = %s', [theirs[model].pk]) == 0, table
        assert execute(f'DELETE FROM "{table}"', []) == 0, table
    assert untouched()


def test_no_row_can_be_written_for_them(ours: Rows, theirs: Rows) -> None:
    for model in MODELS:
        table, columns = model._meta.db_table, [field.column for field in model._meta.local_fields]
        others = ", ".join(f'"{column}"' for column in columns if column not in ("id", "tenant_id"))
        copy = f'INSERT INTO "{table}" (id, tenant_id, {others}) SELECT gen_random_uuid(), %s, {others} FROM "{table}"'
        move = f'UPDATE "{table}" SET tenant_id = %s WHERE id = %s'
        for statement, parameters in ((copy, []), (move, [ours[model].pk])):
            refused = f'row-level security policy.* "{table}"|{KEPT}'
            with pytest.raises(Error, match=refused), tenant_scope(ours[Tenant].pk):
                execute(statement, [theirs[Tenant].pk, *parameters])


def test_no_row_of_ours_can_point_at_theirs(ours: Rows, theirs: Rows) -> None:
    for model in MODELS:
        for field in model._meta.local_fields:
            if isinstance(field, TenantForeignKey):
                statement = f'UPDATE "{model._meta.db_table}" SET "{field.column}" = %s'
                with pytest.raises(IntegrityError, match=f'"{model._meta.db_table}{PARTITION}".*wall_|{KEPT}'):
                    point(statement, theirs[field.related_model].pk, tenant_id=ours[Tenant].pk)


def test_the_tenant_itself_is_behind_the_wall(ours: Rows, theirs: Rows, untouched: Any) -> None:
    with tenant_scope(ours[Tenant].pk):
        assert execute("SELECT 1 FROM tenants_tenant", []) == 1
        assert execute("UPDATE tenants_tenant SET name = 'x' WHERE id = %s", [theirs[Tenant].pk]) == 0
        assert execute("DELETE FROM tenants_tenant WHERE id = %s", [theirs[Tenant].pk]) == 0
    assert execute("SELECT 1 FROM tenants_tenant", []) == 0
    assert untouched()
