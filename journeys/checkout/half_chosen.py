"""An item that waits for its form, such as a colour, while the rest of the cart is changed, delivered or paid.

It is not in the order, which is told with the total, and it is kept: its colour may still come.
"""

from collections.abc import Iterator
from typing import Final

from journeys import catalog
from journeys.context import TurnContext
from journeys.reply import Buttons, ListReply
from journeys.state import Choosing, ConversationState, Pick
from journeys.wording.phrases import say
from tools.catalog.units import as_json

OF_ITS_FORM: Final = frozenset({"option", "quantity"})


def left_out(state: ConversationState, context: TurnContext) -> tuple[str, ...]:
    """Which items are not in the order yet, and what each waits for; nothing where none does.

    What the same message asks about already is not asked for once more."""
    return tuple(told for waits in _waiting(state) if (told := _told(waits, state, context)))


def _told(waits: Choosing, state: ConversationState, context: TurnContext) -> str:
    item = catalog.fetched(waits.item_id, context)
    if item is None:
        return ""
    if _is_asked_about(waits, context):
        return say("not_in_it_and_asked", state, item=item.title)
    chosen = {name: value for name, value in waits.options.items() if value in item.options.get(name, ())}
    missing = next((name for name in item.options if name not in chosen), "")
    values = ", ".join(catalog.labels(catalog.beside_cart(item, state), chosen, missing).values())
    told = "another_not_in_it_yet" if catalog.is_in_cart(item.item_id, state) else "not_in_it_yet"
    return say(told, state, item=item.title, values=values) if values else ""


def _is_asked_about(waits: Choosing, context: TurnContext) -> bool:
    """Whether a command before this one, of the same message, asks for its form."""
    return any(
        isinstance(each.reply, Buttons | ListReply)
        and isinstance(each.state.controls.asked, Pick)
        and each.state.purchase.choosing is not None
        and each.state.purchase.choosing.item_id == waits.item_id
        for each in context.served
    )


def kept(before: ConversationState, after: ConversationState) -> ConversationState:
    """What was half chosen before a change of something else still is after it."""
    choosing = before.purchase.choosing
    return after.having(choosing=choosing) if choosing is not None and _waits(before) else after


def set_aside(state: ConversationState, *, beside: str = "") -> ConversationState:
    """What they have asked for waits among the others while another item is looked at, and is not forgotten."""
    choosing, waiting = state.purchase.choosing, state.purchase.waiting
    if choosing is None or not choosing.is_ordered or choosing.item_id == beside:
        return state
    options = [{"name": name, "value": value} for name, value in choosing.options.items()]
    line = {"item": choosing.item_id, "options": options, "quantity": choosing.quantity and as_json(choosing.quantity)}
    others = [each for each in waiting if each.get("item") != choosing.item_id]
    asked = state.controls.asked
    is_of_it = isinstance(asked, Pick) and asked.of in OF_ITS_FORM
    return state.having(
        choosing=None,
        waiting=[{name: of for name, of in line.items() if of}, *others],
        asked=None if is_of_it else asked,  # an answer would be taken for the form of the other item
    )


def _waiting(state: ConversationState) -> Iterator[Choosing]:
    choosing = state.purchase.choosing
    if choosing is not None and _waits(state):
        yield choosing
    for line in state.purchase.waiting:
        options = {each["name"]: each["value"] for each in line.get("options", ())}
        yield Choosing(item_id=line["item"], options=options)


def _waits(state: ConversationState) -> bool:
    """Whether what is half chosen was asked for; who but looks at an item has been asked nothing."""
    asked, choosing = state.controls.asked, state.purchase.choosing
    is_asked = isinstance(asked, Pick) and asked.of == "option"
    return choosing is not None and (choosing.is_ordered or is_asked)
