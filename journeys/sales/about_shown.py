"""Reads what a message says of the item that is looked at, or of those on the list, and of nothing else."""

import re
from collections.abc import Sequence
from typing import Final

from journeys import catalog
from journeys.checkout.commands import Pay
from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.numbers import words as written_numbers
from journeys.local import asks, circumstances, comparisons, wants
from journeys.local.purchase import choice
from journeys.local.purchase.attended import BY_THE_HEAD, is_attended
from journeys.local.wordlists import plain, tokens, word_set
from journeys.sales.commands import LONGEST_WORDS, Add, AskItem, Compare, Search
from journeys.sales.items import in_hand
from journeys.state import ConversationState, ShownItem
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english, says_little
from tools.catalog.catalog_get_item import CatalogGetItemResult

MOST_PIECES: Final = 999
"""A number beyond it, with no thing beside it, counts no pieces."""
# A question that names more is about more than one thing's form.
MOST_ASKED: Final = 3
# More cannot be compared in one message.
MOST_COMPARED: Final = 4
_OF_THOSE = re.compile(
    r"\W{0,3}(?:and |na |je,? )?(?:(?:do|are) (?:they|these|those)|(?:is|does|can|will) it"
    r"|how (?:long|far|big|heavy|old|fast) (?:is|are|does|do|will) (?:it|they|these|those)"
    r"|how (?!much|many|come|about|else|do|can)[a-z]{3,12}\W{0,3}\Z"
    r"|(?:hii |hiyo |hizi |hizo )?(?:i|zi|ki|vi|li|ya)na(?!bidi|takiwa|semekana|onekana|kuwa|hitajika|fika)[a-z]{3,14}"
    r"|iko|ziko|ina|zina)\b",
    re.IGNORECASE,
)
_OF_IT_PLAINLY = re.compile(
    r"\b(?:does|is|can|will|has) (?:it|this one|that one)\b|\bincluded\b|\b(?:i|zi)mejumuishwa\b", re.IGNORECASE
)
"""A question about what is looked at, whatever it names: "how many ports does it have", "is breakfast included"."""
_RECIPIENT = re.compile(
    r"\b(?:for|kwa|to|ya) (?:my|our|a|the) (?:\w{2,12}(?:'s)? )?"
    r"(?:sister|brother|wife|husband|mum|mom|mother|dad|father|friend|son|daughter|girlfriend|boyfriend|uncle|aunt|aunty"
    r"|cousin|boss|line|number|phone)\b|\+?\b0?\d{9,12}\b"
    r"|\bkwa (?:mke|mume|dada|kaka|mama|baba|rafiki|namba|laini) (?:yangu|wangu)\b",
    re.IGNORECASE,
)
"""For whom a thing is bought, and on which number: "ok buy it for my sister 0711 …" names no other thing."""
_HOW_TO_BUY = re.compile(
    r"\W{0,3}(?:(?:ok|okay|so|and|sawa|na) ){0,2}(?:how (?:do|can|could) (?:i|we) (?:book|order|buy|get|reserve)"
    r"|how to (?:book|order|buy)|(?:na|tuna)(?:weza|eza)(?:je)? ku(?:book|order|nunua|agiza|buy|pata)"
    r"|(?:na|nina|nita|tuna|tuta)(?:book|order|nunua|agiza|buy)(?:je| ?aje| vipi))"
    r"(?: (?:it|this|that|one|them|a room|hii|hiyo|hizi|moja))?(?: (?:then|now|please|basi|sasa))?\W{0,3}"
)
""" "How do I book" under what is shown begins it."""
_IN_ANOTHER = re.compile(
    r"\b(?:have|get|got|come|available|there) (?:it|them|this|those)? ?(?:in|with) (?:an)?other\b"
    r"|\b(?:rangi|saizi|colou?rs?|sizes?) (?:nyingine|zingine|ingine|gani)\b"
    r"|\W{0,3}(?:which|what) (?:colou?rs?|sizes?)\b",
    re.IGNORECASE,
)
"""In which forms they come: "do you have it in another colour"."""
_OF_THOSE_PLAINLY = re.compile(r"\W{0,3}(?:iko|ziko|ina|zina)\b", re.IGNORECASE)


