"""PesaPal's notice that a card payment has changed: it says nothing more, so the payment is asked about."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from tenants.scope import fleet_scope, tenant_scope
from tools.payments.effects import Effect
from tools.payments.models import Payment, PaymentAccount
from tools.payments.wire import log as provider_log

PATH, RETURNED = "/hooks/cards/***/ipn/", "/cards/done/"


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


def hear_return(
    payment_id: UUID, tracking_id: str, body: Mapping[str, Any], *, now: datetime
) -> tuple[UUID, bool] | None:
    """A browser comes back from a card page: whose shop it was, and whether the payment is to be asked about.

    Anybody may open this address, as often as they like. It is noted once, and only of a payment that waits.
    """
    with fleet_scope():
        rows = Payment.objects.filter(method=Payment.Method.CARD, tenant__is_active=True)
        payment = rows.select_related("account").filter(pk=payment_id).first()
    if payment is None:
        return None
    if not payment.is_open or not tracking_id or payment.provider_id != tracking_id:
        return payment.tenant_id, False
    with tenant_scope(payment.tenant_id):
        waiting = Payment.objects.select_for_update(no_key=True).filter(pk=payment.pk, ask_at__gt=now).first()
        if waiting is None or not waiting.is_open or waiting.exchanges.filter(path=RETURNED).exists():
            return payment.tenant_id, False
        waiting.ask_at = now
        waiting.save(update_fields=["ask_at"])
        provider_log.keep_callback(payment.account, RETURNED, body, effect="noted", payment=waiting)
    return payment.tenant_id, True
