"""compose: checks the reply against the evidence, introduces the assistant once, and keeps what was said."""

from typing import Any

import structlog

from journeys.check import Evidence, objections
from journeys.check.objections import Author
from journeys.compose.grounds import grounds
from journeys.compose.reminder import reminder
from journeys.compose.whatsapp import for_whatsapp
from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.llm import prompts
from journeys.reply import Reply, Text
from journeys.state import ConversationState
from journeys.wording.phrases import say

log = structlog.get_logger(__name__)


def compose(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context = flow["state"], runtime.context
    told = {"notices": _notices(flow, context)} if flow.get("notices") else {}
    if "reply" not in flow and told:
        return {"state": state.having(response_text=told["notices"][-1].text)} | told
    if "reply" not in flow:
        context.trace.notes["silence"] = flow.get("silence", "no reply")
        return {"state": state.having(response_text=None)}
    reply = _grounded(flow["reply"], flow, context)
    if "route" in flow and not state.is_introduced:
        introduced = context.trace.notes["introduction"] = introduction(state)
        reply = _worded(reply, f"{introduced}\n\n{reply.text}")
        state = state.having(is_introduced=True)
    if "state_lost" in context.trace.notes:
        reply = _worded(reply, f"{say('starts_over', state)}\n\n{reply.text}")
    return {"state": state.having(response_text=reply.text), "reply": reply} | told


def introduction(state: ConversationState) -> str:
    own = state.bot_intro if state.response_language == state.default_language else None
    return own or say("introduction", state, bot=state.bot_name, business=state.tenant_name)


def _notices(flow: Flow, context: TurnContext) -> tuple[Reply, ...]:
    """Each notice that states nothing but what its event told."""
    evidence = grounds(flow["state"], context)
    return tuple(notice for notice in flow["notices"] if _may_leave(notice, evidence, flow, context, "code"))


def _grounded(reply: Reply, flow: Flow, context: TurnContext) -> Reply:
    """The reply, else the wording of code alone, else a sentence that states nothing."""
    evidence = grounds(flow["state"], context, flow.get("links", ()))
    has_model = context.mind.provider.kind != "local"
    candidates: tuple[tuple[Reply | None, Author], ...] = (
        (reply, "both" if has_model else "code"),
        (flow.get("fallback"), "code"),
    )
    for candidate, author in candidates:
        if candidate is None:
            continue
        back = reminder(flow, candidate)
        words = for_whatsapp(f"{candidate.text}\n\n{back}" if back else candidate.text)
        worded = _worded(candidate, words)
        if _may_leave(worded, evidence, flow, context, author):
            return worded
    return Text(text=say("cannot_say", flow["state"]))


def _may_leave(reply: Reply, evidence: Evidence, flow: Flow, context: TurnContext, author: Author) -> bool:
    """Whether nothing speaks against it; what does is kept in the trace."""
    found = objections(reply.text, evidence, language=flow["state"].response_language, author=author, prompts=prompts())
    if found:
        context.trace.notes.setdefault("unsupported", []).append([each.what or each.code for each in found])
        log.warning("journeys.reply.refused", codes=[each.code for each in found], route=flow.get("route"))
    return not found


def _worded(reply: Reply, text: str) -> Reply:
    return reply.model_copy(update={"text": text})