def read(text: str, query: str, said: wants.Wants, state: ConversationState, context: TurnContext) -> Command | None:
    """What is said of what is shown; None where another thing is named, or nothing is shown."""
    is_shown = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    if is_shown and _HOW_TO_BUY.fullmatch(plain(text)):
        return Add()
    about = _said_of_those(text, query, said, state)
    if about is None and _is_told_by_what_is_open(text, query, state, context):
        return AskItem(question=text[:LONGEST_WORDS])
    return about


def is_only_bought(text: str) -> bool:
    """Whether it says to buy, or how many, and names nothing."""
    said = choice.parse_choice(text, {})
    if said.quantity is not None and said.quantity > MOST_PIECES:
        return False  # the number of an order, a phone or a year
    if word_set("purchase", "pieces", "parts_of_it") & set(tokens(text)):
        return False  # "the 25 Mbps one" is called by its measure
    return not said.rest and (choice.buys(text) or said.quantity is not None)


def _said_of_those(text: str, query: str, said: wants.Wants, state: ConversationState) -> Command | None:
    """What a message says of the item that is looked at, or of those on the list."""
    if state.sales.selected_item_ids:
        return _said_of_the_opened(text, query, said, state)
    shown, cart = state.sales.last_catalog_results, state.purchase.cart
    is_priced, is_named = asks.asks_price(text), bool(query.strip() and lexicon.things(query))
    if cart and is_priced and not is_named and asks.is_brief(text):
        return Pay()
    is_of_its_forms = (asks.asks_measure(text) and asks.is_brief(text)) or _IN_ANOTHER.search(text)
    if len(cart) == 1 and not shown and is_of_its_forms and not lexicon.things(query):
        return AskItem(items=(cart[0].item_id,), question=text[:LONGEST_WORDS])
    if len(shown) > 1 and _tells_only_how_many(text) and all(item.unit in BY_THE_HEAD for item in shown):
        return Add(words=text[:LONGEST_WORDS])
    if shown and is_only_bought(_RECIPIENT.sub(" ", text)):
        return Add(words=text[:LONGEST_WORDS])
    if len(shown) == 1 and (_asks_of_the_one(text, query, said, state) or _names_an_option(text, shown[0].options)):
        return AskItem(items=(shown[0].item_id,), question=text[:LONGEST_WORDS])
    return _said_of_a_list(text, query, said, state) if shown else None


def _said_of_the_opened(text: str, query: str, said: wants.Wants, state: ConversationState) -> Command | None:
    if choice.buys(text) and not said.sees_all and not lexicon.things(query):
        return Add(words=text[:LONGEST_WORDS])
    is_asked = _asks_of_it(text, query) or _asks_measure_of_those(text, said, state)
    is_asked = is_asked or _asks_price_for_so_many(text, said) or _asks_which_form(text, said)
    return AskItem(question=text[:LONGEST_WORDS]) if is_asked else None


def _said_of_a_list(text: str, query: str, said: wants.Wants, state: ConversationState) -> Command | None:
    shown = state.sales.last_catalog_results
    those = Compare(items=tuple(item.item_id for item in shown[:MOST_COMPARED]), question=text[:LONGEST_WORDS])
    is_of_one = asks.OF_IT.search(text) is not None
    if len(shown) > 1 and not is_of_one and asks.asks_price(text) and _names_only_forms(text, state):
        return those
    if not asks.asks_openly(text) and (narrowed := narrowed_by_form(text, state)):
        return narrowed
    is_of_several = comparisons.asks_which_has(text) or (comparisons.compares(text) and not lexicon.things(query))
    is_of_those = _asks_of_those(text) or (len(shown) > 1 and is_of_several)
    return those if is_of_those or _asks_measure_of_those(text, said, state) else None


def _named_beside_numbers(text: str) -> list[str]:
    """What is named but for how many: nothing in "how much would 2 be"."""
    return [term for term in wants.parse(text).terms if not term.isdecimal() and term not in written_numbers()]


