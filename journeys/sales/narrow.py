"""narrow: turns the message into a search that keeps what was said before."""

from typing import Any

from journeys.flow import Turn
from journeys.sales.flow import SalesFlow
from journeys.sales.sales_narrow_query import QUESTION, Narrowed, is_settled, local
from journeys.sales.searching import Search, remembered
from journeys.state import ConversationState

LONGEST_READ = 2_000


def narrow(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    given = facts(state, flow["text"])
    narrowed = local(given)
    if not is_settled(narrowed, given):
        narrowed = runtime.context.mind.ask(QUESTION, given)
    search = merged(remembered(state), narrowed)
    runtime.context.trace.notes["narrowed"] = {"action": narrowed.action, **search.model_dump(mode="json", exclude_defaults=True)}
    return {"narrowed": narrowed, "search": search}


def facts(state: ConversationState, text: str) -> dict[str, Any]:
    earlier = remembered(state)
    opened = state.selected_item_ids[-1] if state.selected_item_ids else None
    return {
        "text": text[:LONGEST_READ],
        "earlier": earlier.model_dump(mode="json", exclude_defaults=True) if earlier else None,
        "shown": [item.title for item in state.last_catalog_results],
        "opened": next((item.title for item in state.last_catalog_results if item.item_id == opened), opened),
        "intent": state.intent,
        "currency": state.currency,
    }


def merged(earlier: Search | None, narrowed: Narrowed) -> Search:
    """A new thing begins a new search; anything else narrows the earlier one."""
    said = narrowed.search()
    return earlier.narrowed_by(said) if earlier and narrowed.refines else said
