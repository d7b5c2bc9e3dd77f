"""retrieve: asks the library; what it does not hold is asked back, admitted, or a person's by the tenant's rule."""

from dataclasses import replace
from typing import Any, Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.flow import Turn
from journeys.state import ConversationState
from journeys.support.flow import SupportFlow
from journeys.support.question import complete, kinds
from journeys.support.question.complete import LONGEST, Question
from tools.contract import Call
from tools.support.kb_retrieve import KbRetrieveResult

MOST_ASKS: Final = 2
FAR_OFF: Final = 0.5


def retrieve(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    context, state = runtime.context, flow["state"]
    asked = flow["asked"]
    call = _search(asked, context)
    if call.refusal is not None:
        return {"step": "hand_over", "escalation": "tool_errors"}
    found: KbRetrieveResult = call.result
    core = complete.core_of(asked.now)
    if not (found.is_enough or found.is_empty_library) and core != asked.now.strip(" .,;!?"):
        again = _search(replace(asked, now=core), context)
        found = again.result or found
    if found.is_enough and any(not snippet.injection for snippet in found.snippets):
        return {"found": found, "step": "answer"}
    leads = _without_answer(found, flow["question"], state, context)
    if leads["step"] in ("hand_over", "say_fixed"):
        keep_unanswered(flow["question"], found.decision, found.best_score, context)
    return {"found": found} | leads


def _search(asked: Question, context: TurnContext) -> Call:
    """Asked again when it fails, for as many errors in a row as the tenant bears."""
    rules, audience = tenant.escalation(context), tenant.guardrails(context).answers.audience
    only = {"audience": audience} if audience else {}
    call = context.call("kb_retrieve", query=asked.now[:LONGEST], before=asked.before, **only)
    for _ in range(rules.max_tool_errors - 1):
        if call.refusal is None:
            break
        call = context.call("kb_retrieve", query=asked.now[:LONGEST], before=asked.before, **only)
    return call


def _without_answer(
    found: KbRetrieveResult, question: str, state: ConversationState, context: TurnContext
) -> dict[str, Any]:
    if kinds.is_about_hours(question) and tenant.hours(context).is_known:
        return {"step": "tell_hours"}
    is_unclear = kinds.is_trouble(question) or kinds.is_vague(question)
    if is_unclear and not found.is_empty_library and state.support_asks < MOST_ASKS:
        return {"step": "ask_back"}
    if state.support_asks:
        return {"step": "hand_over", "escalation": "insufficient_context"}
    if not found.is_empty_library and found.best_score < FAR_OFF * found.threshold:
        return {"step": "say_fixed", "sentence": "not_our_business"}
    if tenant.escalation(context).escalate_unanswered:
        return {
            "step": "hand_over",
            "escalation": "empty_library" if found.is_empty_library else "insufficient_context",
        }
    return {"step": "say_fixed", "sentence": "no_documents" if found.is_empty_library else "not_in_documents"}


def keep_unanswered(question: str, decision: str, score: float, context: TurnContext) -> None:
    """Left in the trace; the turn's commit keeps it for the tenant's admin."""
    context.trace.notes["unanswered"] = {"question": question, "decision": decision, "score": round(score, 3)}
