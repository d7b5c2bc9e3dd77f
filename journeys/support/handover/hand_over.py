"""hand_over: opens a ticket with the reason, the step, what was said and looked at; then tells the customer."""

from typing import Any

from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import Asked, ConversationState
from journeys.support.answering.support_rag_answer import citations
from journeys.support.flow import SupportFlow
from journeys.support.handover.handoff_message import message, usual_message
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say

LONGEST_QUOTE = 500


def hand_over(flow: SupportFlow, runtime: Turn) -> dict[str, Any]:
    state, reason, context = flow["state"], flow["escalation"], runtime.context
    call = context.call(
        "handoff_create_ticket", reason=reason, journey="support" if state.journey == "unknown" else state.journey,
        step=_step(context.trace.nodes), summary=summary(flow, runtime), sources=citations(flow),
    )  # fmt: skip
    context.trace.notes["escalation"] = reason
    if call.refusal is not None:
        words = f"{say('trouble', state)}\n\n{how_to_reach_a_person(state)}"
        return {"state": _settled(state, reason, state.handoff_ticket_id), "reply": Text(text=words)}
    settled = _settled(state, reason, call.result.ticket_id)
    usual = usual_message(reason, call.result, settled, context)
    said = message(reason, call.result, usual, settled, context)
    return {"state": settled, "reply": Text(text=said), "fallback": Text(text=usual)}


def summary(flow: SupportFlow, runtime: Turn) -> str:
    """What she wrote, what it was about, what she has told and what she was answered last."""
    state = flow["state"]
    told = [
        ("She wrote", runtime.context.text),
        ("Question", flow.get("question") or state.support_question),
        ("Details she gave", " ".join(state.support_details.values())),
        ("Asked back", f"{state.support_asks} times" if state.support_asks else ""),
        ("Looked for", (flow["found"].decision if "found" in flow else "")),
        ("Order", state.order_number),
        ("Our last answer", state.response_text),
        ("Language", state.response_language),
    ]
    return "\n".join(f"{name}: {str(value)[:LONGEST_QUOTE]}" for name, value in told if value)[:2000]


def _step(nodes: list[tuple[str, float]]) -> str:
    """The last step before a person was asked for."""
    return nodes[-1][0][:60] if nodes else "start"


def _settled(state: ConversationState, reason: str, ticket_id: str | None) -> ConversationState:
    return state.having(
        escalation_required=False, escalation_reason=reason, handoff_ticket_id=ticket_id, clarify_turns=0,
        support_question=None, support_asks=0, support_details={}, asked=_still_asked(state.asked),
    )  # fmt: skip


def _still_asked(asked: Asked | None) -> Asked | None:
    """A question of ours about her trouble is settled; one about her purchase still stands."""
    return None if asked is None or asked.kind in ("details", "pick_topic") else asked
