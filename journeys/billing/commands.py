"""What a customer may want with what they are billed."""

from typing import ClassVar, Literal

from pydantic import Field

from journeys.command import Command

Topic = Literal["plan", "balance", "invoices", "cases", "policy"]
Reason = Literal["", "overcharge", "service_outage", "within_cooling_off", "other"]


class AskBilling(Command):
    """Their own plan, what they owe, their invoices, how a refund case stands; or the refund policy."""

    name: ClassVar[str] = "ask_billing"
    is_read: ClassVar[bool] = True

    about: Topic = "balance"
    question: str = Field("", max_length=300)
    """How to see it, as they asked: who has no account here is told what the library says of that."""


class RequestRefund(Command):
    """Money back for an invoice: what of it is known so far; code asks for the rest, one thing at a time."""

    name: ClassVar[str] = "request_refund"
    is_read: ClassVar[bool] = True  # what is still doubtful in it is asked for, and a person decides

    invoice_id: str = Field("", max_length=64)
    reason: Reason = ""
    amount: str = Field("", max_length=20)
    description: str = Field("", max_length=500)


class VerifyMe(Command):
    """Their account number, or their answer to the question that shows it is theirs."""

    name: ClassVar[str] = "verify_me"

    account_number: str = Field("", max_length=64)
    answer: str = Field("", max_length=200)


class NoAccount(Command):
    """They do not have the account number, or will not tell it."""

    name: ClassVar[str] = "no_account"
    for_model: ClassVar[bool] = False
    stands_alone: ClassVar[bool] = False


class DropRefund(Command):
    """They want no refund after all."""

    name: ClassVar[str] = "drop_refund"
    is_read: ClassVar[bool] = True


COMMANDS = (AskBilling, RequestRefund, VerifyMe, NoAccount, DropRefund)
