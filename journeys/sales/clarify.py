"""clarify: asks what is wanted, naming the shelves there are; and says what cannot be done here yet."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales import catalog_link
from journeys.sales.flow import SalesFlow
from journeys.state import Asked
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say


def clarify(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    call = runtime.context.call("catalog_search", limit=1)
    shelves = [category.path.rpartition(" > ")[2] for category in call.result.categories] if call.result else []
    words = say("what_do_you_want_of", state, shelves=", ".join(shelves)) if shelves else say("what_do_you_want", state)
    asked = Asked(kind="narrow", journey="sales")
    return {
        "state": state.having(clarify_turns=state.clarify_turns + 1, asked=asked),
        "reply": Text(text=words),
    }


def buy(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    """Orders come with a journey of their own; until then we say so, and where the item can be had."""
    state = flow["state"]
    parts = [say("cannot_order_yet", state)]
    if state.selected_item_ids:
        call = runtime.context.call("catalog_get_item", item_id=state.selected_item_ids[-1])
        link = catalog_link.of_item(state, call.result.link_path) if call.result else None
    else:
        link = catalog_link.of_search(state, flow["search"])
    if link:
        parts.append(say("link_line", state, link=link))
    return {"reply": Text(text="\n".join([*parts, how_to_reach_a_person(state)]))}
