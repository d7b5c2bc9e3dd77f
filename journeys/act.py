"""act: the commands in their order, each served by its journey; what finds nothing is looked for elsewhere first."""

from dataclasses import replace
from typing import Any, Final

from journeys import registry
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.flow import Flow, Turn
from journeys.registry import CommandUnknown, Registry
from journeys.state import ConversationState, Pick
from journeys.unknown.commands import PickTopic, Unclear

MOST_STEPS: Final = 3
OF_SALES: Final = frozenset({"checkout", "sales"})


def act(flow: Flow, runtime: Turn) -> dict[str, Any]:
    context = replace(runtime.context, by=flow.get("by", "local"))
    known, state = registry.of(context), flow["state"]
    done: list[Done] = []
    routes: list[str] = []
    for command in flow["commands"]:
        served = _served(command, state, context, known)
        state = _about(command, served.state, context, known)
        done.append(served)
        routes.append(known.owner(command).name)
    return {"state": state, "done": (*flow.get("done", ()), *done), "routes": (*flow.get("routes", ()), *routes)}


def _about(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> ConversationState:
    """Which journey the conversation is in: one that unclear words stay with."""
    name = known.owner(command).name
    journey = "sales" if name in OF_SALES else name
    if not known.by_name.get(journey, known.by_name["unknown"]).is_sticky:
        return state
    return state.having(journey=journey, journey_at=context.tools.now)


def _served(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    if isinstance(command, PickTopic):
        return _picked(command, state, context, known)
    done = known.owner(command).act(command, state, context)
    for _ in range(MOST_STEPS):
        if not done.then:
            break
        follows = known.decoded(done.then)
        after = known.owner(follows).act(follows, done.state, context)
        done = replace(after, unanswered=after.unanswered or done.unanswered)
    return _otherwise(done, context, known) if done.is_empty and done.otherwise else done


def _otherwise(done: Done, context: TurnContext, known: Registry) -> Done:
    """Another journey's answer where this one has none; its own honest no when that has none either."""
    try:
        command = known.decoded(done.otherwise)
    except CommandUnknown:
        return done
    other = known.owner(command).act(command, done.state, context)
    return done if other.is_empty or other.then or other.reply is None else other


def _picked(command: PickTopic, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    """The message that was unclear, read anew as one of that topic."""
    asked = state.controls.asked
    about = asked.about if isinstance(asked, Pick) and asked.of == "topic" else ""
    state = state.having(asked=None)
    journey = known.by_name.get(command.topic)
    said = replace(context, about=about)
    commands = journey.read(said.text, state, said) if journey is not None else ()
    if not commands:
        return _served(Unclear(), state, said, known)
    return _served(commands[0], state, said, known)
