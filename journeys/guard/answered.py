"""What code alone can settle: a tap, an answer to the question that stands, words that go on with the cart."""

import re
from typing import Any, Final

from journeys import registry
from journeys.checkout.commands import ConfirmPayment, Deliver, UnclearYes
from journeys.command import Command, written
from journeys.context import TurnContext
from journeys.contract import Settled
from journeys.local import asks, replies
from journeys.local.purchase import payment
from journeys.local.wordlists import tokens
from journeys.picking import NUMBER, named, numbered
from journeys.preferences.commands import EraseData, OwnData, SetPreferences
from journeys.registry import CommandUnknown, Registry
from journeys.state import ConversationState, Pick, Question, YesNo
from journeys.understand import errands, language_policy, part_by_part, sentences, trained
from journeys.unknown.commands import Unclear

# Said in whole sentences, which tell the language to answer in as "2" and "yes" do not.
SENTENCES: Final = (SetPreferences, OwnData, EraseData)
# "Iko size 42?" tells its language; "bei?" does not always.
FEWEST_OF_A_QUESTION: Final = 3
# "Yes please the black" can say nothing more; a longer answer may, and a model reads it.
MOST_WORDS: Final = 4
# More parts are an order in prose, which is read as a whole.
MOST_PARTS: Final = 3
OF_AN_ITEM: Final = frozenset({"open_item", "choose", "add"})
UNCLEAR: Final = (UnclearYes, Unclear)
_PARTS: Final = re.compile(
    r"[,;.!]{1,4}\s{1,4}(?:and |then |na |pia |alafu |halafu )?|\s{1,4}(?:and|then|alafu|halafu)\s{1,4}"
    r"|\s{1,4}(?=(?:to be )?(?:delivered|sent|brought) to\s)",
    re.IGNORECASE,
)


