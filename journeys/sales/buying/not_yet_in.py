"""Changes to an item that still waits for its form: it is left out after all, or another number of it is wanted."""

from decimal import Decimal

from journeys import catalog
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local.purchase import cart as words
from journeys.reply import Text
from journeys.sales.buying.put_together import add, choose_form
from journeys.sales.commands import Add, ChangeCart, Choose, Line
from journeys.state import ConversationState
from journeys.wording.phrases import say
from knowledge import lexicon


def changed(command: ChangeCart, state: ConversationState, context: TurnContext) -> Done | None:
    """What a change of the cart makes of it; None where it is not what is meant."""
    if any(line.sku == command.line for line in state.purchase.cart):
        return None
    kind: str = command.change
    said, quantity = command.line.strip(), command.quantity
    if kind == "words":
        edit = words.edit(command.words, {})
        if edit is None:
            return None
        kind, said, quantity = edit.kind, " ".join(edit.said.rest), edit.said.quantity
    waits = state.purchase.choosing
    if waits is not None and (is_named(said, waits.title, state) or not (said or state.purchase.cart)):
        return _changed(kind, quantity, state, context)
    return _without_another(said, state, context) if kind == "remove" and said else None


def is_named(said: str, title: str, state: ConversationState) -> bool:
    """Whether words name the item that waits, and nothing that is in the cart; of "the kettle" the little word says
    nothing."""
    telling = [word for word in lexicon.terms(said) if not word.isdecimal()]
    if not telling or not all(words.is_of(word, title) for word in telling):
        return False
    titles = (f"{line.title} {' '.join(line.options.values())}" for line in state.purchase.cart)
    return not any(all(words.is_of(word, title) for word in telling) for title in titles)


def _without_another(said: str, state: ConversationState, context: TurnContext) -> Done | None:
    """One that waits behind what is asked about is left; that question still stands."""
    for line in state.purchase.waiting:
        item = catalog.fetched(line["item"], context)
        if item is None or not is_named(said, item.title, state):
            continue
        state = state.having(waiting=[each for each in state.purchase.waiting if each is not line])
        told = say("taken_out", state, item=f"*{item.title}*")
        is_paying = bool(state.purchase.cart) and state.purchase.choosing is None
        return go_on(Pay(), state, context, leading=(told,)) if is_paying else Done(state=state, reply=Text(text=told))
    return None


def _changed(kind: str, quantity: Decimal | None, state: ConversationState, context: TurnContext) -> Done | None:
    if kind == "remove":
        return _left_out(state, context)
    return choose_form(Choose(quantity=quantity), state, context) if kind == "set" and quantity else None


def _left_out(state: ConversationState, context: TurnContext) -> Done:
    waits, others = state.purchase.choosing, [Line.model_validate(each) for each in state.purchase.waiting]
    title = waits.title if waits is not None else ""
    state = state.having(choosing=None, waiting=[], asked=None, selected_item_ids=[])
    if others:
        return add(Add(lines=tuple(others)), state, context)
    if not state.purchase.cart:
        return Done(state=state, reply=Text(text=say("left_it", state)))
    return go_on(Pay(), state, context, leading=(say("taken_out", state, item=f"*{title}*"),))
