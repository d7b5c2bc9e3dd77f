"""Where the checkout goes on: to the order, to the ways to pay, to the question, or, after a plain yes, to pay."""

from typing import Any, Final

from journeys.checkout import answers, purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import number
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

PAYS: Final = {"mpesa_stk": "stk", "mpesa_c2b": "c2b", "card": "card"}


def enter(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """Money moves on one path only: a yes to the quote that was asked, for the order that stands."""
    state, answer = flow["state"], flow.get("answer", "")
    if not state.cart and state.order_id is None:
        return {"reply": Text(text=say("cart_empty", state))}
    if _is_yes(answer, state):
        return {"next": PAYS[str(state.asked and state.asked.about)]}
    if answer == answers.NO:
        return {"state": state.having(asked=None), "reply": Text(text=say("nothing_charged", state))}
    if answer == answers.OTHER_NUMBER or answer == answers.PHONE:
        name = "which_number" if answer == answers.OTHER_NUMBER else "number_unreadable"
        return number.ask(flow, name)
    leading = flow.get("leading", ())
    if answer == answers.UNSURE:
        leading = (*leading, say("say_yes_plainly", state))
    return _on(_as_said(answer, state), leading)


def _is_yes(answer: str, state: ConversationState) -> bool:
    asked = state.asked
    if asked is None or asked.kind != "confirm" or not purchase.is_ordered(state):
        return False
    return bool(asked.quote) and answer == f"{answers.YES}{asked.quote}" and asked.about in PAYS


def _as_said(answer: str, state: ConversationState) -> ConversationState:
    """Another number, another way."""
    if answer.startswith(answers.PHONE):
        return state.having(payment_phone=answer.removeprefix(answers.PHONE), payment_method="mpesa_stk")
    if answer in (answers.OTHER_WAY, answers.OTHER):
        return state.having(payment_method=None)
    return state


def _on(state: ConversationState, leading: tuple[str, ...]) -> dict[str, Any]:
    changes: dict[str, Any] = {"state": state.having(asked=None), "leading": leading}
    return changes if purchase.is_ordered(state) else changes | {"next": "order_create"}