def _names_only_forms(text: str, state: ConversationState) -> bool:
    """Whether nothing is named but in which form, how many they are and how long they stay: "3 nights full board"."""
    left = circumstances.without(plain(asks.without_price(text)), "party", "couple", "stay", "when")
    forms = {word for item in state.sales.last_catalog_results for word in _words_of_forms(item)}
    return forms.issuperset(_named_beside_numbers(left))


def narrowed_by_form(text: str, state: ConversationState) -> Search | None:
    """Those on the list that come in the form that is said alone: "basi half board" of the rooms that were shown."""
    sales = state.sales
    if len(sales.last_catalog_results) < 2 or asks.asks_for_any(text):
        return None
    shown = (*sales.last_catalog_results, *sales.earlier_catalog_results)
    told = [choice.parse_choice(text, item.options, title=item.title, unit=item.unit) for item in shown]
    forms = {(name, value) for each in told if not each.rest for name, value in each.options.items()}
    if len(forms) != 1 or any(name in ("colour", "size") for name, _ in forms):
        return None
    (name, value) = forms.pop()
    return Search(options=(Option(name=name, value=value),), refines=True)


def _words_of_forms(item: ShownItem) -> list[str]:
    return [word for values in item.options.values() for value in values for word in tokens(value)]


def _tells_only_how_many(text: str) -> bool:
    """ "2 adults 1 kid for Saturday" under a list of passes: one of those, for so many."""
    told = circumstances.parse(plain(text))
    return bool(told.guests) and not wants.parse(text).terms and not asks.asks_openly(told.rest)


def _asks_of_those(text: str) -> bool:
    """A question about what is on the list, which names no other thing: "do they have a good camera?"."""
    if _IN_ANOTHER.search(text):
        return True
    return bool(_OF_THOSE.match(text) and (asks.asks_openly(text) or _OF_THOSE_PLAINLY.match(text)))


def _asks_measure_of_those(text: str, said: wants.Wants, state: ConversationState) -> bool:
    """ "Which one holds more?", "lina GB ngapi": how much of something those have that are looked at."""
    if not asks.asks_measure(text) or not asks.is_brief(text) or said.price_max or said.price_min:
        return False
    left = wants.parse(asks.without_measure(text)).terms
    return _names_no_other(" ".join(left), state)


def _asks_which_form(text: str, said: wants.Wants) -> bool:
    """ "Which is thicker?", "I want the cheaper": of the forms of what is looked at, since nothing is named."""
    return not said.terms and (comparisons.asks_which_has(text) or (said.sort is not None and asks.is_brief(text)))


def _asks_price_for_so_many(text: str, said: wants.Wants) -> bool:
    """ "How much for 3 nights", "bei kwa watu wanne": nothing is named but how many they are, or how long they stay."""
    if not asks.asks_price(text) or said.price_max or said.price_min or said.sort:
        return False
    left = circumstances.without(plain(asks.without_price(text)), "party", "couple", "stay", "when")
    return not wants.parse(left).terms


def _asks_of_the_one(text: str, query: str, said: wants.Wants, state: ConversationState) -> bool:
    """A question after a single item was shown is about it: "whats the price again", "ziko na warranty"."""
    has_limits = said.price_max or said.price_min or said.sort or said.sees_all
    is_of_goods = asks.asks_for_any(text) and not _is_of_rules(query)
    return asks.asks(text) and not (has_limits or is_of_goods) and _names_no_other(query, state)


def _names_an_option(text: str, options: choice.Options) -> bool:
    """ "Chocolate flavour" of a cake that comes in flavours, whether or not in that one."""
    return asks.is_brief(text) and not {"colour", "size"}.issuperset(options) and bool(set(options) & set(tokens(text)))


def _is_of_rules(query: str) -> bool:
    """Whether nothing is named but what holds of any thing: "any warranty?"."""
    kinds = {lexicon.kind(lexicon.concept(term) or "") for term in lexicon.terms(query)}
    return kinds == {"trade"}


def _names_no_other(query: str, state: ConversationState) -> bool:
    """Whether nothing is named that is not among what was shown."""
    sales = state.sales
    titles = " ".join(item.title for item in (*sales.last_catalog_results, *sales.earlier_catalog_results))
    return lexicon.things(query) <= lexicon.things(titles)


