"""What a payment provider is to the rest of the house: a folder that declares one, and its line in the registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Literal, Protocol

from tools.orders.models import Order
from tools.payments.models import Payment, PaymentAccount
from tools.providers import Exchanges
from tools.providers.connection import ConnectionReport

State = Literal["paid", "pending", "failed", "reversed"]


Effect = Literal[
    "noted", "credited", "held", "kept", "accepted", "rejected", "repeated", "malformed", "unknown_payment",
    "other_checkout", "other_amount", "other_phone", "other_number", "confirmed", "void", "undecided",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderStatus:
    """A provider's answer to the question how a payment stands; `reason` and `sentence` say why it failed.

    A failure that is not `is_sure` counts only when a callback has told it too, or two minutes have passed.
    """

    state: State
    code: str = ""
    reason: str = ""
    sentence: str = ""
    receipt: str = ""
    amount: Decimal | None = None
    currency: str = ""
    reference: str = ""
    is_sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A payment's row, and whether this call wrote it; a row of an earlier try of the same turn is not sent again."""

    payment: Payment
    account: PaymentAccount
    order: Order
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedCharge:
    """The provider took a request to be paid: its name for it, and the page to show the customer, if there is one."""

    provider_id: str
    redirect_url: str = ""


# Made in the attempt's transaction; called once, after its commit, with no transaction open. What was asked and
# answered joins the list. Raises NotSent, Busy, Refused, or Unknown when the provider may have taken it.
SendRequest = Callable[[Exchanges], AcceptedCharge]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentWay:
    """One way to pay that a provider serves; without `prepare`, money comes by itself and nobody is asked for it."""

    can_take: Callable[[PaymentAccount, Order], bool]
    prepare: Callable[[Attempt], SendRequest] | None = None
    # Without its page a card payment can be paid by nobody, so one whose page was never told of is over.
    has_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CallbackPurpose:
    """What is reported at one of our addresses, and how long an earlier address is still heard after a new one."""

    name: str
    label: str
    lasts: timedelta
    # What a new address changes of the account: what the provider knows of us no longer holds.
    on_new: Callable[[PaymentAccount, bool], Mapping[str, Any]] = lambda account, is_leaked: {}
    # What an admin has to do next; empty: nothing.
    next_step: str = ""


class AskRefund(Protocol):
    """Asks for the whole amount of a paid payment to be given back; raises as a SendRequest does."""

    def __call__(self, payment: Payment, *, by: str, exchanges: Exchanges) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentProvider:
    """Everything that differs from provider to provider. The rest of the room reads it, and names none."""

    code: str
    label: str
    name: str
    ways: Mapping[str, PaymentWay]
    # How a payment stands, by its `provider_id`; raises as a SendRequest does.
    look_up: Callable[[Payment, Exchanges, datetime], ProviderStatus]
    purposes: tuple[CallbackPurpose, ...]
    # The module with the `urlpatterns` at which the provider reports.
    callbacks: str
    # Tries the account's keys out; nothing is caused by it.
    test_connection: Callable[[PaymentAccount, Exchanges], ConnectionReport]
    # Tells the provider our addresses; what is to be kept of its answer, by the account's fields.
    register_addresses: Callable[[PaymentAccount, Exchanges], Mapping[str, Any]]
    # The addresses that an admin may have to copy into the provider's pages.
    list_addresses: Callable[[PaymentAccount], list[str]]
    # What an account's `problem` says until our addresses are registered again; empty: nothing does.
    unregistered: str = ""
    # The account's fields that mean nothing to other providers, and those that must not be empty.
    fields: tuple[str, ...] = ()
    required: Mapping[str, str] = field(default_factory=dict)
    ask_refund: AskRefund | None = None
