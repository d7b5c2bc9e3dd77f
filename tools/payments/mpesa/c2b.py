"""Paybill and till money: where Safaricom tells of it, whether it may come, and that it has come.

Both questions are answered from our own tables: Safaricom waits eight seconds for the first.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from tenants.scope import tenant_scope
from tools.orders import selectors as orders
from tools.orders.models import Order
from tools.payments import provider_log
from tools.payments.contract import Effect
from tools.payments.models import IncomingPayment, PaymentAccount, PaymentExchange
from tools.payments.mpesa import client
from tools.payments.mpesa.client import NAIROBI, TIMESTAMP
from tools.payments.settlement import arrivals
from tools.providers import Exchanges, redact

REGISTER = "/mpesa/c2b/v2/registerurl"
ACCEPTED, UNKNOWN_REFERENCE, WRONG_NUMBER, OTHER = "0", "C2B00012", "C2B00015", "C2B00016"
VALIDATE, CONFIRM = "/hooks/c2b/***/validate/", "/hooks/c2b/***/confirm/"
CLOSED = (Order.Status.CANCELLED,)
# Within the column; M-Pesa moves a quarter of a million at most.
MOST = Decimal(10) ** 9
# Before M-Pesa there was none; a time that is much older could not even be told in UTC.
FIRST_YEAR = 2007


def _plain(told: object) -> object:
    return redact.storable(str(told)) if isinstance(told, str | int | float) and not isinstance(told, bool) else ""


Text = Annotated[str, BeforeValidator(_plain)]
Receipt = Annotated[str, BeforeValidator(lambda told: str(_plain(told)).upper())]


def register_urls(account: PaymentAccount, *, confirmation: str, validation: str, exchanges: Exchanges) -> None:
    """Name our addresses; raises NotSent, Busy, Refused or OutcomeUnknown. In production it works once."""
    body = registration(account, confirmation=confirmation, validation=validation)
    client.taken(client.post(account, REGISTER, body, exchanges))


def registration(account: PaymentAccount, *, confirmation: str, validation: str) -> dict[str, Any]:
    """Money is taken even when we cannot be asked: what came is kept, and can be matched or given back."""
    return {
        "ShortCode": account.customer_number,
        "ResponseType": "Completed",
        "ConfirmationURL": confirmation,
        "ValidationURL": validation,
    }


class MoneyReport(BaseModel):
    """Money on its way, or arrived, as M-Pesa tells it; a fuller one is told than is needed."""

    transaction_id: Receipt = Field(alias="TransID", pattern=r"^[A-Z0-9]{6,40}$")
    amount: Decimal = Field(alias="TransAmount", gt=0, lt=MOST, decimal_places=2, allow_inf_nan=False)
    number: Text = Field(alias="BusinessShortCode", pattern=r"^\d{5,7}$")
    reference: Text = Field("", alias="BillRefNumber")
    phone: Text = Field("", alias="MSISDN")
    at: Text = Field("", alias="TransTime")
    first_name: Text = Field("", alias="FirstName")
    middle_name: Text = Field("", alias="MiddleName")
    last_name: Text = Field("", alias="LastName")

    @property
    def payer(self) -> str:
        return " ".join(" ".join((self.first_name, self.middle_name, self.last_name)).split())[:120]

    def arrived(self, now: datetime) -> arrivals.Money:
        return arrivals.Money(
            transaction_id=self.transaction_id, amount=self.amount, reference=self.reference, phone=self.phone,
            name=self.payer, paid_at=self.paid_at(now),
        )  # fmt: skip

    def paid_at(self, now: datetime) -> datetime:
        """M-Pesa's own time; ours when it tells none that can be."""
        try:
            told = datetime.strptime(self.at, TIMESTAMP).replace(tzinfo=NAIROBI)
        except ValueError:
            return now
        return min(told, now) if told.year >= FIRST_YEAR else now


def validate(account: PaymentAccount, body: Mapping[str, Any]) -> str:
    """Whether the money may come: "0", or the code that tells the customer what is wrong with it."""
    money = _parse(body)
    with tenant_scope(account.tenant_id):
        code = OTHER if money is None else _verdict(account, money)
        effect: Effect = "accepted" if code == ACCEPTED else "rejected"
        receipt = money.transaction_id if money else ""
        provider_log.keep_callback(account, VALIDATE, body, effect=effect, payment=None, receipt=receipt)
    return code


def _verdict(account: PaymentAccount, money: MoneyReport) -> str:
    """Any amount may come: too little and too much are kept and told of. A wrong reference is better turned away."""
    if money.number not in (account.short_code, account.pay_to):
        return WRONG_NUMBER
    if not money.reference.strip() and account.kind == PaymentAccount.Kind.TILL:
        return ACCEPTED
    order = orders.find_by_number(money.reference)
    return UNKNOWN_REFERENCE if order is None or order.status in CLOSED else ACCEPTED


def confirm(account: PaymentAccount, body: Mapping[str, Any], *, now: datetime) -> Effect:
    """Keep money that is told of, once; what of it is believed is credited to the order that it names."""
    money, incoming = _parse(body), None
    with tenant_scope(account.tenant_id):
        if money is None:
            effect: Effect = "malformed"
        elif money.number not in (account.short_code, account.pay_to):
            effect = "other_number"
        else:
            effect, incoming = arrivals.keep(account, money.arrived(now), now=now)
        provider_log.keep_callback(
            account, CONFIRM, body, effect=effect, payment=None, incoming=incoming,
            receipt=money.transaction_id if money and incoming is None else "",
        )  # fmt: skip
        if money is not None and incoming is not None and effect != "repeated":
            _link(incoming, money)
    return effect


def _link(incoming: IncomingPayment, money: MoneyReport) -> None:
    """What was told before the money had a row hangs on it from now on."""
    earlier = PaymentExchange.objects.filter(receipt=money.transaction_id, incoming=None)
    earlier.update(incoming=incoming)


def _parse(body: Mapping[str, Any]) -> MoneyReport | None:
    try:
        return MoneyReport.model_validate(body)
    except (ValidationError, ValueError):
        return None
