"""clarify: asks what is wanted, naming the parts of the shop; after some rounds it names a person instead."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.sales.flow import SalesFlow
from journeys.sales.shown.finding import shelves
from journeys.wording.contact import goes_in_circles, how_to_reach_a_person
from journeys.wording.phrases import say


def clarify(flow: SalesFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    found = runtime.context.call("catalog_search", limit=1).result
    parts = [say("did_not_understand", state)] if state.intent == "unknown" else []
    if found and found.categories:
        parts.append(say("what_do_you_want_of", state, shelves=shelves(found)))
    else:
        parts.append(say("what_do_you_want", state))
    if goes_in_circles(state):
        parts.append(how_to_reach_a_person(state))
    changed = state.having(clarify_turns=state.clarify_turns + 1)
    return {"state": changed, "reply": Text(text=" ".join(parts))}
