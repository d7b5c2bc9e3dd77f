"""show_item: opens the item that was picked, with what the catalog says of it now."""

from typing import Any

from journeys.flow import Turn
from journeys.local import wants
from journeys.reply import Buttons, Option, Reply, Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown import catalog_link
from journeys.sales.shown.item_card import card
from journeys.state import ConversationState
from journeys.wording.phrases import say
from tools.catalog.catalog_get_item import CatalogGetItemResult


def show_item(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    item_id = item_id_of(flow)
    call = runtime.context.call("catalog_get_item", item_id=item_id)
    if call.refusal:
        return {"reply": Text(text=say("item_gone", state))}
    link = catalog_link.of_item(state, call.result.link_path)
    words = card(call.result, state, wanted=asked_of(call.result, flow), link=link)
    state = state.having(selected_item_ids=[item_id], choosing=None, catalog_rejections=0, clarify_turns=0)
    return {"state": state, "reply": _to_buy(words, call.result, state), "links": (link,) if link else ()}


def _to_buy(words: str, item: CatalogGetItemResult, state: ConversationState) -> Reply:
    if not item.in_stock:
        return Text(text=words)
    title = say("buy_it", state)
    text = f"{words}\n{say('buy_hint', state, buy=title)}"
    return Buttons(text=text, options=(Option(id=f"buy:{item.item_id}", title=title),))


def asked_of(item: CatalogGetItemResult, flow: SalesFlow) -> dict[str, str]:
    """The size and the colour she asks about, if the item has such; the number she picked it by is no size."""
    said, titles = wants.parse(flow["text"]), [shown.title for shown in flow["state"].last_catalog_results]
    place = str(titles.index(item.title) + 1) if flow.get("answer") and item.title in titles else ""
    named = {"colour": said.colours[:1], "size": [size for size in said.sizes[:1] if size != place]}
    return {name: values[0] for name, values in named.items() if values and name in item.options}


def item_id_of(flow: SalesFlow) -> str:
    """The item she chose, else the one she looks at."""
    chosen = flow.get("answer", "")
    return chosen.removeprefix("item:") if chosen.startswith("item:") else flow["state"].selected_item_ids[-1]
