"""say_fixed: what is said in the tenant's or our own fixed words: the limits of what we know and do."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.support.flow import SupportFlow
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.phrases import say

WITHOUT_CONTACT = frozenset({"takes_no_orders", "not_our_business"})


def say_fixed(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    state, name = flow["state"], flow["sentence"]
    runtime.context.trace.notes["said"] = name
    parts = [say(name, state, business=state.tenant_name)]
    if name not in WITHOUT_CONTACT:
        parts.append(how_to_reach_a_person(state) if contact_ways(state) else say("ask_for_a_person", state))
    else:
        parts.append(say("ask_for_a_person", state))
    settled = state.having(support_question=None, support_asks=0, support_details={})
    return {"state": settled, "reply": Text(text="\n\n".join(parts))}
