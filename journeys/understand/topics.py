"""What a message is about, by what was learned of the business' own topics, where its words alone do not name it."""

import re
from typing import Final, Literal

from journeys import catalog, topics
from journeys.command import Command
from journeys.context import TurnContext
from journeys.language import numbers
from journeys.local import asks, ends
from journeys.local.wordlists import tokens
from journeys.registry import Registry
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.understand.errands_read import errands_of
from journeys.understand.evidence import HOW_TO
from journeys.understand.held import GONE_WRONG, is_for_the_shop
from journeys.understand.wishes import SURE
from knowledge import lexicon
from knowledge.answer import demanded
from tools.topics.examples import AskedTopic

OF_SECTIONS: Final = 0.8
"""So likely one section or another is asked for, in 85 of 91."""
OF_ONE: Final = 0.7
"""So likely, a message of several clauses is one wish, if none of them is of another topic by itself."""
LIKELIER: Final = 0.6
"""So likely, sections or products are meant more often than not, where the words themselves say nothing."""
AS_WELL: Final = 0.25
"""So likely, a product may be wished for by who asks nothing."""
TAKING: Final = frozenset({"order", "change", "remove", "empty", "pay", "code", "deliver"})
"""Errands by which something is done."""
FIRST: Final = 3
"""So many of a list are looked at by anybody."""
# Fewer words are no clause.
SHORTEST_PIECE: Final = 3
_PIECES: Final = re.compile(r"[?!.;,\n]|\b(?:and|also|na|pia|then|halafu|alafu|n|plus)\b|&", re.IGNORECASE)
_LIMITS: Final = frozenset({"price_min", "price_max", "options", "in_stock_only"})
# What a search takes.
LONGEST: Final = 300


def journey_of(text: str, journey: str, state: ConversationState, context: TurnContext) -> str:
    """Whose a text is by its likely topics, "support" for sections and "sales" for products, where they say that surely
    or its words have left it at `journey` "unknown"; empty where they doubt."""
    if topics.likeliest(text, context) is None:
        return ""
    found, is_open = context.topics(text), journey == "unknown"
    sections = sum(one.likely for one in found if one.topic.kind == "section")
    products = sum(one.likely for one in found if one.topic.kind == "product")
    best = topics.surely(text, context)
    is_of_sections = best is not None and best.kind == "section" and sections >= OF_SECTIONS
    if is_of_sections or (is_open and sections >= LIKELIER):
        return "" if _is_sought(text, products, state) else "support"
    product = topics.product_of(text, context)
    goods = product or next((one.topic for one in found if one.topic.kind == "product"), None)
    if goods is None or (_names(text, goods.name) and _has_number(text)) or catalog.is_had_abroad(text, context):
        return ""
    is_of_goods = product is not None or (is_open and products >= LIKELIER)
    return "sales" if is_of_goods and not _is_of_rules(text) else ""


def _names(text: str, title: str) -> bool:
    """Whether a product is called by its name: how it is asked for then is told by the words beside it."""
    said = set(map(lexicon.stem, tokens(text)))
    return {lexicon.stem(word) for word in tokens(title) if not lexicon.is_stop_word(word)} <= said


def _is_sought(text: str, products: float, state: ConversationState) -> bool:
    """Whether a thing is asked for, of which the documents only tell as well: a fridge, or a room with a view."""
    if not asks.asks_openly(text) and not kinds.is_trouble(text) and products >= AS_WELL:
        return True
    asks_for_it = (asks.asks_price, demanded.asks_price, asks.asks_for_any)
    if len(tokens(text)) < SHORTEST_PIECE and lexicon.things(text):
        return not kinds.is_trouble(text)
    return is_for_the_shop(state) and (not topics.says_more(text) or any(asked(text) for asked in asks_for_it))


def _is_of_rules(text: str) -> bool:
    """Whether it tells of what they have, or asks how something is done: the documents tell that of any product."""
    is_of_theirs = kinds.is_misfit(text) or kinds.is_of_theirs(text)
    return is_of_theirs or bool(GONE_WRONG & set(lexicon.concepts(text))) or HOW_TO.match(text) is not None


def is_one(state: ConversationState, context: TurnContext) -> bool:
    """Whether a message that begins anew is about one topic and does nothing else: its parts are then one wish."""
    is_anew = not (state.purchase.cart or state.sales.last_catalog_results or state.sales.selected_item_ids)
    if context.by != "local" or not is_anew or state.controls.asked is not None or _counts(context.text):
        return False
    best = topics.likeliest(context.text, context)
    if best is None or best.likely < OF_ONE or _does(state, context):
        return False
    pieces = filter(tokens, _PIECES.split(context.text))
    return not any(_is_of_another(piece, best.topic, context) for piece in pieces)


def _does(state: ConversationState, context: TurnContext) -> bool:
    """Whether something is to be ordered, paid or changed."""
    return any(each.act in TAKING and each.sure >= SURE for each in errands_of(state, context))


def _counts(text: str) -> bool:
    """Whether it asks what so many cost: that is reckoned."""
    return _has_number(text) and asks.asks_price(text)


def _has_number(text: str) -> bool:
    return any(word.isdecimal() or word in numbers.words() for word in tokens(text))


def _is_of_another(piece: str, topic: AskedTopic, context: TurnContext) -> bool:
    """Whether a clause is of another topic by itself, or asks what a thing costs of which a section tells more."""
    is_priced = topic.kind == "section" and asks.asks_price(piece) and bool(lexicon.things(piece))
    return is_priced or topics.surely(piece, context) not in (None, topic)


def by_name(
    commands: tuple[Command, ...], text: str, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[Command, ...]:
    """A search, or what is asked back, as a search for the product that the text is surely about by the product's own
    name, unless the text's words find it as well."""
    topic = topics.product_of(text, context)
    is_seeking = len(commands) == 1 and commands[0].name in ("browse", "search")
    if topic is None or not is_seeking or asks.sorts(text) or ends.wanted(text) is not None or _does(state, context):
        return commands
    found = context.call("catalog_search", query=topic.name).result
    item = next((item for item in found.items if item.title == topic.name), None) if found is not None else None
    if item is None:
        return commands
    queries = getattr(commands[0], "queries", ())
    how = _found(queries[0], topic, text, context) if queries else "not"
    if how == "surely":
        return commands
    if how == "not" and not (_counts(text) or any(getattr(commands[0], name, None) for name in _LIMITS)):
        return (known.commands["open_item"].model_validate({"item": item.item_id, "words": text[:LONGEST]}),)
    said = set(tokens(text))
    forms = (value for values in item.options.values() for value in values if said & set(tokens(value)))
    named = " ".join([topic.name, *forms])
    return (commands[0].model_copy(update={"queries": (named,), "sort": "relevance"}),)


def _found(query: str, topic: AskedTopic, text: str, context: TurnContext) -> Literal["surely", "hardly", "not"]:
    """How what is sought by these words finds the product, or others that it may be: hardly, where it is beyond doubt
    what is meant, and these words are not sure of it."""
    found = context.call("catalog_search", query=query[:LONGEST]).result
    best = topics.likeliest(text, context)
    is_plain = best is not None and best.likely >= topics.BEYOND_DOUBT
    is_sure = found is not None and bool(found.items) and found.confidence == "strong"
    is_found = found is not None and topic.name in [item.title for item in found.items[:FIRST]]
    if is_found:
        return "hardly" if is_plain and not is_sure else "surely"
    return "surely" if is_sure and not is_plain else "not"
