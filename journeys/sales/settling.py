"""What a message settles of what was asked: one of a list, a form of the item in hand, the way on with the cart."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys import picking
from journeys.checkout.commands import Pay
from journeys.command import parted
from journeys.contract import Settled
from journeys.local import asks, comparisons, replies, wants
from journeys.local.purchase import cart, choice, numbers, payment
from journeys.local.wordlists import tokens
from journeys.sales import of_the_list, several
from journeys.sales.commands import (
    LONGEST_WORDS,
    Add,
    AskItem,
    Choose,
    Compare,
    DropItem,
    Line,
    More,
    OpenItem,
)  # fmt: skip
from journeys.sales.items import in_hand
from journeys.state import ConversationState, Pick, Question
from tools.catalog.units import Unit

ORDINAL = re.compile(
    r"\b(?:the \w+|(?:[yzlw]a|cha|vya) (?:kwanza|pili|tatu|nne|tano|sita|mwisho)|number|namba|nambari|option|no)\b"
)
_PHONE = re.compile(
    r"(?:(?:kwa|to|for|on) )?(?:my |your )?(?:namba|number|line|laini|simu)?\W{0,2}\+?\d{9,13}\b", re.IGNORECASE
)
# So many of what is looked at, and no row of the list.
PIECES = re.compile(
    r"\b(?:\d{1,2}|one|two|three|four|five|six|moja|mbili|tatu|nne|tano|sita) (?:of (?:them|these|those|it|that|this)"
    r"|pairs?|pieces?|pcs|jozi|vipande|(?:[zylw]a|cha|vya) (?:hii|hiyo|hio|hizi|hizo|hiki|hicho|hivi|hivyo))\b",
    re.IGNORECASE,
)
_TWO_OF_THEM = re.compile(
    r"\b(?:the |these |those |first )(?:two|2)\b|\bmbili za kwanza\b|\b(?:hizo|hizi) (?:za kwanza )?(?:mbili|2)\b"
    r"|\b(?:1|one|first|kwanza) (?:and|na|vs) (?:the )?(?:2|two|second|ya pili)\b",
    re.IGNORECASE,
)
# "I'll have one", under a list, is one of them, and not its first.
_ONE_OF_SEVERAL = re.compile(
    r"\b(?:have|take|get|want|need|buy|order|grab|(?:na|nina)taka|naomba|nipe|nipatie|nachukua|nitachukua) (?:me )?"
    r"(?:just |tu )?(?:one|moja)(?: please| pls| tafadhali| tu| then)?\W*\Z",
    re.IGNORECASE,
)
# "Ok that one": what was just looked at, and nothing else, is wanted.
_THAT_ONE = re.compile(
    r"\W{0,3}(?:(?:ok|okay|sawa|yes|yeah|ndio|ndiyo|poa|fiti|fine|good|great|nice|alright|perfect)\W{1,3}){1,2}"
    r"(?:(?:i['\u2019 ]?ll|i will|let me|nita|na) ?(?:take|go (?:with|for)|have|chukua) )?"
    r"(?:that|this|hiyo|hio|iyo|hii|hicho|hilo)"
    r"(?: one)?(?: (?:please|pls|tafadhali|basi|then|tu|is (?:fine|ok|good|it)|iko (?:poa|sawa|fiti)|itafaa))?\W{0,3}"
    r"|\W{0,3}(?:that|this) one (?:please|pls|then|is (?:fine|ok|good))\W{0,3}",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(
    r"\bboth\b|\b(?:zote|vyote|yote|hizo|hizi|vitu) (?:mbili|tatu|nne|viwili|vitatu|vinne)\b|\b(?:zote|vyote)\b"
    r"|\ball (?:of (?:them|these|those)|(?:the )?(?:two|three|four))\b|\b(?:them|these|those) all\b",
    re.IGNORECASE,
)
# More are a whole list, which nobody wants of each.
MOST_OF_THEM: Final = 4
_JUST_THAT = re.compile(
    r"\b(?:that|this) one\b|\b(?:hiyo|hio|hii)\b(?! (?:ya|za|la|cha|ingine|nyingine)\b)", re.IGNORECASE
)
# "Leta mbili" under a list are two of one of them, and not its second.
_BRINGS_SO_MANY = re.compile(
    r"\W{0,3}(?:(?:ok|okay|sawa|please|pls|basi) )?"
    r"(?:leta|niletee|tuletee|nitumie|tuma|bring(?: me)?|send(?: me)?|deliver)"
    r" (?:\d{1,2}|two|three|four|five|six|mbili|tatu|nne|tano|sita)(?: (?:please|pls|tafadhali|tu))?\W{0,3}"
    r"|\W{0,3}(?:(?:ok|sawa) )?(?:give|get) me (?:two|three|four|five|six)(?: (?:please|pls))?\W{0,3}",
    re.IGNORECASE,
)


def answers(question: Question, text: str, state: ConversationState) -> Settled:
    """An answer to what was asked of the item in hand, of the cart, or of the items shown."""
    if not isinstance(question, Pick):
        return None
    match question.of:
        case "option" | "quantity":
            return _form(question, text, state)
        case "cart" | "line":
            return _way_on(question, text)
        case "item":
            return _of_list(question, text, state)
    return None


def _form(question: Pick, text: str, state: ConversationState) -> Settled:
    """Which form, and how many."""
    if cart.command(text) == "cancel" or payment.agrees(text) is False or _takes_it_out(text):
        return DropItem()
    choosing = state.purchase.choosing
    shown = state.sales.shown(choosing.item_id) if choosing else None
    if (
        choosing
        and shown
        and (lines := several.of_one_item(text, choosing.item_id, shown.options, choosing.unit, choosing.options))
    ):
        return lines
    is_told = choosing is not None and question.of == "option" and question.option in choosing.options
    if is_told and picking.POINTS_BACK.search(text) and not asks.ASKS.search(text):
        return Choose(words=text[:LONGEST_WORDS])  # the form that was just asked about
    values = tuple(each.title for each in question.choices)
    if question.of == "quantity" and payment.agrees(text) is True:
        return Choose(quantity=Decimal(1))  # the quote that follows says how many
    unit = choosing.unit if choosing else Unit.PIECE
    if question.of == "option" and (row := _row_of_values(text, values, question)):
        return row
    said = choice.parse_choice(text, {question.option: values} if question.option else {}, question.option, unit=unit)
    if question.of == "quantity" and cart.command(text) == "pay":
        return Choose(quantity=Decimal(1))
    if cart.command(text) == "pay" and state.purchase.cart:
        return Pay()  # what waits for its form is told to be left out
    goes_on = payment.agrees(text) is True or cart.command(text) == "pay"
    if not (said.is_empty or said.rest or asks.ASKS.search(text)) or goes_on:
        return Choose(words=text[:LONGEST_WORDS])
    if question.of != "option":
        return None
    return (None if asks.ASKS.search(text) else picking.named(text, question)) or picking.placed(text, question)


def _takes_it_out(text: str) -> bool:
    """ "Remove it", "toa hiyo": of nothing that is named."""
    change = cart.edit(text, {})
    return change is not None and change.kind == "remove" and not (change.said.rest or asks.ASKS.search(text))


def _row_of_values(text: str, values: Sequence[str], question: Pick) -> str | None:
    """The value at the place that a bare number names, unless one of the values has a number of its own; the only one
    by a yes, for it was offered by its name."""
    if len(values) == 1 and payment.agrees(text) is True:
        return question.choices[0].command
    has_numbers = any(sign.isdigit() for value in values for sign in value)
    return picking.numbered(text, question) if picking.NUMBER.fullmatch(text) and not has_numbers else None


def _way_on(question: Pick, text: str) -> Settled:
    """A number, a name, or a yes to the first way."""
    if found := picking.numbered(text, question):
        return found
    if payment.agrees(text) is True and question.choices:
        return question.choices[0].command
    return None if asks.ASKS.search(text) else picking.named(text, question)


def _of_list(question: Pick, text: str, state: ConversationState) -> Settled:
    """One of the items shown: looked at, or bought when the words say so."""
    if of_several := _two_compared(text, question, state) or _all_of_them(text, state):
        return of_several
    if state.sales.selected_item_ids and (_THAT_ONE.fullmatch(text) or _takes_just_that(text)):
        return Add(words=text[:LONGEST_WORDS])
    agrees = replies.yes_or_no(text)
    by_price = of_the_list.of_price(text, question, state)
    if agrees is not None and by_price is None:
        return Add(words=text[:LONGEST_WORDS]) if agrees else More(kind="reject")
    if PIECES.search(text):  # so many of it, and no row of the list
        is_of_several = in_hand(state) is None and choice.buys(text)
        return Add(words=text[:LONGEST_WORDS]) if is_of_several else None
    if len(question.choices) > 1 and _means_some(text, state):
        return Add(words=text[:LONGEST_WORDS])
    if _counts_what_is_open(text, state):
        return None
    found = of_the_list.pointed_at(text, question, state) or by_price
    by_word = of_the_list.meant_by_a_word(text, question) if found is None else None
    found = found or by_word or of_the_list.at_the_end(text, question, state)
    found = found or of_the_list.of_the_list_before(text, state)
    if found is None:
        is_bought = choice.buys(text) and not asks.ASKS.search(text) and not choice.parse_choice(text, {}).rest
        return Add(words=text[:LONGEST_WORDS]) if is_bought and in_hand(state) is None else None
    return _done_with(found, text, question, is_by_price=by_price is not None, is_by_word=by_word is not None)


def _done_with(found: str, text: str, question: Pick, *, is_by_price: bool, is_by_word: bool) -> Settled:
    """The one that is meant is looked at, asked about, or bought when the words say so."""
    _, arguments = parted(found) or ("", {})
    item = str(arguments.get("item", ""))
    if is_by_word and not choice.buys(text) and asks.asks_price(text):
        return AskItem(items=(item,), question=text[:LONGEST_WORDS])
    is_one_of_it = len(question.choices) == 1 and asks.wants_it(text)  # "nataka moja" of the only one shown
    if choice.buys(text) or is_one_of_it:
        words = _PHONE.sub(" ", of_the_list.PRICED.sub(" ", text)) if is_by_price else text  # neither counts the pieces
        return Add(lines=(Line(item=item),), words=words[:LONGEST_WORDS])
    return OpenItem(item=item, words="" if picking.NUMBER.fullmatch(text) else text[:LONGEST_WORDS])


def _two_compared(text: str, question: Pick, state: ConversationState) -> Compare | None:
    if not (comparisons.compares(text) and _TWO_OF_THEM.search(text)):
        return None
    shown = state.sales.last_catalog_results[: len(question.choices)]
    return Compare(items=tuple(item.item_id for item in shown[:2]), question=text[:LONGEST_WORDS])


def _all_of_them(text: str, state: ConversationState) -> Add | None:
    """Each of the two that are shown, or of all that are: "ok buy both", "nichukulie zote tatu"."""
    shown, said = state.sales.last_catalog_results, _ALL_OF_THEM.search(text)
    if said is None or asks.asks(text) or not (choice.buys(text) or asks.wants_it(text) or asks.orders(text)):
        return None
    counts = {numbers.words().get(word) for word in tokens(said[0])} - {None}
    count = 2 if "both" in said[0].casefold() else counts.pop() if counts else len(shown)
    if len(shown) != count or not 1 < count <= MOST_OF_THEM:
        return None
    return Add(lines=tuple(Line(item=item.item_id) for item in shown))


def _takes_just_that(text: str) -> bool:
    """ "I'll have that one please": what was just looked at, and no first one."""
    is_wanted = choice.buys(text) or asks.wants_it(text)
    return is_wanted and _JUST_THAT.search(text) is not None and not (wants.parse(text).terms or asks.asks(text))


def _means_some(text: str, state: ConversationState) -> bool:
    """Whether one or so many of a list are wanted, and it is not said of which."""
    return bool(_ONE_OF_SEVERAL.search(text) or (in_hand(state) is None and _BRINGS_SO_MANY.fullmatch(text)))


def _counts_what_is_open(text: str, state: ConversationState) -> bool:
    """ "Niletee mbili" of an item that was opened are two of it, and not the second of the list."""
    points = bool(picking.NUMBER.fullmatch(text)) or ORDINAL.search(" ".join(tokens(text))) is not None
    return bool(state.sales.selected_item_ids) and not points and asks.orders(text)
