"""Changes to an item that still waits for its form: it is left out after all, or another number of it is wanted."""

from decimal import Decimal

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


def is_named(said: str, state: ConversationState) -> bool:
    """Whether words name the item that waits, and nothing that is in the cart; of "the kettle" the little word says
    nothing."""
    waits = state.purchase.choosing
    telling = [word for word in lexicon.terms(said) if not word.isdecimal()]
    if waits is None or not telling or not all(words.is_of(word, waits.title) for word in telling):
        return False
    titles = (f"{line.title} {' '.join(line.options.values())}" for line in state.purchase.cart)
    return not any(all(words.is_of(word, title) for word in telling) for title in titles)


def changed(command: ChangeCart, state: ConversationState, context: TurnContext) -> Done | None:
    """What a change of the cart makes of it; None where it is not what is meant."""
    if state.purchase.choosing is None or any(line.sku == command.line for line in state.purchase.cart):
        return None
    if command.change != "words":
        is_meant = is_named(command.line, state) or not (command.line.strip() or state.purchase.cart)
        return _changed(command.change, command.quantity, state, context) if is_meant else None
    edit = words.edit(command.words, {})
    rest = " ".join(edit.said.rest) if edit is not None else ""
    is_meant = is_named(rest, state) or not (rest or state.purchase.cart)
    return _changed(edit.kind, edit.said.quantity, state, context) if edit is not None and is_meant else None


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
