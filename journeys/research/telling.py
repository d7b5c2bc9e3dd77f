"""Tells the conversation what its run has come to: questions, the plan, how far it is, the summary with its link."""

from collections.abc import Mapping
from typing import Any

from journeys.context import TurnContext
from journeys.reply import Reply, Text
from journeys.research import state as research
from journeys.research.words import write
from journeys.state import LONGEST_SAID, Confirm, ConversationState, Tell, TranscriptMessage, last_words

ASKS = {"research.asked": ("asked", "clarification"), "research.planned": ("planned", "plan")}


def tell(
    event: Mapping[str, Any], state: ConversationState, context: TurnContext
) -> tuple[ConversationState, Reply | None]:
    """The state afterwards, and what is said; a yes that money waits for is not asked away."""
    name, facts = str(event.get("name")), event.get("facts") or {}
    if research.of(state).stage == "" and not _is_under_way(str(facts.get("run")), context):
        return state, None  # it was cancelled meanwhile
    text, language = str(facts.get("text", "")), str(facts.get("language", "en"))
    if name in ASKS:
        stage, what = ASKS[name]
        state = research.kept(state, stage=stage, told_at=context.tools.now)
        if not isinstance(state.controls.asked, Confirm):
            state = state.having(asked=Tell(journey=research.NAME, what=what))
    elif name == "research.done":
        state = _at_rest(research.kept(state, stage="done", told_at=context.tools.now))
        text = "\n\n".join([text, *([write("full_report", language, link=facts["link"])] if facts.get("link") else [])])
    elif name == "research.failed":
        state = _at_rest(research.kept(state, stage="", told_at=context.tools.now))
        text = write("failed", language)
    return (_remembered(text, state), Text(text=text)) if text else (state, None)


def _is_under_way(run: str, context: TurnContext) -> bool:
    """Whether the run goes on that the state does not know: it began in a turn whose worker died before its end, which
    is taken again with this event in it."""
    stands = context.call("research_status")
    return stands.refusal is None and stands.result.run_id == run and stands.result.phase != "cancelled"


def _remembered(text: str, state: ConversationState) -> ConversationState:
    """What was asked is seen by whoever understands the answer."""
    told = TranscriptMessage(who="us", text=text[:LONGEST_SAID])
    return state.having(messages=last_words([*state.transcript.messages, told]))


def _at_rest(state: ConversationState) -> ConversationState:
    asked = state.controls.asked
    return state.having(asked=None) if isinstance(asked, Tell) and asked.journey == research.NAME else state
