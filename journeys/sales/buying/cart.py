"""The cart as it is changed: a line out, more or fewer of it, another form of it, all of it given up."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.checkout import half_chosen, purchase
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.checkout.shown import with_options
from journeys.command import Option
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import replies
from journeys.local.purchase import cart as words
from journeys.reply import MAX_ROWS, Text
from journeys.sales import several
from journeys.sales.buying import not_yet_in, question
from journeys.sales.buying.choose import QUANTITY, Chosen
from journeys.sales.buying.in_its_place import beyond_what_is_left, replaced
from journeys.sales.buying.put_together import add, chosen_of
from journeys.sales.commands import Add, ChangeCart, DropItem, EmptyCart, GoOnShopping, Line
from journeys.sales.items import PLACE, item_of
from journeys.state import CartLine, Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say
from journeys.wording.quantity import so_many
from tools.catalog.units import MEASURED, MOST, fits, orderable

# What is said of a colour there is of the form that is wanted, and tells no line.
OF_A_FORM: Final = frozenset({"swap", "another"})


def drop_item(command: DropItem, state: ConversationState, context: TurnContext) -> Done:
    state = state.having(choosing=None, waiting=[], asked=None, selected_item_ids=[])
    return Done(state=state, reply=Text(text=say("left_it_cart" if state.purchase.cart else "left_it", state)))


def go_on_shopping(command: GoOnShopping, state: ConversationState, context: TurnContext) -> Done:
    return Done(state=state.having(asked=None, choosing=None), reply=Text(text=say("what_else", state)))


def empty(command: EmptyCart, state: ConversationState, context: TurnContext) -> Done:
    """The draft is withdrawn, and what was set aside for it goes back."""
    call = context.call("order_create", lines=[]) if state.purchase.order_id else None
    if call is not None and call.refusal and call.refusal.code != "nothing_to_withdraw":
        told = f"{say('cannot_withdraw', state)} {how_to_reach_a_person(state)}"
        return Done(state=state.having(asked=None), reply=Text(text=told))
    was_open = bool(state.purchase.cart or state.purchase.order_id or state.purchase.choosing)
    return Done(state=purchase.closed(state), reply=Text(text=say("given_up" if was_open else "cart_empty", state)))


def change(command: ChangeCart, state: ConversationState, context: TurnContext) -> Done:
    if of_what_waits := not_yet_in.changed(command, state, context):
        return of_what_waits
    if not state.purchase.cart:
        return Done(state=state, reply=Text(text=say("cart_empty", state)))
    if command.change == "words":
        return _as_worded(command, state, context)
    line = _line_of(command.line, state) or _line_with(command, state)
    if line is None:
        return _which(command, state)
    match command.change:
        case "remove":
            return _without(line, state, context)
        case "set":
            return _with_quantity(line, command.quantity or Decimal(0), state, context)
        case "swap":
            return _swapped(line, command, state, context)
    step = command.quantity or Decimal(1)
    if command.change == "more" and (one_more := beyond_what_is_left(line, step, state, context)):
        return add(Add(lines=(one_more,)), state, context)
    return _with_quantity(line, line.quantity + (step if command.change == "more" else -step), state, context)


def _as_worded(command: ChangeCart, state: ConversationState, context: TurnContext) -> Done:
    """The change that the customer's own words say, with the line that they mean."""
    cart, units = state.purchase.cart, [line.unit for line in state.purchase.cart]
    titles = " ".join(line.title for line in cart)
    forms = " ".join(value for line in cart for value in line.options.values())
    edit = words.edit(command.words, {}, titles=titles, units=units, forms=forms)
    if edit is None:
        return go_on(Pay(), state, context)
    line = _line_meant(edit, state)
    if edit.kind == "remove" and (unknown := _not_in_there(edit, state)):
        return go_on(Pay(), state, context, leading=(say("not_in_cart", state, items=unknown),))
    if edit.kind in ("set", "swap") and (done := _parted(edit, command.words, state, context)):
        return done
    if line and edit.kind == "set" and (of_its_own := _in_its_own_forms(line, command.words, state, context)):
        edit = of_its_own
    if line and (done := _with_another(line, edit, command.words, state, context)):
        return done
    if line is not None and words.takes_some(edit, command.words, line.quantity, is_alone=len(cart) == 1):
        edit = replace(edit, kind="less")
    kinds = {"remove": "remove", "add": "more", "another": "more", "less": "fewer", "set": "set", "swap": "swap"}
    said = ChangeCart.model_validate({
        "change": kinds[edit.kind], "line": line.sku if line else "", "quantity": orderable(edit.said.quantity),
        "words": words.without(command.words) if edit.kind == "swap" else "",
    })  # fmt: skip
    if edit.kind == "set" and edit.said.quantity is None and line is not None:
        return _unclear(line, state)
    if line is not None and edit.said.quantity is not None and said.quantity is None:
        return _unclear(line, state)
    return change(said, state, context) if line else _which(said, state)


