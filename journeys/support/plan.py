"""plan: what a message asks for, decided in code: a person, an answer, the opening hours, or more words.

A message that gives the assistant orders is answered by a fixed sentence and searched for nothing.
"""

from typing import Any, Final

from journeys import tenant
from journeys.flow import Turn
from journeys.guard.injection import is_suspicious
from journeys.state import ConversationState
from journeys.support.flow import SupportFlow
from journeys.support.question import complete, kinds

SHORTEST: Final = 10


def plan(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    state, text = flow["state"], flow["text"].strip()
    if state.escalation_required:
        return {"step": "hand_over", "escalation": state.escalation_reason or "human_request"}
    if is_suspicious(text):
        return {"step": "say_fixed", "sentence": "takes_no_orders"}
    question, state = complete.question_of(state, text)
    planned = {"state": state, "question": question.whole, "asked": question}
    runtime.context.trace.notes["asked"] = {"question": planned["question"], "asks": state.support_asks}
    return planned | _next(question.whole, state, runtime)


def _next(question: str, state: ConversationState, runtime: Turn) -> dict[str, Any]:
    if len(question) < SHORTEST and not kinds.is_about_hours(question):
        return {"step": "ask_back"}
    if kinds.asks_to_act(question):
        return {"step": "say_fixed", "sentence": "cannot_do_that"}
    hours = tenant.hours(runtime.context)
    if hours.is_known and kinds.is_about_our_hours(question, state.tenant_name or ""):
        return {"step": "tell_hours"}
    return {"step": "retrieve"}
