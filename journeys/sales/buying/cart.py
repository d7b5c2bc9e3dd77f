"""The cart as it is changed: a line out, more or fewer of it, another form of it, all of it given up."""

from typing import Any, Final

from journeys.checkout import answers, purchase
from journeys.checkout.shown.summary import with_options
from journeys.checkout.shown.ways import choice
from journeys.flow import Turn
from journeys.local.purchase import cart as words
from journeys.local.purchase.cart import Edit
from journeys.reply import MAX_ROWS, Text
from journeys.sales.flow import SalesFlow
from journeys.state import Asked, CartLine, Choosing, ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say

MOST: Final = 1000


def change(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state, answer = flow["state"], flow.get("answer", "")
    if answer == "buy:drop":
        return _dropped(state)
    if answer == answers.CANCEL:
        return _given_up(state, runtime)
    if not state.cart:
        return {"reply": Text(text=say("cart_empty", state))}
    if answer == answers.MORE:
        return {"state": state.having(asked=None, choosing=None), "reply": Text(text=say("what_else", state))}
    if answer.startswith(answers.REMOVE):
        return _without(answer.removeprefix(answers.REMOVE), state)
    if answer.startswith(answers.SET):
        count, _, sku = answer.removeprefix(answers.SET).partition(":")
        return _with_quantity(sku, int(count), state)
    return _edited(flow["text"], state)


def _dropped(state: ConversationState) -> dict[str, Any]:
    state = state.having(choosing=None, asked=None, selected_item_ids=[])
    return {"state": state, "reply": Text(text=say("left_it_cart" if state.cart else "left_it", state))}


def _given_up(state: ConversationState, runtime: Turn) -> dict[str, Any]:
    """The draft is withdrawn, and what was set aside for it goes back."""
    call = runtime.context.call("order_create", lines=[]) if state.order_id else None
    if call is not None and call.refusal and call.refusal.code != "nothing_to_withdraw":
        words = f"{say('cannot_withdraw', state)} {how_to_reach_a_person(state)}"
        return {"state": state.having(asked=None), "reply": Text(text=words)}
    was_open = bool(state.cart or state.order_id or state.choosing)
    return {"state": purchase.closed(state), "reply": Text(text=say("given_up" if was_open else "cart_empty", state))}


def _edited(text: str, state: ConversationState) -> dict[str, Any]:
    edit = words.edit(text, {})
    if edit is None:
        return {"answer": answers.PAY}
    line = _line(edit, state)
    if line is None:
        return _which(edit, state)
    match edit.kind:
        case "remove":
            return _without(line.sku, state)
        case "swap":
            return _swapped(line, edit, state)
        case "set":
            return _with_quantity(line.sku, edit.said.quantity or 0, state)
    step = edit.said.quantity or 1
    return _with_quantity(line.sku, line.quantity + (step if edit.kind == "add" else -step), state)


def _line(edit: Edit, state: ConversationState) -> CartLine | None:
    """The line that is meant: the only one, the one named, the one at that place; a size alone means the last."""
    cart = state.cart
    if len(cart) == 1:
        return cart[0]
    named = [line for line in cart if edit.said.rest and _names(edit.said.rest, line)]
    if len(named) == 1:
        return named[0]
    if edit.kind == "remove" and edit.said.quantity and edit.said.quantity <= len(cart):
        return cart[edit.said.quantity - 1]
    return cart[-1] if edit.kind in ("swap", "add") and not edit.said.rest else None


def _names(said: tuple[str, ...], line: CartLine) -> bool:
    return all(words.is_of(word, f"{line.title} {' '.join(line.options.values())}") for word in said)


def _which(edit: Edit, state: ConversationState) -> dict[str, Any]:
    """Several lines, and any of them may be meant."""
    lines = state.cart[:MAX_ROWS]
    count = edit.said.quantity or 1
    ids = {"remove": answers.REMOVE, "set": f"{answers.SET}{count}:"}
    options = tuple(
        f"{ids[edit.kind]}{line.sku}" if edit.kind in ids else f"{answers.SET}{_stepped(edit, line)}:{line.sku}"
        for line in lines
    )
    named = tuple(_plain(line) for line in lines)
    asked = Asked(kind="cart", journey="sales", options=options, titles=named)
    listed = "\n".join(f"{number}. {name}" for number, name in enumerate(named, 1))
    state = state.having(asked=asked)
    return {"state": state, "reply": choice(f"{say('which_line', state)}\n{listed}", asked, state)}


def _stepped(edit: Edit, line: CartLine) -> int:
    step = edit.said.quantity or 1
    return max(line.quantity + (step if edit.kind == "add" else -step), 0)


def _plain(line: CartLine) -> str:
    return with_options(line.title, line.options).replace("*", "")


def _without(sku: str, state: ConversationState) -> dict[str, Any]:
    kept = [line for line in state.cart if line.sku != sku]
    if not kept:
        return {"answer": answers.CANCEL}
    told = (say("taken_out", state),) if len(kept) < len(state.cart) else ()
    return {"state": purchase.changed(state, kept), "leading": told, "answer": answers.PAY}


def _with_quantity(sku: str, count: int, state: ConversationState) -> dict[str, Any]:
    """None of it takes it out only when she said so: a count that is no count is asked for again."""
    line = next((line for line in state.cart if line.sku == sku), None)
    if line is None:
        return {"answer": answers.PAY}
    if not 1 <= count <= MOST:
        return {"reply": Text(text=say("change_quantity_how", state, item=with_options(line.title, line.options)))}
    lines = [other if other.sku != sku else line.model_copy(update={"quantity": count}) for other in state.cart]
    told = (say("now_count", state, count=count, item=with_options(line.title, line.options)),)
    return {"state": purchase.changed(state, lines), "leading": told, "answer": answers.PAY}


def _swapped(line: CartLine, edit: Edit, state: ConversationState) -> dict[str, Any]:
    """Another form of the same item: put together anew, with what was not changed."""
    kept = [other for other in state.cart if other.sku != line.sku]
    choosing = Choosing(item_id=line.item_id, options=line.options, quantity=edit.said.quantity or line.quantity)
    changed = purchase.changed(state, kept).having(choosing=choosing, selected_item_ids=[line.item_id])
    return {"state": changed, "answer": "buy:said"}
