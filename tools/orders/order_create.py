"""Makes the conversation's draft order, or changes its lines; an empty list withdraws it. Stock is held for a while."""

from decimal import Decimal

from pydantic import Field

from tools.contract import Args, Result
from tools.orders.facts import OrderFacts


class OrderLineArgs(Args):
    """One line."""

    sku: str = Field(max_length=64, description="The variant's SKU.")
    quantity: int = Field(ge=1, le=1000, description="How many pieces.")
    shown_price: Decimal | None = Field(
        None, description="The unit price the customer was shown, to tell her of a change."
    )


class OrderCreateArgs(Args):
    """The whole cart; it replaces what the draft held."""

    lines: list[OrderLineArgs] = Field(max_length=50, description="Every line of the order; none withdraws the draft.")


class PriceChange(Result):
    """A price that is not the one the customer was shown."""

    sku: str
    title: str
    shown: Decimal
    now: Decimal


class OrderCreateResult(Result):
    """The draft as it stands; it holds no discount any more, whatever it held before."""

    order: OrderFacts
    price_changes: list[PriceChange]


# Refusals: item_unknown, item_inactive, out_of_stock (facts: sku, title, available), nothing_to_withdraw, not_a_draft,
# mixed_currencies.
