"""The line that brings a customer back: what they were asked while buying, after something else was answered."""

from decimal import Decimal
from typing import Final

from journeys.flow import Flow
from journeys.reply import Buttons, ListReply, Reply
from journeys.state import Confirm, ConversationState, Pick, Question, Tell
from journeys.wording.money import money
from journeys.wording.phrases import say

OF_BUYING: Final = frozenset({"sales", "checkout"})
OF_PICKS: Final = {
    "way": "pick_method",
    "option": "pick_option",
    "quantity": "quantity",
    "cart": "cart",
    "line": "cart",
}


def reminder(flow: Flow, reply: Reply) -> str | None:
    """Nothing when the reply is itself about the purchase, or none is open; the till does not ask about an item."""
    state, waiting = flow["state"], flow.get("waiting")
    routes = set(flow.get("routes", ()))
    is_of_item = waiting is not None and waiting.journey == "sales" and "sales" not in routes
    if not routes or (routes & OF_BUYING and not is_of_item) or _is_asked_in(reply, state.controls.asked):
        return None
    if waiting is not None and waiting == state.controls.asked and (name := _name(waiting)):
        return say(f"reminder_{name}", state, **_known(state, waiting))
    asked = state.controls.asked
    is_asked_anew = asked is not None and _name(asked) is not None
    if routes & OF_BUYING or not state.purchase.cart or is_asked_anew or state.purchase.payment_status == "pending":
        return None
    return say("reminder_cart_kept", state)


def _name(asked: Question) -> str | None:
    """The reminder's name; None for a question that is not about buying."""
    match asked:
        case Confirm():
            return "confirm"
        case Tell(what="phone"):
            return "phone"
        case Pick(of=of):
            return OF_PICKS.get(of)
    return None


def _is_asked_in(reply: Reply, asked: Question | None) -> bool:
    shown = tuple(option.id for option in reply.options) if isinstance(reply, Buttons | ListReply) else ()
    return asked is not None and bool(shown) and shown == tuple(each.command for each in asked.choices)


def _known(state: ConversationState, waiting: Question) -> dict[str, str]:
    purchase = state.purchase
    total = purchase.order_totals.get("total")
    currency = str(purchase.order_totals.get("currency") or state.tenant.currency)
    amount = money(Decimal(total), currency) if total else ""
    return {"amount": amount, "values": ", ".join(each.title for each in waiting.choices)}
