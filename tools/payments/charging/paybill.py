"""Tells how to pay an order to a paybill or till; the money comes by itself and finds its order by the number."""

from tools.contract import Refusal, ToolContext
from tools.payments.charging.beginning import begin
from tools.payments.models import Payment

Method, Status = Payment.Method, Payment.Status


def instruct(order_id: str, context: ToolContext) -> Payment | Refusal:
    """The order's one open paybill payment, for what is due now; in the tenant scope that is open."""
    begun = begin(order_id, Method.MPESA_C2B, context)
    if isinstance(begun, Refusal):
        return begun
    if begun.is_new:
        earlier = Payment.objects.filter(order=begun.order, method=Method.MPESA_C2B, status=Status.PENDING)
        earlier.delete()
        begun.payment.status, begun.payment.ask_at, begun.payment.sent_at = Status.PENDING, None, context.now
        begun.payment.save(update_fields=["status", "ask_at", "sent_at"])
    return begun.payment
