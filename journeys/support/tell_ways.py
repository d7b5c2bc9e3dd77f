"""How a bill is paid: by the ways of the business, from the account that it stands in; no page tells either."""

from typing import Final

from journeys import tenant
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import phrases, say

OF_BILLS: Final = "billing"


def tell_ways(state: ConversationState, context: TurnContext) -> Done | None:
    """The ways, and then the account; None of a business that bills nobody here, or has told no ways."""
    if OF_BILLS in tenant.tenant_of(context).journeys_off:
        return None
    names = [f"paid_by_{method}" for method, is_on in state.tenant.payments_enabled.items() if is_on]
    ways = ", ".join(dict.fromkeys(say(name, state) for name in names if name in phrases()))
    if not ways:
        return None
    told = Text(text=say("bill_paid_by", state, ways=ways))
    return Done(state=state, reply=told, then=written("ask_billing", about="balance"))
