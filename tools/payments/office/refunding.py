"""Asks PesaPal to give a card payment's money back; a person there approves it, and its status tells us later."""

from datetime import datetime
from uuid import UUID

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import pesapal
from tools.payments.models import Payment, locked
from tools.payments.outcome import schedule
from tools.payments.wire import Exchanges, ProviderProblem, log
from tools.payments.wire.told import ConnectionReport

REMARKS = "Asked for by the shop"


def ask_refund(tenant_id: UUID, payment_id: UUID, *, by: str, now: datetime) -> ConnectionReport:
    """Ask once, for the whole amount. The row is marked before: without an answer it is looked up, not repeated."""
    with tenant_scope(tenant_id):
        payment = locked(payment_id)
        if payment is None or payment.method != Payment.Method.CARD or payment.status != Payment.Status.PAID:
            return ConnectionReport(is_ok=False, sentence="Only a card payment that was paid can be given back here.")
        if payment.order.erased_at is not None:
            return ConnectionReport(is_ok=False, sentence="Its customer was erased: give it back in PesaPal's portal.")
        if payment.refund_asked_at is not None:
            return ConnectionReport(is_ok=False, sentence="This was asked for before; PesaPal takes it once.")
        payment.refund_asked_at, payment.ask_at = now, now + schedule.STEPS[-1]
        payment.save(update_fields=["refund_asked_at", "ask_at"])
    exchanges: Exchanges = []
    try:
        pesapal.refund(
            payment.account, receipt=payment.receipt, amount=payment.amount, by=by, remarks=REMARKS, exchanges=exchanges
        )
        report = ConnectionReport(
            is_ok=True, sentence="PesaPal was asked; it gives the money back once it is approved."
        )
    except (ProviderProblem, SecretUnreadable) as error:
        report = ConnectionReport(is_ok=False, sentence=f"PesaPal did not confirm the request: {error}")
    with tenant_scope(tenant_id):
        log.keep(exchanges, account=payment.account, payment=payment)
    return report
