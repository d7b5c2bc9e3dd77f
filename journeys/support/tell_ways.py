"""How is paid: by the ways of the business; a bill from the account that it stands in. No page tells either."""

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
    if not (ways := _ways(state)):
        return None
    told = Text(text=say("bill_paid_by", state, ways=ways))
    return Done(state=state, reply=told, then=written("ask_billing", about="balance"))


def instead(state: ConversationState) -> Done | None:
    """By what is paid here, and when, for who asks for another way that no page tells."""
    ways = _ways(state)
    return Done(state=state, reply=Text(text=say("paid_in_full_by", state, ways=ways))) if ways else None


def _ways(state: ConversationState) -> str:
    names = [f"paid_by_{method}" for method, is_on in state.tenant.payments_enabled.items() if is_on]
    return ", ".join(dict.fromkeys(say(name, state) for name in names if name in phrases()))
