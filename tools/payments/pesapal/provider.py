"""PesaPal as a provider: cards, on a page of its own."""

from collections.abc import Mapping
from typing import Any

from tools.orders.models import Order
from tools.payments import addresses
from tools.payments.contract import PaymentProvider, PaymentWay
from tools.payments.models import Payment, PaymentAccount
from tools.payments.pesapal import card, client
from tools.payments.pesapal.purposes import CARD
from tools.providers import Exchanges

# PesaPal shows a shop's staff why it was asked.
REMARKS = "Asked for by the shop"


def _can_make_pages(account: PaymentAccount, order: Order) -> bool:
    return account.has_keys


def _register_addresses(account: PaymentAccount, exchanges: Exchanges) -> Mapping[str, Any]:
    return {"ipn_id": card.register_address(account, exchanges)}


def _ask_refund(payment: Payment, *, by: str, exchanges: Exchanges) -> None:
    """A person at PesaPal's approves it, and the payment's status tells later."""
    client.refund(
        payment.account, receipt=payment.receipt, amount=payment.amount, by=by, remarks=REMARKS, exchanges=exchanges
    )


def _list_addresses(account: PaymentAccount) -> list[str]:
    return [addresses.make(account, CARD, "payment-hook-card")]


PESAPAL = PaymentProvider(
    code=client.CODE,
    label="Cards (PesaPal)",
    name="PesaPal",
    ways={Payment.Method.CARD: PaymentWay(can_take=_can_make_pages, prepare=card.prepare, has_page=True)},
    look_up=card.look_up,
    purposes=(CARD,),
    callbacks="tools.payments.pesapal.callbacks",
    test_connection=client.test_connection,
    register_addresses=_register_addresses,
    list_addresses=_list_addresses,
    fields=("contact_email",),
    ask_refund=_ask_refund,
)
