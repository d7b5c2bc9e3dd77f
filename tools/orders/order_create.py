"""Makes the conversation's draft order, or changes its lines; an empty list withdraws it, and frees its stock at once.

Stock is set aside for a while, as services.holds rules; the order stands without that as well.

Refuses with item_unknown, item_inactive, not_whole (facts: sku, title, unit), out_of_stock (facts: sku, title,
available), mixed_currencies, nothing_to_withdraw, and not_a_draft (facts: number, status) while a payment is under way.
"""

import secrets
from dataclasses import asdict
from decimal import Decimal
from typing import Literal

from pydantic import Field

from tools.catalog.units import Wanted
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.orders import selectors, services
from tools.orders.facts import OrderFacts
from tools.orders.refusals import OrderRefused


class OrderLineArgs(Args):
    """One line."""

    sku: str = Field(max_length=64, pattern=PLAIN_TEXT, description="The variant's SKU.")
    quantity: Wanted = Field(description="How much of it, in its unit: 2 pieces, 3 nights, 1.5 kg.")
    shown_price: Decimal | None = Field(
        None, description="The unit price the customer was shown, to tell them of a change."
    )


class DeliveryArgs(Args):
    """Where the order goes, as the customer said it; an empty word was not said."""

    recipient: str = Field("", max_length=120, pattern=PLAIN_TEXT, description="Who gets it.")
    place: str = Field("", max_length=300, pattern=PLAIN_TEXT, description="Where it goes.")
    when: str = Field("", max_length=120, pattern=PLAIN_TEXT, description="When it is wanted.")
    note: str = Field("", max_length=500, pattern=PLAIN_TEXT, description="Anything else about it.")
    how: Literal["", "collected"] = Field("", description="collected: they come for it, and nothing is brought.")


class OrderCreateArgs(Args):
    """The whole cart; it replaces what the draft held."""

    lines: list[OrderLineArgs] = Field(max_length=50, description="Every line of the order; none withdraws the draft.")
    delivery: DeliveryArgs = Field(DeliveryArgs(), description="Who gets it, where and when, and a note.")


class ShownPriceChange(Result):
    """A price that is not the one the customer was shown."""

    sku: str
    title: str
    shown: Decimal
    now: Decimal


class OrderCreateResult(Result):
    """The draft as it stands; it holds no discount any more, whatever it held before."""

    order: OrderFacts
    price_changes: list[ShownPriceChange]


def run(args: OrderCreateArgs, context: ToolContext) -> OrderCreateResult | Refusal:
    try:
        return _withdrawn(context) if not args.lines else _put_together(args, context)
    except OrderRefused as refused:
        return refused.refusal()


def _withdrawn(context: ToolContext) -> OrderCreateResult:
    order = services.withdraw(conversation_id=context.conversation_id, now=context.now)
    return OrderCreateResult(order=selectors.facts_of(order), price_changes=[])


def _put_together(args: OrderCreateArgs, context: ToolContext) -> OrderCreateResult:
    wanted = [
        services.WantedLine(sku=line.sku.strip(), quantity=line.quantity, shown_price=line.shown_price)
        for line in args.lines
    ]
    order, changes = services.put_together(
        wanted,
        conversation_id=context.conversation_id,
        customer_id=context.customer_id,
        delivery={name: value for name, value in args.delivery.model_dump().items() if value},
        now=context.now,
        choose=secrets.choice,
    )
    return OrderCreateResult(
        order=selectors.facts_of(order), price_changes=[ShownPriceChange(**asdict(change)) for change in changes]
    )


TOOL = Tool(
    name="order_create",
    effect="write",
    description=(
        "Put the customer's cart into a draft order with its totals; its stock is set aside until `reserved_until`, "
        "and not at all when that is empty. The lines replace what the draft held, and no lines withdraw it."
    ),
    args=OrderCreateArgs,
    result=OrderCreateResult,
    run=run,
)
