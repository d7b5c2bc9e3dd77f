"""What a state remembers of a purchase: the order as it was last shown, and how it is forgotten."""

from typing import Any

from journeys.state import CartLine, Confirm, ConversationState, Delivery
from tools.orders.facts import OrderFacts


def remembered(state: ConversationState, order: OrderFacts) -> ConversationState:
    """The order as it stands now; its lines are the cart, at the prices that were just shown."""
    return state.having(
        order_id=order.order_id,
        order_number=order.number,
        order_totals={
            "total": str(order.due),
            "currency": order.currency,
            **({"delivery_fee": str(order.delivery_fee)} if order.delivery_fee is not None else {}),
            **({"asks_place": True} if order.is_place_untold else {}),
            "codes": [discount.code for discount in order.discounts if discount.code],
        },
        set_aside={line.sku: line.quantity for line in order.lines if order.reserved_until is not None},
        cart=[
            CartLine(
                sku=line.sku, item_id=line.item_id, title=line.title, options=line.options,
                unit=line.unit, quantity=line.quantity, unit_price=line.unit_price, currency=order.currency,
            )
            for line in order.lines
        ],
    )  # fmt: skip


def changed(state: ConversationState, cart: list[CartLine]) -> ConversationState:
    """Another cart than the one that was ordered: what was asked about the old one is no longer asked."""
    return state.having(cart=cart, order_totals=coupons(state), choosing=None, asked=None)


def coupons(state: ConversationState) -> dict[str, Any]:
    """Of the order's totals what holds for another cart too: the codes that were given."""
    return {"codes": codes} if (codes := state.purchase.order_totals.get("codes")) else {}


def quote_asked(state: ConversationState) -> str:
    """The quote that the customer was asked to agree to; empty when none was."""
    asked = state.controls.asked
    return asked.quote if isinstance(asked, Confirm) else ""


def is_ordered(state: ConversationState) -> bool:
    """Whether the order is the cart."""
    return state.purchase.order_id is not None and "total" in state.purchase.order_totals


def closed(state: ConversationState, **changes: Any) -> ConversationState:
    """Nothing is being bought any more."""
    nothing: dict[str, Any] = {
        "cart": [], "choosing": None, "waiting": [], "delivery": Delivery(), "asked": None,
        "order_id": None, "order_number": None, "order_totals": {}, "set_aside": {},
        "payment_request_id": None, "payment_method": None, "payment_status": None,
    }  # fmt: skip
    return state.having(**(nothing | changes))
