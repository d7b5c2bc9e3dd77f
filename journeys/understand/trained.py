"""What the trained reader makes of a message: its parts, and the commands of those that say what is to be done."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

from journeys import registry
from journeys.checkout.commands import Deliver
from journeys.checkout.errands import told_of
from journeys.command import Command, written
from journeys.context import TurnContext
from journeys.language.units import ALL, MEASURE, joined
from journeys.local import asks
from journeys.local.purchase import cart, choice, numbers
from journeys.local.purchase.pointing import POINTERS
from journeys.local.wordlists import tokens
from journeys.reader.errands import Errand
from journeys.registry import Registry
from journeys.state import Confirm, ConversationState, Tell
from journeys.support.question import kinds
from journeys.understand.errands_read import errands_of
from journeys.understand.wishes import (
    BEYOND_DOUBT,
    DOING,
    HAD,
    HAS,
    IN_CASE,
    OF_NOTHING,
    ORDERING,
    SURE,
    SURELY,
    completed,
)  # fmt: skip
from knowledge import lexicon
from knowledge.text import fold

LIKELY: Final = 0.6
"""Of an order that the word lists hear as one too."""
LONGEST_NAME: Final = 120
"""What is searched of a thing's name."""
GUESSED: Final = 0.4
"""A message of which more is less sure than is sure is parted by its sentences."""
# More are a letter, which is parted by its sentences.
MOST_PARTS: Final = 6
SEEKING: Final = frozenset({"search", "browse", "unclear", "ask_library", "ask_item", "pay_order", "order_status"})
BARE: Final = written("choose")
"""Taken, without what was said of its form and number."""
_PUTS_IN: Final = re.compile(r"\b(?:add|put|give me|ongeza|niongez\w{1,3}|weka|niwek\w{1,3}|nipe)\b", re.IGNORECASE)
STICKING: Final = frozenset({"ask_offers", "hand_over"})
"""What a part is read as because the talk was of it. A person who is asked for is not left out but beyond doubt."""
MISTAKEN: Final = frozenset({"order_status", "browse"})
"""What a question of rules is taken for, where nothing is ordered: "and if the parcel comes late"."""
OF_A_PURCHASE: Final = frozenset({"pay", "total"})
OF_ONE_MATTER: Final = frozenset({"dispute", "trouble", "person", "cancel", "status"})
"""Several of them in one message are one matter: charged twice, and wants it back."""
_IS_CASE: Final = re.compile(r"\b(?:if|in case|(?:u|i|zi|li|ni|tu|m|wa|a)(?:ki|sipo)\w{3,})\b")
BY_CODE_ALONE: Final = frozenset({"yes", "no", "stop"})
"""What agrees to something is read word by word."""


def parted(state: ConversationState, context: TurnContext, read: Sequence[Command] = ()) -> tuple[Errand, ...]:
    """The errands of a message that holds several, each with what it cannot be read without; none of any other.

    Where nothing is to be done but questions are to be answered, and the word lists have `read` all of them, theirs
    stand."""
    if context.by != "local" or context.about or isinstance(state.controls.asked, Confirm):
        return ()
    errands = errands_of(state, context)
    if isinstance(state.controls.asked, Tell) and not any(map(_surely_buys, errands)):
        return ()  # what they were asked for is told
    if not errands:
        return ()
    context.trace.notes["errands"] = [f"{each.act} {each.sure:.2f}: {each.text} {dict(each.parts)}" for each in errands]
    wanted = [errand for errand in errands if errand.act not in OF_NOTHING]
    guessed, sure = sum(each.sure < GUESSED for each in wanted), sum(each.sure >= SURELY for each in wanted)
    if guessed > sure or any(errand.act in BY_CODE_ALONE for errand in errands):
        return ()
    wishes = completed(errands)
    does = any(errand.act in DOING - {"about"} and errand.sure >= SURE for errand in wishes)
    is_doubtful = any(errand.sure < SURE for errand in wishes)
    is_surely_done = does and all(map(_is_surely_done, wishes))
    if (not does and is_doubtful) or (len(wishes) <= len(read) and (is_doubtful or not is_surely_done)):
        return ()
    if all(errand.act in OF_ONE_MATTER for errand in wishes) or _only_tells_a_trouble(wishes, context.text):
        return ()
    if _is_a_list(read, wishes) or _compares(read):
        return ()
    is_changing = bool(state.purchase.cart) and cart.begins_a_change(context.text)
    is_one_change = is_changing and all(errand.act in ORDERING for errand in wishes)
    if is_one_change and sum(bool(errand.part("thing")) for errand in wishes) <= 1:
        return ()  # "make it one silver and two red"
    known = registry.of(context)
    if any(each.claims(context.text, state, context) for each in known.journeys if each.is_specialist):
        return ()  # it goes on with a trouble or a bill that is under way
    tells_more = any(errand.act == "aside" and errand.sure > SURELY for errand in errands)
    is_several = len(wishes) > 1 or (bool(wishes) and tells_more)
    return tuple(wishes) if is_several and len(wishes) <= MOST_PARTS else ()


