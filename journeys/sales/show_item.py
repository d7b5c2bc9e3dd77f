"""show_item: opens the item that was picked, with what the catalog says of it now."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown import catalog_link
from journeys.sales.shown.item_card import card
from journeys.wording.phrases import say


def show_item(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    item_id = item_id_of(flow)
    call = runtime.context.call("catalog_get_item", item_id=item_id)
    if call.refusal:
        return {"reply": Text(text=say("item_gone", state))}
    narrowed = flow.get("narrowed")
    wanted = {"colour": narrowed.colour, "size": narrowed.size} if narrowed else {}
    link = catalog_link.of_item(state, call.result.link_path)
    words = card(
        call.result, state, wanted={name: value for name, value in wanted.items() if value}, link=link
    )
    state = state.having(selected_item_ids=[item_id], catalog_rejections=0, clarify_turns=0)
    return {"state": state, "reply": Text(text=words), "links": (link,) if link else ()}


def item_id_of(flow: SalesFlow) -> str:
    """The item she chose, else the one she looks at."""
    chosen = flow.get("answer", "")
    return chosen.removeprefix("item:") if chosen.startswith("item:") else flow["state"].selected_item_ids[-1]
