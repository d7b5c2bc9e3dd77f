"""A letter: sentences that each want something, read and served as if they had come one by one.

Each is understood with what the one before it has left open, so that "make it a 43. Can I pay by card?" changes the
order and then tells of cards. What is told of themselves goes with the sentence that follows it. After a change that
was not understood nothing is paid, and it is said that the order stands as it was.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from journeys import in_sight, second_look
from journeys.checkout.commands import ConfirmPayment
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.governance import escalation
from journeys.guard import answered
from journeys.handoff.commands import HandOver
from journeys.local import asks, slips
from journeys.local.purchase import cart, delivery
from journeys.local.wordlists import tokens
from journeys.reader.errands import Errand
from journeys.registry import Registry
from journeys.reply import ListReply, Text
from journeys.state import ConversationState, Pick, Tell
from journeys.support.answering import matter
from journeys.support.question import kinds
from journeys.understand import asides, errands, intent_classify, local, trained
from journeys.unknown.commands import Unclear
from journeys.wording.phrases import say
from knowledge.answer import demanded
from knowledge.answer.meaning import terms
from tools.contract import Call

# So many words of a title name the thing.
NAMED_BY: Final = 2
OF_THE_TILL: Final = frozenset({"pay", "code", "deliver"})
OF_PAYING: Final = frozenset({"pay", "choose_payment", "pay_order"})

_LINK: Final = re.compile(r"https?://\S+")

Part = str | Errand
"""A part of a message: its words, or what the trained reader makes of them."""
Serve = Callable[[Command, ConversationState, TurnContext, Registry], Done]


@dataclass(slots=True)
class _Told:
    """What the sentences so far have left behind."""

    state: ConversationState
    done: list[tuple[Command, Done]] = field(default_factory=list)
    missed: list[tuple[str, Done]] = field(default_factory=list)
    """The parts that had no answer, and what serving them left."""
    is_unchanged: bool = False
    """Whether an order or a change to one was not understood."""
    is_lost: bool = False
    """Whether what was just asked for was not found: "if you have it, add one" is then of nothing."""


def served(
    parts: Iterable[Part], state: ConversationState, context: TurnContext, known: Registry, serve: Serve
) -> list[tuple[Command, Done]]:
    """What serving each leaves behind, in order; nothing where none of them is answered."""
    told = _Told(state)
    for part in parts:
        pieces = errands.deeds_in(part.text) if not isinstance(part, str) and part.act in OF_THE_TILL else ()
        for piece in pieces or (part,):  # "apply it and send the prompt" is two
            _serve_part(piece, told, context, known, serve)
    is_left = bool(told.state.purchase.cart)
    told.done = [each for each in told.done if not (is_left and _is_given_up(*each))]
    if told.done and (words := _of_what_was_missed(told)):
        unanswered = next((each.unanswered for _, each in told.missed if each.unanswered), None)
        told.done.append((Unclear(), Done(state=told.state, reply=Text(text=words), unanswered=unanswered)))
    return told.done


def wants_an_answer(part: str) -> bool:
    """Whether it asks, or tells of a trouble: "schools open in January" does neither."""
    return part.rstrip().endswith("?") or asks.asks_openly(part) or kinds.is_trouble(part)


def _is_put_in_unasked(said: Part, state: ConversationState, done: Done) -> bool:
    """Whether a question has put something into the cart: "and if I lose my SIM card"."""
    is_question = not isinstance(said, str) and said.act in ("ask", "about", "find") and not asks.wants_it(said.text)
    return is_question and len(done.state.purchase.cart) > len(state.purchase.cart)


def _not_twice(commands: tuple[Command, ...], said: Part, told: _Told) -> tuple[Command, ...]:
    """Without what has just been put in, where it is named again and no more of it is told: "foot and leg massage"."""
    if isinstance(said, str) or said.act != "order" or said.part("count") or said.part("option"):
        return commands
    items = {line.item for command, _ in told.done for line in getattr(command, "lines", ())}
    return tuple(each for each in commands if not items & {line.item for line in getattr(each, "lines", ())})


def _is_given_up(command: Command, done: Done) -> bool:
    """Whether the last line went out before another came in: the purchase was not given up."""
    return command.name == "change_cart" and not done.state.purchase.cart


def _of_what_was_missed(told: _Told) -> str:
    if told.is_unchanged and told.state.purchase.cart:
        return say("order_not_changed", told.state)
    is_passed_on = any(isinstance(command, HandOver) for command, _ in told.done)
    done = [each for _, each in told.done]
    is_missed = any(asks_more(part, done) for part, _ in told.missed)
    return say("a_part_unanswered", told.state) if is_missed and not is_passed_on else ""


def asks_more(part: str, told: Iterable[Done]) -> bool:
    """Whether a part names anything that what is told does not speak of, or demands what it does not have: "and what is
    in it" of a trip does neither."""
    texts = " ".join(f"{each.reply.text} {' '.join(each.sources)}" for each in told if each.reply is not None)
    part = slips.written_out(part)
    return bool(matter.untold_in(part, terms(texts))) or not demanded.is_told(part, _LINK.sub(" ", texts))