def _with_another(
    line: CartLine, edit: words.Edit, text: str, state: ConversationState, context: TurnContext
) -> Done | None:
    """One of another form beside the line, "another white one", or another item in its place."""
    if edit.kind == "another":
        one_more = Line(item=line.item_id, quantity=orderable(edit.said.quantity) or Decimal(1))
        return add(Add(lines=(one_more,), words=words.without(text)), state, context)
    if not edit.said.rest or not words.replaces(text):
        return None
    return replaced(line, edit.said.rest, orderable(edit.said.quantity) or line.quantity, state, context)


def _in_its_own_forms(line: CartLine, text: str, state: ConversationState, context: TurnContext) -> words.Edit | None:
    """The change as the item's own options read it: of rice in bags "make it 5 kg" is another bag, and not five."""
    item = item_of(line.item_id, state, context)
    edit = words.edit(text, item.options, titles=item.title, units=[line.unit]) if item is not None else None
    return edit if edit is not None and edit.kind == "swap" and edit.said.options else None


def _parted(edit: words.Edit, text: str, state: ConversationState, context: TurnContext) -> Done | None:
    """Several forms in the place of what there is of one item: "make it 2 black and 1 white".

    One that is not to be had changes nothing."""
    line, cart = _line_meant(edit, state), state.purchase.cart
    meant = [each for each in cart if each.item_id == (line or cart[-1]).item_id]
    item = item_of(meant[0].item_id, state, context) if line or len(meant) == len(cart) else None
    held = dict(set.intersection(*(set(each.options.items()) for each in meant)))
    parted = several.of_one_item(words.without(text), item.item_id, item.options, item.unit, held) if item else None
    if item is None or parted is None:
        return None
    changed = purchase.changed(state, [other for other in cart if other not in meant])
    for wanted in parted.lines:
        chosen = chosen_of(wanted, "", item, changed)
        if chosen.asks:
            return _left_as_it_is(meant[0], chosen, state)
    return add(parted, changed, context)


def _not_in_there(edit: words.Edit, state: ConversationState) -> str:
    """What shall be taken out and is not in the cart, as they call it."""
    told = " ".join(f"{line.title} {' '.join(line.options.values())}" for line in state.purchase.cart)
    strange = [word for word in edit.said.rest if not words.is_of(word, told)]
    return " ".join(strange)


def _line_meant(edit: words.Edit, state: ConversationState) -> CartLine | None:
    """The line that is meant: the only one, the one named, the one at that place; a size alone means the last."""
    cart = state.purchase.cart
    if len(cart) == 1:
        return cart[0]
    is_named = edit.said.rest or (edit.said.unknown and edit.kind not in OF_A_FORM)
    named = [line for line in cart if is_named and _names(edit, line)]
    if len(named) == 1:
        return named[0]
    if edit.kind == "remove" and edit.said.quantity and edit.said.quantity <= len(cart):
        return cart[int(edit.said.quantity) - 1]
    return cart[-1] if edit.kind in ("swap", "another", "add") and not edit.said.rest else None


def _names(edit: words.Edit, line: CartLine) -> bool:
    """Whether all that was said is of this line; where it is not changed to another form, a colour tells which."""
    said = (*edit.said.rest, *(edit.said.unknown if edit.kind not in OF_A_FORM else ()))
    return all(words.is_of(word, f"{line.title} {' '.join(line.options.values())}") for word in said)


def _line_of(reference: str, state: ConversationState) -> CartLine | None:
    """A line by its SKU, its item, its place or its title; the only one when nothing is said."""
    cart = state.purchase.cart
    if not reference.strip():
        return cart[0] if len(cart) == 1 else None
    exact = next((line for line in cart if reference in (line.sku, line.item_id)), None)
    if exact is not None:
        return exact
    if place := PLACE.fullmatch(reference):
        return cart[int(place[1]) - 1] if 1 <= int(place[1]) <= len(cart) else None
    at = replies.pick_name(reference, [f"{line.title} {' '.join(line.options.values())}" for line in cart])
    return None if at is None else cart[at]


def _line_with(command: ChangeCart, state: ConversationState) -> CartLine | None:
    """The one line of that title whose options were said too: "one child less" of two lines of tickets."""
    said = {option.value.casefold() for option in command.options}
    if not said or command.change == "swap":
        return None
    named = [line for line in state.purchase.cart if command.line.casefold() in ("", line.title.casefold())]
    meant = [line for line in named if said <= {value.casefold() for value in line.options.values()}]
    return meant[0] if len(meant) == 1 else None


def _which(command: ChangeCart, state: ConversationState) -> Done:
    """Several lines, and any of them may be meant."""
    lines = state.purchase.cart[:MAX_ROWS]
    choices = tuple(Choice(title=_plain(line), command=command.having(line=line.sku).written()) for line in lines)
    asked = Pick(journey="sales", of="line", choices=choices)
    listed = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    state = state.having(asked=asked)
    return Done(state=state, reply=choice(f"{say('which_line', state)}\n{listed}", asked, state))


