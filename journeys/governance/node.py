"""govern: business goes on; casual, spam and abuse are answered up to their limits, then no more."""

from collections.abc import Callable
from typing import Any, Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.governance import escalation, fixed
from journeys.governance.chattiness import small_talk
from journeys.handoff.commands import HandOver
from journeys.local import governor
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.unknown.commands import Unclear
from journeys.wording.phrases import say
from knowledge.text import fold

SPAM_TURNS: Final = 2
SURE: Final = 0.70
LONGEST: Final = 1_000
OF_SHOPPING: Final = frozenset({"search", "open_item", "ask_item", "compare", "add", "choose"})


def govern(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, context, commands = flow["state"], runtime.context, flow.get("commands", ())
    is_frustrated = escalation.is_frustrated(fold(context.text))
    state = state.having(frustrated_turns=state.controls.frustrated_turns + 1 if is_frustrated else 0)
    if not _is_shopping(flow) and (settled := fixed.answer(state, context)):
        return settled
    manners = manners_of(state, context.text, has_commands=flow.get("by") in ("model", "taught") and bool(commands))
    context.trace.notes["governed"] = manners
    if manners != "business":
        return OUTCOMES[manners](state, context)
    state = state.having(casual_turns=0, spam_turns=0, abuse_turns=0)
    if not commands:
        return {"state": state, "commands": (Unclear(),)}
    return {"state": state, "commands": _with_person(flow, state, context)}


def _is_shopping(flow: Flow) -> bool:
    """A model that understood a wish for goods has seen that the topic is not meant: "which tablets do you have"."""
    return flow.get("by") == "model" and any(command.name in OF_SHOPPING for command in flow.get("commands", ()))


def _with_person(flow: Flow, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A need for a person that rules see; what a model understood besides is served all the same."""
    commands = flow.get("commands", ())
    reason = escalation.reason_in(state, context)
    if reason is None or any(isinstance(command, HandOver) for command in commands):
        return commands
    wanted = HandOver(reason=reason, about=context.text[:LONGEST])
    if flow.get("by") != "model":
        return (wanted,)
    return (*commands, wanted) if reason == "tenant_rule" else commands


def manners_of(state: ConversationState, text: str, *, has_commands: bool) -> str:
    """A confident intent of business outweighs doubts about its manners, but never excuses abuse.

    What a model takes for spam or abuse ends a conversation only where code agrees.
    """
    classified = state.understood.governor_classification
    if has_commands and classified != "abuse":
        return "business"
    if classified in ("spam", "abuse") and governor.classify(text).label not in ("spam", "abuse"):
        classified = "business" if has_commands else "casual"
    has_business = (
        state.understood.intent not in ("spam_casual", "unknown") and state.understood.intent_confidence >= SURE
    )
    is_doubtful = state.understood.governor_confidence < SURE
    return "business" if classified in ("casual", "spam") and has_business and is_doubtful else classified


def _casual(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    words = small_talk(state, context.text)
    governed = state.having(casual_turns=state.controls.casual_turns + 1, abuse_turns=0)
    return {"state": governed, "reply": Text(text=words)}


def _spam(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(spam_turns=state.controls.spam_turns + 1, abuse_turns=0)
    if governed.controls.spam_turns > SPAM_TURNS:
        return {"state": governed, "silence": "spam"}
    words = say("spam_redirect", state, business=state.tenant.tenant_name)
    return {"state": governed, "reply": Text(text=words)}


def _abuse(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    governed = state.having(abuse_turns=state.controls.abuse_turns + 1)
    if governed.controls.abuse_turns > 1:
        return {"state": governed, "silence": "abuse"}
    return {"state": governed, "reply": Text(text=say("abuse_close", state, business=state.tenant.tenant_name))}


OUTCOMES: dict[str, Callable[[ConversationState, TurnContext], dict[str, Any]]] = {
    "casual": _casual,
    "spam": _spam,
    "abuse": _abuse,
}