def _serve_part(said: Part, told: _Told, context: TurnContext, known: Registry, serve: Serve) -> None:
    part = said if isinstance(said, str) else said.text
    if errands.gives_up(part) and isinstance(told.state.controls.asked, Tell):
        told.state = told.state.having(asked=None)
        return
    earlier = tuple(done for _, done in told.done)
    about = replace(context, about=part, commands=(), served=(*context.served, *earlier))
    commands, state = _read(said, told, about, known)
    read = [command.written() for command in commands]
    context.trace.notes.setdefault("letter", []).append({"part": part, "commands": read})
    is_order = cart.begins_a_change(part) or asks.buys_now(part) or trained.is_order(said)
    if told.is_lost and trained.takes_what_was_named(said):
        told.is_unchanged, commands = True, ()
    if isinstance(said, str) and asides.only_tells(part, told.state, context):
        commands = tuple(each for each in commands if each.name not in trained.SEEKING)
    before = len(told.done)
    for command in _not_twice(commands, said, told):
        done = _done(command, part, state, told, about, known, serve)
        if done is not None and _is_put_in_unasked(said, state, done):
            told.missed.append((part, done))
            done = None
        if done is None and command.name == "search" and asks.asks_openly(part):
            command, done = _asked_of_the_library(part, state, told, about, known, serve)
        if done is None:
            told.is_unchanged = told.is_unchanged or is_order
            continue
        told.state = state = known.after(command, done.state, context.tools.now)
        done, state = in_sight.with_item(done, state, about, known)
        told.state = state
        if command.name == "deliver":  # what was told of it before stands in what is told now
            told.done = [each for each in told.done if each[0].name != "deliver"]
        told.done = [each for each in told.done if not _is_settled(each[1], command, done)]
        told.done.append((command, done))
    told.is_lost = trained.looks_for(said) and len(told.done) == before


def _done(
    command: Command,
    part: str,
    state: ConversationState,
    told: _Told,
    about: TurnContext,
    known: Registry,
    serve: Serve,
) -> Done | None:
    """What serving it leaves behind; None where it has only guessed, or found nothing."""
    called = len(about.trace.tool_calls)
    is_held = told.is_unchanged and command.name in OF_PAYING
    done = Done(state=state) if is_held else serve(command, state, replace(about, commands=(command,)), known)
    if told.done and _asks_back_of_an_aside(command, part, done):
        return None  # its answer stands already
    is_aside = command.name == "browse" and (bool(told.done) or bool(delivery.time_alone(part)))
    is_as_it_was = len(done.state.purchase.cart) <= len(state.purchase.cart)
    is_no_change = command.name == "search" and cart.begins_a_change(part) and bool(state.purchase.cart)
    is_guess = is_aside or (is_no_change and is_as_it_was)
    is_guess = is_guess or not _is_meant(command, part, done, about.trace.tool_calls[called:])
    is_unclear = isinstance(command, Unclear) and second_look.asks_for_words(done)
    if done.is_empty or done.reply is None or is_guess or is_unclear:
        told.missed.append((part, done))
        return None
    return done


