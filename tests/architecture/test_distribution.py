"""The schema can be spread over machines by tenant (Citus, or cells): keys and references carry the tenant."""

from typing import Any

import pytest
from django.db import connection

from tenants import wall
from tenants.models import Tenant
from tenants.postgresql import months

# Unique over all tenants, for they tell the tenant: a cell's router keeps such a list anyway, Citus a reference table.
TELLS_THE_TENANT = {
    "tenants_channel_webhook_token_key": "a provider's webhook names its channel by it",
    "tenants_invitation_token_digest_key": "an invitation's link",
    "api_apitoken_digest_key": "a program's token",
    "callback_token_once": "a payment provider's callback names its account by it",
}
# Rows of the installation, which every machine has a copy of.
REFERENCE_TABLES = {"tenants_user"}
UNIQUE = """
SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text, i.indisprimary, array(
    SELECT attname::text FROM unnest(i.indkey::int2[]) k
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k)
  FROM pg_index i WHERE i.indisunique AND i.indrelid::regclass::text = ANY(%s)
"""
REFERENCES = """
SELECT c.conrelid::regclass::text, c.conname, c.confrelid::regclass::text, array(
    SELECT attname::text FROM unnest(c.conkey) k JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k)
  FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid::regclass::text = ANY(%s)
"""
TABLES = [model._meta.db_table for model in wall.walled_models() if model is not Tenant]

pytestmark = pytest.mark.django_db


def rows(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [TABLES])
        return cursor.fetchall()


def test_every_unique_key_carries_the_tenant() -> None:
    found = rows(UNIQUE)
    without = {name for _, name, is_primary, columns in found if "tenant_id" not in columns and not is_primary}
    assert without == set(TELLS_THE_TENANT)
    assert len(found) > 2 * len(TABLES)


def test_a_primary_key_can_be_widened_by_the_tenant() -> None:
    """It is the id alone, which Django wants; beside it stands the key that a machine of its own tenants would have.

    In a table of months both hold the column that it is parted by, too.
    """
    parted = months.parted()
    found = {(table, *sorted(columns)) for table, _, _, columns in rows(UNIQUE)}
    wide = {(table, *sorted({"id", "tenant_id", parted.get(table, "id")})) for table in TABLES}
    assert wide - found == set()


def test_every_reference_stays_with_its_tenant() -> None:
    found = rows(REFERENCES)
    stray = {
        name for _, name, target, columns in found if "tenant_id" not in columns and target not in REFERENCE_TABLES
    }
    assert stray == set()
    assert len(found) > len(TABLES)
