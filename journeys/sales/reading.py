"""Reads what is wanted of the shop without a model: a wish, an answer to what was asked, a change to the cart."""

import re
from decimal import Decimal
from typing import Final

from journeys import picking
from journeys.command import Command, Option, parted, written
from journeys.context import TurnContext
from journeys.contract import Settled
from journeys.local import replies, wants
from journeys.local.purchase import cart, choice, payment
from journeys.local.wordlists import is_gibberish, tokens, word_set
from journeys.sales import asks, several, two_measures
from journeys.sales.commands import (
    Add,
    AskItem,
    Browse,
    ChangeCart,
    Choose,
    Compare,
    DropItem,
    EmptyCart,
    GoOnShopping,
    Line,
    More,
    OpenItem,
    Search,
    Sort,
)
from journeys.sales.items import in_hand
from journeys.sales.wish.wish import Wish, remembered
from journeys.state import ConversationState, Pick, Question
from knowledge import lexicon
from knowledge.text import words
from tools.catalog.units import Unit

THINGS: Final = ("product", "hospitality", "telecom")
LINKS: Final = frozenset({"ya", "wa", "vya", "za", "la", "cha", "for", "of", "with"})
SORTS: Final[dict[str | None, Sort]] = {"cheapest": "price_low", "dearest": "price_high", "newest": "newest"}
GOES_ON: Final = frozenset({
    "and", "what", "whats", "about", "how", "na", "je", "vipi", "kuhusu", "ama", "or", "in", "kwa", "then", "much",
    "price", "cost", "costs", "rate", "does", "do", "is", "bei", "shilingi", "pesa", "doh", "ngapi", "gani", "ksh",
    "pekee", "alone", "on",
})  # fmt: skip
"""What may stand around a form in a question about it: "how much on half board", "kifungua kinywa pekee ni ngapi"."""
LONGEST: Final = 500
MOST_COMPARED: Final = 4
SHORTEST_NAME, LONGEST_NAME = 3, 60
_ORDINAL = re.compile(r"\b(?:the \w+|ya (?:kwanza|pili|tatu|nne|tano|sita|mwisho)|number|namba|nambari|option|no)\b")
_ROW = re.compile(r"\W{0,4}(\d{1,2})\b(?!\d|[.,]\d)\W{0,4}(?=\S)")
_WHOLE_SHOP = re.compile(
    r"\bwhat (?:else )?do (?:you|u) (?:sell|have|offer)|\bcatalog(?:ue)?\b|\beverything you (?:sell|have)"
    r"|\b(?:mna|una)uza (?:nini|vitu gani)|\b(?:mko|uko) na (?:nini|vitu gani|bidhaa gani)|\bkatalogi\b",
    re.IGNORECASE,
)
_COMPARED = r"\b(?:between|compare|kati ya|tofauti ya)\s"
_BETWEEN = re.compile(
    rf"{_COMPARED}\s*(?P<first>(?!\s|{_COMPARED})(?:(?!{_COMPARED}).)+?)\s"
    r"(?:and|na|with|vs|versus|or|ama|au)\s+(?P<second>\S.*)",
    re.IGNORECASE,
)
_OR = re.compile(r"\s(?:or|ama|au|vs\.?|versus)\s", re.IGNORECASE)
_AFTER_NAMES = re.compile(r"[,?.!]|\s(?:ipi|lipi|gani|zipi|which|what|is|are)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:ones|others|any|show|hizo|hizi|zile|zingine|nionyeshe|nishow)\b", re.IGNORECASE)
_OF_THOSE = re.compile(
    r"\W{0,3}(?:and |na |je,? )?(?:(?:do|are) (?:they|these|those)|(?:is|does|can|will) it"
    r"|how (?:long|far|big|heavy|old|fast) (?:is|are|does|do|will) (?:it|they|these|those)"
    r"|iko|ziko|ina|zina|zinaweza|inaweza|inachukua|zinachukua)\b",
    re.IGNORECASE,
)
_OF_THOSE_PLAINLY = re.compile(r"\W{0,3}(?:iko|ziko|ina|zina)\b", re.IGNORECASE)
# One of them, and not an order for the list: "cheapest first" and "the cheap ones" are none.
_ONE_AT_THE_END = re.compile(
    r"\b(?:the|that) (?:cheapest|least expensive|most expensive|priciest|dearest)\b(?! first)"
    r"|\b(?:cheapest|cheaper|dearest|most expensive) one\b"
    r"|\b(?:ile|hiyo|hio|kile|hicho|lile|hilo) (?:\w{1,3} )?(?:bei )?(?:\w{1,3} )?(?:rahisi|nafuu|chini|ghali|poa)\b",
    re.IGNORECASE,
)


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """The wish that a message names, or what it says of the items that are shown."""
    if is_gibberish(text):
        return (Browse(),)
    if compared := _compared(text, state):
        return (compared,)
    if lines := several.ordered(text, context):
        return lines
    said = wants.parse(text)
    query = " ".join([_phrase(text, said.terms), *said.colours[1:]]).strip()
    query = "" if _is_only_counted(query) else query
    opened, shown = bool(state.sales.selected_item_ids), state.sales.last_catalog_results
    if not opened and shown and (choice.buys(text) or not query) and _is_only_bought(text):
        return (_bought(text),)
    if not opened and shown and _asks_of_those(text):
        return (Compare(items=tuple(item.item_id for item in shown[:MOST_COMPARED]), question=text[:LONGEST]),)
    if opened and choice.buys(text) and not said.sees_all and not things_in(query):
        return (_bought(text),)
    if opened and _asks_of_it(text, query):
        return (AskItem(question=text[:LONGEST]),)
    search = Search(
        queries=(query,) if query else (),
        price_min=None if said.price_min is None else int(said.price_min),
        price_max=None if said.price_max is None else int(said.price_max),
        options=tuple(
            Option(name=name, value=values[0])
            for name, values in (("colour", said.colours), ("size", said.sizes), ("guests", _at_least(said.guests)))
            if values
        ),
        sort=SORTS.get(said.sort, "relevance"),
        in_stock_only=said.in_stock_only,
        everything=said.sees_all,
    )
    if not query and not said.sees_all and (pointing := _pointing(text, said, state)):
        return (pointing,)
    wish = Wish.of(search)
    if not wish.said() and not said.sees_all:
        return (Browse(),)
    return (search.having(refines=_refines(text, wish, state)),)