def _plain(line: CartLine) -> str:
    return with_options(line.title, line.options).replace("*", "")


def _without(line: CartLine, state: ConversationState, context: TurnContext) -> Done:
    kept = [other for other in state.purchase.cart if other.sku != line.sku]
    if not kept:
        return _last_out(line, state, context)
    item_of(line.item_id, state, context)  # what is said of it below is held to what was read of it
    told = say("taken_out", state, item=with_options(line.title, line.options))
    return _changed(kept, told, state, context)


def _last_out(line: CartLine, state: ConversationState, context: TurnContext) -> Done:
    """The purchase is given up, unless an item still waits for its form: that is what they buy now."""
    done, waits = empty(EmptyCart(), state, context), half_chosen.left_out(state, context)
    before, told = state.purchase, say("taken_out", state, item=with_options(line.title, line.options))
    still = done.state.having(
        delivery=before.delivery, payment_method=before.payment_method, order_totals=purchase.coupons(state)
    )
    if any(isinstance(later, Add) for later in context.commands[1:]):  # something else takes its place
        return Done(state=still, reply=Text(text=told))
    if not waits or done.state.purchase.cart:
        return done
    still = still.having(choosing=before.choosing, waiting=before.waiting, asked=state.controls.asked)
    return Done(state=still, reply=Text(text="\n\n".join([told, *waits])))


def _with_quantity(line: CartLine, count: Decimal, state: ConversationState, context: TurnContext) -> Done:
    """None of it takes it out only when that was said: a count that is no count is asked for again."""
    if not 0 < count <= MOST or not fits(count, line.unit):
        return _unclear(line, state)
    changed = line.having(quantity=count)
    lines = [changed if other.sku == line.sku else other for other in state.purchase.cart]
    told = say("now_count", state, count=so_many(count, line.unit, state), item=with_options(line.title, line.options))
    return _changed(lines, told, state, context)


def _changed(lines: list[CartLine], told: str, state: ConversationState, context: TurnContext) -> Done:
    after = half_chosen.kept(state, purchase.changed(state, lines))
    return go_on(Pay(), after, context, leading=(told, *half_chosen.left_out(state, context)))


def _unclear(line: CartLine, state: ConversationState) -> Done:
    told = say(
        f"change_quantity_how{'_part' * (line.unit in MEASURED)}", state, item=with_options(line.title, line.options)
    )
    return Done(state=state, reply=Text(text=told))


def _swapped(line: CartLine, command: ChangeCart, state: ConversationState, context: TurnContext) -> Done:
    """Another form of the same item: put together anew, with what was not changed; one that is not to be had changes
    nothing, and the forms that are can be taken in its place."""
    kept = [other for other in state.purchase.cart if other.sku != line.sku]
    is_of_some = not command.words or words.is_of_some(context.text)
    if (rest := line.quantity - (command.quantity or line.quantity)) > 0 and is_of_some:
        kept.append(line.model_copy(update={"quantity": rest}))  # "make one of the two sets white"
    changed = purchase.changed(state, kept).having(selected_item_ids=[line.item_id])
    wanted = Line(item=line.item_id, options=command.options, quantity=command.quantity)
    holding = _holding(line, wanted, changed)
    item = item_of(line.item_id, holding, context)
    is_left = item is not None and catalog.beside_cart(item, holding).in_stock
    chosen = chosen_of(wanted, command.words, item, holding) if item is not None and is_left else None
    if chosen is not None and chosen.problem is not None and chosen.asks != QUANTITY:
        return _left_as_it_is(line, chosen, state)
    return add(Add(lines=(wanted,), words=command.words), holding, context)


def _left_as_it_is(line: CartLine, chosen: Chosen, state: ConversationState) -> Done:
    """Why it is not changed, and the forms that it can be changed to."""
    stays = say("line_stays", state, item=with_options(line.title, line.options))
    words = " ".join([question.problem_of(chosen, state), stays])
    others = [value for value in chosen.values if value != line.options.get(chosen.asks)]
    if not others:
        return Done(state=state, reply=Text(text=words))
    made = [ChangeCart(change="swap", line=line.sku, options=(Option(name=chosen.asks, value=v),)) for v in others]
    choices = tuple(Choice(title=v, command=each.written()) for v, each in zip(others, made, strict=True))
    asked = Pick(journey="sales", of="line", choices=choices)
    text = f"{words} {say('line_other_forms', state, values=', '.join(others))}"
    if len(choices) > MAX_ROWS:
        return Done(state=state, reply=Text(text=text))
    return Done(state=state.having(asked=asked), reply=choice(text, asked, state))


def _holding(line: CartLine, wanted: Line, state: ConversationState) -> ConversationState:
    held = line.model_dump(include={"item_id", "title", "options", "unit"})
    return state.having(choosing=held | {"quantity": wanted.quantity or line.quantity})
