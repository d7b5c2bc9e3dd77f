"""One look at all that may wait: a statement that names the kinds of which something does, and most often none.

Each line is as wide as what its kind then looks for, or wider: too much costs a statement. What a line misses,
the sweep's thorough look finds, which asks every kind whatever this one says.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from conversations.turn.late import DEADLINE
from tenants.scope import fleet_scope
from tools.orders.services.record import OPEN
from tools.payments.mpesa.pull import EVERY

# Plan: EXISTS ends at the first row of an index that has only rows that wait (conversation_due, outbound_due, …_to_ask,
# …), so that asking costs seventeen looks into small indexes, however much has been done. The payments' account is a
# row a tenant.
WAITS: Final = {
    "events": "tools_event WHERE taken_at IS NULL AND created_at < %(before)s",
    "turns": "conversations_conversation WHERE due_at < %(before)s",
    "sendings": "conversations_outboundmessage WHERE status IN ('queued', 'sending') AND due_at < %(before)s",
    "looks": "conversations_outboundmessage WHERE look_at < %(now)s",
    "late turns": "conversations_turn WHERE status = 'running' AND started_at < %(late)s",
    "away": """conversations_conversation
               WHERE answer_due_at < %(now)s AND NOT is_away_told AND NOT owner = 'assistant'""",
    "left": """(SELECT FROM conversations_conversation WHERE owner = 'operator' UNION ALL
                SELECT FROM handoff_handoffticket WHERE assignee_id IS NOT NULL AND NOT status = 'resolved') AS held""",
    "payments to look at": """payments_payment p WHERE NOT problem = '' AND NOT EXISTS (
                SELECT FROM handoff_handoffticket t WHERE t.tenant_id = p.tenant_id AND t.payment_id = p.id)""",
    "snoozed": "handoff_handoffticket WHERE snoozed_until <= %(now)s",
    "media": "conversations_inboundmedia WHERE status = 'pending' AND due_at < %(now)s",
    "payments": "payments_payment WHERE ask_at <= %(now)s",
    "transactions": "payments_incomingpayment WHERE ask_at <= %(now)s",
    "lists": """payments_paymentaccount
                WHERE pull_registered_at IS NOT NULL AND (pulled_at IS NULL OR pulled_at <= %(pull)s)""",
    "research": "research_researchrun WHERE due_at < %(before)s",
    "webhooks": "webhooks_webhookdelivery WHERE status = 'waiting' AND due_at < %(before)s",
    "orders": """orders_order WHERE status = ANY(%(open)s)
                 AND (reserved_until <= %(now)s OR (expires_at <= %(now)s AND paid_total = 0))""",
    "held": "moving_heldrequest WHERE due_at <= %(now)s",
}
_ONE: Final = "SELECT '{kind}' WHERE EXISTS (SELECT FROM {waits})"
_ALL: Final = "\nUNION ALL ".join(_ONE.format(kind=kind, waits=waits) for kind, waits in WAITS.items())


def kinds(*, now: datetime, grace: timedelta) -> set[str]:
    """The kinds of which something may wait, in every tenant."""
    moments = {"now": now, "before": now - grace, "late": now - DEADLINE, "pull": now - EVERY}
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(_ALL, {**moments, "open": [str(status) for status in OPEN]})
        return {kind for (kind,) in cursor.fetchall()}
