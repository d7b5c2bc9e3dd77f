"""The usual message, of somebody who is known: stored, and its answer expected, in one statement.

A new customer, or addresses that lead to two, take the longer way of `whose`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from tenants.models import Channel
from tenants.tenancy import new_id

# The burst ends when nothing came for the debounce, and at the latest {cap} after its first message.
ARRIVE = """
WITH known AS (
    SELECT a.customer_id, c.address, c.name, c.phone_e164, v.id AS conversation_id
      FROM tenants_customeraddress a
      JOIN tenants_customer c ON c.tenant_id = a.tenant_id AND c.id = a.customer_id
      JOIN conversations_conversation v
        ON v.tenant_id = a.tenant_id AND v.channel_id = %(channel)s AND v.customer_id = a.customer_id
     WHERE a.tenant_id = %(tenant)s AND a.key = ANY(%(keys)s)
), one AS (
    SELECT DISTINCT * FROM known
     WHERE (SELECT count(*) FROM known) = %(count)s AND (SELECT count(DISTINCT customer_id) FROM known) = 1
), message AS (
    INSERT INTO conversations_inboundmessage
           (id, tenant_id, created_at, channel_id, conversation_id, provider_id, kind, status, body, tapped_id,
            payload, received_at)
    SELECT %(id)s, %(tenant)s, %(now)s, %(channel)s, conversation_id, %(provider_id)s, %(kind)s, 'pending', %(body)s,
           %(tapped_id)s, %(payload)s::jsonb, %(now)s
      FROM one
        ON CONFLICT (tenant_id, channel_id, provider_id) DO NOTHING
    RETURNING conversation_id
), expected AS (
    UPDATE conversations_conversation v
       SET last_inbound_at = %(now)s, updated_at = %(now)s, inbound_count = v.inbound_count + 1,
           waiting_since = coalesce(v.waiting_since, %(now)s),
           due_at = least(%(now)s + %(debounce)s, coalesce(v.waiting_since, %(now)s) + %(cap)s)
      FROM message
     WHERE v.tenant_id = %(tenant)s AND v.id = message.conversation_id
)
SELECT one.*, EXISTS (SELECT FROM message) AS is_new FROM one
"""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Where it was stored, what is known of its sender, and whether it was new."""

    message_id: UUID
    conversation_id: UUID
    customer_id: UUID
    known: Mapping[str, str]
    is_new: bool


def of_known(
    channel: Channel,
    *,
    keys: list[str],
    fields: Mapping[str, Any],
    payload: Mapping[str, Any],
    debounce: timedelta,
    cap: timedelta,
    now: datetime,
) -> Arrived | None:
    """Within the tenant's scope; None, with nothing done, when the sender is not simply known."""
    message_id = new_id()
    parameters = {
        **fields,
        "id": message_id,
        "tenant": channel.tenant_id,
        "channel": channel.id,
        "keys": keys,
        "count": len(keys),
        "payload": json.dumps(payload),
        "debounce": debounce,
        "cap": cap,
        "now": now,
    }
    with connection.cursor() as cursor:
        cursor.execute(ARRIVE, parameters)
        row = cursor.fetchone()
    if row is None:
        return None
    customer_id, address, name, phone, conversation_id, is_new = row
    known = {"address": address, "name": name, "phone_e164": phone}
    return Arrived(message_id, conversation_id, customer_id, known, is_new)
