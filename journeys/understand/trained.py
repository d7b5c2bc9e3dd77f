"""What the trained reader makes of a message: its parts, and the commands of those that say what is to be done."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from django.conf import settings

from journeys import registry
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.purchase import cart, choice
from journeys.local.purchase.codes import code_in
from journeys.local.wordlists import tokens
from journeys.reader.errands import Errand, read
from journeys.registry import Registry
from journeys.state import Confirm, ConversationState, Pick, Tell
from journeys.support.question import kinds
from journeys.support.question.complete import names_nothing, thing_of
from journeys.understand.local import tells_only_how_many
from journeys.understand.route import RECENT
from knowledge import lexicon
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold

SURE: Final = 0.5
"""As sure as an intent must be to route at all."""
SURELY: Final = 0.7
"""What the word lists have read otherwise must be surer: what only reads may be read wrong, what changes must not."""
MOST_OF_WHAT_NOW: Final = 6
"""Words of what is asked of a trouble that was just told: "what should I do now"."""
GUESSED: Final = 0.4
"""A message with anything less sure is parted by its sentences."""
BEYOND_DOUBT: Final = 0.9
"""Who buys something else instead of telling what they were asked for; who gives the whole purchase up."""
# What is shorter is an answer or a name, which the lists know.
FEWEST_WORDS: Final = 3
# More are a letter, which is parted by its sentences.
MOST_PARTS: Final = 6
SEEKING: Final = frozenset({"search", "browse", "unclear", "ask_library", "ask_item", "pay_order", "order_status"})
MISTAKEN: Final = frozenset({"order_status", "browse"})
"""What a question of rules is taken for, where nothing is ordered: "and if the parcel comes late"."""
DOING: Final = frozenset({"order", "change", "remove", "empty", "pay", "code", "deliver", "total", "about"})
"""What the reader finds parts in that the word lists do not; all else is read by them, part by part."""
BESIDE_A_CODE: Final = frozenset({"order", "pay", "deliver", "total"})
ORDERING: Final = frozenset({"order", "change", "remove"})
OF_NOTHING: Final = frozenset({"hello", "aside"})
OF_THE_LIBRARY: Final = frozenset({"ask", "trouble"})
_HAD: Final = re.compile(
    r"\b(?:i|we) (?:have )?(?:bought|ordered|purchased|got|booked|paid)\b"
    r"|\b(?:ni|tu)li(?:nunua|agiza|buy|order|book|chukua|pata)\w{0,3}\b"
    r"|\b(?:say|suppose|if) (?:i|we)\b|\b(?:tuseme|nikisema) \w|\b(?:ni|tu)ki(?:chukua|nunua|buy|book)\w{0,3}\b"
)
"""What was bought before, or might be."""
_IN_CASE: Final = re.compile(
    r"\W{0,3}(?:(?:and|na|but|lakini) )?(?:if|when|in case|incase|kama|(?:ni|tu|i|zi|a)ki\w{3,})\b"
)
BY_CODE_ALONE: Final = frozenset({"yes", "no", "stop"})
"""What agrees to something is read word by word."""


def parted(state: ConversationState, context: TurnContext, read: int = 0) -> tuple[Errand, ...]:
    """The errands of a message that holds several, each with what it cannot be read without; none of any other.

    Where nothing is to be done but questions are to be answered, and the word lists have `read` all of them, theirs
    stand."""
    if context.by != "local" or context.about or isinstance(state.controls.asked, Confirm):
        return ()
    errands = _errands_of(state, context)
    if isinstance(state.controls.asked, Tell) and not any(map(_surely_buys, errands)):
        return ()  # what they were asked for is told
    if not errands:
        return ()
    context.trace.notes["errands"] = [f"{each.act} {each.sure:.2f}: {each.text}" for each in errands]
    if any(errand.act in BY_CODE_ALONE or errand.sure < GUESSED for errand in errands):
        return ()
    wishes = _completed(errands)
    does = any(errand.act in DOING - {"about"} and errand.sure >= SURE for errand in wishes)
    is_doubtful = any(errand.sure < SURE for errand in wishes)
    if (not does and is_doubtful) or (len(wishes) <= read and (is_doubtful or not does)):
        return ()
    is_one_change = all(errand.act in ORDERING for errand in wishes) and cart.begins_a_change(context.text)
    if is_one_change and sum(bool(errand.part("thing")) for errand in wishes) <= 1:
        return ()  # "make it one silver and two red"
    known = registry.of(context)
    if any(each.claims(context.text, state, context) for each in known.journeys if each.is_specialist):
        return ()  # it goes on with a trouble or a bill that is under way
    tells_more = any(errand.act == "aside" and errand.sure > SURELY for errand in errands)
    is_several = len(wishes) > 1 or (bool(wishes) and tells_more)
    return tuple(wishes) if is_several and len(wishes) <= MOST_PARTS else ()


def _surely_buys(errand: Errand) -> bool:
    return errand.act in ("order", "remove", "pay") and errand.sure >= BEYOND_DOUBT


def instead_of(
    commands: Iterable[Command], errand: Errand, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """What an errand does, where the word lists have only seen something to look for: "let me try the blue one"."""
    read = {command.name for command in commands}
    has_bought = state.purchase.cart or state.purchase.order_id
    is_mistaken = errand.sure >= BEYOND_DOUBT and read <= MISTAKEN and not has_bought
    is_of_nothing = errand.sure >= SURELY and read == {"search"} and not lexicon.things(errand.text)
    is_mistaken = errand.act == "ask" and (is_mistaken or is_of_nothing)
    takes = known.takes.get(errand.act) if errand.act in DOING or is_mistaken else None
    if takes is None or errand.sure < SURE or not read <= SEEKING or (errand.act == "about" and "ask_item" in read):
        return ()
    if errand.act in ORDERING and _takes_nothing(errand.text):
        return ()
    if errand.act == "empty" and errand.sure < BEYOND_DOUBT:
        return ()
    if errand.act == "deliver" and cart.begins_a_change(errand.text):
        return ()
    return takes(errand, state, context)


def alone(state: ConversationState, context: TurnContext) -> Errand | None:
    """The only errand of a message, that something be done; None where the reader is not sure of it."""
    if isinstance(state.controls.asked, Tell | Confirm):
        return None
    wishes = _completed(_errands_of(state, context))
    is_sure = len(wishes) == 1 and wishes[0].sure >= SURELY and wishes[0].act in DOING
    return wishes[0] if is_sure else None


def _takes_nothing(text: str) -> bool:
    """ "Would I have to buy a router", "I bought it in May and it is dead"."""
    is_question = asks.asks_price(text) or (asks.asks_openly(text) and not asks.wants_it(text))
    is_question = is_question and not choice.buys(text)
    return is_question or kinds.is_trouble(text) or _HAD.search(fold(text)) is not None


def is_order(said: str | Errand) -> bool:
    return not isinstance(said, str) and said.act in ORDERING and said.sure >= SURE


def _errands_of(state: ConversationState, context: TurnContext) -> tuple[Errand, ...]:
    """The errands of a typed message that is long enough to hold one."""
    is_typed = not any(message.tapped_id for message in context.incoming)
    is_off = context.mind.is_model or not settings.TULIA.reads_errands
    if is_off or not is_typed or len(tokens(context.text)) < FEWEST_WORDS:
        return ()
    return read(context.text, _at(state, context), lexicon.is_written_here)


def _at(state: ConversationState, context: TurnContext) -> frozenset[str]:
    """What the conversation is at, in the reader's words."""
    sales, purchase, asked = state.sales, state.purchase, state.controls.asked
    is_recent = state.understood.journey_at is not None and context.tools.now - state.understood.journey_at <= RECENT
    is_asked_to_pay = isinstance(asked, Confirm) or (isinstance(asked, Pick) and asked.of in ("way", "retry"))
    found = {
        "list": bool(sales.last_catalog_results),
        "item": bool(sales.selected_item_ids or purchase.choosing),
        "cart": bool(purchase.cart),
        "paying": is_asked_to_pay,
        "paid": purchase.payment_status in ("pending", "paid"),
        "answer": is_recent and state.understood.journey == "support",
        "steps": is_recent and state.support.trouble is not None,
    }
    return frozenset(name for name, is_so in found.items() if is_so) or frozenset({"new"})


