"""What a customer may want at the till: see the cart and pay, the way to pay, a number, a yes, and where it goes."""

from typing import ClassVar, Final, Literal

from pydantic import Field

from journeys.command import Command

Method = Literal["mpesa_stk", "mpesa_c2b", "card"]

# What a rider reads.
LONGEST_NOTE: Final = 500


class ShowCart(Command):
    """The cart with its total."""

    name: ClassVar[str] = "show_cart"


class Pay(Command):
    """Go on to paying what is in the cart, or try a payment again."""

    name: ClassVar[str] = "pay"


class ChoosePayment(Command):
    """How to pay, and the phone that M-Pesa shall ask; either may be left open."""

    name: ClassVar[str] = "choose_payment"

    method: Method | None = None
    phone: str = Field("", max_length=40)


class OtherWay(Command):
    """Another way to pay than the one chosen."""

    name: ClassVar[str] = "other_way"
    stands_alone: ClassVar[bool] = False


class OtherNumber(Command):
    """Another phone than the one shown."""

    name: ClassVar[str] = "other_number"
    stands_alone: ClassVar[bool] = False


class ConfirmPayment(Command):
    """The yes to a quote; only code that has read a plain yes, or a tap under the question, gives it."""

    name: ClassVar[str] = "confirm_payment"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False

    quote: str
    way: str = ""
    """How, and from which number, as the question said it."""


class UnclearYes(Command):
    """A yes that is not plain, or to an order that has changed since."""

    name: ClassVar[str] = "unclear_yes"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False


class Decline(Command):
    """Not now: nothing is charged."""

    name: ClassVar[str] = "decline"
    stands_alone: ClassVar[bool] = False


class Deliver(Command):
    """Who gets the order, where, when, and a note on it; what was not said is empty.

    `item` is the one thing of the order that `when` and `note` are of, by its title; empty where they are of all."""

    name: ClassVar[str] = "deliver"

    recipient: str = Field("", max_length=120)
    place: str = Field("", max_length=300)
    when: str = Field("", max_length=300)
    note: str = Field("", max_length=LONGEST_NOTE)
    item: str = Field("", max_length=200)


COMMANDS = (ShowCart, Pay, ChoosePayment, OtherWay, OtherNumber, ConfirmPayment, UnclearYes, Decline, Deliver)
