"""What customers had agreed to before there was a ledger stands in it afterwards."""

import importlib
import json
from uuid import UUID, uuid4

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db
CARRIED = importlib.import_module("tenants.migrations.0007_consent_ledger")._CARRIED
# In place of the tables that the migration found.
TABLES = """
CREATE TEMP TABLE tenants_customer (id uuid, tenant_id uuid, marketing_opt_in boolean, consent_flags jsonb,
    notification_prefs jsonb) ON COMMIT DROP;
CREATE TEMP TABLE tenants_preferencechange (id uuid, tenant_id uuid, customer_id uuid, created_at timestamptz,
    preference text, after jsonb, reason text, request_id uuid) ON COMMIT DROP;
CREATE TEMP TABLE tenants_consententry (LIKE public.tenants_consententry INCLUDING CONSTRAINTS) ON COMMIT DROP
"""
TENANT = uuid4()


def carried(stands: tuple[bool | None, dict, dict], *trail: tuple[str, object]) -> list[tuple[str, bool, str]]:
    customer = uuid4()
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        one = [customer, TENANT, stands[0], json.dumps(stands[1]), json.dumps(stands[2])]
        cursor.execute("INSERT INTO tenants_customer VALUES (%s, %s, %s, %s, %s)", one)
        for day, (preference, after) in enumerate(trail, 1):
            line = [UUID(int=day), TENANT, customer, f"2026-01-{day:02}", preference, json.dumps(after), f"line {day}"]
            statement = "INSERT INTO tenants_preferencechange VALUES (%s, %s, %s, %s, %s, %s, %s, NULL)"
            cursor.execute(statement, line)
        cursor.execute(CARRIED)
        cursor.execute("SELECT place, purpose, is_granted, reason FROM tenants_consententry ORDER BY place")
        rows = cursor.fetchall()
        for table in ("customer", "preferencechange", "consententry"):
            cursor.execute(f"DROP TABLE pg_temp.tenants_{table}")
    assert [place for place, *_ in rows] == list(range(1, len(rows) + 1))
    return [(purpose, granted, reason) for _, purpose, granted, reason in rows]


def test_the_trail_becomes_the_ledger() -> None:
    rows = carried(
        (False, {"messages": True}, {"order_updates": False}),
        ("marketing_opt_in", True),
        ("consent_flags", {"messages": False}),
        ("language_preference", "sw"),
        ("marketing_opt_in", False),
        ("consent_flags", {"messages": True}),
        ("notification_prefs", {"order_updates": False}),
    )
    assert rows == [
        ("marketing", True, "line 1"),
        ("service", False, "line 2"),
        ("marketing", False, "line 4"),
        ("service", True, "line 5"),
        ("order_updates", False, "line 6"),
    ]


def test_what_no_line_tells_is_carried_as_it_stood() -> None:
    began = "As it stood when the ledger began"
    rows = carried((False, {"messages": False, "odd": 1}, {"news": True}), ("marketing_opt_in", True))
    assert sorted(rows[1:]) == [("marketing", False, began), ("service", False, began)]
    assert rows[0] == ("marketing", True, "line 1")
    assert carried((None, {}, {})) == []
