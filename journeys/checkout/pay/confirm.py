"""confirm: shows exactly what will be paid, how and from which number, and asks for a yes to it."""

from collections.abc import Iterator
from typing import Any, Final

from journeys.checkout import answers
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import number
from journeys.checkout.shown.summary import summary
from journeys.checkout.shown.ways import choice
from journeys.flow import Turn
from journeys.state import Asked, ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say

STK: Final = "mpesa_stk"


def confirm(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """A yes is a yes to this order at this amount: both are in the quote that the question bears."""
    state = flow["state"]
    if state.payment_method == STK:
        state = state.having(payment_phone=state.payment_phone or flow.get("phone"))
        if state.payment_phone is None:
            return number.ask(flow, "which_number")
    asked = _asked(flow, state)
    words = [*flow.get("leading", ()), *_words(flow, state), say("confirm_hint", state, ways=" / ".join(asked.titles))]
    runtime.context.trace.notes["asked_to_confirm"] = {"quote": asked.quote, "method": asked.about}
    return {"state": state.having(asked=asked), "reply": choice("\n\n".join(words), asked, state)}


def _words(flow: CheckoutFlow, state: ConversationState) -> Iterator[str]:
    order = flow["order"]
    yield "\n".join([say("check_order", state, number=order.number), summary(order, state)])
    yield from flow.get("hints", ())
    amount = money(order.due, order.currency)
    yield say(f"confirm_{state.payment_method}", state, amount=amount, phone=state.payment_phone)


def _asked(flow: CheckoutFlow, state: ConversationState) -> Asked:
    order = flow["order"]
    ways = [(f"{answers.YES}{order.quote}", "yes_pay")]
    if state.payment_method == STK:
        ways.append((answers.OTHER_NUMBER, "other_number"))
    ways.append((answers.OTHER_WAY, "other_way") if len(flow["methods"]) > 1 else (answers.NO, "not_now"))
    return Asked(
        kind="confirm",
        journey="sales",
        options=tuple(id for id, _ in ways),
        titles=tuple(say(name, state) for _, name in ways),
        about=str(state.payment_method),
        quote=order.quote,
    )
