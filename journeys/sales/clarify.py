"""clarify: asks what is wanted, naming the shelves there are; and says what cannot be done here yet."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown import catalog_link
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say


def clarify(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    call = runtime.context.call("catalog_search", limit=1)
    categories = call.result.categories if call.result else []
    shelves = ", ".join(category.path.rpartition(" > ")[2] for category in categories)
    question = say("what_do_you_want_of", state, shelves=shelves) if shelves else say("what_do_you_want", state)
    apology = f"{say('did_not_understand', state)} " if state.intent == "unknown" else ""
    changed = state.having(clarify_turns=state.clarify_turns + 1)
    return {"state": changed, "reply": Text(text=f"{apology}{question}")}


def buy(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    """Orders come with a journey of their own; until then we say so, and where the item can be had."""
    state = flow["state"]
    if not state.selected_item_ids and len(state.last_catalog_results) > 1:
        return {"reply": Text(text=say("which_one", state))}
    parts = [say("cannot_order_yet", state)]
    if state.selected_item_ids:
        call = runtime.context.call("catalog_get_item", item_id=state.selected_item_ids[-1])
        link = catalog_link.of_item(state, call.result.link_path) if call.result else None
    else:
        link = catalog_link.of_wish(state, flow["wish"])
    if link:
        parts.append(say("link_line", state, link=link))
    words = "\n".join([*parts, how_to_reach_a_person(state)])
    return {"reply": Text(text=words), "links": (link,) if link else ()}