def _is_only_counted(query: str) -> bool:
    """Whether nothing is named but numbers and pieces: "2 pairs"."""
    return set(query.split()) <= word_set("purchase", "pieces", "words") | {w for w in query.split() if w.isdecimal()}


def _is_only_bought(text: str) -> bool:
    """Whether it says to buy, or how many, and names nothing."""
    said = choice.read(text, {})
    return not said.rest and (choice.buys(text) or said.quantity is not None)


def _asks_of_those(text: str) -> bool:
    """A question about what is on the list, which names no other thing: "do they have a good camera?"."""
    return bool(_OF_THOSE.match(text) and (asks.asks_openly(text) or _OF_THOSE_PLAINLY.match(text)))


def _at_least(count: int | None) -> tuple[str, ...]:
    return () if count is None else (f"{count}+",)


def _bought(text: str) -> Add:
    return Add(words=text[:LONGEST])


def things_in(query: str) -> frozenset[str]:
    return frozenset(meaning for meaning in lexicon.concepts(query) if lexicon.kind(meaning) in THINGS)


def _phrase(text: str, terms: tuple[str, ...]) -> str:
    """The terms with the small words that joined them: "viatu vya kukimbia", not "viatu kukimbia"."""
    told = words(text)
    kept = [word in terms for word in told]
    for at in range(1, len(told) - 1):
        kept[at] = kept[at] or (told[at] in LINKS and kept[at - 1] and told[at + 1] in terms)
    joined = [word for word, is_kept in zip(told, kept, strict=True) if is_kept]
    return " ".join(joined if set(terms) <= set(joined) else terms)


def _pointing(text: str, said: wants.Wants, state: ConversationState) -> Command | None:
    """What a message that names nothing says about the items that were shown."""
    shown, opened = state.sales.last_catalog_results, state.sales.selected_item_ids
    agrees = replies.yes_or_no(text) if shown else None
    if said.rejects or agrees is False:
        return More(kind="reject")
    if said.asks_more:
        return More()
    if agrees or (shown and choice.buys(text)):
        return _bought(text)
    asks_of_one = (said.sizes or said.colours) and not _SEVERAL.search(text)
    is_bare = not (said.sizes or said.colours or said.price_min or said.price_max or said.sort or said.guests)
    if shown and not opened and is_bare and state.understood.intent == "product_question":
        return AskItem(question=text[:LONGEST])
    if opened and (state.understood.intent == "product_question" or asks_of_one):
        return AskItem(question=text[:LONGEST])
    return None


