"""The end of a customer's data: every row, every file, and her name in the admin's history.

What stays is the history's line that somebody acted, without her name: who did what and when must be accounted for.
"""

from collections import Counter
from uuid import UUID

import structlog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, QuerySet

from conversations import summaries
from conversations.models import Conversation
from conversations.rights import files
from conversations.rights.reach import Ids, chunks, label, rows_of
from tenants.models import Customer
from tenants.scope import current_tenant_id, tenant_scope

log = structlog.get_logger(__name__)
ANONYMISED = "admin.LogEntry, name removed"
ERASED = "Erased"
SUMMARIES = "summaries of her conversations"


class CustomerUnknown(LookupError):
    """There is no such customer of this tenant."""


def erase(tenant_id: UUID, customer_id: UUID) -> Counter[str]:
    """Erase her in one transaction; what was removed, table by table. A turn under way commits nothing afterwards."""
    with tenant_scope(tenant_id):
        customer = _fenced(customer_id)
        ids = rows_of(customer)
        report = Counter({files.FILES: sum(files.remove(files.of_rows(model, found)) for model, found in ids.items())})
        report[SUMMARIES] = summaries.forget(ids[Conversation])
        report[ANONYMISED] = sum(entries.update(object_repr=ERASED, change_message="") for entries in history(ids))
        for model, found in reversed(ids.items()):
            for chunk in chunks(found):
                model.objects.filter(pk__in=chunk).delete()
            report[label(model)] = len(found)
    log.info("conversations.rights.erased", tenant_id=str(tenant_id), removed=dict(report))
    return report


def preview(customer: Customer) -> Counter[str]:
    """What an erasure would remove now, in the scope that is open."""
    ids = rows_of(customer)
    report = Counter({label(model): len(found) for model, found in ids.items()})
    report[files.FILES] = sum(1 for model, found in ids.items() for _ in files.of_rows(model, found))
    return report


def history(ids: Ids) -> list[QuerySet[LogEntry]]:
    """What the admin's history tells of these rows."""
    return [
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_id__in=map(str, chunk))
        for model, found in ids.items()
        for chunk in chunks(found)
    ]


def _fenced(customer_id: UUID) -> Customer:
    """The customer, locked; her conversations' leases are taken from whoever holds them.

    Conversations first, as a turn's commit and the inbox take them, so that none waits for the other.
    """
    Conversation.objects.filter(customer_id=customer_id).update(
        lease_epoch=F("lease_epoch") + 1, lease_until=None, due_at=None
    )
    customer: Customer | None = Customer.objects.select_for_update().filter(pk=customer_id).first()
    if customer is None:
        raise CustomerUnknown(f"Tenant {current_tenant_id()} has no such customer.")
    return customer
