"""Nothing is kept longer than the tenant wants: what is older goes, in small transactions, as often as it is asked."""

from collections import Counter
from datetime import datetime, timedelta
from uuid import UUID

import structlog

from conversations.models import Conversation
from conversations.rights import books, files
from conversations.rights.reach import Table, label, links
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import first_key

log = structlog.get_logger(__name__)
# Rows a transaction, so that nobody waits for a lock.
BATCH = 500
STATES = "remembered states"

# Every table that concerns customers stands in one of the two; a test holds this against the models.
STAYS = {
    "tenants.Customer": "who writes to the tenant; goes when they are erased",
    "tenants.CustomerAddress": "by which they are known again",
    "tenants.BlockEntry": "whom the business does not answer; goes when they are erased",
    "tenants.PreferenceChange": "what they asked for, and when; goes when they are erased",
    "tenants.ConsentEntry": "what they agreed to or refused must be provable; a refusal stays under a pseudonym",
    "conversations.Conversation": "what they last heard and when; what it remembers of their words goes",
    "orders.Order": "what was sold must stand in the books; loses its names when they are erased, and goes years later",
    "orders.OrderLine": "the same",
    "orders.OrderDiscount": "the same",
    "orders.OrderEvent": "the same",
    "offers.Redemption": "how often an offer was used, by whom",
    "handoff.HandoffTicket": "what a person was asked to do, and did; goes when they are erased",
    "handoff.TicketNote": "the same",
    "handoff.TicketMention": "the same",
    "handoff.TicketAction": "the same",
    "billing.Account": "a copy of the tenant's own books; goes when they are erased",
    "billing.Subscription": "the same",
    "billing.Invoice": "the same",
    "billing.RefundCase": "what was asked back, and what was decided; goes when they are erased",
    "billing.VerificationTry": "who tried to see an account, and who was shown it; goes when they are erased",
    "research.ResearchRun": "what was researched, and what it cost; its texts go with it when they are erased",
    "research.ResearchTask": "the same",
    "research.ResearchStep": "the same",
    "research.ResearchSource": "the same",
    "research.ResearchFinding": "the same",
    "research.FollowedReference": "the same",
    "research.ResearchReport": "the same",
    "simulator.SimulatedPhone": "the demo's handset, which is theirs",
    "payments.Payment": "what was paid, and how, must be provable; goes with its order",
    "payments.IncomingPayment": "money that came must be provable; goes with its order",
}
EXPIRES = frozenset(
    {
        "tenants.ConductCount",
        "conversations.InboundMessage",
        "conversations.InboundMedia",
        "conversations.OutboundMessage",
        "conversations.OutboundFile",
        "conversations.ProviderExchange",
        "conversations.Turn",
        "api.ApiWrite",
        "api.LibraryAnswer",
        "webhooks.WebhookDelivery",
        "tools.ToolCall",
        "tools.Event",
        "payments.PaymentExchange",
        "knowledge.UnansweredQuestion",
        "simulator.SimulatedMessage",
        "simulator.SimulatedPicture",
        "simulator.SimulatedFault",
    }
)


def list_tenants() -> list[UUID]:
    """All tenants: files that nothing names go, whatever a tenant keeps."""
    with fleet_scope():
        return list(Tenant.objects.values_list("id", flat=True))


def expire(tenant_id: UUID, *, now: datetime) -> Counter[str]:
    """Remove what is older than the tenant keeps; what was removed, table by table."""
    report: Counter[str] = Counter()
    with tenant_scope(tenant_id):
        days = Tenant.objects.values_list("retention_days", flat=True).get()
    if days is not None:
        _expire(tenant_id, now - timedelta(days=days), report)
    report.update(books.expire(tenant_id, now=now))
    with tenant_scope(tenant_id):
        report[files.FILES] += files.remove_orphans(tenant_id, now=now)
    log.info("conversations.rights.expired", tenant_id=str(tenant_id), removed=dict(+report))
    return +report


def _expire(tenant_id: UUID, limit: datetime, report: Counter[str]) -> None:
    for model in reversed(links()):  # from the farthest, so that little hangs on what is removed
        while label(model) in EXPIRES and (count := _remove(tenant_id, model, limit, report)):
            report[label(model)] += count
    while count := _forget(tenant_id, limit):
        report[STATES] += count


def _remove(tenant_id: UUID, model: Table, limit: datetime, report: Counter[str]) -> int:
    """One batch, found by the time inside the key, which every table has an index on."""
    with tenant_scope(tenant_id):
        # SKIP LOCKED: a row that somebody uses at this moment is not so old that it could not wait for tomorrow.
        old = model.objects.filter(pk__lt=first_key(limit)).order_by("pk").select_for_update(skip_locked=True)
        ids = list(old.values_list("pk", flat=True)[:BATCH])
        report[files.FILES] += files.remove(files.of_rows(model, ids))
        model.objects.filter(pk__in=ids).delete()
    return len(ids)


def _forget(tenant_id: UUID, limit: datetime) -> int:
    """A state quotes its customer. Nobody can be answering them when nothing is due."""
    with tenant_scope(tenant_id):
        silent = Conversation.objects.filter(last_inbound_at__lt=limit, due_at=None, lease_until=None)
        ids = list(silent.exclude(state={}).order_by("pk").values_list("pk", flat=True)[:BATCH])
        return silent.filter(pk__in=ids).update(state={})
