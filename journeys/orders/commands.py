"""What a customer may want with an order that is made: how it stands, change it, cancel it."""

from typing import ClassVar, Literal

from pydantic import Field

from journeys.command import Command


class OfOrder(Command):
    """Of an order by its number; without one, of that which the conversation is about, else of the latest."""

    number: str = Field("", max_length=40)
    is_named: bool = True
    """Whether the number was said to be an order's; another code may be a receipt's."""


class OrderStatus(OfOrder):
    """How an order or its payment stands."""

    name: ClassVar[str] = "order_status"
    is_read: ClassVar[bool] = True

    about: Literal["order", "arrival", "payment", "kept", "all"] = "order"


class PayOrder(OfOrder):
    """Pay an order that is still open."""

    name: ClassVar[str] = "pay_order"


class ChangeOrder(OfOrder):
    """Change an order that is made."""

    name: ClassVar[str] = "change_order"


class CancelOrder(OfOrder):
    """Cancel an order; asked about before it is done."""

    name: ClassVar[str] = "cancel_order"


class DisputeOrder(OfOrder):
    """Something is wrong with an order or a charge; a person decides."""

    name: ClassVar[str] = "dispute_order"


class ConfirmCancel(Command):
    """The yes to "shall I cancel it?"; read by code alone."""

    name: ClassVar[str] = "confirm_cancel"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False

    number: str


class KeepOrder(Command):
    """The no to "shall I cancel it?"."""

    name: ClassVar[str] = "keep_order"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False


COMMANDS = (OrderStatus, PayOrder, ChangeOrder, CancelOrder, DisputeOrder, ConfirmCancel, KeepOrder)
