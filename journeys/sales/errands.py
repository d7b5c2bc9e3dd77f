"""The commands of errands that the trained reader has cut out of a message: take a thing, ask about it, change it."""

import re
from collections.abc import Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Final

from journeys.catalog import fetched
from journeys.checkout.commands import Deliver
from journeys.checkout.errands import told_of
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Takes
from journeys.language.numbers import units as number_words
from journeys.local import asks, circumstances
from journeys.local.purchase import cart as words
from journeys.local.purchase import choice
from journeys.local.purchase.pointing import POINTERS
from journeys.local.wordlists import plain, spelled_out, tokens
from journeys.reader.errands import Errand
from journeys.reader.marked import Act
from journeys.sales import counted
from journeys.sales.commands import (
    LONGEST_WORDS,
    Add,
    AskItem,
    ChangeCart,
    Choose,
    EmptyCart,
    Line,
    Search,
)
from journeys.sales.items import ID, in_hand
from journeys.sales.reading import FOR_IT
from journeys.sales.which_item import MOST_OF_A_NAME, is_of_what_is_in_hand, meant, points, seen, sought
from journeys.state import CartLine, ConversationState, Pick
from knowledge import lexicon
from tools.catalog.units import NAMES, Unit

BOTH: Final = re.compile(
    r"\b(?:both|the two|(?:zote|vyote|wote|yote|hizo|hizi|hivyo) (?:mbili|m?wili|viwili))\b", re.IGNORECASE
)
PARTICLES: Final = frozenset({"up", "out", "off", "down", "on", "in", "over"})
"""Of a verb, and no thing."""
_LESS: Final = re.compile(r"\b(?:punguza|reduce|less|fewer|minus)\b", re.IGNORECASE)
_MORE: Final = re.compile(r"\b(?:more|ongeza|add|another|extra|zaidi|tena|zingine|ingine)\b", re.IGNORECASE)
_ONLY: Final = re.compile(r"\b(?:just|only|actually|pekee|moja tu|mbili tu|tatu tu)\b", re.IGNORECASE)
_SETS: Final = re.compile(r"\b(?:make|change|fanya|badilisha|(?:i|u|li|zi|vi|ya|wa)we)\b", re.IGNORECASE)


