"""An order as tools tell it: every line, discount and total that a reply may state."""

from datetime import datetime
from decimal import Decimal

from pydantic import Field

from tools.catalog.units import Quantity
from tools.contract import Result


class LineFacts(Result):
    """One line of an order, at the price the order holds."""

    sku: str
    item_id: str
    title: str
    options: dict[str, str]
    unit: str = Field("piece", description="What is counted: piece, night, ticket, kg ...")
    quantity: Quantity
    unit_price: Decimal
    line_total: Decimal


class DiscountFacts(Result):
    """What an offer takes off."""

    name: str
    code: str | None
    amount: Decimal


class OrderFacts(Result):
    """An order with its totals; `quote` is a hash of everything that the amount to pay rests on."""

    order_id: str
    number: str = Field(
        description="As the customer sees it and as they quote it when they pay: at most 12 letters and digits."
    )
    status: str
    lines: list[LineFacts]
    subtotal: Decimal
    discounts: list[DiscountFacts]
    delivery_fee: Decimal | None = Field(
        None, description="It is in the total; None when it is not known, or nothing is brought."
    )
    is_place_untold: bool = Field(
        False,
        description="Whether the business asks for delivery by the area, and nobody has said where to, or that "
        "they come for it: what bringing it costs is not in the total.",
    )
    total: Decimal
    currency: str
    paid: Decimal = Field(Decimal(0), description="How much has arrived.")
    due: Decimal = Field(Decimal(0), description="How much is still to pay.")
    quote: str
    reserved_until: datetime | None
    created_at: datetime
    delivery: dict[str, str] = Field(
        default_factory=dict,
        description="Recipient, place, when and note, as told; how: collected, where they come for it.",
    )


class PaymentFacts(Result):
    """One attempt to pay an order."""

    payment_id: str
    method: str = Field(description="mpesa_stk, mpesa_c2b or card")
    status: str = Field(description="pending, paid, failed, or unknown while the provider has not told")
    amount: Decimal
    currency: str
    receipt: str | None = Field(description="The provider's receipt, once it is paid.")
    reason: str | None = Field(
        description="Why it failed, as a code: cancelled, insufficient_funds, timeout, wrong_pin ..."
    )
    at: datetime
