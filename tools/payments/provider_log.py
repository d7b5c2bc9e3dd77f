"""The provider log: each request to a provider and each callback of theirs, redacted, beside its payment."""

from collections.abc import Iterable, Mapping
from typing import Any

from tools.payments.models import IncomingPayment, Payment, PaymentAccount, PaymentExchange
from tools.payments.wire import redact
from tools.payments.wire.exchange import Exchange

Direction = PaymentExchange.Direction


def keep(
    exchanges: Iterable[Exchange],
    *,
    account: PaymentAccount,
    payment: Payment | None,
    incoming: IncomingPayment | None = None,
) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    rows = [
        PaymentExchange(
            account=account,
            payment=payment,
            incoming=incoming,
            direction=Direction.OUT,
            method=exchange.method,
            path=exchange.path,
            request=exchange.request,
            response_status=exchange.response_status,
            response_body=exchange.response_body,
            milliseconds=exchange.milliseconds,
            error=exchange.error,
        )
        for exchange in exchanges
    ]
    if rows:
        PaymentExchange.objects.bulk_create(rows)


def keep_callback(
    account: PaymentAccount,
    path: str,
    body: Mapping[str, Any],
    *,
    effect: str,
    payment: Payment | None,
    incoming: IncomingPayment | None = None,
    receipt: str = "",
) -> None:
    """Write what a provider told us and what followed, in the transaction that is open."""
    PaymentExchange.objects.create(
        account=account,
        payment=payment,
        incoming=incoming,
        receipt=receipt[:40],
        direction=Direction.IN,
        method="POST",
        path=path,
        request=redact.fields(dict(body)),
        response_status=200,
        effect=effect,
    )
