"""catalog_get_item and product_disambiguate: the item as it is now, and the next thing to ask, or the line it makes."""

from typing import Any

from journeys.checkout import purchase
from journeys.checkout.shown.summary import with_options
from journeys.flow import Turn
from journeys.local.purchase.choice import Said, read
from journeys.reply import Text
from journeys.sales.buying import question
from journeys.sales.buying.choose import QUANTITY, Chosen, choose
from journeys.sales.buying.product_disambiguate import worded
from journeys.sales.flow import SalesFlow
from journeys.sales.wish.wish import remembered
from journeys.state import CartLine, Choosing, ConversationState
from journeys.wording.phrases import say
from tools.catalog.catalog_get_item import CatalogGetItemResult


def open_item(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    """Which item is meant, and its variants now."""
    state = flow["state"]
    item_id = _item_id(flow)
    if item_id is None:
        return {"reply": Text(text=say("which_one" if state.last_catalog_results else "what_do_you_want", state))}
    call = runtime.context.call("catalog_get_item", item_id=item_id)
    if call.refusal:
        return {"state": state.having(choosing=None, asked=None), "reply": Text(text=say("item_gone", state))}
    if not call.result.in_stock:
        told = say("item_sold_out", state, title=call.result.title)
        return {"state": state.having(choosing=None), "reply": Text(text=told)}
    return {"item": call.result}


def disambiguate(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    """One question at a time; what is complete goes into the cart."""
    state, item = flow["state"], flow["item"]
    before = _before(item, state)
    in_cart = {line.sku: line.quantity for line in state.cart}
    chosen = choose(item, before, _said(flow, item), in_cart=in_cart)
    if not chosen.asks:
        return _added(item, chosen, state)
    choosing = Choosing(item_id=item.item_id, options=chosen.options, quantity=chosen.quantity)
    asked = question.asked(chosen)
    state = state.having(choosing=choosing, selected_item_ids=[item.item_id], asked=asked, clarify_turns=0)
    usual = question.usual(item, chosen, state)
    words = worded(_facts(item, chosen, usual), state, runtime, is_settled="answer" in flow and bool(flow["answer"]))
    said, fallback = (question.reply(text, asked, state) for text in (words, usual))
    return {"state": state, "reply": said, "fallback": fallback}


def _facts(item: CatalogGetItemResult, chosen: Chosen, usual: str) -> dict[str, Any]:
    problem = "" if chosen.problem is None else chosen.problem.sentence.replace("_", " ")
    return {
        "item": item.title, "chosen": chosen.options, "asks": chosen.asks, "values": list(chosen.values),
        "problem": problem, "usual_sentence": usual,
    }  # fmt: skip


def _item_id(flow: SalesFlow) -> str | None:
    """The item that was named by a tap or a number, else the one in hand, else the only one she sees."""
    state, answer = flow["state"], flow.get("answer", "")
    named = answer.partition(":")[2] if answer.startswith(("item:", "buy:")) and answer != "buy:said" else ""
    if named:
        return named
    if state.choosing is not None:
        return state.choosing.item_id
    if state.selected_item_ids:
        return state.selected_item_ids[-1]
    shown = state.last_catalog_results
    return shown[0].item_id if len(shown) == 1 else None


def _before(item: CatalogGetItemResult, state: ConversationState) -> Choosing | None:
    """What is chosen of this item already; at first, what she looked for when she found it."""
    if state.choosing is not None and state.choosing.item_id == item.item_id:
        return state.choosing
    wish = remembered(state)
    if wish is None:
        return None
    looked_for = {"size": wish.size, "colour": wish.colour}
    said = read(" ".join(f"{name} {value}" for name, value in looked_for.items() if value), item.options)
    return Choosing(item_id=item.item_id, options=said.options)


def _said(flow: SalesFlow, item: CatalogGetItemResult) -> Said:
    """What the answer says: a tapped value, or her words read against the item's own options."""
    answer, asked = flow.get("answer", ""), flow["state"].asked
    kind, _, rest = answer.partition(":")
    if kind == "option":
        name, _, value = rest.partition(":")
        full = next((one for one in item.options.get(name, ()) if one.startswith(value)), value)
        return Said(options={name: full})
    if kind == QUANTITY:
        return Said(quantity=int(rest))
    if kind == "item":
        return _without_its_place(read(flow["text"], item.options), flow)
    if kind == "buy" and rest != "said":
        return Said()
    return read(flow["text"], item.options, asked.about if asked and asked.kind == "pick_option" else "")


def _without_its_place(said: Said, flow: SalesFlow) -> Said:
    """The number she picked it by is no quantity."""
    ids = [shown.item_id for shown in flow["state"].last_catalog_results]
    picked = flow["answer"].removeprefix("item:")
    place = ids.index(picked) + 1 if picked in ids else 0
    return Said(options=said.options, unknown=said.unknown) if said.quantity == place or said.is_unclear else said


def _added(item: CatalogGetItemResult, chosen: Chosen, state: ConversationState) -> dict[str, Any]:
    """A line for it; the same variant once more makes the line longer."""
    variant, quantity = chosen.variant, chosen.quantity
    assert variant is not None  # noqa: S101  nothing is asked of a complete choice
    assert quantity is not None  # noqa: S101
    before = next((line.quantity for line in state.cart if line.sku == variant.sku), 0)
    line = CartLine(
        sku=variant.sku, item_id=item.item_id, title=item.title, options=variant.options,
        quantity=before + quantity, unit_price=variant.price, currency=variant.currency,
    )  # fmt: skip
    others = [other for other in state.cart if other.sku != variant.sku]
    changed = purchase.changed(state, [*others, line]).having(selected_item_ids=[], clarify_turns=0)
    told = say("added", changed, count=quantity, item=with_options(item.title, variant.options))
    return {"state": changed, "leading": (told,) if others or before else (), "answer": "cart:pay"}
