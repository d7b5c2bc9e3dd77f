"""govern: business goes on; casual, spam and abuse are answered up to their limits, then no more."""

from collections.abc import Callable
from typing import Any, Final

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.governance import escalation, fixed
from journeys.governance.chattiness import small_talk
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

SPAM_TURNS: Final = 2
SURE: Final = 0.70


def govern(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context = flow["state"], runtime.context
    if settled := fixed.answer(state, context):
        return settled
    manners = manners_of(state)
    context.trace.notes["governed"] = manners
    return OUTCOMES[manners](state, context)


def manners_of(state: ConversationState) -> str:
    """A confident intent of business outweighs doubts about its manners, but never excuses abuse."""
    classified = state.governor_classification
    has_business = state.intent not in ("spam_casual", "unknown") and state.intent_confidence >= SURE
    is_doubtful = state.governor_confidence < SURE
    return "business" if classified in ("casual", "spam") and has_business and is_doubtful else classified


def _business(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(casual_turns=0, spam_turns=0, abuse_turns=0)
    reason = escalation.reason_in(governed, context)
    return {"state": governed.having(escalation_required=True, escalation_reason=reason) if reason else governed}


def _casual(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    words = small_talk(state, context.text)
    governed = state.having(casual_turns=state.casual_turns + 1, abuse_turns=0)
    return {"state": governed, "route": "governance", "reply": Text(text=words)}


def _spam(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(spam_turns=state.spam_turns + 1, abuse_turns=0)
    if governed.spam_turns > SPAM_TURNS:
        return {"state": governed, "silence": "spam"}
    words = say("spam_redirect", state, business=state.tenant_name)
    return {"state": governed, "route": "governance", "reply": Text(text=words)}


def _abuse(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(abuse_turns=state.abuse_turns + 1)
    if governed.abuse_turns > 1:
        return {"state": governed, "silence": "abuse"}
    return {"state": governed, "reply": Text(text=say("abuse_close", state, business=state.tenant_name))}


OUTCOMES: dict[str, Callable[[ConversationState, TurnContext], dict[str, Any]]] = {
    "business": _business,
    "casual": _casual,
    "spam": _spam,
    "abuse": _abuse,
}
