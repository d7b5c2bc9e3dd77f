"""act: the commands in their order, each served by its journey; what finds nothing is looked for elsewhere first."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from journeys import catalog, registry, tenant
from journeys.asking import asking_back
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Worded
from journeys.flow import Flow, Turn
from journeys.handoff.commands import HandOver
from journeys.local import asks, intent, requests
from journeys.local.wordlists import is_gibberish, tokens
from journeys.registry import CommandUnknown, Registry
from journeys.reply import Buttons, ListReply, Text
from journeys.state import ConversationState, Pick, Tell
from journeys.understand import evidence
from journeys.unknown.commands import PickTopic, Unclear
from knowledge import lexicon

# A journey may pass on, and that one again; more is a circle.
MOST_STEPS: Final = 3
# One word or two that found nothing here is not looked for elsewhere: it would find anything.
FEWEST_WORDS: Final = 3
# Fewer words tell a person no more than us.
FEWEST_OF_A_MATTER: Final = 4
# What a tool takes as a query, and an operator reads.
LONGEST: Final = 300
FAILED: Final = frozenset({"provider_down", "broken"})
OF_EVERY_TURN: Final = frozenset({"tenant_get_context", "customer_get_or_create"})
ANNOUNCES: Final = re.compile(r"(?<![^.!?\n])[^.!?\n]*:\Z")
"""The end of words that only leads over to what stands below them."""
TICKET: Final = "handoff_message"
AT_THE_TILL: Final = frozenset({"way", "confirm"})
OF_AN_ITEM: Final = frozenset({"option", "quantity"})
OF_SALES: Final = frozenset({"checkout", "sales"})


def act(flow: Flow, runtime: Turn) -> dict[str, Any]:
    context = replace(runtime.context, by=flow.get("by", "local"))
    known, state = registry.of(context), flow["state"]
    done: list[Done] = []
    routes: list[str] = []
    for place, command in enumerate(flow["commands"]):
        context = replace(context, commands=flow["commands"][place:], served=(*flow.get("done", ()), *done))
        served = _served(command, state, context, known)
        # Whoever has answered in the place of another is whom the talk goes on with.
        is_elsewhere = served.state.understood.journey != state.understood.journey
        state = served.state if is_elsewhere else _about(command, served.state, context, known)
        done.append(served)
        routes.append(known.owner(command).name)
    state, given_up = _failures(state, context)
    if given_up:
        served = _served(given_up, state, context, known)
        state, done, routes = served.state, [*done, served], [*routes, known.owner(given_up).name]
    state, done = _asking_once(state, one_ticket(done))
    return {"state": state, "done": (*flow.get("done", ()), *done), "routes": (*flow.get("routes", ()), *routes)}


def _failures(state: ConversationState, context: TurnContext) -> tuple[ConversationState, Command | None]:
    """A person is asked for when tools of ours have failed as often in a row, over turns, as the tenant bears."""
    calls = [call for call in context.trace.tool_calls if call.tool not in OF_EVERY_TURN]
    failed = sum(call.outcome in FAILED for call in calls)
    count = state.handoff.tool_errors + failed if failed else (0 if calls else state.handoff.tool_errors)
    is_told = any(call.tool == "handoff_create_ticket" for call in calls)
    if is_told or count < tenant.escalation(context).max_tool_errors:
        return state.having(tool_errors=0 if is_told else count), None
    return state.having(tool_errors=0), HandOver(reason="tool_errors", about=context.text[:LONGEST])


def _asking_once(state: ConversationState, done: list[Done]) -> tuple[ConversationState, list[Done]]:
    """One question for all of a message: what is open about an item goes before the till, and the till asks last.

    Of the other commands that led to the till only their own words are told, not the cart again."""
    tills = [place for place, each in enumerate(done) if _asks(each, AT_THE_TILL)]
    items = [place for place, each in enumerate(done) if _asks(each, OF_AN_ITEM)]
    # What a later command shows does not take the place of what is asked about an item.
    is_overtaken = bool(items) and state.controls.asked != done[items[-1]].state.controls.asked
    if len(tills) + bool(items) < 2 and not is_overtaken:
        return state, done
    asking = items[-1] if items else tills[-1]
    kept = [
        replace(each, reply=_own_words(each)) if at in tills and at != asking else each for at, each in enumerate(done)
    ]
    if items:
        then = done[asking].state
        open_item = {"choosing": then.purchase.choosing, "waiting": then.purchase.waiting}
        state = state.having(**open_item, asked=then.controls.asked, selected_item_ids=then.sales.selected_item_ids)
    return state, kept


def _asks(done: Done, of: frozenset[str]) -> bool:
    """Whether its reply asks such a question itself, rather than being told while one is open."""
    asked = done.state.controls.asked
    if asked is None or not isinstance(done.reply, Buttons | ListReply):
        return False
    is_its_own = [option.id for option in done.reply.options] == [each.command for each in asked.choices]
    return is_its_own and (asked.of if isinstance(asked, Pick) else asked.kind) in of


def one_ticket(done: Sequence[Done]) -> list[Done]:
    """One word of a hand-over is enough for a message: the first, which made the ticket."""
    tickets = [at for at, each in enumerate(done) if each.wording and each.wording.node == TICKET]
    return [replace(each, reply=None, wording=None) if at in tickets[1:] else each for at, each in enumerate(done)]


def _own_words(done: Done) -> Text | None:
    words = ANNOUNCES.sub("", done.lead).rstrip()
    return Text(text=words) if words else None


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
    found = None
    if isinstance(command, Unclear) and command.why != "not_on_the_list":
        is_clear = _says_enough(context.text)
        found = _looked_for(state, context, known) or _offered(state, context, known, is_unclear=is_clear)
    done = found or known.owner(command).act(command, state, context)
    for _ in range(MOST_STEPS):
        if not done.then:
            break
        try:
            follows = known.decoded(done.then)
        except CommandUnknown:  # its journey is switched off here: what was told beside it stands alone
            done = replace(done, then="")
            break
        after = known.owner(follows).act(follows, done.state, context)
        done = _after_words(done, replace(after, unanswered=after.unanswered or done.unanswered))
    if done.is_empty and done.otherwise:
        done = _otherwise(done, context, known)
    if done.is_empty and not (isinstance(done.reply, ListReply) or _asks_back(done)):
        names_nothing = command.name == "search" and not (lexicon.things(context.text) or asks.shops(context.text))
        is_clear = names_nothing and (_says_enough(context.text) or _asks_of_shown(state, context.text))
        return _offered(state, context, known, is_unclear=is_clear) or done
    return done


def _after_words(done: Done, after: Done) -> Done:
    """What was told before another command took over stands below that one's words."""
    if done.reply is None or after.reply is None:
        return after
    text = f"{after.reply.text}\n\n{done.reply.text}"
    reply = after.reply.model_copy(update={"text": text})
    return replace(after, reply=reply, cited=(*after.cited, *done.cited), sources=(*after.sources, *done.sources))