def _completed(errands: Iterable[Errand]) -> list[Errand]:
    """The wishes, each with what it cannot be read without: the thing that the one before it named, the place they are
    at, what they have or might take, the size that follows the thing."""
    found: list[Errand] = []
    told = ""
    for errand in errands:
        before = found[-1] if found else None
        if tells_only_how_many(errand.text) or (not errand.text.endswith("?") and _HAD.search(fold(errand.text))):
            told = f"{told} {errand.text}".strip()
        elif errand.act in OF_NOTHING and not (errand.act == "hello" and errand.sure < SURELY):
            told = errand.text if any(map(is_place, tokens(errand.text))) else told
        elif before is not None and _is_more_of(before, errand):
            found[-1] = replace(before, text=f"{before.text}, {errand.text}", parts=(*before.parts, *errand.parts))
        else:
            is_asked = errand.act in OF_THE_LIBRARY
            is_of_it = is_asked or errand.act == "about" or tells_only_how_many(told)
            text = f"{told} {errand.text}".strip() if is_of_it else errand.text
            found.append(replace(errand, text=_in_full(text, before) if is_asked else text))
            told = ""
            if errand.act in BESIDE_A_CODE and (code := errand.part("code") or code_in(errand.text)):
                found.append(Errand(act="code", text=code, parts=(("code", code),), sure=errand.sure))
    return [*found, Errand(act="ask", text=told, sure=0.0)] if told and not found else found


def _is_more_of(before: Errand, errand: Errand) -> bool:
    """Whether it goes on with the same thing: "I'll take the sofa, in grey", "under 2,000"."""
    if before.act in OF_THE_LIBRARY and errand.act in OF_THE_LIBRARY:
        # "My light is red, what should I do"; "if I cancel on the 10th, what do I lose".
        is_case = _IN_CASE.match(fold(before.text)) is not None
        return is_case or (before.act == "trouble" and len(tokens(errand.text)) <= MOST_OF_WHAT_NOW)
    if before.text.count("(") > before.text.count(")"):
        return True
    return (
        errand.act == before.act
        and min(before.sure, errand.sure) >= SURE
        and (
            errand.act in ("deliver", "pay", "code", "total", "offers", "empty", "person")
            or (errand.act in ("order", "find", "change") and not errand.part("thing"))
        )
    )


def _in_full(question: str, before: Errand | None) -> str:
    """With what the errand before it named: "do you have a gym? what time does it open"."""
    is_of_it = before is not None and before.act in (*OF_THE_LIBRARY, "find", "about") and names_nothing(question)
    return f"{thing_of(before.text)} {question}" if before is not None and is_of_it else question
