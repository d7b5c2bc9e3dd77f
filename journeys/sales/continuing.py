"""What goes on with what stands, whatever was asked: the cart, a form of the opened item, so many of it, its price."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys import picking
from journeys.command import written
from journeys.contract import Settled
from journeys.language.units import forms
from journeys.local import asks, circumstances, wants
from journeys.local.purchase import cart, choice, measured, payment
from journeys.local.purchase.attended import is_attended
from journeys.local.wordlists import plain, tokens
from journeys.sales import of_measure, several, together
from journeys.sales.commands import (
    LONGEST_WORDS,
    Add,
    AskItem,
    ChangeCart,
    Choose,
    EmptyCart,
    GoOnShopping,
    Line,
    Search,
)
from journeys.sales.items import in_hand
from journeys.sales.settling import ORDINAL, PIECES
from journeys.state import ConversationState, Pick, ShownItem
from knowledge import lexicon
from tools.catalog.units import NAMES, Unit

GOES_ON: Final = frozenset({
    "and", "what", "whats", "about", "how", "na", "je", "vipi", "kuhusu", "ama", "or", "in", "kwa", "then", "much",
    "price", "cost", "costs", "rate", "does", "do", "is", "bei", "shilingi", "pesa", "doh", "ngapi", "gani", "ksh",
    "pekee", "alone", "on", "if", "take", "took", "buy", "bought", "itakuwa", "zitakuwa", "nikichukua", "nikinunua",
    "tukichukua", "tukinunua",
})  # fmt: skip
"""What may stand around a form in a question about it: "how much on half board", "kifungua kinywa pekee ni ngapi"."""
POINTERS: Final = frozenset({"one", "ones", "ile", "hiyo", "lile", "kile"})
TOTAL: Final = frozenset({"total", "jumla"})
_MAKES_IT: Final = re.compile(r"\b(?:make|change|iwe|ziwe|fanya|(?:ni|tu)?badili\w*)\b", re.IGNORECASE)
_LEADS: Final = re.compile(
    r"\A\W*(?:(?:hmm+|no|hapana|ok|okay|sawa|oh|actually|wait|sorry|samahani|please|pls|tafadhali|basi|ngoja|zii)\b\W*)+",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r"(?<=\w\w)[.!;]\s|\n")
AROUND_DAYS: Final = frozenset(
    {"from", "to", "till", "until", "through", "for", "hadi", "mpaka", "kuanzia", "toka", "kwa"}
)
LONGEST_WHEN: Final = 300  # of what is noted
ABOUT: Final = frozenset({"what", "how", "about", "and", "na", "je", "vipi", "kuhusu"})
"""What a question that goes on begins with: "what about 42", "and the blue"."""


def continues(text: str, state: ConversationState) -> Settled:
    """What is to be done with the cart, what several cost, or which form of the opened item and how many of it."""
    if stays := _stays_when(text, state):
        return stays
    if found := _of_cart(text, state) or _paid_at_once(text, state) or together.read(text, state):
        return found
    # "No, make it 3 nights", of what has only been asked about.
    is_of_it = not state.purchase.cart and cart.begins_a_change(text) and _MAKES_IT.search(text) is not None
    return _of_opened(_LEADS.sub("", cart.without(text)) if is_of_it else text, state)


def _stays_when(text: str, state: ConversationState) -> Settled:
    """The days on which they would stay in one of the rooms that are shown, where nothing else is said."""
    shown, said = state.sales.last_catalog_results, plain(text)
    is_open = bool(shown) and not (state.purchase.cart or state.purchase.choosing)
    if not is_open or any(item.unit != Unit.NIGHT for item in shown) or asks.asks(text):
        return None
    is_told = circumstances.tells_time(said)
    left = circumstances.without(said, "stay", "when", "party")
    is_only_that = not [word for word in tokens(left) if wants.is_content(word) and word not in AROUND_DAYS]
    return written("deliver", when=text.strip()[:LONGEST_WHEN]) if is_told and is_only_that else None


def _paid_at_once(text: str, state: ConversationState) -> Add | None:
    """Who sees one item and says how they pay wants it: there is nothing else to pay for."""
    purchase, item = state.purchase, in_hand(state)
    is_asked = isinstance(state.controls.asked, Pick) and state.controls.asked.of in ("option", "quantity")
    if item is None or is_asked or purchase.cart or purchase.order_id or purchase.payment_status:
        return None
    is_paying = cart.command(text) == "pay" or (payment.way_in(text, ()) and payment.is_only_a_way(text))
    return Add(lines=(Line(item=item),), words=text[:LONGEST_WORDS]) if is_paying else None


def _of_cart(text: str, state: ConversationState) -> Settled:
    """While a list is being looked at, only what can mean nothing else."""
    is_looking = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    if is_looking and not state.purchase.cart and not asks.asks(text) and _takes_out(text):
        return ChangeCart(change="words", words=text[:LONGEST_WORDS])  # the cart is empty, which is told
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
    if len(units) == 1 and _is_a_measure(text, units[0]):
        return ChangeCart(change="words", words=f"make it {text}"[:LONGEST_WORDS])
    values, asked = " ".join(value for line in lines for value in line.options.values()), state.controls.asked
    change = cart.edit(text, {}, titles=titles, units=units, forms=values)
    is_looking = isinstance(asked, Pick) and asked.of == "item"
    if change is None:
        return None
    waits = state.purchase.choosing
    known = " ".join(f"{line.title} {' '.join(line.options.values())}" for line in state.purchase.cart)
    known += f" {waits.title}" if waits is not None else ""
    is_of_cart = all(cart.is_of(word, known) or word in forms() for word in change.said.rest)  # "make that the 6 litre"
    if is_looking and change.kind != "remove" and not (is_of_cart and lexicon.things(" ".join(change.said.rest))):
        return None  # "the second in blue" is of the list, "make the rice 5 kg" of the cart
    others = lexicon.things(" ".join(change.said.rest)) - lexicon.things(known)
    is_of_goods = any(lexicon.kind(each) == "product" for each in others) or _names_a_shown(change.said.rest, state)
    if change.kind == "remove" and is_of_goods and not asks.asks_openly(text):
        is_of_cart = True  # that it is not in there is told with what is
    is_other = bool(change.said.rest) and change.kind in ("set", "swap") and cart.replaces(text)
    is_other = is_other and not others & _shown_things(state)
    return ChangeCart(change="words", words=text[:LONGEST_WORDS]) if is_of_cart or is_other else None


def _takes_out(text: str) -> bool:
    """Whether it takes something out and says nothing else: "Acha sweta. Niongezee raba" adds another thing as well."""
    if len([part for part in _SENTENCES.split(text) if tokens(part)]) > 1:
        return False
    change = cart.edit(text, {})
    return change is not None and change.kind == "remove" and bool(lexicon.things(" ".join(change.said.rest)))


def _names_a_shown(rest: Sequence[str], state: ConversationState) -> bool:
    """Whether nothing else is said than words of the titles that were shown."""
    sales = state.sales
    titles = {w for item in (*sales.last_catalog_results, *sales.earlier_catalog_results) for w in tokens(item.title)}
    return bool(rest) and set(rest) <= titles


def _shown_things(state: ConversationState) -> frozenset[str]:
    """What is on the lists that were shown: to change one of those is no change of the cart."""
    sales = state.sales
    titles = " ".join(item.title for item in (*sales.last_catalog_results, *sales.earlier_catalog_results))
    return frozenset(lexicon.things(titles))


def _is_a_measure(text: str, unit: str) -> bool:
    """ "3 nights" beside a room in the cart, and nothing else said, is how many of it."""
    said = measured.parse_measure(text, unit) if unit != Unit.PIECE else None
    return said is not None and said.quantity > 0 and not set(tokens(said.rest)) - NAMES[unit]


def _form_of(opened: str, state: ConversationState) -> tuple[dict[str, list[str]], str]:
    """The options and the unit of an item, as the list it stood on told them."""
    shown = state.sales.shown(opened)
    return (shown.options, shown.unit) if shown is not None else ({}, Unit.PIECE)


def _of_another_measure(text: str, opened: str, state: ConversationState) -> Search | None:
    """The bundle of 45 GB, of "and the 45 gb one" under one of 20: another of its kind, and none of it."""
    shown = state.sales.shown(opened)
    if shown is None or not of_measure.differ(text, shown.title):
        return None
    left = [word for word in tokens(of_measure.without(text)) if wants.is_content(word) and word not in GOES_ON]
    is_of_it = not [word for word in left if not lexicon.things(word) <= lexicon.things(shown.title)]
    is_of_it = is_of_it and all(lexicon.things(word) or word in POINTERS for word in left)
    return Search(queries=(of_measure.in_place_of_its_own(shown.title, text),)) if is_of_it else None


def chosen_already(state: ConversationState) -> dict[str, str]:
    """The form of the item in hand, as far as it was told."""
    return dict(state.purchase.choosing.options) if state.purchase.choosing else {}


def _asks_of_a_form(said: choice.UnderstoodChoice, text: str) -> bool:
    """ "Do you have it in 42", "what about blue", "kuna kubwa?": nothing is named but a form of what is looked at.

    Whether there are any others in a form that it does not come in is asked of the shelves."""
    if not said.options and (not said.unknown or asks.speaks_of_several(text)):
        return False
    is_one = said.quantity in (None, 1) and "1" not in tokens(text)  # the one of "and the big one"
    is_going_on = bool(said.options) and is_one and not choice.buys(text) and tokens(text)[0] in ABOUT
    is_asked = asks.asks(text) or ABOUT.issuperset(tokens(text)[:2]) or is_going_on
    return is_asked and not any(wants.is_content(word) and word not in GOES_ON for word in said.rest)


def _asks_what_so_many_cost(text: str, options: choice.Options, unit: str) -> bool:
    """ "How much would two be", "total for 3?", "mbili ni ngapi": nothing is named but how many."""
    if not asks.asks_price(text) and not set(tokens(text)[:2]) & TOTAL:
        return False
    said = choice.parse_choice(asks.without_price(text), options, unit=unit)
    left = (word for word in said.rest if wants.is_content(word) and word not in GOES_ON | TOTAL)
    return bool(said.quantity) and not any(left)


def _for_a_party(text: str, item: ShownItem | None) -> Settled:
    """What is done where nothing is told but how many they are: so many of a massage or a ticket.

    Of a room the nights are still to be told; of anything else it is asked whether it will do."""
    told = circumstances.parse(plain(text))
    if not told.guests or lexicon.things(told.rest) or asks.ASKS.search(told.rest):  # "we are 5" asks nothing
        return None
    if item is not None and item.unit == Unit.NIGHT:
        return Choose()
    if item is None or not is_attended(item):
        return AskItem(question=text[:LONGEST_WORDS])
    if _are_of_several_forms(text, item):
        return Choose()
    return Choose(quantity=Decimal(told.guests), words=text[:LONGEST_WORDS])


def _are_of_several_forms(text: str, item: ShownItem) -> bool:
    """Whether guests of more than one form come: adults and children are not so many of one."""
    said = set(lexicon.concepts(text)) | set(tokens(text))
    forms = [value for values in item.options.values() for value in values]
    return sum(bool(said & (set(lexicon.concepts(form)) | set(tokens(form)))) for form in forms) > 1


def _of_opened(text: str, state: ConversationState) -> Settled:
    """The opened item, or the only one shown, in this form or so many of it; a bare number of the list is another."""
    opened = in_hand(state)
    if opened is None:
        return None
    options, unit = _form_of(opened, state)
    lines = several.of_one_item(text, opened, options, unit, chosen_already(state))
    if so_many := lines or _for_a_party(text, state.sales.shown(opened)):
        return so_many
    said = choice.parse_choice(text, options, unit=unit)
    if not said.options and (other := _of_another_measure(text, opened, state)):
        return other
    is_of_price = asks.asks_price(text) and not wants.parse(asks.without_price(text)).terms
    is_of_price = is_of_price and not (said.quantity or asks.speaks_of_several(text))
    if _asks_of_a_form(said, text) or is_of_price or _asks_what_so_many_cost(text, options, unit):
        return AskItem(question=text[:LONGEST_WORDS])
    if asks.ASKS.search(text) and not (said.quantity and asks.wants_it(text)):
        return None
    if said.rest or not (choice.buys(text) or not said.is_empty):
        return None
    asked = state.controls.asked
    rows = len(asked.choices) if isinstance(asked, Pick) and asked.of == "item" else 0
    is_row = bool(said.quantity and said.quantity <= rows and not choice.buys(text) and not PIECES.search(text))
    points = bool(picking.NUMBER.fullmatch(text)) or bool(ORDINAL.search(" ".join(tokens(text))))
    if is_row and points:
        return None
    in_cart = {line.item_id for line in state.purchase.cart}
    if said.is_empty and state.purchase.choosing is None and opened in in_cart:
        # "Ok book" of what is in the cart already; "book it for Friday 10am" tells when.
        return None if circumstances.tells_time(plain(text)) else written("pay")
    if not state.sales.selected_item_ids:
        return Add(lines=(Line(item=opened),), words=text[:LONGEST_WORDS])
    return Choose(words=text[:LONGEST_WORDS])
