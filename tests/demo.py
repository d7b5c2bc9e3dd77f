"""The demo tenants for tests: loaded once for the present code, and after that copied in, the same rows each time."""

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import connection, models

from conversations import routing
from conversations.simulator.demo import load
from tenants import wall
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tulia" / "tests" / "demo"
# What the rows are made from and by; when any of it changes they are made anew.
SUFFIXES = {".py", ".toml", ".csv", ".md", ".json", ".pdf", ".txt"}
MADE_BY = ("conversations/simulator/demo", "knowledge", "tenants", "tools")

# A table, its columns, and the rows as JSON.
Copied = list[tuple[str, str, str]]
_kept: dict[str, tuple[UUID, Copied]] = {}


def put(slug: str, *, with_library: bool = False) -> Tenant:
    """The tenant with its catalog, and its documents if asked for, in the test's own transaction."""
    name = f"{slug}-library" if with_library else slug
    file = FOLDER / f"{name}-{_fingerprint()}.json"
    if name not in _kept and file.exists():
        tenant_id, copied = json.loads(file.read_text())
        _kept[name] = UUID(tenant_id), copied
    if name in _kept:
        _lay(*_kept[name])
    else:
        load.load_tenant(slug)
        if with_library:
            load.load_library(slug)
        _kept[name] = _taken(slug)
        _keep(file, *_kept[name])
    with fleet_scope():
        return Tenant.objects.get(slug=slug)


def _keep(file: Path, tenant_id: UUID, copied: Copied) -> None:
    """For other processes too, whole or not at all, instead of what earlier code made."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for outdated in FOLDER.glob(f"{file.name[:-17]}{'?' * 12}.json"):
        outdated.unlink(missing_ok=True)
    making = file.with_suffix(f".{os.getpid()}")
    making.write_text(json.dumps((str(tenant_id), copied)))
    making.rename(file)


@cache
def _fingerprint() -> str:
    files = sorted(path for part in MADE_BY for path in (ROOT / part).rglob("*") if path.suffix in SUFFIXES)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


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
