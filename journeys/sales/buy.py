"""buy: orders come with a journey of their own; until then it says so, and where the item can be had."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown import catalog_link
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say


def buy(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    if not state.selected_item_ids and len(state.last_catalog_results) > 1:
        return {"reply": Text(text=say("which_one", state))}
    link = _link(flow, runtime)
    parts = [say("cannot_order_yet", state), *([say("link_line", state, link=link)] if link else [])]
    words = "\n".join([*parts, how_to_reach_a_person(state)])
    return {"reply": Text(text=words), "links": (link,) if link else ()}


def _link(flow: SalesFlow, runtime: Turn) -> str | None:
    state = flow["state"]
    if not state.selected_item_ids:
        return catalog_link.of_wish(state, flow["wish"])
    item = runtime.context.call("catalog_get_item", item_id=state.selected_item_ids[-1]).result
    return catalog_link.of_item(state, item.link_path) if item else None
