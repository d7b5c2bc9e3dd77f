"""One more look that a model wants before it words a reply, and the words of a reply after it."""

from typing import Any, Final

from journeys import registry
from journeys.check.reading.terms import terms_of
from journeys.command import Command
from journeys.context import TurnContext
from journeys.flow import Flow
from journeys.reply import Buttons, ListReply
from journeys.worded import Look, WordedReply

# Once, so that a turn stays within its calls.
MOST: Final = 1
# With no more of its words new, a look asks what was asked before.
NEW: Final = 0.6


def again(said: WordedReply, flow: Flow, context: TurnContext) -> dict[str, Any] | None:
    """What the flow goes on with where another look is wanted, and worth a third call to the model."""
    if flow.get("looks", 0) >= MOST:
        return None
    known = registry.of(context)
    wanted = [look for look in said.look_again if look.query.strip() and not _was_asked(look, flow.get("commands", ()))]
    made = [(look, _command(look, known.commands[look.command])) for look in wanted if look.command in known.commands]
    if not made:
        return None
    replaced = {look.finding for look, _ in made}
    kept = tuple(each for number, each in enumerate(flow.get("done", ()), 1) if number not in replaced)
    return {
        "commands": tuple(dict.fromkeys(command for _, command in made)),
        "looks": flow.get("looks", 0) + 1,
        "done": kept,
        "before_look": (flow["state"], len(kept)),
    }


def without_covered(said: WordedReply, flow: Flow) -> tuple[WordedReply, Flow]:
    """What was looked up only for the words of another finding is not shown, nor asked about."""
    before, first = flow.get("before_look", (flow["state"], 0))
    done = flow["done"]
    covered = {at for part in said.parts if part.status == "covered" and (at := part.finding - 1) >= first}
    if first == 0 or not covered:
        return said, flow
    left = [at for at in range(len(done)) if at not in covered]
    is_asked = any(isinstance(done[at].reply, Buttons | ListReply) for at in left if at >= first)
    parts = [
        part.model_copy(update={"finding": left.index(part.finding - 1) + 1})
        for part in said.parts
        if part.finding - 1 in left
    ]
    state = flow["state"] if is_asked else before
    return said.model_copy(update={"parts": parts}), {**flow, "state": state, "done": tuple(done[at] for at in left)}


def _command(look: Look, kind: type[Command]) -> Command:
    arguments = {"queries": [look.query]} if look.command == "search" else {"question": look.query, "goes_on": False}
    return kind.model_validate(arguments)


def _was_asked(look: Look, commands: tuple[Command, ...]) -> bool:
    """Whether the same place was asked nearly the same: its answer stands in the findings already."""
    told = [command.model_dump() for command in commands if command.name == look.command]
    asked = terms_of(" ".join(f"{each.get('question', '')} {' '.join(each.get('queries', ()))}" for each in told))
    wanted = terms_of(look.query)
    return bool(told) and len(wanted - asked) <= NEW * len(wanted)
