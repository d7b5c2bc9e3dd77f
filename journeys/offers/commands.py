"""What a customer may want of offers: hear of them, or use a code."""

from typing import ClassVar

from pydantic import Field

from journeys.command import Command


class AskOffers(Command):
    """Which offers run, or a lower price."""

    name: ClassVar[str] = "ask_offers"
    is_read: ClassVar[bool] = True


class ApplyCoupon(Command):
    """Use a coupon's code on what is being bought."""

    name: ClassVar[str] = "apply_coupon"

    code: str = Field(max_length=60)


COMMANDS = (AskOffers, ApplyCoupon)
