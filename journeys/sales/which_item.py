"""Which item is meant by the thing that an errand names or points at, and the forms that it tells of it."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.catalog import fetched
from journeys.context import TurnContext
from journeys.language.units import joined, units_in
from journeys.local import circumstances, numbered
from journeys.local.named import the_one
from journeys.local.purchase import choice
from journeys.local.purchase.pointing import POINTERS, UNITS
from journeys.local.wordlists import plain, tokens
from journeys.reader.errands import Errand
from journeys.sales import of_the_list
from journeys.sales.items import in_hand, known_id
from journeys.sales.reading import STAYS
from journeys.state import ConversationState, Pick
from knowledge import lexicon

MOST_OF_A_NAME: Final = 120
"""Characters of what is called a name; more are a sentence."""


def points(thing: str) -> bool:
    """Whether it only points at something."""
    return all(word in POINTERS or word in UNITS or lexicon.is_stop_word(word) for word in tokens(thing))


def meant(errand: Errand, state: ConversationState, context: TurnContext) -> str:
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
    if is_of_what_is_in_hand(thing, state):
        return ""
    if held := _called_as_held(thing, state):
        return held
    if fitting := _of_form(" ".join([thing, *forms]), state, context):
        return fitting
    return seen(thing, forms, state, context) or sought(thing, forms, context)


def _picked(thing: str, state: ConversationState) -> str:
    """The one of the list that is asked about, by its place, its name, its price or as the cheapest."""
    asked = state.controls.asked
    if not (isinstance(asked, Pick) and asked.of == "item" and asked.choices):
        return ""
    readers = (of_the_list.pointed_at, of_the_list.at_the_end, of_the_list.of_price)
    return _id_of(next((found for read in readers if (found := read(thing, asked, state))), None))


def seen(thing: str, forms: Sequence[str], state: ConversationState, context: TurnContext) -> str:
    """The one of those shown or in the cart that a search for the words finds first, and no other of them so well."""
    if item := _picked(thing, state):
        return item
    name, sales = _name_in(thing), state.sales
    if not name:
        return ""
    if (known := known_id(name, state)) and _bears(known, name, state):
        return known
    seen = {each.item_id for each in (*sales.last_catalog_results, *sales.earlier_catalog_results)}
    seen |= {line.item_id for line in state.purchase.cart}
    for said in dict.fromkeys((" ".join([name, *forms]), name)):
        found = context.call("catalog_search", query=said[:MOST_OF_A_NAME]).result if seen else None
        hits = [each for each in found.items if each.item_id in seen] if found is not None else []
        plainly = the_one(found, said) if found is not None and hits else None
        is_another = plainly is not None and plainly.item_id not in seen
        is_best = found is not None and bool(hits) and hits[0].item_id == found.items[0].item_id and not is_another
        if is_best and (len(hits) == 1 or hits[0].score > hits[1].score):
            return str(hits[0].item_id)
    return ""


def _bears(item_id: str, name: str, state: ConversationState) -> bool:
    """Whether the title of what was shown has each word of a name: the Dhow Suite is no dhow cruise."""
    shown = state.sales.shown(item_id)
    title = {lexicon.stem(word) for word in tokens(shown.title)} if shown is not None else set()
    said = [word for word in tokens(name) if not lexicon.is_stop_word(word)]
    return shown is None or all(lexicon.stem(word) in title or not lexicon.is_written_here(word) for word in said)


def sought(thing: str, forms: Sequence[str], context: TurnContext) -> str:
    """The one item of the catalog that the words plainly name."""
    is_nothing = set(tokens(thing)) <= STAYS or points(circumstances.without(plain(thing), "age"))  # "a 7 year old"
    name = "" if is_nothing else _name_in(thing)
    without_day = circumstances.without(plain(name), "when").strip()
    by_number = tuple(numbered.phrases(name))  # "the 400 minutes bundle" is the one of 400 minutes
    for said in dict.fromkeys((name, " ".join([name, *forms]), without_day, *by_number)):
        found = context.call("catalog_search", query=said[:MOST_OF_A_NAME]).result if name and said else None
        item = the_one(found, said) if found is not None else None
        if item is not None and (said in (name, without_day, *by_number) or _says_form(item.title, forms)):
            return str(item.item_id)
    return ""


def _says_form(title: str, forms: Sequence[str]) -> bool:
    """Whether a title tells the form itself, as that of the 20 GB bundle does: others come in size 42 too."""
    units = units_in([title])
    told = set(tokens(joined(title, units)))
    return any(word in told for form in forms for word in tokens(joined(form, units)))


def is_of_what_is_in_hand(thing: str, state: ConversationState) -> bool:
    """Whether it says no more than which form of the thing that is looked at."""
    shown = state.sales.shown(in_hand(state))
    if points(thing) or shown is None:
        return points(thing)
    said = choice.parse_choice(thing, shown.options, title=shown.title, unit=shown.unit)
    return bool(said.options) and all(word in POINTERS or lexicon.is_stop_word(word) for word in said.rest)


def _of_form(forms: str, state: ConversationState, context: TurnContext) -> str:
    """The id of the only one of those shown that comes in a form, where nothing else is said of it: "the grey one"."""
    fitting = []
    for shown in state.sales.last_catalog_results:
        item = fetched(shown.item_id, context)
        said = choice.parse_choice(forms, item.options, title=item.title, unit=item.unit) if item is not None else None
        if said is None or not said.options:
            continue
        if said.unknown or not all(word in POINTERS or lexicon.is_stop_word(word) for word in said.rest):
            continue
        fitting.append(shown.item_id)
    return fitting[0] if len(fitting) == 1 else ""


def _called_as_held(thing: str, state: ConversationState) -> str:
    """The id of what is looked at, where each word of the name stands in its title: the "cameras" under one camera."""
    shown = state.sales.shown(in_hand(state))
    if shown is None:
        return ""
    title = {lexicon.stem(word) for word in tokens(shown.title)}
    said = [word for word in tokens(_name_in(thing)) if not lexicon.is_stop_word(word)]
    return shown.item_id if said and all(lexicon.stem(word) in title for word in said) else ""


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
