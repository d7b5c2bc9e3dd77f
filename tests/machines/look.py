"""What the database says, asked past the product: as the fleet role, in SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import connection

from tenants import wall
from tenants.scope import fleet_scope

Row = dict[str, Any]
INBOUND = """
SELECT m.provider_id AS sid, m.status, m.tenant_id, c.address, m.conversation_id, m.turn_id,
       t.status AS turn_status, t.finished_at
  FROM conversations_inboundmessage m
  JOIN conversations_conversation v ON v.id = m.conversation_id
  JOIN tenants_customer c ON c.id = v.customer_id
  LEFT JOIN conversations_turn t ON t.id = m.turn_id
 WHERE m.tenant_id = ANY (%s) AND m.kind <> 'event'
 ORDER BY m.conversation_id, m.received_at, m.id
"""
OUTBOUND = """
SELECT o.*, o.id::text AS own_id, jsonb_array_length(o.spent_ids) AS spent, t.status AS turn_status,
       coalesce((o.reply->>'is_notice')::boolean, false) AS is_notice,
       v.owner_epoch AS epoch_now
  FROM conversations_outboundmessage o LEFT JOIN conversations_turn t ON t.id = o.turn_id
  JOIN conversations_conversation v ON v.id = o.conversation_id
 WHERE o.tenant_id = ANY (%s)
 ORDER BY o.conversation_id, o.queued_at, o.turn_id, o.position
"""
RUNNING = """
SELECT conversation_id, count(*) AS turns FROM conversations_turn
 WHERE tenant_id = ANY (%s) AND status = 'running' GROUP BY conversation_id
"""


def rows(statement: str, tenants: list[UUID]) -> list[Row]:
    with _cursor() as cursor:
        cursor.execute(statement, [tenants])
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def fingerprint(tenant: UUID) -> str:
    """Changes when any row of the tenant does, in whichever table."""
    tables = [model._meta.db_table for model in wall.walled_models() if model._meta.db_table != "tenants_tenant"]
    parts = [
        f"SELECT md5(string_agg(r::text, ',' ORDER BY r.id)) AS print FROM \"{table}\" r WHERE tenant_id = %(tenant)s"
        for table in tables
    ]
    with _cursor() as cursor:
        cursor.execute(f"SELECT md5(string_agg(print, ',')) FROM ({' UNION ALL '.join(parts)}) x", {"tenant": tenant})
        return str(cursor.fetchone()[0])


@contextmanager
def _cursor() -> Iterator[Any]:
    with fleet_scope(), connection.cursor() as cursor:
        yield cursor
