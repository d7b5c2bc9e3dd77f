"""The demo tenants for tests: loaded once in a process, and after that copied in, the same rows each time."""

from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import connection, models

from conversations import routing
from conversations.simulator.demo import load
from tenants import wall
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope

# A table, its columns, and the rows as JSON.
Copied = list[tuple[str, str, str]]
_kept: dict[str, tuple[UUID, Copied]] = {}


def put(slug: str) -> Tenant:
    """The tenant with its catalog, in the test's own transaction."""
    if slug not in _kept:
        load.load_tenant(slug)
        _kept[slug] = _taken(slug)
    else:
        _lay(*_kept[slug])
    with fleet_scope():
        return Tenant.objects.get(slug=slug)


def _taken(slug: str) -> tuple[UUID, Copied]:
    with fleet_scope(), connection.cursor() as cursor:
        tenant_id = Tenant.objects.get(slug=slug).id
        rows = [_rows(cursor, get_user_model(), "username LIKE %s", f"{slug}-%")]
        for model in wall.walled_models():
            rows.append(_rows(cursor, model, f"{'id' if model is Tenant else 'tenant_id'} = %s", tenant_id))
    return tenant_id, [row for row in rows if row[2]]


def _rows(cursor: Any, model: type[models.Model], which: str, value: Any) -> tuple[str, str, str]:
    table = model._meta.db_table
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if not field.generated)
    cursor.execute(f'SELECT json_agg(t)::text FROM "{table}" t WHERE {which}', [value])
    return table, columns, cursor.fetchone()[0] or ""


def _lay(tenant_id: UUID, copied: Copied) -> None:
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        for table, columns, rows in copied:
            cursor.execute(
                f'INSERT INTO "{table}" ({columns}) SELECT {columns} FROM json_populate_recordset(null::"{table}", %s)',
                [rows],
            )
    routing.forget()
