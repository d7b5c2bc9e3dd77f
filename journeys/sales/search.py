"""search: asks the catalog; what was shown already is left out when the customer wants others."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown.finding import WANTS_OTHERS
from journeys.wording.phrases import say


def search(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state, narrowed, wish = flow["state"], flow["narrowed"], flow["wish"]
    others = {"exclude_item_ids": state.catalog_shown_ids} if narrowed.action in WANTS_OTHERS else {}
    call = runtime.context.call("catalog_search", **wish.arguments(), **others)
    if narrowed.refines and narrowed.query and call.result and not call.result.items:
        # What she added may have been the beginning of another wish.
        wish = narrowed.wish()
        call = runtime.context.call("catalog_search", **wish.arguments())
    if call.refusal:
        runtime.context.trace.notes["search_refused"] = call.refusal.code
        return {"reply": Text(text=say("cannot_search", state))}
    return {"found": call.result, "wish": wish}
