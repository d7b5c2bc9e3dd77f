"""What a page that asks again is answered by: one statement tells whether anything is new."""

import hashlib
from uuid import UUID

from django.db import connection

from conversations.desk.access import Desk

# Plan: the tenant's tickets (tickets_by_status), those unresolved with their conversations by key: one aggregate, no
# sort.
QUEUE = """
SELECT count(*), max(t.changed_at), max(c.updated_at), count(*) FILTER (WHERE t.due_at < now())
  FROM handoff_handoffticket t
  JOIN conversations_conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
 WHERE t.tenant_id = %s AND t.status <> 'resolved'
"""
# Plan: one ticket and its conversation by key; the last twenty messages by outbound_in_order, the turn by
# one_running_turn.
TICKET = """
SELECT t.changed_at, c.updated_at, c.owner_epoch, c.inbound_count,
       (SELECT string_agg(m.status, ',' ORDER BY m.queued_at, m.position)
          FROM (SELECT status, queued_at, position FROM conversations_outboundmessage
                 WHERE tenant_id = t.tenant_id AND conversation_id = t.conversation_id
                 ORDER BY queued_at DESC LIMIT 20) m),
       (SELECT count(*) FROM conversations_turn
         WHERE tenant_id = t.tenant_id AND conversation_id = t.conversation_id AND status = 'running')
  FROM handoff_handoffticket t
  JOIN conversations_conversation c ON c.tenant_id = t.tenant_id AND c.id = t.conversation_id
 WHERE t.tenant_id = %s AND t.id = %s
"""


def of_queue(desk: Desk, *more: object) -> str:
    return _stamp(QUEUE, [desk.tenant.id], desk.user.pk, *more)


def of_ticket(desk: Desk, ticket_id: UUID, *more: object) -> str:
    return _stamp(TICKET, [desk.tenant.id, ticket_id], *more)


def _stamp(statement: str, parameters: list[UUID], *more: object) -> str:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        found = cursor.fetchone()
    return f'"{hashlib.sha256(repr((found, *more)).encode()).hexdigest()[:24]}"'
