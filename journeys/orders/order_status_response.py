"""Words how an order stands, or whether its payment arrived. Without the model, fixed sentences do.

Number, status, bill and amounts below that opening are always written by code."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from journeys.compose.grounds import objection
from journeys.flow import Turn, may_ask
from journeys.llm import Facts, Question
from journeys.orders.flow import OrdersFlow
from journeys.orders.shown.standing import card, heading, line, payment_words
from journeys.reply import Buttons, Option, Reply, Text
from journeys.state import Asked, ConversationState
from journeys.wording.phrases import say
from tools.payments.order_get_status import OrderStatus

PROMPT = """\
A customer asked about her order in `text`; `order` is what the shop's books say of it at this moment.
Answer her question on WhatsApp in `language` (sw: everyday Kenyan Swahili; sheng: Nairobi's Sheng) and in the
tone `tone`: one or two short sentences, kind when something went wrong. `usual_sentence` says it in plain words;
keep its meaning. A payment is paid only if payment_status says so; an order is on its way or delivered only if
its status says so. Promise no time, name no number that is not in `order`, give no list and no link."""


class StatusTold(BaseModel):
    """The answer."""

    model_config = ConfigDict(extra="forbid")

    text: str


def local(facts: Facts) -> StatusTold:
    return StatusTold(text=facts["usual_sentence"])


QUESTION = Question(name="order_status_response", prompt=PROMPT, schema=StatusTold, local=local)


def respond(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    state, found, wish = flow["state"], flow["found"], flow["wish"]
    if wish.action == "list" and len(found) > 1:
        return _listed(found, state)
    is_about_payment = wish.action in ("payment", "pay")
    usual = payment_words(found[0], state) if is_about_payment else heading(found[0], state)
    rest = [] if is_about_payment else [card(found[0], state), *_others(found[1:], state)]
    leading = _unknown_receipt(flow)
    said = "\n\n".join([*leading, opening(usual, found[0], flow, runtime), *rest])
    return {
        "state": state,
        "reply": Text(text=said),
        "fallback": Text(text="\n\n".join([*leading, usual, *rest])),
    }


def opening(usual: str, status: OrderStatus, flow: OrdersFlow, runtime: Turn) -> str:
    """The model's words, if a call is left in this turn and they say nothing that the books do not."""
    state = flow["state"]
    if not may_ask(runtime.context):
        return usual
    facts = {
        "text": flow["text"],
        "order": status.model_dump(mode="json"),
        "language": state.response_language,
        "tone": state.tone_style,
        "usual_sentence": usual,
    }
    told = runtime.context.mind.ask(QUESTION, facts, check=objection(state, runtime.context))
    return told.text.strip() or usual


def _unknown_receipt(flow: OrdersFlow) -> list[str]:
    code = flow.get("unknown_receipt")
    return [say("payment_code_unknown", flow["state"], code=code)] if code else []


def _others(others: Sequence[OrderStatus], state: ConversationState) -> list[str]:
    lines = [f"• {line(status, state)}" for status in others]
    return ["\n".join([say("orders_others", state), *lines])] if lines else []


def _listed(found: Sequence[OrderStatus], state: ConversationState) -> dict[str, Any]:
    lines = [f"{place}. {line(status, state)}" for place, status in enumerate(found, 1)]
    numbers = tuple(status.order.number for status in found)
    asked = Asked(
        kind="pick_item", journey="orders", options=tuple(f"order:{number}" for number in numbers), titles=numbers
    )
    options = tuple(Option(id=id, title=title) for id, title in zip(asked.options, numbers, strict=True))
    text = "\n\n".join([say("orders_listed", state), "\n".join(lines), say("orders_pick", state)])
    reply: Reply = Buttons(text=text, options=options[:3])
    return {"state": state.having(asked=asked), "reply": reply}
