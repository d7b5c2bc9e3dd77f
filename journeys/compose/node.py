"""check: holds the reply to the evidence, introduces the assistant once, and keeps what was said."""

from collections.abc import Sequence
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
from journeys.state import LONGEST_SAID, ConversationState, TranscriptMessage, last_words
from journeys.wording.contact import data_notice
from journeys.wording.phrases import say, spoken_here

log = structlog.get_logger(__name__)


def check(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context = flow["state"], runtime.context
    told = {"notices": _notices(flow, context)} if flow.get("notices") else {}
    if "reply" not in flow and told.get("notices"):
        return {"state": state.having(response_text=told["notices"][-1].text)} | told
    if "reply" not in flow:
        context.trace.notes["silence"] = flow.get("silence", "no reply")
        return {"state": state.having(response_text=None)}
    reply, below = _grounded(flow, context)
    said = reply.text  # without what stands above and under it: the next turn has no need of that
    reply = _worded(reply, "\n\n".join([reply.text, *below]))
    if _is_in_another_language(flow, state):
        reply = _worded(reply, f"{say('languages_spoken', state, languages=spoken_here(state))}\n\n{reply.text}")
    if _is_introducing(flow, state):
        introduced = context.trace.notes["introduction"] = introduction(state)
        reply = _worded(reply, f"{introduced}\n\n{reply.text}")
        state = state.having(is_introduced=True)
    if "state_lost" in context.trace.notes:
        reply = _worded(reply, f"{say('starts_over', state)}\n\n{reply.text}")
    if context.unread:
        reply = _worded(reply, f"{say('read_in_part', state)}\n\n{reply.text}")
    return {"state": _remembered(said, reply, state, context), "reply": reply} | told


def _is_introducing(flow: Flow, state: ConversationState) -> bool:
    """With the first answer of ours, but not before the answer to a complaint, and not to what code refused."""
    is_answering = "by" in flow and state.understood.governor_classification != "abuse"
    is_handed_over = any(each.wording and each.wording.node == "handoff_message" for each in flow.get("done", ()))
    return is_answering and not is_handed_over and not state.controls.is_introduced


def _is_in_another_language(flow: Flow, state: ConversationState) -> bool:
    """Whether the message was in a language that is not spoken here; a tap or a number is in none."""
    return flow.get("by", "code") != "code" and state.understood.is_other_language


def _remembered(words: str, reply: Reply, state: ConversationState, context: TurnContext) -> ConversationState:
    """The last words of both sides, as far as a card has room for them."""
    said = [TranscriptMessage(who="customer", text=context.text[:LONGEST_SAID])] if context.text.strip() else []
    messages = [*state.transcript.messages, *said, TranscriptMessage(who="us", text=words[:LONGEST_SAID])]
    return state.having(response_text=reply.text, messages=last_words(messages))


def introduction(state: ConversationState) -> str:
    """Who the customer talks to, and how their data is treated."""
    own = state.tenant.bot_intro if state.understood.response_language == state.tenant.default_language else None
    who = own or say("introduction", state, bot=state.tenant.bot_name, business=state.tenant.tenant_name)
    return "\n\n".join(filter(None, (who, data_notice(state))))


def _notices(flow: Flow, context: TurnContext) -> tuple[Reply, ...]:
    """Each notice that states nothing but what its event told."""
    evidence = grounds(flow["state"], context, cited=())
    return tuple(notice for notice in flow["notices"] if _may_leave(notice.text, evidence, flow, context, "code"))


def _grounded(flow: Flow, context: TurnContext) -> tuple[Reply, list[str]]:
    """The reply, else the wording of code alone, else a sentence that states nothing; and what stands under it."""
    usual = flow.get("fallback")
    author: Author = "both" if usual else "code"
    candidates: tuple[tuple[Reply | None, Author, Sequence[str], Sequence[str]], ...] = (
        (flow["reply"], author, flow.get("cited", ()), flow.get("sources", ())),
        (usual, "code", flow.get("fallback_cited", ()), flow.get("fallback_sources", ())),
    )
    for candidate, written_by, cited, named in candidates:
        if candidate is None:
            continue
        evidence = grounds(flow["state"], context, flow.get("links", ()), cited=cited)
        back = reminder(flow, candidate)
        worded = _worded(candidate, for_whatsapp(candidate.text))
        if _may_leave(f"{worded.text}\n\n{back or ''}".strip(), evidence, flow, context, written_by):
            if cited:
                context.trace.notes["cited"] = list(cited)
            return worded, [*_sources(named, flow["state"]), *([back] if back else [])]
    return Text(text=say("cannot_say", flow["state"])), []


def _sources(named: Sequence[str], state: ConversationState) -> list[str]:
    """Title — Section — File (version), a line each, whichever findings rest on them."""
    return ["\n".join([say("sources", state), *(f"• {each}" for each in named)])] if named else []


def _may_leave(text: str, evidence: Evidence, flow: Flow, context: TurnContext, author: Author) -> bool:
    """Whether nothing speaks against it; what does is kept in the trace."""
    language = flow["state"].understood.response_language
    found = objections(text, evidence, language=language, author=author, prompts=prompts())
    if found:
        context.trace.notes.setdefault("unsupported", []).append([each.what or each.code for each in found])
        log.warning("journeys.reply.refused", codes=[each.code for each in found], routes=flow.get("routes"))
    return not found


def _worded(reply: Reply, text: str) -> Reply:
    return reply.model_copy(update={"text": text})
