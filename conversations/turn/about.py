"""Names on a turn's ticket what it is about: the order, its payment, the question that the library did not answer."""

from uuid import UUID

from conversations.turn.batch import Batch
from journeys.graph import Outcome
from knowledge.models import UnansweredQuestion
from tools.handoff import services as tickets
from tools.orders.models import Order
from tools.payments.models import Payment


def link(batch: Batch, outcome: Outcome, *, question: UnansweredQuestion | None) -> None:
    """In the transaction that is open; nothing when the turn has opened no ticket."""
    opened = [
        call.result.ticket_id
        for call in batch.context.trace.tool_calls
        if call.tool == "handoff_create_ticket" and call.result is not None
    ]
    if not opened:
        return
    order_id = _order(batch, outcome)
    payments = Payment.objects.filter(order_id=order_id).order_by("-created_at") if order_id else Payment.objects.none()
    payment_id = payments.values_list("pk", flat=True).first()
    question_id = question.pk if question else None
    tickets.link(UUID(opened[-1]), order_id=order_id, payment_id=payment_id, question_id=question_id)


def _order(batch: Batch, outcome: Outcome) -> UUID | None:
    """The one that was talked of when the turn began or ended."""
    for purchase in (outcome.state.purchase, batch.state.purchase):
        found = Order.objects.filter(number=purchase.order_number).first() if purchase.order_number else None
        if found is not None:
            return UUID(str(found.pk))
    return None
