"""Reads what a message says of the item that is looked at, or of those on the list, and of nothing else."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.checkout.commands import Pay
from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.numbers import words as written_numbers
from journeys.local import asks, circumstances, comparisons, wants
from journeys.local.purchase import choice
from journeys.local.purchase.attended import BY_THE_HEAD
from journeys.local.wordlists import plain, tokens, word_set
from journeys.sales.another import is_of_another
from journeys.sales.commands import LONGEST_WORDS, Add, AskItem, Compare, Search
from journeys.sales.told_by_shown import MOST_COMPARED, is_told_by_what_is_open
from journeys.state import ConversationState, ShownItem
from knowledge import lexicon

# Both of two are told side by side.
FEW: Final = 2
MOST_PIECES: Final = 999
"""A number beyond it, with no thing beside it, counts no pieces."""
_OF_THOSE = re.compile(
    r"\W{0,3}(?:and |na |je,? )?(?:(?:do|are) (?:they|these|those)|(?:is|does|can|will) it"
    r"|how (?:long|far|big|heavy|old|fast) (?:is|are|does|do|will) (?:it|they|these|those)"
    r"|how (?!much|many|come|about|else|do|can)[a-z]{3,12}\W{0,3}\Z"
    r"|(?:hii |hiyo |hizi |hizo )?(?:i|zi|ki|vi|li|ya)na(?!bidi|takiwa|semekana|onekana|kuwa|hitajika|fika)[a-z]{3,14}"
    r"|(?:(?:i|zi|ki|vi|li)(?:ko|na)|yana)|(?:i|zi|ki|vi|li)ta(?!faa\b|fika|kuja|wasili) ?[a-z]{3,14})\b",
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
_DONE_WITH_IT = re.compile(
    r"\b(?:can|could|will|would|do|does|may) (?:you|u|someone|somebody|anyone|they|i|we|your \w{3,12}) \w{3,12}"
    r" (?:it|this|that)\b",
    re.IGNORECASE,
)
""" "Can someone install it" asks for no installation, but of what is looked at."""
_IN_ANOTHER = re.compile(
    r"\b(?:have|get|got|come|available|there) (?:it|them|this|those)? ?(?:in|with) (?:an)?other\b"
    r"|\b(?:rangi|saizi|colou?rs?|sizes?) (?:nyingine|zingine|ingine|gani|zipi|ipi)\b"
    r"|\W{0,3}(?:which|what) (?:colou?rs?|sizes?)\b",
    re.IGNORECASE,
)
"""In which forms they come: "do you have it in another colour"."""
_OF_THOSE_PLAINLY = re.compile(r"\W{0,3}(?:(?:i|zi|ki|vi|li)(?:ko|na)|yana)\b", re.IGNORECASE)
# What may stand around a form of those on the list in a question about it: "is the 100ml in stock".
_AROUND_A_FORM: Final = frozenset({
    "stock", "still", "available", "now", "left", "bado", "ipo", "zipo", "kuna", "ni", "ngapi", "gani", "much", "how",
})  # fmt: skip


def read(text: str, query: str, said: wants.Wants, state: ConversationState, context: TurnContext) -> Command | None:
    """What is said of what is shown; None where another thing is named, or nothing is shown."""
    is_shown = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    if is_shown and _HOW_TO_BUY.fullmatch(plain(text)):
        return Add()
    if choice.buys(text) and not asks.asks_openly(text) and is_of_another(query, state, context):
        return None
    about = _said_of_those(text, query, said, state)
    if about is None and is_told_by_what_is_open(text, query, state, context):
        return AskItem(question=text[:LONGEST_WORDS])
    return about


def form_of_those(text: str, state: ConversationState) -> Command | None:
    """What names nothing but a form in which some on the list come: "is the 100ml in stock"; "20 oz", of one alone.

    Colours and sizes by number narrow the list instead."""
    shown, said = state.sales.last_catalog_results, wants.parse(text)
    if len(shown) < 2 or state.sales.selected_item_ids or said.colours or said.sizes:
        return None
    if choice.buys(text) or asks.speaks_of_several(text):
        return None
    fitting = []
    for item in shown:
        told = choice.parse_choice(asks.without_price(text), item.options, title=item.title, unit=item.unit)
        rest = [word for word in told.rest if wants.is_content(word) and word not in _AROUND_A_FORM]
        if told.options and not (rest or told.unknown or told.quantity):
            fitting.append(item.item_id)
    if fitting and not asks.asks(text) and len(fitting) > 1:
        return None  # "4 litres" of which of them is not said
    if len(fitting) == 1:
        return AskItem(items=tuple(fitting), question=text[:LONGEST_WORDS])
    return Compare(items=tuple(fitting[:MOST_COMPARED]), question=text[:LONGEST_WORDS]) if fitting else None


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
    having = [item.item_id for item in shown if _names_an_option(text, item.options)]
    if having and asks.asks_openly(text):
        question = text[:LONGEST_WORDS]
        alone = AskItem(items=(having[0],), question=question)
        return alone if len(having) == 1 else Compare(items=tuple(having[:MOST_COMPARED]), question=question)
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
    # Of a few both prices are told sooner than it is asked which of them is meant.
    is_of_one = asks.OF_IT.search(text) is not None and len(shown) > FEW
    if len(shown) > 1 and not is_of_one and asks.asks_price(text) and _names_only_forms(text, state):
        named = _named_among(text, shown)  # "brown ni ngapi" is of the brown bread
        return AskItem(items=(named[0].item_id,), question=text[:LONGEST_WORDS]) if len(named) == 1 else those
    if not asks.asks_openly(text) and (narrowed := narrowed_by_form(text, state)):
        return narrowed
    is_of_several = comparisons.asks_which_has(text) or (comparisons.compares(text) and not lexicon.things(query))
    is_of_those = _asks_of_those(text) or (len(shown) > 1 and is_of_several)
    if is_of_those or _asks_measure_of_those(text, said, state):
        meant = tuple(item.item_id for item in _named_among(text, shown)[:MOST_COMPARED])
        question = text[:LONGEST_WORDS]
        return AskItem(items=meant, question=question) if len(meant) == 1 else Compare(items=meant, question=question)
    return None


def _named_among(text: str, shown: Sequence[ShownItem]) -> Sequence[ShownItem]:
    """Those of the list whose titles have the most of the words that not all of them have; all, where none has any."""
    titles = [_meanings(item.title) for item in shown]
    telling = {meant for meant in _meanings(text) if not all(meant in title for title in titles)}
    said = [len(telling & title) for title in titles]
    return [item for item, count in zip(shown, said, strict=True) if count == max(said)]


def _named_beside_numbers(text: str) -> list[str]:
    """What is named but for how many: nothing in "how much would 2 be"."""
    return [term for term in wants.parse(text).terms if not term.isdecimal() and term not in written_numbers()]


def _meanings(text: str) -> frozenset[str]:
    """The words of a text, and what they mean in any of our languages: "presha" is of a pressure cooker."""
    said = {word for word in tokens(text) if len(word) > 2}
    return frozenset(said | {concept for concept in lexicon.concepts(text) if lexicon.kind(concept)})


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
    is_of_goods = asks.asks_for_any(text) and not lexicon.is_only_of_trade(query)
    return asks.asks(text) and not (has_limits or is_of_goods) and _names_no_other(query, state)


def _names_an_option(text: str, options: choice.Options) -> bool:
    """ "Chocolate flavour" of a cake that comes in flavours, whether or not in that one."""
    said = {lexicon.stem(word) for word in tokens(text)}
    named = {name for name in options if lexicon.stem(name.casefold()) in said}
    return asks.is_brief(text) and bool(named - {"colour", "size"})


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
    return bool(is_of_it) and (not lexicon.things(query) or _DONE_WITH_IT.search(text) is not None)


def _asks_how_much_of(text: str, query: str) -> bool:
    """ "How much RAM", "what colours": briefly asked of what is looked at, and of no thing that is sold."""
    is_of_much = re.match(r"\W{0,3}(?:how (?:much|many)|what|whats|which) \w", text, re.IGNORECASE) is not None
    kinds = {lexicon.kind(meaning) for meaning in lexicon.concepts(query)}
    return is_of_much and asks.is_brief(text) and not kinds & {"product", "telecom", "hospitality", "trade"}