def settle(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    known = registry.of(context)
    is_typed = not any(message.tapped_id for message in context.incoming)
    if is_typed and _says_more_than_an_answer(state, context):
        return None
    tapped = [message.tapped_id for message in context.incoming if message.tapped_id]
    command = _tapped(tapped[-1], state, context, known) if tapped else None
    if command is None and not (tapped and not context.text.strip()):
        command = settled_by(context.text, state, known)
        if command is not None and context.mind.is_model and not _is_plain(command, context.text):
            return None
    commands: tuple[Command, ...] = (command,) if command is not None else ()
    may_be_parted = command is None or (isinstance(command, Deliver) and not command.recipient)
    if may_be_parted and not tapped and not context.mind.is_model:
        commands = _settled_in_parts(context.text, state, known) or commands
    if is_typed and _is_one_of_several(commands, state, context):
        return None
    is_one = bool(tapped) or context.mind.is_model or (command is not None and command.name not in OF_AN_ITEM)
    beside = () if is_one else _with_a_question(context.text, state, context, known)
    if beside:
        context.trace.notes["answer"] = " ".join(each.written() for each in beside)
        state = state.having(**language_policy.chosen(state, language_policy.local(context.text)))
        return {"state": state, "commands": beside, "by": "local"}
    if not commands:
        return None
    if not context.mind.is_model:
        commands = _in_full(commands, state, context, known)
    context.trace.notes["answer"] = " ".join(each.written() for each in commands)
    is_a_question = commands[0].name == "ask_item" and len(tokens(context.text)) >= FEWEST_OF_A_QUESTION
    if not tapped and (isinstance(commands[0], SENTENCES) or is_a_question):
        state = state.having(**language_policy.chosen(state, language_policy.local(context.text)))
    return {"state": state, "commands": commands, "by": "code"}


def _says_more_than_an_answer(state: ConversationState, context: TurnContext) -> bool:
    if sentences.wishing(state, context) or errands.leaves_what_was_asked(state, context):
        return True
    return len(tokens(context.text)) > MOST_WORDS and bool(trained.parted(state, context))


def _is_one_of_several(commands: tuple[Command, ...], state: ConversationState, context: TurnContext) -> bool:
    """Whether it tells how they pay, where it goes or what else they want besides what has been understood of it."""
    is_of_item = len(commands) == 1 and commands[0].name in (*OF_AN_ITEM, "change_cart")
    return is_of_item and not context.mind.is_model and bool(errands.in_turn(state, context))


def _in_full(
    commands: tuple[Command, ...], state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """With what they mean, and with the forms, the day and the place that the trained reader finds beside it."""
    commands = _with_what_they_mean(commands, state, known)
    is_typed = not any(message.tapped_id for message in context.incoming)
    errand = trained.alone(state, context) if is_typed and not context.about else None
    if errand is None:
        return commands
    return trained.with_where_and_when(trained.instead_of(commands, errand, state, context, known) or commands, errand)


def _with_what_they_mean(
    commands: tuple[Command, ...], state: ConversationState, known: Registry
) -> tuple[Command, ...]:
    """Who tells where the item that is open goes buys it; who says how they pay, where it is asked how many they want,
    wants one, as what follows shows."""
    is_added = any(each.name == "add" for each in commands)
    is_of_what_is_open = isinstance(commands[-1], Deliver) and _is_only_looking(state) and not is_added
    if is_of_what_is_open and "add" in known.commands:
        return (*commands, known.decoded(written("add")))
    asked = state.controls.asked
    is_asked = isinstance(asked, Pick) and asked.of == "quantity" and "choose" in known.commands
    is_paying = [each.name for each in commands] == ["choose_payment"]
    return (known.decoded(written("choose", quantity=1)), *commands) if is_asked and is_paying else commands


def _is_only_looking(state: ConversationState) -> bool:
    """Whether an item is open, and nothing is bought or asked of it yet."""
    purchase, asked = state.purchase, state.controls.asked
    is_asked = isinstance(asked, Pick) and asked.of in ("option", "quantity")
    is_buying = purchase.cart or purchase.order_id or purchase.payment_status or is_asked
    is_in_sight = state.sales.selected_item_ids or len(state.sales.last_catalog_results) == 1
    return bool(is_in_sight) and not is_buying


def _settled_in_parts(text: str, state: ConversationState, known: Registry) -> tuple[Command, ...]:
    """Several answers in one message, "two pairs, and I'll pay by card": all of it is settled, or none.

    A yes to a payment is the whole message: beside something else it is left out, and the till asks again."""
    parts = [part for part in _PARTS.split(text) if part.strip()]
    if not 1 < len(parts) <= MOST_PARTS:
        return ()
    found = [settled_by(part, state, known) for part in parts]
    commands = tuple(each for each in found if each is not None and not isinstance(each, ConfirmPayment))
    is_clear = None not in found and not any(isinstance(each, UNCLEAR) for each in found)
    return commands if is_clear and len({type(each) for each in found}) == len(parts) else ()


def _with_a_question(text: str, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """An answer about an item, and a question that the business surely answers: "the first one, and do you deliver to
    Kisumu?"."""
    if state.controls.asked is None:
        return ()
    first, *others = _PARTS.split(text, maxsplit=1)
    question = " ".join(others).strip()
    if len(tokens(question)) < FEWEST_OF_A_QUESTION or not asks.asks_openly(question) or asks.asks_openly(first):
        return ()
    answer = settled_by(first, state, known)
    if answer is None or answer.name not in OF_AN_ITEM:
        return ()
    if of_it := settled_by(question, state, known):
        return (of_it, answer) if of_it.name == "ask_item" and answer.name != "open_item" else ()
    notes = dict(context.trace.notes)
    command = part_by_part.read_part(question, state, context).command
    context.trace.notes = notes  # the route told there is of the question alone
    return (answer, command) if command is not None else ()


def _is_plain(command: Command, text: str) -> bool:
    """Whether code may settle it though a model is there: a few words that can say nothing more than this."""
    return isinstance(command, ConfirmPayment) or len(tokens(text)) <= MOST_WORDS


def _tapped(tapped_id: str, state: ConversationState, context: TurnContext, known: Registry) -> Command | None:
    """What a button says; one that does not stand alone counts only under the question it stands in."""
    try:
        command = known.decoded(tapped_id)
    except CommandUnknown:
        return None
    asked = state.controls.asked
    is_offered = asked is not None and command.written() in {_plain(each.command, known) for each in asked.choices}
    if isinstance(command, ConfirmPayment):
        besides = [message.text for message in context.incoming if not message.tapped_id and message.text.strip()]
        is_alone = all(payment.agrees(text) for text in besides)
        return command if is_offered and is_alone else UnclearYes()
    return command if command.stands_alone or is_offered else None


def _plain(written: str, known: Registry) -> str:
    try:
        return known.decoded(written).written()
    except CommandUnknown:
        return written


def settled_by(text: str, state: ConversationState, known: Registry) -> Command | None:
    """The command that the whole message is, by the question that stands or by what is being bought."""
    asked = state.controls.asked
    found: Settled = None
    if asked is not None and asked.journey in known.by_name:
        found = known.by_name[asked.journey].answers(asked, text, state)
    for journey in known.journeys:
        found = found or journey.continues(text, state)
    found = found or (_usually(asked, text) if asked is not None else None)
    if found is None and asked is not None and asked.choices and NUMBER.fullmatch(text):
        return Unclear(why="not_on_the_list")
    try:
        return known.decoded(found) if isinstance(found, str) else found
    except CommandUnknown:
        return None


def _usually(asked: Question, text: str) -> str | None:
    """A number or a name of what was offered, or a yes or a no."""
    if isinstance(asked, YesNo):
        agrees = replies.yes_or_no(text)
        return None if agrees is None else asked.choices[0 if agrees else 1].command
    if asked.kind == "confirm":
        return None
    if getattr(asked, "of", "") in ("option", "quantity", "item", "way", "retry", "cart", "line"):
        return None  # its own journey has read all that may settle it
    return numbered(text, asked) or named(text, asked)