def _compared(text: str, state: ConversationState) -> Compare | None:
    """Two things named beside each other, else those shown last."""
    if not asks.compares(text):
        return None
    if measured := two_measures.named(text):
        named: tuple[str, ...] = measured
    elif parts := _BETWEEN.search(text):
        named = (parts["first"], _AFTER_NAMES.split(parts["second"])[0])
    else:
        named = _either(text)
    return Compare(items=tuple(name.strip()[:80] for name in named), question=text[:LONGEST])


def _either(text: str) -> tuple[str, ...]:
    """The names on both sides of an "or"."""
    found = _OR.search(text)
    if found is None:
        return ()
    named = text[: found.start()][-LONGEST_NAME:], _AFTER_NAMES.split(text[found.end() :][:LONGEST_NAME])[0]
    return named if all(len(name.strip()) >= SHORTEST_NAME for name in named) else ()


def _asks_of_it(text: str, query: str) -> bool:
    """A question about the item that is looked at, which names no other thing: "is it waterproof?"."""
    return bool(query and asks.ASKS.search(text) and asks.OF_IT.search(text)) and not (
        things_in(query) or _SEVERAL.search(text)
    )


def _refines(text: str, wish: Wish, state: ConversationState) -> bool:
    """Another thing is another wish, and so is the bare name of the same; all else narrows."""
    earlier = remembered(state)
    if earlier is None or _WHOLE_SHOP.search(text):
        return False
    if things := things_in(wish.query):
        return wish.said().keys() > {"query"} and things <= things_in(earlier.query)
    is_known = all(lexicon.kind(meaning) for meaning in lexicon.concepts(wish.query))
    return is_known or bool(asks.POINTING.search(text))


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
    if cart.command(text) == "cancel" or payment.agrees(text) is False:
        return DropItem()
    values = tuple(each.title for each in question.choices)
    if question.of == "quantity" and payment.agrees(text) is True:
        return Choose(quantity=Decimal(1))  # the quote that follows says how many
    unit = state.purchase.choosing.unit if state.purchase.choosing else Unit.PIECE
    said = choice.read(text, {question.option: values} if question.option else {}, question.option, unit=unit)
    if not (said.is_empty or said.rest or asks.ASKS.search(text)):
        return Choose(words=text[:LONGEST])
    if question.of != "option":
        return None
    return (None if asks.ASKS.search(text) else picking.named(text, question)) or picking.placed(text, question)


def _way_on(question: Pick, text: str) -> Settled:
    """A number, a name, or a yes to the first way."""
    if found := picking.numbered(text, question):
        return found
    if payment.agrees(text) is True and question.choices:
        return question.choices[0].command
    return None if asks.ASKS.search(text) else picking.named(text, question)


def _of_list(question: Pick, text: str, state: ConversationState) -> Settled:
    """One of the items shown: looked at, or bought when the words say so."""
    agrees = replies.yes_or_no(text)
    if agrees is not None:
        return _bought(text) if agrees else More(kind="reject")
    found = picking.numbered(text, question) or picking.pointed(text, question) or _row_in_form(text, question, state)
    if found is None and picking.may_name_one(text):
        found = picking.named(text, question)
    found = found or _at_the_end(text, question, state)
    if found is None:
        return None
    _, arguments = parted(found) or ("", {})
    item = str(arguments.get("item", ""))
    if choice.buys(text):
        return Add(lines=(Line(item=item),), words=text[:LONGEST])
    return OpenItem(item=item, words="" if picking.NUMBER.fullmatch(text) else text[:LONGEST])