def _asked_of_the_library(
    part: str, state: ConversationState, told: _Told, about: TurnContext, known: Registry, serve: Serve
) -> tuple[Command, Done | None]:
    """What the documents tell of a question that the shelves have not answered: "when is breakfast served?"."""
    support = known.by_name.get("support")
    commands = support.read(part, state, about) if support is not None else ()
    if not commands:
        return Unclear(), None
    done = _done(commands[0], part, state, told, about, known, serve)
    if done is not None:
        told.missed.pop()
    return commands[0], done


def _asks_back_of_an_aside(command: Command, part: str, done: Done) -> bool:
    """Whether what is only told makes us ask: why they want the power bank."""
    is_question = part.rstrip().endswith("?") or asks.asks_openly(part)
    return command.name == "ask_library" and second_look.asks_for_words(done) and not is_question


def _is_settled(before: Done, command: Command, now: Done) -> bool:
    """Whether a sentence after it has answered what it asks: of an item, or what an answer hangs on: "net ni slow,
    nitajuaje kama ni wifi"."""
    if command.name == "ask_library":
        return bool(now.cited) and second_look.asks_for_details(before)
    return command.name == "choose" and _is_answered(before, now)


def _is_answered(before: Done, now: Done) -> bool:
    """Whether what was asked of an item has been answered by a sentence after it."""
    asked = before.state.controls.asked
    is_of_item = isinstance(asked, Pick) and asked.of in ("option", "quantity")
    return is_of_item and asked != now.state.controls.asked


def _is_meant(command: Command, part: str, done: Done, calls: Iterable[Call]) -> bool:
    """Whether a list shows what they surely wrote of: of several guesses in one reply none is read."""
    found = [call.result for call in calls if call.tool == "catalog_search" and call.result is not None]
    if not found or not isinstance(done.reply, ListReply):
        return True
    if kinds.is_trouble(part) or kinds.is_of_theirs(part):
        return False
    said = set(tokens(part))
    titles = [set(tokens(item.title)) for result in found for item in result.items]
    if any(len(title & said) >= min(len(title), NAMED_BY) for title in titles):
        return True
    return command.name == "search" and any(result.items and result.confidence == "strong" for result in found)


def _read(
    said: Part, told: _Told, about: TurnContext, known: Registry
) -> tuple[tuple[Command, ...], ConversationState]:
    """Its commands; a yes to a payment is a message of its own, and none of them."""
    state, part = told.state, about.text
    if not isinstance(said, str) and (at_once := trained.at_once(said, state, about, known)):
        return at_once, state
    settled = answered.settle(state, about)
    if settled is not None and "commands" in settled:
        commands, state = settled["commands"], settled.get("state", state)
    else:
        guess = intent_classify.local(part, state.understood.journey)
        state = state.having(intent=guess.intent, intent_confidence=guess.confidence)
        commands, state = local.understand(state, about)
        commands = _of_no_other_matter(part, commands, told, about, known)
    if not isinstance(said, str):
        commands = trained.instead_of(commands, said, state, about, known) or commands
        commands = trained.with_where_and_when(commands, said)
    # "I paid last week" is no matter for a person by itself, where the whole message is none.
    is_persons = isinstance(said, str) or escalation.reason_in(state, replace(about, about="")) is not None
    reason = escalation.reason_in(state, about) if is_persons else None
    if reason is not None and not any(reason in known.owner(each).takes for each in commands):
        return (HandOver(reason=reason, about=part),), state
    return tuple(each for each in commands if not isinstance(each, ConfirmPayment)), state


def _of_no_other_matter(
    part: str, commands: tuple[Command, ...], told: _Told, about: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """What only seemed to go on with a matter that a sentence before has just begun is asked of the documents."""
    owners = {known.owner(each).name for each in commands}
    begun = {known.owner(command).name for command, _ in told.done} & owners
    asked = told.state.controls.asked
    is_going_on = isinstance(asked, Tell) and asked.journey in begun
    if not is_going_on or any(known.by_name[name].claims(part, told.state, about) for name in begun):
        return commands
    support = known.by_name.get("support")
    return (support.read(part, told.state, about) if support is not None else ()) or commands
