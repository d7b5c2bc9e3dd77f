"""What needs a person though nobody asked for one: a notice that could not be told, a payment that disagrees."""

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef

from conversations.models import Conversation, OutboundMessage
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import promise
from tools.handoff import services as tickets
from tools.handoff.models import HandoffTicket
from tools.payments.models import Payment

# Of one round of the sweep; the next follows in seconds.
LIMIT = 200
NOTICES = "notices"


def untold(message: OutboundMessage, why: str, *, now: datetime) -> None:
    """A notice has failed for good: somebody tells the customer another way. In the transaction that is open."""
    if not message.reply.get("is_notice", False):
        return
    conversation = message.conversation
    tickets.open_ticket(
        conversation_id=conversation.pk, customer_id=conversation.customer_id, reason="notice_failed",
        journey="notices", step="outbox.failed", summary=f"They could not be told: {message.body}\nWhy: {why}",
        sources=[], expected_at=None, due_at=_due(message.tenant_id, now), now=now, matter=NOTICES,
    )  # fmt: skip


def list_payments() -> list[tuple[UUID, UUID]]:
    """Tenant and id of payments at which somebody should look, and for which no ticket was opened yet."""
    with fleet_scope():
        known = HandoffTicket.objects.filter(tenant_id=OuterRef("tenant_id"), payment_id=OuterRef("pk"))
        talks = Conversation.objects.filter(tenant_id=OuterRef("tenant_id"), pk=OuterRef("conversation_id"))
        payments = Payment.objects.exclude(problem="").filter(~Exists(known), Exists(talks))
        return list(payments.order_by("created_at").values_list("tenant_id", "pk")[:LIMIT])


def call_for_payment(tenant_id: UUID, payment_id: UUID, *, now: datetime) -> None:
    """Open the ticket of a payment; the second time nothing is new."""
    with tenant_scope(tenant_id):
        payment = Payment.objects.select_related("order").filter(pk=payment_id).exclude(problem="").first()
        # Tickets are opened under their conversation's lock, as a turn does: two would open two.
        talks = Conversation.objects.select_for_update()
        conversation = talks.filter(pk=payment.conversation_id).first() if payment else None
        if payment is None or conversation is None:
            return
        tickets.open_ticket(
            conversation_id=conversation.pk, customer_id=conversation.customer_id, reason="payment_unclear",
            journey="checkout", step=f"payment.{payment.status}",
            summary=f"{payment} for {payment.order.number}: {payment.problem}", sources=[], expected_at=None,
            due_at=_due(tenant_id, now), now=now, matter=f"payment:{payment.pk}", order_id=payment.order_id,
            payment_id=payment.pk,
        )  # fmt: skip


def _due(tenant_id: UUID, now: datetime) -> datetime:
    return promise.due(Tenant.objects.get(pk=tenant_id), now=now)