def _only_tells_a_trouble(wishes: Sequence[Errand], text: str) -> bool:
    """Whether a thing gives trouble, and nothing is asked to be sold beside it: "the fan came and does not turn on"."""
    orders = [wish for wish in wishes if wish.act in ORDERING]
    says_so = any(choice.buys(each.text) or asks.wants_it(each.text) or _PUTS_IN.search(each.text) for each in orders)
    return kinds.is_trouble(text) and bool(orders) and not says_so


def _is_surely_done(errand: Errand) -> bool:
    """Whether what is to be done is sure; "what do 2 cocktails cost" takes none."""
    is_question = errand.act in ORDERING and asks.asks_openly(errand.text)
    return errand.act not in DOING or (errand.sure >= SURELY and not is_question)


def _is_a_list(read: Sequence[Command], wishes: Sequence[Errand]) -> bool:
    """Whether the lists have read as many lines as there are things ordered: "2 kg of rice, 1 kg sugar and oil"."""
    lines = sum(len(getattr(command, "lines", ())) for command in read)
    return all(errand.act == "order" for errand in wishes) and 1 < len(wishes) <= lines


def _compares(read: Sequence[Command]) -> bool:
    """Whether two things are only set beside each other: the second one may be no more than "the 55"."""
    return len(read) == 1 and read[0].name == "compare" and len(getattr(read[0], "items", ())) > 1


def _surely_buys(errand: Errand) -> bool:
    return errand.act in ("order", "remove", "pay") and errand.sure >= BEYOND_DOUBT