def _at_the_end(text: str, question: Pick, state: ConversationState) -> str | None:
    """The one of them that costs least, or most, where all that was found is shown: "how much is the cheapest"."""
    shown = state.sales.last_catalog_results[: len(question.choices)]
    is_whole = shown and state.sales.catalog_total_matches_estimate == len(shown)
    if not is_whole or not _ONE_AT_THE_END.search(text) or _SEVERAL.search(text):
        return None
    said = wants.parse(text)
    if said.terms or said.colours or said.sizes or said.sort not in ("cheapest", "dearest"):
        return None
    end = min if said.sort == "cheapest" else max
    return question.choices[shown.index(end(shown, key=lambda item: item.price))].command


def _row_in_form(text: str, question: Pick, state: ConversationState) -> str | None:
    """The row that a message begins with, where all that follows is a form of its item: "2, size 42"."""
    row, shown = _ROW.match(text), state.sales.last_catalog_results
    at = int(row[1]) - 1 if row else -1
    if row is None or not 0 <= at < min(len(shown), len(question.choices)):
        return None
    said = choice.read(text[row.end() :], shown[at].options, title=shown[at].title)
    return question.choices[at].command if said.options and not said.rest else None


def continues(text: str, state: ConversationState) -> Settled:
    """What is to be done with the cart, or which form of the opened item and how many of it."""
    return _of_cart(text, state) or _paid_at_once(text, state) or _of_opened(text, state)


def _paid_at_once(text: str, state: ConversationState) -> Add | None:
    """Who sees one item and says how they pay wants it: there is nothing else to pay for."""
    purchase, item = state.purchase, in_hand(state)
    if item is None or purchase.choosing or purchase.cart or purchase.order_id or purchase.payment_status:
        return None
    is_paying = cart.command(text) == "pay" or (payment.way_in(text, ()) and payment.is_only_a_way(text))
    return Add(lines=(Line(item=item),)) if is_paying else None


def _of_cart(text: str, state: ConversationState) -> Settled:
    """While a list is being looked at, only what can mean nothing else."""
    if not state.purchase.cart or state.purchase.payment_status == "pending":
        return None
    match cart.command(text):
        case "cancel":
            return EmptyCart()
        case "more":
            return GoOnShopping()
        case "show" | "pay" as command:
            return written("show_cart" if command == "show" else "pay")
    lines = state.purchase.cart
    titles, units = " ".join(line.title for line in lines), [line.unit for line in lines]
    change, asked = cart.edit(text, {}, titles=titles, units=units), state.controls.asked
    is_looking = isinstance(asked, Pick) and asked.of == "item"
    if change is None or (is_looking and change.kind != "remove"):
        return None
    known = " ".join(f"{line.title} {' '.join(line.options.values())}" for line in state.purchase.cart)
    is_of_cart = all(cart.is_of(word, known) for word in change.said.rest)
    is_other = bool(change.said.rest) and change.kind in ("set", "swap") and cart.replaces(text)
    return ChangeCart(change="words", words=text[:LONGEST]) if is_of_cart or is_other else None


def _form_of(opened: str, state: ConversationState) -> tuple[dict[str, list[str]], str]:
    """The options and the unit of an item, as the list it stood on told them."""
    shown = (*state.sales.last_catalog_results, *state.sales.earlier_catalog_results)
    return next(((item.options, item.unit) for item in shown if item.item_id == opened), ({}, Unit.PIECE))


def _of_opened(text: str, state: ConversationState) -> Settled:
    """The opened item, or the only one shown, in this form or so many of it; a bare number of the list is another."""
    opened = in_hand(state)
    if opened is None:
        return None
    options, unit = _form_of(opened, state)
    if lines := several.of_one_item(text, opened, options, unit):
        return lines
    said = choice.read(text, options, unit=unit)
    if asks.ASKS.search(text):
        return AskItem(question=text[:LONGEST]) if said.options and GOES_ON.issuperset(said.rest) else None
    if said.rest or not (choice.buys(text) or not said.is_empty):
        return None
    asked = state.controls.asked
    rows = len(asked.choices) if isinstance(asked, Pick) and asked.of == "item" else 0
    is_row = bool(said.quantity and said.quantity <= rows and not choice.buys(text))
    points = bool(picking.NUMBER.fullmatch(text)) or bool(_ORDINAL.search(" ".join(tokens(text))))
    if is_row and points:
        return None
    if not state.sales.selected_item_ids:
        return Add(lines=(Line(item=opened),), words=text[:LONGEST])
    return Choose(words=text[:LONGEST])
