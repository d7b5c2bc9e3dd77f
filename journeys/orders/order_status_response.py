"""Words how an order stands, or whether its payment arrived. Without the model, fixed sentences do.

Number, status, bill and amounts below that opening are always written by code."""

from collections.abc import Sequence
from typing import Any, Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.orders.commands import OrderStatus as AskStatus
from journeys.orders.commands import PayOrder
from journeys.orders.look import Looked, asked_of_arrival
from journeys.orders.standing import card, heading, kept_words, line, payment_words
from journeys.reply import Buttons, Reply, Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from tools.payments.order_get_status import OrderAndPayments

PROMPT: Final = """\
`order` is what the shop's books say of the customer's order at this moment. Answer what they asked of it: one or two
short sentences, kind when something went wrong. A payment is paid only if payment_status says so; an order is on its
way or delivered only if its status says so. Promise no time but `set_aside_until` and `open_until`. The bill stands
below your words."""

OF_PROGRAMS: Final = frozenset({"order_id", "quote", "reserved_until", "created_at"})
"""What a model needs no word of; until when it is kept stands beside the order, by the business's own clock."""
ENDED: Final = frozenset({"delivered", "cancelled", "expired"})
"""Of these nothing will come any more."""


def respond(looked: Looked, state: ConversationState, context: TurnContext) -> Done:
    found, command = looked.found, looked.command
    if isinstance(command, AskStatus) and command.about == "all" and len(found) > 1:
        return _listed(found, state)
    is_kept = isinstance(command, AskStatus) and command.about == "kept" and found[0].open_until is not None
    is_about_payment = isinstance(command, PayOrder) or command.about == "payment" or is_kept
    lead = payment_words(found[0], state) if is_about_payment else heading(found[0], state)
    lead = kept_words(found[0], state, tenant.local_now(context)) if is_kept else lead
    if looked.unknown_code:
        lead = f"{say('payment_code_unknown', state, code=looked.unknown_code)}\n\n{lead}"
    rest = [] if is_about_payment else [card(found[0], state), *_others(found[1:], state)]
    facts = {"order": _facts(found[0]), "usual_sentence": lead}
    if isinstance(command, AskStatus) and command.about == "arrival" and found[0].order.status not in ENDED:
        return Done(state=state, reply=Text(text=lead), then=asked_of_arrival(state))
    return Done(
        state=state,
        reply=Text(text="\n\n".join([lead, *rest])),
        lead=lead,
        wording=Wording(node="order_status_response", facts=facts),
    )


def _facts(status: OrderAndPayments) -> dict[str, Any]:
    """The order for a model, without what only programs read."""
    facts = status.model_dump(mode="json")
    order = {name: value for name, value in facts["order"].items() if name not in OF_PROGRAMS}
    return facts | {"order": order, "payments": [_without_id(payment) for payment in facts["payments"]]}


def _without_id(payment: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in payment.items() if name != "payment_id"}


def _others(others: Sequence[OrderAndPayments], state: ConversationState) -> list[str]:
    lines = [f"• {line(status, state)}" for status in others]
    return ["\n".join([say("orders_others", state), *lines])] if lines else []


def _listed(found: Sequence[OrderAndPayments], state: ConversationState) -> Done:
    lines = [f"{place}. {line(status, state)}" for place, status in enumerate(found, 1)]
    numbers = [status.order.number for status in found]
    choices = tuple(Choice(title=number, command=AskStatus(number=number).written()) for number in numbers)
    asked = Pick(journey="orders", of="order", choices=choices)
    text = "\n\n".join([say("orders_listed", state), "\n".join(lines), say("orders_pick", state)])
    shown: Reply = choice(text, asked, state)
    if not isinstance(shown, Buttons) and len(choices) > 3:
        shown = choice(text, Pick(journey="orders", of="order", choices=choices[:3]), state)
    return Done(state=state.having(asked=asked), reply=shown)