def instead_of(
    commands: Sequence[Command], errand: Errand, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """What an errand does, where the word lists have only seen something to look for: "let me try the blue one"."""
    read = {command.name for command in commands}
    if errand.act == "ask":
        is_mistaken = _is_question_mistaken(read, errand, state)
    elif errand.act == "about":
        is_mistaken = read <= SEEKING - {"ask_item"}
    else:
        is_mistaken = errand.act in DOING and (read <= SEEKING or _says_nothing_of_it(commands, errand))
    return _done(errand, state, context, known) if is_mistaken else ()


def _is_question_mistaken(read: Set[str], errand: Errand, state: ConversationState) -> bool:
    """Whether a question of rules was taken for one of an order, of the shelves, or of paying now."""
    is_sure, has_bought = errand.sure >= BEYOND_DOUBT, state.purchase.payment_status in ("pending", "paid")
    if read <= MISTAKEN:
        return not has_bought and (is_sure or _IS_CASE.search(fold(errand.text)) is not None)
    if IN_CASE.match(fold(errand.text)):
        return read == {"ask_item"} or (is_sure and read == {"search"})
    if read == {"ask_item"} and errand.part("place"):
        return is_sure  # what it costs to bring it there is no price of the item
    is_of_nothing = read == {"search"} and not lexicon.things(errand.text)
    return errand.sure >= SURELY and (is_of_nothing or read == {"pay"})  # "may I pay little by little"


def _says_nothing_of_it(commands: Sequence[Command], errand: Errand) -> bool:
    """Whether what the lists have read leaves out what is taken or changed, or goes on with what was talked of."""
    read = {each.name for each in commands}
    if read <= STICKING and errand.act != "offers":
        return errand.sure >= (BEYOND_DOUBT if "hand_over" in read else SURELY)
    if errand.act == "order":
        is_only_when = read == {"deliver"} and bool(errand.part("thing") or errand.part("count"))
        return (is_only_when and errand.sure >= SURELY) or [each.written() for each in commands] == [BARE]
    is_one = errand.act in ("change", "remove") and not _counts_several(errand)
    return is_one and all(map(_is_only_worded, commands))


def _counts_several(errand: Errand) -> bool:
    """Whether several forms are counted: "make it two red and one silver"."""
    said = [word for word in tokens(errand.text) if word.isdecimal() or word in numbers.words()]
    return len(said) > 1


def _is_only_worded(command: Command) -> bool:
    """Whether it changes what its words will be found to mean."""
    return command.name == "change_cart" and getattr(command, "change", "") == "words"


def at_once(errand: Errand, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """What an errand beyond doubt does; the word lists are not asked."""
    says_what = errand.part("thing") or (errand.act == "change" and errand.parts)
    is_clear = errand.act in ORDERING and errand.sure >= BEYOND_DOUBT and bool(says_what)
    is_clear = is_clear and (errand.act != "change" or not _counts_several(errand))
    return _done(errand, state, context, known) if is_clear else ()


def _done(errand: Errand, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """The commands of its journey; none where it only looks like something to be done."""
    takes = known.takes.get(errand.act)
    if takes is None or errand.sure < SURE:
        return ()
    if errand.act in ORDERING and (_takes_nothing(errand) or _is_only_spoken_of(errand, state)):
        return ()
    if errand.act in OF_A_PURCHASE and not _is_buying(state):
        return ()
    if errand.act == "empty" and errand.sure < BEYOND_DOUBT:
        return ()
    if errand.act == "deliver" and cart.begins_a_change(errand.text):
        return ()
    return takes(errand, state, context)


def pays(state: ConversationState, context: TurnContext) -> bool:
    """Whether who has something in the cart says from which number it is paid, which strangers' words sound like."""
    is_buying = bool(state.purchase.cart or state.purchase.order_id)
    return is_buying and any(each.act == "pay" and each.sure >= BEYOND_DOUBT for each in errands_of(state, context))


def of_one_thing(
    commands: tuple[Command, ...], state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """One search where the lists have made several of a name that joins words: "on bed and breakfast"."""
    if len(commands) < 2 or {command.name for command in commands} != {"search"} or "find" not in known.takes:
        return commands
    wishes = completed(errands_of(state, context))
    is_one = len(wishes) == 1 and wishes[0].act in ("find", "about") and wishes[0].sure >= BEYOND_DOUBT
    is_one = is_one and len(wishes[0].each_part("thing")) == 1
    return known.takes["find"](wishes[0], state, context) or commands if is_one else commands


def sought(state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """What a message that the lists make nothing of looks for, where the shelves surely have it: "vanilla cake with
    'Happy 40' on it"."""
    if "find" not in known.takes:
        return ()
    wishes = completed(errands_of(state, context))
    if len(wishes) != 1 or wishes[0].act not in ("find", "order") or not wishes[0].part("thing"):
        return ()
    things = wishes[0].part("thing")
    found = context.call("catalog_search", query=things[:LONGEST_NAME]).result
    if found is None or not found.items or not (found.confidence == "strong" or lexicon.things(things)):
        return ()
    return known.takes["find"](wishes[0], state, context)


def with_where_and_when(commands: tuple[Command, ...], errand: Errand) -> tuple[Command, ...]:
    """With the day, the place and the person that stand beside what is taken."""
    is_taken = len(commands) == 1 and commands[0].name in ("add", "choose") and errand.act == "order"
    goes = told_of(errand) if is_taken else Deliver()
    return commands if goes == Deliver() else (*commands, goes)


def _is_buying(state: ConversationState) -> bool:
    """Whether something is in the cart, ordered, or looked at: before it "I'll pay on delivery" asks how it is paid."""
    purchase, sales = state.purchase, state.sales
    return bool(purchase.cart or purchase.order_id or purchase.choosing or sales.selected_item_ids)


def alone(state: ConversationState, context: TurnContext) -> Errand | None:
    """The only errand of a message, that something be done; None where the reader is not sure of it."""
    if isinstance(state.controls.asked, Tell | Confirm):
        return None
    wishes = completed(errands_of(state, context))
    says_so = choice.buys(context.text) or asks.books(context.text)
    if len(wishes) == 1 and wishes[0].act == "find" and wishes[0].part("when") and asks.wants_it(context.text):
        wishes, says_so = [replace(wishes[0], act="order")], True  # what is wanted for a day is no more looked for
    if len(wishes) != 1 or wishes[0].act not in DOING - {"offers"}:
        return None
    if wishes[0].act == "order" and not (says_so or _says_how_many(wishes[0])):
        return None  # a thing that is only named is looked for
    return wishes[0] if wishes[0].sure >= (LIKELY if says_so and wishes[0].act == "order" else SURELY) else None


def _says_how_many(errand: Errand) -> bool:
    count = joined(errand.part("count"), ALL).split()
    is_counted = not set(count) <= POINTERS and not any(MEASURE.fullmatch(word) for word in count)
    return is_counted or bool(errand.part("when") or errand.part("place"))


def _takes_nothing(errand: Errand) -> bool:
    """ "Would I have to buy one", "I bought it in May and it is dead"; "the big one is enough, add it" takes it."""
    text = errand.text
    says_so = choice.buys(text) or _PUTS_IN.search(text) is not None
    is_open = asks.asks_openly(text) and not asks.wants_it(text) and (text.endswith("?") or errand.sure < SURELY)
    is_question = (asks.asks_price(text) or is_open) and not says_so
    return is_question or kinds.is_trouble(text) or HAD.search(fold(text)) is not None


def _is_only_spoken_of(errand: Errand, state: ConversationState) -> bool:
    """Whether they only tell what they have or go by, before anything was shown: "niko kwa Fibre Familia", "the flight
    from Ukunda is at four"."""
    says_so = choice.buys(errand.text) or asks.wants_it(errand.text) or asks.books(errand.text) or errand.part("count")
    if says_so or _PUTS_IN.search(errand.text) or errand.act != "order":
        return False
    is_in_sight = bool(state.sales.last_catalog_results or state.sales.selected_item_ids or state.purchase.cart)
    return HAS.search(fold(errand.text)) is not None or (not is_in_sight and errand.sure < BEYOND_DOUBT)


def looks_for(said: str | Errand) -> bool:
    return not isinstance(said, str) and said.act in ("find", "about")


def takes_what_was_named(said: str | Errand) -> bool:
    """Whether it takes a thing that it does not name itself: "add one if you have it"."""
    return not isinstance(said, str) and said.act == "order" and not (said.part("thing") or said.part("option"))


def is_order(said: str | Errand) -> bool:
    return not isinstance(said, str) and said.act in ORDERING and said.sure >= SURELY
