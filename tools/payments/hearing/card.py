"""PesaPal's notice that a card payment has changed: it says nothing more, so the payment is asked about."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from tenants.scope import tenant_scope
from tools.payments.hearing.account import Effect
from tools.payments.models import Payment, PaymentAccount
from tools.payments.wire import log as provider_log

PATH = "/hooks/cards/***/ipn/"


def hear_card(
    account: PaymentAccount, tracking_id: str, body: Mapping[str, Any], *, now: datetime
) -> tuple[Effect, UUID | None]:
    """Keep what was told; "noted" and the payment's id when it is to be asked about."""
    with tenant_scope(account.tenant_id):
        rows = Payment.objects.select_for_update(no_key=True).filter(account=account, method=Payment.Method.CARD)
        payment = rows.filter(provider_id=tracking_id[:80]).exclude(provider_id="").first()
        effect: Effect = "malformed" if not tracking_id else "unknown_payment" if payment is None else "noted"
        if payment is not None:
            payment.ask_at = now
            payment.save(update_fields=["ask_at"])
        provider_log.keep_callback(account, PATH, body, effect=effect, payment=payment)
    return effect, payment.pk if payment else None
