"""A payment that was refused: what it was, and the way on that leads from there."""

from typing import Any, Final

from journeys.checkout import purchase
from journeys.checkout.commands import OtherWay, Pay
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import confirm
from journeys.checkout.shown import stock
from journeys.context import TurnContext
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from tools.contract import Refusal

ANEW: Final = ("quote_changed", "not_confirmed")
OTHER_WAYS: Final = {
    "provider_down": "provider_down",
    "provider_refused": "provider_refused",
    "method_disabled": "way_not_there",
}
WAIT: Final = {"payment_pending": "payment_pending", "too_soon": "too_soon"}


def mend(refusal: Refusal, method: str, flow: CheckoutFlow, context: TurnContext) -> dict[str, Any]:
    """Nothing was charged; the question is asked anew, another way is offered, or it is told why not."""
    state, facts, code = flow["state"], refusal.facts, refusal.code
    context.trace.notes["payment_refused"] = code
    state = state.having(asked=None)
    if code in ANEW:
        told = (say("ask_again_changed", state),)
        return _to("order_create", flow, purchase.changed(state, state.purchase.cart), told)
    if code in OTHER_WAYS:
        told = (say(OTHER_WAYS[code], state),)
        return _other_ways(method, flow, state.having(payment_method=None), told)
    if code == "out_of_stock":
        return stock.short({**flow, "state": state}, facts)
    if code == "phone_invalid":
        return confirm.ask_number({**flow, "state": state.having(payment_phone=None)}, "number_unreadable")
    if code in WAIT:
        return _wait(say(WAIT[code], state, seconds=facts.get("seconds", "")), state)
    return _over(code, state)


def _to(node: str, flow: CheckoutFlow, state: ConversationState, told: tuple[str, ...]) -> dict[str, Any]:
    return {"state": state, "leading": (*flow.get("leading", ()), *told), "command": Pay(), "next": node}


def _other_ways(method: str, flow: CheckoutFlow, state: ConversationState, told: tuple[str, ...]) -> dict[str, Any]:
    return _to("methods", flow, state, told) | {"refused": (*flow.get("refused", ()), method)}


def _wait(words: str, state: ConversationState) -> dict[str, Any]:
    ways = ((Pay(), "try_again"), (OtherWay(), "other_way"))
    choices = tuple(Choice(title=say(name, state), command=command.written()) for command, name in ways)
    asked = Pick(journey="checkout", of="retry", choices=choices)
    text = f"{words}\n\n{say('short_hint', state, ways=' / '.join(each.title for each in choices))}"
    return {"state": state.having(asked=asked), "reply": choice(text, asked, state)}


def _over(code: str, state: ConversationState) -> dict[str, Any]:
    name = "already_paid" if code == "already_paid" else "order_over"
    return {"state": purchase.closed(state), "reply": Text(text=say(name, state))}
