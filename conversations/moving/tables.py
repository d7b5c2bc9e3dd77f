"""What a tenant is in the database: every table behind the wall, its columns, and a sum by which two copies compare."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection, models

from conversations.moving.models import HeldRequest
from tenants import wall
from tenants.management.commands.rotate_secrets import sealed_columns
from tenants.models import Tenant

# What belongs to an installation and not to the tenant that it has.
OF_A_HOME: Final = frozenset({"frozen_at", "moved_to", "former_addresses"})
# How values are written as text, whatever the login has by itself.
AS_TEXT: Final = (
    "SET LOCAL TimeZone = 'UTC'", "SET LOCAL DateStyle = 'ISO'", "SET LOCAL IntervalStyle = 'postgres'",
    "SET LOCAL bytea_output = 'hex'", "SET LOCAL extra_float_digits = 1",
    "SET LOCAL statement_timeout = 0", "SET LOCAL idle_in_transaction_session_timeout = 0",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TableSum:
    """How many rows there are, and the sum of a hash of each, in which their order has no part."""

    rows: int
    hashes: str


def tables() -> list[type[models.Model]]:
    """Every table that moves with a tenant; what is held for it stays here, and is sent after it."""
    return [model for model in wall.walled_models() if model is not HeldRequest]


def columns(model: type[models.Model]) -> list[str]:
    return [field.column for field in model._meta.concrete_fields if field.column]


def key(model: type[models.Model]) -> str:
    return "id" if model is Tenant else "tenant_id"


def quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def sums(tenant_id: UUID) -> dict[str, TableSum]:
    """Of every table, in the open transaction; sealed secrets are left out, for another key may seal them there."""
    sealed = {(model, column) for model, column in sealed_columns()}
    found = {}
    with connection.cursor() as cursor:
        set_up(cursor)
        for model in tables():
            kept = [name for name in columns(model) if (model, name) not in sealed and name not in OF_A_HOME]
            cursor.execute(
                f"SELECT count(*), coalesce(sum(hashtextextended(ROW({quoted(kept)})::text, 0)::numeric), 0)::text"  # noqa: S608
                f' FROM "{model._meta.db_table}" WHERE {key(model)} = %s',
                [tenant_id],
            )
            found[model._meta.db_table] = TableSum(*cursor.fetchone())
    return found


def receipt(found: dict[str, TableSum], files: dict[str, str]) -> str:
    """What both homes can say of the tenant that they have: the same word, or something is missing."""
    told = [[name, one.rows, one.hashes] for name, one in sorted(found.items())], sorted(files.items())
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def set_up(cursor: Any) -> None:
    for statement in AS_TEXT:
        cursor.execute(statement)