def _asks_of_it(text: str, query: str) -> bool:
    """A question about the item that is looked at, which names no other thing: "is it waterproof?"."""
    if _IN_ANOTHER.search(text) or (asks.asks_stock(text) and asks.is_brief(text)):
        return True
    if not query or asks.speaks_of_several(text):
        return False
    is_plain = _OF_THOSE.match(text) or _OF_IT_PLAINLY.search(text)
    if is_plain or _asks_how_much_of(text, query):
        return True  # "does it come with a charger" asks for no charger
    is_of_it = asks.asks_openly(text) and asks.OF_IT.search(text)
    return bool(is_of_it) and not lexicon.things(query)


def asked_of_the_shown(text: str, state: ConversationState, context: TurnContext) -> Command | None:
    """A question that the one item in sight, or those on the list, answer by what is told of them.

    "Projector iko?", "how many guests", and under a list of trips "is lunch included"."""
    item_id = in_hand(state) or _only_bought_one(state)
    goes_on = re.match(r"\W{0,3}(?:and|na|je|plus|pia)\b", text, re.IGNORECASE) is not None
    is_of_goods = asks.asks_for_any(text) and (item_id is None or bool(lexicon.things(text)))
    if not (asks.asks_openly(text) or goes_on) or is_of_goods or choice.buys(text):
        return None
    terms = lexicon.terms(asks.without_price(text))
    named = [term for term in terms if wants.is_content(term) and not says_little(term)]
    shown = state.sales.last_catalog_results if state.understood.journey == "sales" else []
    is_of_each = bool(shown) and all(map(is_attended, shown)) and asks.asks_measure(text)
    if not lexicon.things(text) and is_of_each and asks.is_brief(text) and not circumstances.tells_time(plain(text)):
        return Compare(items=tuple(item.item_id for item in shown[:MOST_COMPARED]), question=text[:LONGEST_WORDS])
    if not named or asks.speaks_of_several(text) or len(named) > MOST_ASKED:
        return None
    if item_id:
        is_told = _is_told_by(item_id, named, context)
        return AskItem(items=(item_id,), question=text[:LONGEST_WORDS]) if is_told else None
    those = tuple(item.item_id for item in shown if _is_told_by(item.item_id, named, context))
    is_of_those = bool(those) and 2 * len(those) >= len(shown)  # one suite of six that tells of breakfast is no answer
    return Compare(items=those[:MOST_COMPARED], question=text[:LONGEST_WORDS]) if is_of_those else None


def _is_told_by(item_id: str, named: Sequence[str], context: TurnContext) -> bool:
    item = catalog.fetched(item_id, context)
    told = _told(item) if item else ""
    known = set(lexicon.concepts(told)) | set(tokens(told))
    return all({term, lexicon.concept(term), *in_english(term)} & known for term in named)


def _only_bought_one(state: ConversationState) -> str | None:
    """The item of a cart of one line, where no list has been shown since."""
    cart = state.purchase.cart
    return cart[0].item_id if len(cart) == 1 and not state.sales.last_catalog_results else None


def _told(item: CatalogGetItemResult) -> str:
    """What is told of an item beside its name."""
    return " ".join([item.description, *item.attributes, *item.attributes.values()]).replace("_", " ")


def _asks_how_much_of(text: str, query: str) -> bool:
    """ "How much RAM", "what colours": briefly asked of what is looked at, and of no thing that is sold."""
    is_of_much = re.match(r"\W{0,3}(?:how (?:much|many)|what|whats|which) \w", text, re.IGNORECASE) is not None
    kinds = {lexicon.kind(meaning) for meaning in lexicon.concepts(query)}
    return is_of_much and asks.is_brief(text) and not kinds & {"product", "telecom", "hospitality", "trade"}


def _is_told_by_what_is_open(text: str, query: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether a question names nothing but what is told of the item that is looked at: "is a passport ok?"."""
    opened = state.sales.selected_item_ids
    if not (opened and query) or not asks.asks_openly(text) or asks.asks_for_any(text) or lexicon.things(query):
        return False
    item = catalog.fetched(opened[-1], context)
    told = _told(item) if item else ""
    return bool(told and set(lexicon.concepts(query)) & set(lexicon.concepts(told)))
