"""The commands of errands that the trained reader has cut out of a message: take a thing, ask about it, change it."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from journeys.catalog import fetched
from journeys.checkout.commands import Deliver
from journeys.checkout.errands import told_of
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Takes
from journeys.local import asks, circumstances
from journeys.local.named import the_one
from journeys.local.purchase import cart as words
from journeys.local.purchase import choice
from journeys.local.wordlists import plain, tokens, word_set
from journeys.reader.errands import Errand
from journeys.reader.marked import Act
from journeys.sales import of_the_list
from journeys.sales.commands import (
    LONGEST_WORDS,
    Add,
    AskItem,
    ChangeCart,
    Choose,
    EmptyCart,
    Line,
)
from journeys.sales.items import ID, in_hand, known_id
from journeys.sales.reading import FOR_IT, STAYS
from journeys.state import CartLine, ConversationState, Pick
from knowledge import lexicon
from tools.catalog.units import Unit

POINTERS: Final = word_set("purchase", "pointers", "words")
"""Words that point at what was shown and name nothing of it."""
BOTH: Final = re.compile(
    r"\b(?:both|the two|(?:zote|vyote|wote|yote|hizo|hizi|hivyo) (?:mbili|m?wili|viwili))\b", re.IGNORECASE
)
_LESS: Final = re.compile(r"\b(?:punguza|reduce|less|fewer|minus)\b", re.IGNORECASE)
_MORE: Final = re.compile(r"\b(?:more|ongeza|add|another|extra|zaidi|tena|zingine|ingine)\b", re.IGNORECASE)
_ONLY: Final = re.compile(r"\b(?:just|only|actually|pekee|moja tu|mbili tu|tatu tu)\b", re.IGNORECASE)
_SEVERAL: Final = re.compile(r"(?<!s)s\b|\b(?:zile|hizo|hizi|vile|hivyo|yale|hayo|za|vya)\b", re.IGNORECASE)
MOST_OF_A_NAME: Final = 120
"""Characters of what is called a name; more are a sentence."""


def order(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A thing for the cart, or the form and number of the one that is asked about; and where it goes."""
    told = errand.text[:LONGEST_WORDS]
    goes = _goes(errand)
    thing = errand.part("thing")
    is_of_a_place = errand.part("place") or errand.part("person")
    if is_of_a_place and (not thing or points(thing)) and not (errand.part("option") or choice.buys(told)):
        return goes
    if circumstances.parse(plain(told)).guests is not None and not (choice.buys(told) or asks.books(told)):
        return ()  # who comes tells what it would cost
    if len([each for each in errand.each_part("thing") if not points(each)]) > 1:
        return ()  # of several things each is read for itself
    if not (thing or errand.part("option") or errand.part("count") or choice.buys(told)):
        return ()  # "let me think about it" takes nothing
    return (*_ordered(errand, told, state, context), *goes)


