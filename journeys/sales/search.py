"""search: asks the catalog; what was shown already is left out when the customer wants others."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown.finding import WANTS_OTHERS
from journeys.wording.phrases import say


def search(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state, arguments = flow["state"], flow["wish"].arguments()
    if flow["narrowed"].action in WANTS_OTHERS and state.catalog_shown_ids:
        arguments["exclude_item_ids"] = state.catalog_shown_ids
    call = runtime.context.call("catalog_search", **arguments)
    if call.refusal:
        runtime.context.trace.notes["search_refused"] = call.refusal.code
        return {"reply": Text(text=say("cannot_search", state))}
    return {"found": call.result}
