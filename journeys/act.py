"""act: the commands in their order, each served by its journey; what finds nothing is looked for elsewhere first."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from journeys import in_sight, letter, library, likely_meant, one_question, registry, second_look, tenant
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Worded
from journeys.flow import Flow, Turn
from journeys.handoff.commands import HandOver
from journeys.local import asks, comparisons
from journeys.registry import CommandUnknown, Registry
from journeys.reply import Text
from journeys.state import ConversationState, Pick
from journeys.understand import errands, part_by_part, sentences, trained
from journeys.unknown.commands import PickTopic, Unclear
from journeys.wording.phrases import say

# A journey may pass on, and that one again; more is a circle.
MOST_STEPS: Final = 3
# What a tool takes as a query, and an operator reads.
LONGEST: Final = 300
FAILED: Final = frozenset({"provider_down", "broken"})
OF_EVERY_TURN: Final = frozenset({"tenant_get_context", "customer_get_or_create"})
TICKET: Final = "handoff_message"
OF_THEIRS: Final = frozenset({"danger", "own_matter"})
# Of all that is in the cart: with an address it may hold a fee for delivery.
TELL_THE_TOTAL: Final = ("deliver", "show_cart")
SUM_UP: Final = "sum_up"
CHANGE_THE_CART: Final = frozenset({"add", "choose", "change_cart", "drop_item", "apply_coupon"})


def act(flow: Flow, runtime: Turn) -> dict[str, Any]:
    context = replace(runtime.context, by=flow.get("by", "local"))
    known, state = registry.of(context), flow["state"]
    parts = [] if flow.get("is_whole") else _parts(flow["commands"], state, context)
    told = letter.served(parts, state, context, known, _served_of_letter) if parts else []
    if told:
        state = told[-1][1].state
    commands = _besides(told, flow["commands"]) if told else _total_last(flow["commands"])
    for place, command in enumerate(commands):
        done = [each for _, each in told]
        context = replace(context, commands=commands[place:], served=(*flow.get("done", ()), *done))
        for each, served in _served_or_parts(command, state, context, known):
            # Whoever has answered in the place of another is whom the talk goes on with.
            is_elsewhere = served.state.understood.journey != state.understood.journey
            state = served.state if is_elsewhere else known.after(each, served.state, context.tools.now)
            served, state = in_sight.with_item(served, state, context, known)
            told.append((each, in_sight.in_their_case(each, served, context)))
    if len(parts) <= 1:
        told, state = likely_meant.with_likely(told, flow["state"], state, context, known)
    done, routes = [each for _, each in told], [known.owner(command).name for command, _ in told]
    state, given_up = _failures(state, context)
    if given_up:
        served = _served(given_up, state, context, known)
        state, done, routes = served.state, [*done, served], [*routes, known.owner(given_up).name]
    is_total_asked = any(command.name in TELL_THE_TOTAL for command in commands)
    state, done = one_question.asked_once(state, one_ticket(done), is_total_asked=is_total_asked)
    done = [_without(context.trace.withdrawn, each) for each in done]
    return {"state": state, "done": (*flow.get("done", ()), *done), "routes": (*flow.get("routes", ()), *routes)}


def _parts(commands: Sequence[Command], state: ConversationState, context: TurnContext) -> Sequence[letter.Part]:
    """The parts of a message that are served one by one; none of what is asked of several things together, nor of what
    a person has to see to: whoever is hurt, and where, is one matter."""
    if any(command.name == SUM_UP or _is_theirs(command) for command in commands):
        return ()
    read = trained.parted(state, context, commands)
    return read or sentences.wishing(state, context) or errands.in_turn(state, context)


def _is_theirs(command: Command) -> bool:
    return isinstance(command, HandOver) and command.reason in OF_THEIRS


def _failures(state: ConversationState, context: TurnContext) -> tuple[ConversationState, Command | None]:
    """A person is asked for when tools of ours have failed as often in a row, over turns, as the tenant bears."""
    calls = [call for call in context.trace.tool_calls if call.tool not in OF_EVERY_TURN]
    failed = sum(call.outcome in FAILED for call in calls)
    count = state.handoff.tool_errors + failed if failed else (0 if calls else state.handoff.tool_errors)
    is_told = any(call.tool == "handoff_create_ticket" for call in calls)
    if is_told or count < tenant.escalation(context).max_tool_errors:
        return state.having(tool_errors=0 if is_told else count), None
    return state.having(tool_errors=0), HandOver(reason="tool_errors", about=context.text[:LONGEST])


def one_ticket(done: Sequence[Done]) -> list[Done]:
    """One word of a hand-over is enough for a message: the first, which made the ticket."""
    tickets = [at for at, each in enumerate(done) if _is_ticket(each)]
    return [replace(each, reply=None, wording=None) if at in tickets[1:] else each for at, each in enumerate(done)]


def _without(withdrawn: Sequence[str], done: Done) -> Done:
    """Without the sentences that a later command of the message made untrue."""
    for sentence in withdrawn:
        paragraph = re.compile(rf"(?:\A|(?<=\n)){re.escape(sentence)}(?:\n+|\Z)")
        if done.reply is not None and paragraph.search(done.reply.text):
            text = paragraph.sub("", done.reply.text).strip()
            reply = done.reply.model_copy(update={"text": text}) if text else None
            done = replace(done, reply=reply, lead=paragraph.sub("", done.lead).strip())
    return done


def _is_ticket(done: Done) -> bool:
    return done.wording is not None and done.wording.node == TICKET


def _served_or_parts(
    command: Command, state: ConversationState, context: TurnContext, known: Registry
) -> list[tuple[Command, Done]]:
    """What serving a command leaves; where a lone one found nothing, what its message's parts did, if they did."""
    done = _tried(command, state, context, known)
    is_alone = len(context.commands) == 1 and not context.served
    parts = part_by_part.read_again(state, context) if done.is_empty and is_alone else []
    found: list[tuple[Command, Done]] = []
    missed: list[str] = []
    for part in parts:
        missed.append(part.text)
        if part.command is None:
            continue
        before = found[-1][1].state if found else part.state
        each = known.owner(part.command).act(part.command, before, replace(context, about=part.text))
        if not (each.is_empty or each.then or each.reply is None or second_look.asks_for_words(each)):
            found.append((part.command, each))
            missed.pop()
    if not found:
        return [(command, _finished(command, done, state, context, known))]
    if any(letter.asks_more(part, [each for _, each in found]) for part in missed):
        state = found[-1][1].state
        words = Text(text=say("a_part_unanswered", state))
        found.append((command, Done(state=state, reply=words, unanswered=done.unanswered)))
    return found


