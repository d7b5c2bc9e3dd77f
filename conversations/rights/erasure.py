"""The end of a customer's data: every row, every file, and their name in the admin's history.

What stays names nobody: the history's lines that somebody acted, for who did what and when must be accounted for;
what was bought and paid, for as long as the tenant keeps its books (conversations.rights.books); and what they had
refused to be sent, under pseudonyms of their addresses, so that it is kept to (tenants.consent).

Who has asked for it in the chat is erased an hour later; while something is not finished, a person is asked instead.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, QuerySet
from django.utils import timezone

from conversations import summaries
from conversations.models import Conversation
from conversations.rights import books, files
from conversations.rights.reach import Ids, chunks, label, rows_of
from tenants.consent import ledger
from tenants.models import ConsentEntry, Customer, CustomerAddress, Tenant
from tenants.scope import current_tenant_id, tenant_scope
from tools.handoff import promise
from tools.handoff import services as tickets
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
ANONYMISED = "admin.LogEntry, name removed"
ERASED = "Erased"
SUMMARIES = "summaries of their conversations"
KEPT = "kept without their name: "
# So long they may take it back, and the words that it was heard reach them.
MAY_TAKE_BACK = timedelta(hours=1)
MATTER = "erasure"


class CustomerUnknown(LookupError):
    """There is no such customer of this tenant."""


class OrdersOpen(Exception):
    """Something is not finished with this customer; `reasons` say what, in sentences."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an erasure would do now: what goes, what stays in the books, and what speaks against it."""

    removed: Counter[str]
    kept: Counter[str]
    reasons: list[str]


def erase(
    tenant_id: UUID, customer_id: UUID, *, now: datetime | None = None, despite_open: bool = False
) -> Counter[str]:
    """Erase them in one transaction; what was removed, table by table. A turn under way commits nothing afterwards.

    Raises OrdersOpen while something is not finished, unless the one who asks knows of it.
    """
    now = now or timezone.now()
    with tenant_scope(tenant_id):
        customer = _fenced(customer_id)
        reasons = books.list_open(customer, now=now)
        if reasons and not despite_open:
            raise OrdersOpen(reasons)
        ids = rows_of(customer)
        keys = list(CustomerAddress.objects.filter(customer=customer).values_list("key", flat=True))
        kept, marks = books.list_kept(ids), books.marks_of(customer, ids)
        report = Counter({files.FILES: sum(files.remove(files.of_rows(model, found)) for model, found in ids.items())})
        report[SUMMARIES] = summaries.forget(ids[Conversation])
        report[ANONYMISED] = sum(entries.update(object_repr=ERASED, change_message="") for entries in history(ids))
        with ledger.erasing():
            report[f"{KEPT}{label(ConsentEntry)}"] = ledger.keep_refusals(customer_id, keys)
            for model, found in reversed(ids.items()):
                gone = found - kept.get(model, set())
                for chunk in chunks(gone):
                    model.objects.filter(pk__in=chunk).delete()
                report[label(model)] = len(gone)
        books.write_without_names(tenant_id, kept, marks, now=now)
        report.update(books.forget_strays(tenant_id, marks))
        report.update({f"{KEPT}{label(model)}": len(found) for model, found in kept.items()})
    log.info("conversations.rights.erased", tenant_id=str(tenant_id), removed=dict(report))
    return report


def preview(customer: Customer, *, now: datetime) -> Preview:
    """What an erasure would do now, in the scope that is open."""
    ids = rows_of(customer)
    kept = books.list_kept(ids)
    removed = Counter({label(model): len(found - kept.get(model, set())) for model, found in ids.items()})
    removed[files.FILES] = sum(1 for model, found in ids.items() for _ in files.of_rows(model, found))
    stays = Counter({label(model): len(found) for model, found in kept.items()})
    return Preview(removed=removed, kept=stays, reasons=books.list_open(customer, now=now))


def history(ids: Ids) -> list[QuerySet[LogEntry]]:
    """What the admin's history tells of these rows."""
    return [
        LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(model), object_id__in=map(str, chunk))
        for model, found in ids.items()
        for chunk in chunks(found)
    ]


def _fenced(customer_id: UUID) -> Customer:
    """The customer, locked; their conversations' leases are taken from whoever holds them.

    Conversations first, as a turn's commit and the inbox take them, so that none waits for the other.
    """
    Conversation.objects.filter(customer_id=customer_id).update(
        lease_epoch=F("lease_epoch") + 1, lease_until=None, due_at=None
    )
    customer: Customer | None = Customer.objects.select_for_update().filter(pk=customer_id, erased_at=None).first()
    if customer is None:
        raise CustomerUnknown(f"Tenant {current_tenant_id()} has no such customer.")
    return customer


def carry_out_requests(tenant_id: UUID, *, now: datetime) -> int:
    """Erase everybody who asked for it an hour ago or longer; how many."""
    with tenant_scope(tenant_id):
        asked = Customer.objects.filter(erasure_asked_at__lte=now - MAY_TAKE_BACK, erased_at=None)
        ids = list(asked.order_by("erasure_asked_at").values_list("pk", flat=True))
    return sum(_erase(tenant_id, customer_id, now) for customer_id in ids)


def _erase(tenant_id: UUID, customer_id: UUID, now: datetime) -> bool:
    try:
        erase(tenant_id, customer_id, now=now)
    except OrdersOpen as error:
        _ask_a_person(tenant_id, customer_id, " ".join(error.reasons), now)
        return False
    except CustomerUnknown:
        return False
    return True


def _ask_a_person(tenant_id: UUID, customer_id: UUID, why: str, now: datetime) -> None:
    """One ticket, however many nights it takes: a person who resolves it has seen what is open."""
    with tenant_scope(tenant_id):
        asked_at = Customer.objects.values_list("erasure_asked_at", flat=True).get(pk=customer_id)
        told = HandoffTicket.objects.filter(customer_id=customer_id, matter=MATTER, created_at__gte=asked_at)
        if told.exists():
            return
        talk = Conversation.objects.filter(customer_id=customer_id).order_by("-last_inbound_at").first()
        if talk is None:
            return
        tickets.open_ticket(
            conversation_id=talk.pk, customer_id=customer_id, reason=MATTER, journey="prefs", step="erase_data",
            summary=f"They have asked for their data to be erased. Not yet done: {why}", sources=[], expected_at=None,
            due_at=promise.due(Tenant.objects.get(pk=tenant_id), now=now), now=now, matter=MATTER,
        )  # fmt: skip
    log.info("conversations.rights.erasure_waits", tenant_id=str(tenant_id))
