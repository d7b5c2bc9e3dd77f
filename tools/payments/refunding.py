"""Asks a provider to give a payment's money back; a person there approves it, and its status tells us later."""

from datetime import datetime
from uuid import UUID

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import provider_log, registry
from tools.payments.models import Payment, locked
from tools.payments.settlement import schedule
from tools.providers import Exchanges, ProviderProblem
from tools.providers.connection import ConnectionReport

Status = Payment.Status


def ask_refund(tenant_id: UUID, payment_id: UUID, *, by: str, now: datetime) -> ConnectionReport:
    """Ask once, for the whole amount. The row is marked before: without an answer it is looked up, not repeated."""
    with tenant_scope(tenant_id):
        payment = locked(payment_id)
        provider = registry.get(payment.account.provider) if payment is not None else None
        if payment is None or provider is None or provider.ask_refund is None or payment.status != Status.PAID:
            return ConnectionReport(is_ok=False, sentence="Only a card payment that was paid can be given back here.")
        if payment.order.erased_at is not None:
            portal = f"{provider.name}'s portal"
            return ConnectionReport(is_ok=False, sentence=f"Its customer was erased: give it back in {portal}.")
        if payment.refund_asked_at is not None:
            sentence = f"This was asked for before; {provider.name} takes it once."
            return ConnectionReport(is_ok=False, sentence=sentence)
        payment.refund_asked_at, payment.ask_at = now, now + schedule.STEPS[-1]
        payment.save(update_fields=["refund_asked_at", "ask_at"])
    exchanges: Exchanges = []
    try:
        provider.ask_refund(payment, by=by, exchanges=exchanges)
        sentence = f"{provider.name} was asked; it gives the money back once it is approved."
        report = ConnectionReport(is_ok=True, sentence=sentence)
    except (ProviderProblem, SecretUnreadable) as error:
        sentence = f"{provider.name} did not confirm the request: {error}"
        report = ConnectionReport(is_ok=False, sentence=sentence)
    with tenant_scope(tenant_id):
        provider_log.keep(exchanges, account=payment.account, payment=payment)
    return report
