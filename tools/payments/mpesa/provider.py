"""M-Pesa as a provider: STK requests to a phone, and money that comes by itself to a paybill or till."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils import timezone

from tenants.scope import tenant_scope
from tools.orders.models import Order
from tools.payments import addresses
from tools.payments.contract import PaymentProvider, PaymentWay
from tools.payments.models import Payment, PaymentAccount
from tools.payments.mpesa import c2b, client, pull, stk
from tools.payments.mpesa.purposes import NOT_REGISTERED, PAYBILL, RESULT, STK
from tools.providers import Exchanges, NotSent, Refused

Method = Payment.Method
# What M-Pesa moves at once.
LEAST, MOST = Decimal(1), Decimal(250_000)
ALREADY = "already registered"
OLD_ONES = "Safaricom still has the earlier addresses. Have them deleted in its portal, then register again."


def _is_payable(order: Order) -> bool:
    return order.currency == "KES" and LEAST <= order.due <= MOST


def _can_ask_phones(account: PaymentAccount, order: Order) -> bool:
    return _is_payable(order) and account.has_keys and bool(account.sealed_passkey)


def _hears_of_money(account: PaymentAccount, order: Order) -> bool:
    """Money to a paybill that nobody tells us of would wait unseen."""
    return _is_payable(order) and account.registered_at is not None


def _list_addresses(account: PaymentAccount) -> list[str]:
    return [addresses.make(account, PAYBILL, f"payment-hook-{kind}") for kind in ("validate", "confirm")]


def _register_addresses(account: PaymentAccount, exchanges: Exchanges) -> Mapping[str, Any]:
    """Where paybill money is told of; and, once, that its list may be read. That it has them already is as good."""
    with tenant_scope(account.tenant_id):
        validation, confirmation = _list_addresses(account)
        listing = addresses.make(account, RESULT, "payment-hook-pull")
    try:
        c2b.register_urls(account, confirmation=confirmation, validation=validation, exchanges=exchanges)
    except (Refused, NotSent) as error:
        if ALREADY not in str(error).lower():
            raise
        if account.problem == NOT_REGISTERED:  # it has the old ones, which end
            raise Refused("already_registered", OLD_ONES) from error
    if not account.nominated_number or account.pull_registered_at is not None:
        return {}
    pull.register_pull(account, callback=listing, exchanges=exchanges)
    return {"pull_registered_at": timezone.now()}


MPESA = PaymentProvider(
    code=client.CODE,
    label="M-Pesa (Safaricom Daraja)",
    name="Safaricom",
    ways={
        Method.MPESA_STK: PaymentWay(can_take=_can_ask_phones, prepare=stk.prepare),
        Method.MPESA_C2B: PaymentWay(can_take=_hears_of_money),
    },
    look_up=stk.look_up,
    purposes=(STK, PAYBILL, RESULT),
    callbacks="tools.payments.mpesa.callbacks",
    test_connection=client.test_connection,
    register_addresses=_register_addresses,
    list_addresses=_list_addresses,
    unregistered=NOT_REGISTERED,
    fields=(
        "kind", "short_code", "pay_to", "passkey", "security_credential", "unconfirmed_limit", "initiator",
        "nominated_number", "pull_registered_at", "pulled_until",
    ),
    required={"short_code": "M-Pesa needs the paybill or store number."},
)  # fmt: skip