def _looked_for(state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """What the library or the catalog surely has, before it is said that a message was not understood."""
    text = context.text[:LONGEST]
    if context.by != "local" or len(tokens(text)) < FEWEST_WORDS or is_gibberish(text) or intent.leans_elsewhere(text):
        return None
    tried = (("ask_library", {"question": text, "goes_on": False}), ("search", {"queries": (text,)}))
    for name, arguments in tried:
        if (kind := known.commands.get(name)) is None:
            continue
        # One word of the shelves in a question about something else proves nothing.
        if name == "search" and (
            evidence.says_what_to_do(text) or evidence.gather(text, state, context).for_sales < evidence.DOUBTED
        ):
            continue  # "I want to upgrade from 10 to 25 Mbps" buys no 25 of the first
        command = kind.model_validate(arguments)
        done = known.owners[name].act(command, state, context)
        if not (done.is_empty or done.then or done.reply is None) and (name == "search" or done.cited):
            return replace(done, state=_about(command, done.state, context, known))
    return None


def _asks_back(done: Done) -> bool:
    return isinstance(done.state.controls.asked, Tell)


def _offered(
    state: ConversationState, context: TurnContext, known: Registry, *, is_unclear: bool = False
) -> Done | None:
    """Whether to pass on what nothing here serves: a guest's wish, and what says enough for a person to take it up."""
    kind = known.commands.get("offer_person")
    if kind is None or context.by != "local":
        return None
    offer = known.owners["offer_person"].act
    is_for_somebody = requests.is_of_a_stay(context.text) or requests.tells_of_themselves(context.text)
    if is_for_somebody and catalog.has_guests(context):
        return offer(kind(), state, context)
    if is_unclear:
        return asking_back(offer(kind.model_validate({"why": "unknown"}), state, context), state, context)
    return None


def _says_enough(text: str) -> bool:
    """Whether somebody who reads it may know what is wanted, and it is not plainly of no business here."""
    is_of_something = len(tokens(text)) >= FEWEST_OF_A_MATTER or (asks.may_be_done(text) and lexicon.things(text))
    return bool(is_of_something) and not is_gibberish(text) and not intent.leans_elsewhere(text)


def _asks_of_shown(state: ConversationState, text: str) -> bool:
    """Whether it is a question about what they look at, however short: "ikiisha inajirenew?"."""
    is_shown = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    is_question = asks.asks_openly(text) and len(tokens(text)) >= FEWEST_WORDS
    return is_shown and is_question and not is_gibberish(text) and not intent.leans_elsewhere(text)


def _otherwise(done: Done, context: TurnContext, known: Registry) -> Done:
    """Another journey's answer where this one has none; its own honest no when that has none either."""
    try:
        command = known.decoded(done.otherwise)
    except CommandUnknown:
        return done
    other = known.owner(command).act(command, done.state, context)
    if other.is_empty or other.then or other.reply is None:
        return done
    return replace(_or_its_own(done, other), state=_about(command, other.state, context, known))


def _or_its_own(done: Done, other: Done) -> Done:
    """The other's answer, and the first's own no where a model finds that the other does not answer either."""
    if other.wording is None or (finish := other.wording.finish) is None:
        return other

    def finished(state: ConversationState, worded: Worded) -> Done | None:
        if worded.status == "insufficient":  # nobody is asked for what the shop just does not have
            reply = Text(text=worded.text) if worded.text else done.reply
            return replace(done, state=state, reply=reply, is_empty=False, otherwise="")
        return finish(state, worded)

    return replace(other, wording=replace(other.wording, finish=finished))


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
