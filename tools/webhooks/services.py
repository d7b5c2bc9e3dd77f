"""Leaves what has happened for every endpoint that wants to hear of it; and sends again what was given up.

`record` is called in the transaction in which it happens: either both are there or neither. Who listens is told after
the commit, as a hint; what it loses the sweep finds.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from tenants.scope import fleet_scope
from tenants.tenancy import new_id
from tools.webhooks.models import WebhookDelivery, WebhookEndpoint
from tools.webhooks.names import EVENTS

Listener = Callable[[UUID, UUID], None]
Status = WebhookDelivery.Status
_listeners: list[Listener] = []
# A wake-up is given the first chance; a silent endpoint keeps no other waiting.
GRACE = timedelta(seconds=2)
# Of one endpoint in a round, so that one that lags keeps no other waiting.
MOST_OF_ONE, LIMIT = 10, 500
# Plan: what waits (deliveries_due), numbered for each endpoint, so that one address's backlog keeps no other waiting.
DUE = """
SELECT tenant_id, id
  FROM (SELECT tenant_id, id, row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at) AS place
          FROM webhooks_webhookdelivery
         WHERE status = 'waiting' AND due_at < %(before)s) AS waiting
 WHERE place <= %(most)s
 ORDER BY place
 LIMIT %(limit)s
"""


def record(event: str, data: Mapping[str, Any], *, customer_id: UUID | None) -> None:
    """Leave it in the open tenant scope; one look at the endpoints where nobody wants to hear of it."""
    if event not in EVENTS:
        raise ValueError(f"No such event: {event}")
    wanting = WebhookEndpoint.objects.filter(is_active=True, events__contains=[event])
    endpoint_ids = list(wanting.values_list("pk", flat=True))
    if not endpoint_ids:
        return
    now, event_id = timezone.now(), new_id()
    about = {} if customer_id is None else {"customer_id": str(customer_id)}
    told = {"id": str(event_id), "event": event, "created_at": now.isoformat(), "data": {**data, **about}}
    rows = WebhookDelivery.objects.bulk_create(
        WebhookDelivery(endpoint_id=each, event=event, customer_id=customer_id, body=json.dumps(told), due_at=now)
        for each in endpoint_ids
    )
    for row in rows:
        _wake(row)


def send_again(delivery_ids: Iterable[UUID], *, now: datetime) -> int:
    """Give what was given up or delivered another fifteen tries, in the scope that is open; how many."""
    rows = WebhookDelivery.objects.filter(pk__in=list(delivery_ids)).exclude(status=Status.WAITING)
    # One that is being sent at this moment is counted when that is over.
    found = list(rows.select_for_update())
    fresh = {"status": Status.WAITING, "attempts": 0, "due_at": now, "problem": "", "answered": None}
    WebhookDelivery.objects.filter(pk__in=[row.pk for row in found]).update(**fresh)
    for row in found:
        _wake(row)
    return len(found)


def list_due(*, now: datetime) -> list[tuple[UUID, UUID]]:
    """Deliveries of every tenant that should have been sent, a few of each endpoint, the longest waiting first."""
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(DUE, {"before": now - GRACE, "most": MOST_OF_ONE, "limit": LIMIT})
        return [(tenant_id, delivery_id) for tenant_id, delivery_id in cursor.fetchall()]


def listen(listener: Listener) -> None:
    """Have this called with tenant and delivery after each commit that left one."""
    if listener not in _listeners:
        _listeners.append(listener)


def _wake(row: WebhookDelivery) -> None:
    for listener in _listeners:
        transaction.on_commit(partial(listener, row.tenant_id, row.pk), robust=True)
