"""STOP, START and HELP: obeyed at once, before and above everything else."""

from collections.abc import Container, Mapping
from typing import Any

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.local import replies
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say

CHANGES: Mapping[str, dict[str, Any]] = {
    "stop": {"consent_flags": {"messages": False}, "marketing_opt_in": False},
    "start": {"consent_flags": {"messages": True}},
}
ALL: Container[str] = frozenset({*CHANGES, "help"})


def listen(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """While a person has the conversation: STOP and START are obeyed as ever, everything else is for them to answer."""
    settled = obey(flow["state"], runtime.context, among=frozenset(CHANGES))
    return settled or {"silence": "a person has the conversation"}


def obey(state: ConversationState, context: TurnContext, *, among: Container[str] = ALL) -> dict[str, Any] | None:
    """The last consent word of the burst is the one that counts."""
    heard = (replies.consent_command(message.text) for message in context.incoming)
    found = [command for command in heard if command and command in among]
    if not found:
        return None
    command = found[-1]
    context.trace.notes["consent"] = command
    return _help(state) if command == "help" else _change(command, state, context)


def _help(state: ConversationState) -> dict[str, Any]:
    words = say("help", state, bot=state.tenant.bot_name, business=state.tenant.tenant_name)
    return {"reply": Text(text=f"{words}\n\n{how_to_reach_a_person(state)}")}


def _change(command: str, state: ConversationState, context: TurnContext) -> dict[str, Any]:
    call = context.call("customer_update_preferences", **CHANGES[command], reason=f"wrote {command.upper()}")
    if call.refusal:
        return {"reply": Text(text=say("trouble", state))}
    changes = {"asked": None, "marketing_opt_in": call.result.marketing_opt_in}
    if command == "stop" and not call.result.changed:
        return {"state": state.having(**changes), "silence": "already stopped"}
    words = say(f"consent_{command}", state, business=state.tenant.tenant_name)
    return {"state": state.having(**changes), "reply": Text(text=words, is_notice=True)}