def _served(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    return _finished(command, _tried(command, state, context, known), state, context, known)


def _besides(told: Sequence[tuple[Command, Done]], commands: Sequence[Command]) -> tuple[Command, ...]:
    """A person whom the message as a whole is for, where none of its sentences has asked for one."""
    if any(isinstance(command, HandOver) for command, _ in told):
        return ()
    return tuple(command for command in commands if isinstance(command, HandOver))


def _total_last(commands: Sequence[Command]) -> tuple[Command, ...]:
    """What the cart comes to is told after all that changes it."""
    changed = max((at + 1 for at, each in enumerate(commands) if each.name in CHANGE_THE_CART), default=0)
    told = [each for name in TELL_THE_TOTAL for each in commands[:changed] if each.name == name]
    return (*(each for each in commands[:changed] if each not in told), *told, *commands[changed:])


def _served_of_letter(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    """What serving a sentence's command leaves; empty where it found nothing: no person is asked for it then."""
    if _is_unclear(command) and comparisons.compares(context.text) and "compare" in known.commands:
        command = next(iter(known.owners["compare"].read(context.text, state, context)), command)
    if _is_unclear(command):
        found = second_look.looked_for(state, context, known)
        is_told = found is not None and found.nearest is None and not found.is_doubtful and _is_sure(found, context)
        return found if found is not None and is_told else Done(state=state, is_empty=True)
    done = known.owner(command).act(command, state, context)
    if command.name == "ask_library" and not letter.wants_an_answer(context.text) and not _is_sure(done, context):
        return Done(state=state, is_empty=True)  # "schools open in January": what tells of themselves asks nothing
    if done.is_empty and done.then:
        done = second_look.on_the_shelves(done, context, known) or replace(done, then="")
    if done.is_empty and done.nearest is not None and not asks.asks_price(context.text):
        is_asked_of_shelves = command.name == "search" and asks.asks_openly(context.text)
        return done if is_asked_of_shelves else done.nearest  # which is then asked of the documents
    if done.is_empty:
        return second_look.had_elsewhere(command, done, state, context, known)
    return _finished(command, done, state, context, known)


def _is_sure(found: Done, context: TurnContext) -> bool:
    """Whether a page answers what no journey has taken; what is found on the shelves is judged where it is shown."""
    if not found.cited:
        return True
    held = library.retrieve(context.text, context)
    return held is not None and held.is_enough and held.best_score >= library.SURELY


def _tried(command: Command, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    if isinstance(command, PickTopic):
        return _picked(command, state, context, known)
    done = _nothing_understood(state, context, known) if _is_unclear(command) else None
    return done or known.owner(command).act(command, state, context)


def _finished(command: Command, done: Done, state: ConversationState, context: TurnContext, known: Registry) -> Done:
    """What a command left, with what it passes on to served, and looked for elsewhere where it found nothing."""
    if isinstance(command, PickTopic):
        return done
    if done.is_empty and done.then:
        meant = likely_meant.likely_meant(done.state, context, known)
        done = meant or second_look.on_the_shelves(done, context, known) or done
    for _ in range(MOST_STEPS):
        if not done.then:
            break
        try:
            follows = known.decoded(done.then)
        except CommandUnknown:  # its journey is switched off here: what was told beside it stands alone
            done = replace(done, then="")
            break
        after = known.owner(follows).act(follows, done.state, context)
        unanswered, nearest = after.unanswered or done.unanswered, after.nearest or done.nearest
        done = _after_words(done, replace(after, unanswered=unanswered, nearest=nearest))
    if command.name == "ask_offers" and (told := second_look.beside_offers(done, state, context, known)):
        return _after_words(told, done) if told.is_doubtful else _after_words(done, told)
    if _is_ticket(done) and context.by == "local":
        done = second_look.beside_ticket(done, state, context, known)
    done = second_look.after_nothing(command, done, state, context, known)
    return _after_words(done.nearest, done) if done.nearest is not None else done


def _is_unclear(command: Command) -> bool:
    return isinstance(command, Unclear) and command.why != "not_on_the_list"


def _nothing_understood(state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """What is had of a message that no journey takes, or the offer of a person with what comes closest to it."""
    found = second_look.looked_for(state, context, known)
    if found is not None and found.nearest is None:
        return found
    offer = second_look.offered(state, context, known, is_unclear=second_look.says_enough(context.text))
    return replace(offer, nearest=found.nearest) if offer and found else offer


def _after_words(done: Done, after: Done) -> Done:
    """What was told before another command took over stands below that one's words."""
    if done.reply is None or after.reply is None:
        return after
    below = _with_below(after, done.reply.text)
    return replace(below, cited=(*after.cited, *done.cited), sources=(*after.sources, *done.sources))


def _with_below(done: Done, told: str) -> Done:
    """With what was told before below its words, whether code's or a model's."""
    if done.reply is None:
        return done
    below = replace(done, reply=done.reply.model_copy(update={"text": f"{done.reply.text}\n\n{told}"}))
    if done.wording is None or (finish := done.wording.finish) is None:
        return below

    def finished(state: ConversationState, worded: Worded) -> Done | None:
        made = finish(state, worded)
        return _with_below(made, told) if made is not None else None

    return replace(below, wording=replace(done.wording, finish=finished))


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