def _ordered(errand: Errand, told: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    if (both := _both(errand.part("thing"), state)) and not errand.part("option"):
        return (Add(lines=tuple(Line(item=each, quantity=_count(errand)) for each in both)),)
    thing = errand.part("thing")
    item = _meant(errand, state, context)
    is_of_it = points(thing) or _is_of_what_is_in_hand(thing, state)
    if not item and not is_of_it:
        return ()  # it is looked for
    if not item and in_hand(state) is None:
        return _of_what_is_shown(errand, state)
    choosing, asked = state.purchase.choosing, state.controls.asked
    is_asked = isinstance(asked, Pick) and asked.of in ("option", "quantity")
    if is_asked and choosing is not None and item in ("", choosing.item_id):
        return (Choose(words=told, quantity=_count(errand)),)
    item = item or in_hand(state) or ""
    count = _count(errand)
    lines = [line for line in state.purchase.cart if line.item_id == item]
    if count is not None and len(lines) == 1 and _ONLY.search(told):
        return (ChangeCart(change="set", line=lines[0].sku, quantity=count),)  # "just one camera actually"
    return (Add(lines=(Line(item=item, quantity=count or _one(item, thing, context)),), words=told),)


def _one(item: str, thing: str, context: TurnContext) -> Decimal | None:
    """One of what is named in the singular and sold by the piece: how many nights, or for how many, is asked."""
    if not ID.fullmatch(item) or points(thing) or _SEVERAL.search(thing):
        return None
    found = fetched(item, context)
    return Decimal(1) if found is not None and found.unit == Unit.PIECE else None


def _goes(errand: Errand) -> tuple[Command, ...]:
    told = told_of(errand)
    return () if told == Deliver() else (told,)


def _of_what_is_shown(errand: Errand, state: ConversationState) -> tuple[Command, ...]:
    """The one of those shown that comes in the form that is said."""
    shown, told = state.sales.last_catalog_results, errand.text[:LONGEST_WORDS]
    forms = " ".join([*errand.each_part("option"), errand.part("thing")])
    fitting = [each.item_id for each in shown if choice.parse_choice(forms, each.options, title=each.title).options]
    if len(fitting) == 1:
        return (Add(lines=(Line(item=fitting[0], quantity=_count(errand)),), words=told),)
    return (Add(words=told),) if shown and choice.buys(told) else ()


def about(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What is asked of a thing that was shown or is being bought; nothing of any other, which the word lists read."""
    question, things = errand.text[:LONGEST_WORDS], errand.each_part("thing")
    if FOR_IT.search(question):
        return ()  # a cover for it is another thing
    if both := _both(errand.part("thing"), state):
        return (AskItem(items=both, question=question),)
    named = [item for thing in things if not points(thing) and (item := _seen(thing, (), state, context))]
    if named:
        return (AskItem(items=tuple(dict.fromkeys(named)), question=question),)
    held = in_hand(state) or (state.purchase.cart[-1].item_id if len(state.purchase.cart) == 1 else None)
    is_of_it = bool(things) and all(points(thing) for thing in things) and not asks.speaks_of_several(question)
    return (AskItem(items=(held,), question=question),) if held and is_of_it else ()


def change(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """Another form, number or thing in the place of what is in the cart."""
    cart, told = state.purchase.cart, errand.text[:LONGEST_WORDS]
    if not cart:
        return order(errand, state, context)
    line = _line(errand.part("thing"), state)
    forms, count = " ".join(errand.each_part("option")), _count(errand)
    if line is None:
        return order(errand, state, context)
    if forms:
        return _exchanged(line, forms, count, context)
    if count is not None:
        how = "fewer" if _LESS.search(told) else "more" if _MORE.search(told) else "set"
        return (ChangeCart.model_validate({"change": how, "line": line.sku, "quantity": count}),)
    return () if errand.part("when") else (ChangeCart(change="words", words=told),)


def _exchanged(line: CartLine, forms: str, count: Decimal | None, context: TurnContext) -> tuple[Command, ...]:
    """Another form of the same item, or the item that is called like it in the other form: a bundle of 20 GB."""
    item = fetched(line.item_id, context)
    is_its_own = item is None or choice.parse_choice(forms, item.options, title=item.title).options
    name = " ".join(word for word in line.title.split() if not any(sign.isdigit() for sign in word))
    other = "" if is_its_own else _sought(f"{name} {forms}", (), context)
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


ERRANDS: Final[Mapping[Act, Takes]] = {
    "order": order, "about": about, "change": change, "remove": remove, "empty": empty,
}  # fmt: skip


def points(thing: str) -> bool:
    """Whether it only points at something."""
    return all(word in POINTERS or lexicon.is_stop_word(word) for word in tokens(thing))


def _meant(errand: Errand, state: ConversationState, context: TurnContext) -> str:
    """The id or the name of the thing that is taken; empty for the one in hand."""
    thing = errand.part("thing")
    if thing and (item := _named(thing, errand.each_part("option"), state, context)):
        return item
    asked = state.controls.asked
    if in_hand(state) is None and isinstance(asked, Pick) and asked.of == "item":
        found = of_the_list.of_price(errand.text, asked, state) or of_the_list.at_the_end(errand.text, asked, state)
        return _id_of(found)
    return ""


def _named(thing: str, forms: Sequence[str], state: ConversationState, context: TurnContext) -> str:
    """The id of the one item that the words name; empty where they name several or none, only point, or tell the form
    of what is in hand: "the 4 litre one"."""
    if item := _picked(thing, state):
        return item
    if _is_of_what_is_in_hand(thing, state):
        return ""
    return _seen(thing, forms, state, context) or _sought(thing, forms, context)


def _picked(thing: str, state: ConversationState) -> str:
    """The one of the list that is asked about, by its place, its name, its price or as the cheapest."""
    asked = state.controls.asked
    if not (isinstance(asked, Pick) and asked.of == "item" and asked.choices):
        return ""
    readers = (of_the_list.pointed_at, of_the_list.at_the_end, of_the_list.of_price)
    return _id_of(next((found for read in readers if (found := read(thing, asked, state))), None))


def _seen(thing: str, forms: Sequence[str], state: ConversationState, context: TurnContext) -> str:
    """The one of those shown or in the cart that a search for the words finds first, and no other of them so well."""
    if item := _picked(thing, state):
        return item
    name, sales = _name_in(thing), state.sales
    if not name:
        return ""
    if known := known_id(name, state):
        return known
    seen = {each.item_id for each in (*sales.last_catalog_results, *sales.earlier_catalog_results)}
    seen |= {line.item_id for line in state.purchase.cart}
    for said in dict.fromkeys((" ".join([name, *forms]), name)):
        found = context.call("catalog_search", query=said[:MOST_OF_A_NAME]).result if seen else None
        hits = [each for each in found.items if each.item_id in seen] if found is not None else []
        is_best = found is not None and bool(hits) and hits[0].item_id == found.items[0].item_id
        if is_best and (len(hits) == 1 or hits[0].score > hits[1].score):
            return str(hits[0].item_id)
    return ""


def _sought(thing: str, forms: Sequence[str], context: TurnContext) -> str:
    """The one item of the catalog that the words plainly name."""
    name = "" if set(tokens(thing)) <= STAYS else _name_in(thing)
    for said in dict.fromkeys((name, " ".join([name, *forms]))):
        found = context.call("catalog_search", query=said[:MOST_OF_A_NAME]).result if name else None
        item = the_one(found, said) if found is not None else None
        if item is not None:
            return str(item.item_id)
    return ""


def _is_of_what_is_in_hand(thing: str, state: ConversationState) -> bool:
    """Whether it says no more than which form of the thing that is looked at."""
    shown = state.sales.shown(in_hand(state))
    if points(thing) or shown is None:
        return points(thing)
    said = choice.parse_choice(thing, shown.options, title=shown.title, unit=shown.unit)
    return bool(said.options) and all(word in POINTERS or lexicon.is_stop_word(word) for word in said.rest)


def _name_in(thing: str) -> str:
    """The name without what points: the "raba" of "hizo raba"."""
    words_of = thing.split()
    while words_of and points(words_of[0]):
        words_of = words_of[1:]
    while words_of and points(words_of[-1]):
        words_of = words_of[:-1]
    return " ".join(words_of)[:MOST_OF_A_NAME]


def _id_of(written: str | None) -> str:
    found = re.search(r'"item":"([^"]+)"', written or "")
    return found[1] if found else ""


def _both(thing: str, state: ConversationState) -> tuple[str, ...]:
    shown = state.sales.last_catalog_results
    return tuple(each.item_id for each in shown) if len(shown) == 2 and BOTH.search(thing) else ()


def _line(thing: str, state: ConversationState) -> CartLine | None:
    """The line of the cart that is meant: the only one, the one named, else the last where it is only pointed at."""
    cart = state.purchase.cart
    if cart and points(thing):
        return cart[-1]
    said = [word for word in tokens(thing) if not (word in POINTERS or lexicon.is_stop_word(word))]
    named = [
        line
        for line in cart
        if all(words.is_of(word, f"{line.title} {' '.join(line.options.values())}") for word in said)
    ]
    return named[0] if len(named) == 1 else None


def _count(errand: Errand) -> Decimal | None:
    told = errand.part("count")
    return choice.parse_choice(told, {}).quantity if told else None
