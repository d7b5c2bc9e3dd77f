"""The second half of a payment: what became of the request is written beside its row."""

from datetime import datetime
from typing import Any

import structlog

from tenants.scope import tenant_scope
from tools.contract import Refusal
from tools.orders import services
from tools.payments.charging import refusals
from tools.payments.charging.beginning import Begun
from tools.payments.models import Payment, PaymentAccount, locked
from tools.payments.wire import Exchanges, Unauthorised
from tools.payments.wire import log as provider_log

log = structlog.get_logger(__name__)
Status = Payment.Status


def sent(begun: Begun, exchanges: Exchanges, *, now: datetime, **changes: Any) -> Payment | Refusal:
    """The provider took it, or perhaps did. A callback may have been quicker: what it settled stays settled."""
    with tenant_scope(begun.account.tenant_id):
        row = locked(begun.payment.pk)
        if row is None:
            return refusals.ORDER_UNKNOWN
        provider_log.keep(exchanges, account=begun.account, payment=row)
        row.sent_at = now
        row.redirect_url = changes.get("redirect_url", row.redirect_url)
        row.provider_id = row.provider_id or changes.get("provider_id", "")
        if row.is_open:
            row.status, row.ask_at = changes["status"], changes["ask_at"]
        row.save()
    log.info("payments.payment.sent", method=row.method, status=row.status)
    return row


def not_sent(
    begun: Begun, exchanges: Exchanges, refusal: Refusal, *, code: str, now: datetime, why: Exception | None = None
) -> Refusal:
    """The provider surely did not take it: the attempt is over, and the order can be paid in another way."""
    with tenant_scope(begun.account.tenant_id):
        row = locked(begun.payment.pk)
        if row is not None:
            provider_log.keep(exchanges, account=begun.account, payment=row)
            if row.is_open:
                row.status, row.reason, row.told_code = Status.FAILED, "declined", code
                row.settled_at, row.ask_at, row.is_prompting = now, None, False
                row.save()
                services.reopen(row.order_id, now=now)
        if isinstance(why, Unauthorised):
            PaymentAccount.objects.filter(pk=begun.account.pk).update(problem=why.message[:300])
    log.warning("payments.payment.not_sent", method=begun.payment.method, code=code)
    return refusal


def followed(payment: Payment) -> Payment | Refusal:
    """The row of an earlier try of the same turn, whose process died: its fate is found out, and it is not repeated."""
    with tenant_scope(payment.tenant_id):
        row = locked(payment.pk)
        if row is None:
            return refusals.ORDER_UNKNOWN
        if row.status == Status.CREATED:
            row.status = Status.UNKNOWN
            row.save(update_fields=["status"])
    return refusals.PROVIDER_DOWN if row.status == Status.FAILED else row
