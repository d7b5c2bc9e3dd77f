"""What payment providers and we told each other, beside the payment or the money it is about."""

from collections.abc import Iterable, Mapping
from typing import Any

from tools.payments.models import IncomingPayment, Payment, PaymentAccount, PaymentExchange
from tools.providers import log
from tools.providers.exchange import Exchange


def keep(
    exchanges: Iterable[Exchange],
    *,
    account: PaymentAccount,
    payment: Payment | None,
    incoming: IncomingPayment | None = None,
) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    log.keep(PaymentExchange, exchanges, account=account, payment=payment, incoming=incoming)


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
    log.keep_callback(
        PaymentExchange, path, body, answered=200, account=account, payment=payment, incoming=incoming,
        receipt=receipt[:40], effect=effect,
    )  # fmt: skip
