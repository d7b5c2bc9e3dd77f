"""An item that waits for its form, such as a colour, while the rest of the cart is changed, delivered or paid.

It is not in the order, which is told with the total, and it is kept: its colour may still come.
"""

from journeys import catalog
from journeys.context import TurnContext
from journeys.state import ConversationState, Pick
from journeys.wording.phrases import say


def left_out(state: ConversationState, context: TurnContext) -> tuple[str, ...]:
    """Which item is not in the order yet, and what it waits for; nothing where none does."""
    asked, choosing = _waits(state), state.purchase.choosing
    if asked is None or choosing is None:
        return ()
    item = catalog.fetched(choosing.item_id, context)
    values = ", ".join(each.title for each in asked.choices)
    if item is None or not values:
        return ()
    told = "another_not_in_it_yet" if catalog.is_in_cart(item.item_id, state) else "not_in_it_yet"
    return (say(told, state, item=item.title, values=values),)


def kept(before: ConversationState, after: ConversationState) -> ConversationState:
    """What was half chosen before a change of something else still is after it."""
    return after.having(choosing=before.purchase.choosing) if _waits(before) else after


def _waits(state: ConversationState) -> Pick | None:
    """The question that it waits for; who but looks at an item has been asked none."""
    asked = state.controls.asked
    if isinstance(asked, Pick) and asked.of == "option" and state.purchase.choosing is not None:
        return asked
    return None
