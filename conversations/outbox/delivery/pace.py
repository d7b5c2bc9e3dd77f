"""Keeps a channel's rate over all worker processes: every sending takes the next free moment of its channel.

The moments lie 1/rate apart. One statement on one row gives them out; the clock is the database's, the same for all
workers. The row is locked for that statement alone: the transaction around it does not wait for the disk, since a
moment lost in a crash of the database harms nobody. A sending waits a little for its moment; when the free moments
have run too far ahead it gets none and comes back later. Bulk may look less far ahead than replies, so that it only
gets what they leave over, and no worker's threads all wait for one channel.
"""

from datetime import timedelta
from typing import Any

from django.db import connection

from conversations.models import OutboundMessage
from tenants.scope import tenant_scope
from tenants.tenancy import new_id

AHEAD = {OutboundMessage.Priority.REPLY: timedelta(seconds=0.5), OutboundMessage.Priority.BULK: timedelta(seconds=0.1)}

# One row, by its unique index. Without a free moment near enough nothing is updated, and nothing comes back.
RESERVE = """
INSERT INTO conversations_channelpace AS pace (id, tenant_id, channel_id, created_at, free_at)
VALUES (%(id)s, %(tenant)s, %(channel)s, clock_timestamp(), clock_timestamp() + %(step)s)
ON CONFLICT (tenant_id, channel_id) DO UPDATE
   SET free_at = greatest(pace.free_at, clock_timestamp()) + %(step)s
 WHERE pace.free_at <= clock_timestamp() + %(ahead)s
RETURNING free_at - %(step)s - clock_timestamp()
"""


def reserve(message: OutboundMessage) -> float | None:
    """Take the channel's next free moment: in how many seconds it is; None when that is too far away."""
    parameters = {
        "id": new_id(),
        "tenant": message.tenant_id,
        "channel": message.channel_id,
        "step": timedelta(seconds=1) / message.channel.messages_per_second,
        "ahead": AHEAD[OutboundMessage.Priority(message.priority)],
    }
    database: Any = connection
    with tenant_scope(message.tenant_id, has_one_statement=True), connection.cursor() as cursor:
        database.send_with_next("SET LOCAL synchronous_commit TO OFF")
        cursor.execute(RESERVE, parameters)
        row = cursor.fetchone()
    return None if row is None else max(0.0, row[0].total_seconds())
