"""The line that brings her back: what she was asked while buying, after something else was answered in between."""

from decimal import Decimal
from typing import Final

from journeys.flow import Flow
from journeys.reply import Buttons, ListReply, Reply
from journeys.state import Asked, ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say

WHILE_BUYING: Final = frozenset({"confirm", "pick_method", "phone", "pick_option", "quantity", "cart"})


def reminder(flow: Flow, reply: Reply) -> str | None:
    """Nothing when the reply is itself about the purchase, or none is open."""
    state, waiting = flow["state"], flow.get("waiting")
    if flow.get("route") in (None, "sales") or _is_asked_in(reply, state.asked):
        return None
    if waiting is not None and waiting == state.asked and waiting.kind in WHILE_BUYING:
        return say(f"reminder_{waiting.kind}", state, **_known(state, waiting))
    is_asked_anew = state.asked is not None and state.asked.kind in WHILE_BUYING
    if not state.cart or is_asked_anew or state.payment_status == "pending":
        return None
    return say("reminder_cart_kept", state)


def _is_asked_in(reply: Reply, asked: Asked | None) -> bool:
    shown = tuple(option.id for option in reply.options) if isinstance(reply, Buttons | ListReply) else ()
    return asked is not None and bool(shown) and shown == asked.options


def _known(state: ConversationState, waiting: Asked) -> dict[str, str]:
    total = state.order_totals.get("total")
    amount = money(Decimal(total), str(state.order_totals.get("currency") or state.currency)) if total else ""
    return {"amount": amount, "values": ", ".join(waiting.titles)}
