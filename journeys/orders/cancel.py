"""cancel: what is not paid is withdrawn after a yes; what is paid, or has left, is for a person to undo."""

from typing import Any, Final

from journeys.checkout import purchase
from journeys.flow import Turn
from journeys.orders.flow import OrdersFlow
from journeys.orders.person import handed_over
from journeys.orders.shown.standing import OPEN
from journeys.orders.wish import OrderWish
from journeys.reply import Buttons, Option, Text
from journeys.state import Asked, ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.payments.order_get_status import OrderStatus

ABOUT: Final = "cancel:"
ENDED: Final = frozenset({"cancelled", "expired"})


def cancel(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    state, status = flow["state"], flow["found"][0]
    if status.order.status in ENDED:
        return {"state": state, "reply": Text(text=say("cancel_already", state, number=status.order.number))}
    if status.payment_status == "pending":
        return {"state": state, "reply": Text(text=say("cancel_while_pending", state, number=status.order.number))}
    if not is_withdrawable(status, state):
        return handed_over(flow, runtime, reason="cancel")
    return _asking(status, state)


def is_withdrawable(status: OrderStatus, state: ConversationState) -> bool:
    """Open, unpaid, and the one that this conversation is about: there is never another open one in it."""
    is_open = status.order.status in OPEN and status.payment_status == "unpaid"
    return is_open and state.order_id in (None, status.order.order_id)


def _asking(status: OrderStatus, state: ConversationState) -> dict[str, Any]:
    titles = (say("cancel_yes", state), say("cancel_no", state))
    number = status.order.number
    asked = Asked(
        kind="yes_or_no", journey="orders", options=("yes", "no"), titles=titles, about=f"{ABOUT}{number}"
    )  # fmt: skip
    total = money(status.order.total, status.order.currency)
    options = tuple(Option(id=id, title=title) for id, title in zip(asked.options, titles, strict=True))
    words = say("cancel_sure", state, number=number, total=total)
    return {"state": state.having(asked=asked), "reply": Buttons(text=words, options=options)}


def is_asked(state: ConversationState) -> bool:
    return state.asked is not None and state.asked.journey == "orders" and state.asked.about.startswith(ABOUT)


def decide(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    """Her yes withdraws the draft, once it is seen that it is still the one she was asked about."""
    asked, state = flow["state"].asked, flow["state"].having(asked=None)
    number = asked.about.removeprefix(ABOUT) if asked else ""
    if flow["answer"] != "yes":
        return {"state": state, "reply": Text(text=say("cancel_kept", state))}
    now = {"state": state, "text": flow["text"], "wish": OrderWish(action="cancel", number=number, is_named=True)}
    found = runtime.context.call("order_get_status", number=number).result
    if found is None or not found.orders or not is_withdrawable(found.orders[0], state):
        return handed_over({**now, "found": tuple(found.orders) if found else ()}, runtime, reason="cancel")  # type: ignore[typeddict-item]
    call = runtime.context.call("order_create", lines=[])
    if call.refusal:
        return handed_over({**now, "found": tuple(found.orders)}, runtime, reason="cancel")  # type: ignore[typeddict-item]
    return {"state": purchase.closed(state), "reply": Text(text=say("cancel_done", state, number=number))}