def order(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A thing for the cart, or the form and number of the one that is asked about; and where it goes."""
    told = spelled_out(errand.text)[:LONGEST_WORDS]
    goes = _goes(errand)
    thing = errand.part("thing")
    is_of_a_place = errand.part("place") or errand.part("person")
    if is_of_a_place and (not thing or points(thing)) and not (errand.part("option") or choice.buys(told)):
        return goes if errand.part("place") else ()  # "my niece turns 9" brings nothing
    is_taken = not points(thing) or choice.buys(told) or asks.books(told)
    tells_who = any(circumstances.parse(plain(each)).guests is not None for each in (told, errand.part("count")))
    if tells_who and not is_taken:
        return ()  # who comes tells what it would cost
    if len([each for each in errand.each_part("thing") if not points(each)]) > 1:
        return ()  # of several things each is read for itself
    if thing in PARTICLES:
        return ()  # "add up 8 and 7"
    if not (thing or errand.part("option") or errand.part("count") or choice.buys(told)):
        return ()  # "let me think about it" takes nothing
    ordered = _ordered(errand, told, state, context)
    is_something = bool(ordered or state.purchase.cart or in_hand(state))
    return (*ordered, *goes) if is_something else ()


def _ordered(errand: Errand, told: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    line = _line(errand.part("thing"), state) if errand.part("thing") else None
    if line is not None and (_ONLY.search(told) or (_SETS.search(told) and errand.part("count"))):
        # "Just one camera actually", "just the bag", "make the red ones three".
        return (ChangeCart(change="set", line=line.sku, quantity=counted.count(errand) or line.quantity),)
    if (both := _both(errand.part("thing"), state)) and not errand.part("option"):
        return (Add(lines=tuple(Line(item=each, quantity=counted.count(errand)) for each in both)),)
    thing = errand.part("thing")
    item = meant(errand, state, context)
    is_of_it = points(thing) or is_of_what_is_in_hand(thing, state)
    if not item and not is_of_it:
        return ()  # it is looked for
    if not item and in_hand(state) is None:
        return _of_what_is_shown(errand, state)
    choosing, asked = state.purchase.choosing, state.controls.asked
    is_asked = isinstance(asked, Pick) and asked.of in ("option", "quantity")
    if is_asked and choosing is not None and item in ("", choosing.item_id):
        return (Choose(words=told, quantity=counted.count(errand)),)
    item = item or in_hand(state) or ""
    if _tells_how_many_it_has(told, item, context):
        return ()
    if of_each := counted.of_each_form(told, item, context):
        return (Add(lines=of_each),)
    quantity = counted.so_many(errand, item, context) or counted.one(item, thing, context)
    return (Add(lines=(Line(item=item, quantity=quantity),), words=told),)


def _tells_how_many_it_has(told: str, item: str, context: TurnContext) -> bool:
    """Whether a number in it is of parts that its title names, as in "the one with four burners"."""
    found = fetched(item, context) if ID.fullmatch(item) else None
    title = tokens(found.title) if found is not None else []
    counted = (after for number, after in pairwise(title) if number.isdecimal() or number in number_words())
    named, said = {lexicon.stem(word) for word in counted}, tokens(told)
    counts = [at for at, word in enumerate(said) if word not in title and (word.isdecimal() or word in number_words())]
    beside = [word for at in counts for word in (*said[max(at - 1, 0) : at], *said[at + 1 : at + 2])]
    return any(lexicon.stem(word) in named for word in beside if not lexicon.is_stop_word(word))


def _goes(errand: Errand) -> tuple[Command, ...]:
    told = told_of(errand)
    return () if told == Deliver() else (told,)


def _of_what_is_shown(errand: Errand, state: ConversationState) -> tuple[Command, ...]:
    """The one of those shown that comes in the form that is said."""
    shown, told = state.sales.last_catalog_results, errand.text[:LONGEST_WORDS]
    forms = " ".join([*errand.each_part("option"), errand.part("thing")])
    fitting = [each.item_id for each in shown if choice.parse_choice(forms, each.options, title=each.title).options]
    if len(fitting) == 1:
        return (Add(lines=(Line(item=fitting[0], quantity=counted.count(errand)),), words=told),)
    return (Add(words=told),) if shown and choice.buys(told) else ()


def about(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What is asked of a thing that was shown or is being bought; nothing of any other, which the word lists read."""
    question, things = errand.text[:LONGEST_WORDS], errand.each_part("thing")
    if FOR_IT.search(question):
        return ()  # a cover for it is another thing
    if both := _both(errand.part("thing"), state):
        return (AskItem(items=both, question=question),)
    named = [item for thing in things if not points(thing) and (item := seen(thing, (), state, context))]
    if named:
        return (AskItem(items=tuple(dict.fromkeys(named)), question=question),)
    held = in_hand(state) or (state.purchase.cart[-1].item_id if len(state.purchase.cart) == 1 else None)
    is_of_it = all(points(thing) for thing in things) and not asks.speaks_of_several(question)
    return (AskItem(items=(held,), question=question),) if held and is_of_it else ()


def change(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Another form, number or thing in the place of what is in the cart."""
    cart, told = state.purchase.cart, errand.text[:LONGEST_WORDS]
    if not cart:
        return order(errand, state, context)
    if instead := _another_instead(errand, state, context):
        return instead
    line = _line_counted_so(errand.part("count"), state) or _line(errand.part("thing"), state)
    forms, count = " ".join(errand.each_part("option")), counted.count(errand)
    if line is None and count is not None:
        line, forms = _line_in_form(forms, state), ""
    if line is None or (forms and words.is_one_more(told)):
        return order(errand, state, context)
    if forms:
        return _exchanged(line, forms, told, count, context)
    if count is not None:
        how = "fewer" if _LESS.search(told) else "more" if _MORE.search(told) else "set"
        return (ChangeCart.model_validate({"change": how, "line": line.sku, "quantity": count}),)
    return ()  # "change it to the one that my cousin has"


def _another_instead(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Another item that is named in full, in the place of the line that is spoken of before it; else nothing."""
    thing, forms = errand.part("thing"), errand.each_part("option")
    found = fetched(other, context) if (other := sought(thing, (), context)) else None
    if found is None or any(line.item_id == other for line in state.purchase.cart):
        return ()
    if not set(tokens(found.title)) <= set(tokens(thing)):
        return ()
    before = errand.text[: errand.text.find(thing)]
    lines = [line for line in state.purchase.cart if _is_spoken_of(line, before)] or list(state.purchase.cart)
    quantity = counted.so_many(errand, other, context) or counted.one(other, thing, context)
    if quantity is None and len(lines) == 1 and lines[0].unit == found.unit:
        quantity = lines[0].quantity  # for the same nights
    taken = Add(lines=(Line(item=other, quantity=quantity),), words=" ".join(forms))
    return (taken, ChangeCart(change="remove", line=lines[0].sku)) if len(lines) == 1 else (taken,)


def _is_spoken_of(line: CartLine, text: str) -> bool:
    said = {lexicon.stem(word) for word in tokens(text) if not lexicon.is_stop_word(word)}
    return not said.isdisjoint(lexicon.stem(word) for word in tokens(line.title))


def _exchanged(
    line: CartLine, forms: str, told: str, count: Decimal | None, context: TurnContext
) -> tuple[Command, ...]:
    """Another form of the same item, or the item that is called like it in the other form: a bundle of 20 GB."""
    item = fetched(line.item_id, context)
    of_forms, of_all = (
        choice.parse_choice(words, item.options, title=item.title).options if item is not None else {}
        for words in (forms, told)
    )
    forms = told if len(of_all) > len(of_forms) else forms
    is_of_its_name = set(tokens(forms)) <= {*tokens(line.title), *(lexicon.stem(word) for word in tokens(line.title))}
    if is_of_its_name and not of_all and count is not None:
        return (ChangeCart(change="set", line=line.sku, quantity=count),)  # "just one chopping board"
    is_its_own = item is None or bool(of_all)
    name = " ".join(word for word in line.title.split() if not any(sign.isdigit() for sign in word))
    other = "" if is_its_own else sought(f"{name} {forms}", (), context)
    if not other or other == line.item_id:
        return (ChangeCart(change="swap", line=line.sku, words=forms, quantity=count),)
    added = Add(lines=(Line(item=other, quantity=count or line.quantity),))
    return added, ChangeCart(change="remove", line=line.sku)


def remove(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    line = _line(errand.part("thing"), state)
    if line is None and not state.purchase.cart:
        return ()
    if line is None or errand.part("count"):
        return (ChangeCart(change="words", words=errand.text[:LONGEST_WORDS]),)
    return (ChangeCart(change="remove", line=line.sku),)


def empty(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (EmptyCart(),)


def find(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What there is of a thing, in the form that is named."""
    thing = " ".join([errand.part("thing"), *errand.each_part("option")]).strip()
    return (Search(queries=(thing[:MOST_OF_A_NAME],), words=errand.text[:LONGEST_WORDS]),) if thing else ()


ERRANDS: Final[Mapping[Act, Takes]] = {
    "find": find, "order": order, "about": about, "change": change, "remove": remove, "empty": empty,
}  # fmt: skip


def _both(thing: str, state: ConversationState) -> tuple[str, ...]:
    shown = state.sales.last_catalog_results
    return tuple(each.item_id for each in shown) if len(shown) == 2 and BOTH.search(thing) else ()


def _line_counted_so(count: str, state: ConversationState) -> CartLine | None:
    """The only line that is counted in what they say: the stay, of "three nights"."""
    said = set(tokens(count))
    of_it = [
        line for line in state.purchase.cart if line.unit != Unit.PIECE and not said.isdisjoint(NAMES[Unit(line.unit)])
    ]
    return of_it[0] if len(of_it) == 1 else None


def _line_in_form(forms: str, state: ConversationState) -> CartLine | None:
    """The only line in that form: "make the red ones three"."""
    said = [word for word in tokens(forms) if not lexicon.is_stop_word(word)]
    fitting = [
        line
        for line in state.purchase.cart
        if said and all(words.is_of(each, " ".join(line.options.values())) for each in said)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _line(thing: str, state: ConversationState) -> CartLine | None:
    """The line of the cart that is meant: the only one, the one named, else the last where it is only pointed at."""
    cart = state.purchase.cart
    if cart and points(thing):
        return cart[-1] if thing or len(cart) == 1 else None
    said = [word for word in tokens(thing) if not (word in POINTERS or lexicon.is_stop_word(word))]
    named = [
        line
        for line in cart
        if all(words.is_of(word, f"{line.title} {' '.join(line.options.values())}") for word in said)
    ]
    return named[0] if len(named) == 1 else None
