"""Customers who have asked in the chat for their data to go: erased, or a ticket while something is not finished."""

from datetime import datetime, timedelta
from uuid import UUID

import structlog

from conversations.models import Conversation
from conversations.rights import erasure
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tools.handoff import promise
from tools.handoff import services as tickets
from tools.handoff.models import HandoffTicket

log = structlog.get_logger(__name__)
# So long they may take it back, and the words that it was heard reach them.
MAY_TAKE_BACK = timedelta(hours=1)
MATTER = "erasure"


def carry_out(tenant_id: UUID, *, now: datetime) -> int:
    """Erase everybody who asked for it an hour ago or longer; how many."""
    with tenant_scope(tenant_id):
        asked = Customer.objects.filter(erasure_asked_at__lte=now - MAY_TAKE_BACK, erased_at=None)
        ids = list(asked.order_by("erasure_asked_at").values_list("pk", flat=True))
    return sum(_erase(tenant_id, customer_id, now) for customer_id in ids)


def _erase(tenant_id: UUID, customer_id: UUID, now: datetime) -> bool:
    try:
        erasure.erase(tenant_id, customer_id, now=now)
    except erasure.OrdersOpen as error:
        _ask_a_person(tenant_id, customer_id, " ".join(error.reasons), now)
        return False
    except erasure.CustomerUnknown:
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
