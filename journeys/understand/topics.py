"""What a message is about, by what was learned of the business' own topics, where its words alone do not name it."""

import re
from collections.abc import Sequence
from typing import Final

from journeys import catalog, topics
from journeys.context import TurnContext
from journeys.language import numbers
from journeys.local import asks
from journeys.local.purchase import choice, delivery
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import tokens
from journeys.reader.errands import Errand
from journeys.state import ConversationState
from journeys.support.question import complete, kinds
from journeys.understand.elsewhere import has_bought_nothing
from journeys.understand.errands_read import errands_of
from journeys.understand.evidence import is_in_sight
from journeys.understand.held import GONE_WRONG, is_for_the_shop
from journeys.understand.parts import NA
from journeys.understand.wishes import SURE, SURELY
from knowledge import lexicon
from knowledge.search.terms import hours
from tools.topics.examples import AskedTopic
from tools.topics.learning import Likely

OF_SECTIONS: Final = 0.8
"""So likely one section or another is asked for, in 85 of 91."""
LIKELIER: Final = 0.6
"""So likely, sections or products are meant more often than not, where the words themselves say nothing."""
AS_WELL: Final = 0.25
"""So likely, a product may be wished for by who asks nothing."""
TAKING: Final = frozenset({"order", "change", "remove", "empty", "pay", "code", "deliver"})
"""Errands by which something is done."""
BEGINNING: Final = frozenset({"order", "code", "offers"})
"""Those of them that need nothing that was bought or chosen before, and what is asked beside any thing."""
ONE: Final = frozenset({"1", "one", "moja", "mmoja", "kimoja"})
"""One of it is it: nothing has to be reckoned."""
DISCOUNT: Final = "discount"
"""By its words a reduction is asked for, and not only what is cheap."""
MOST_NUMBERS: Final = 4
"""Adults, children, and how old these are."""
# Fewer words are no clause.
SHORTEST_PIECE: Final = 3
_PIECES: Final = re.compile(rf"[?!.;,\n]|\b(?:and|also|pia|then|halafu|alafu|n|plus)\b|&|{NA}\b", re.IGNORECASE)
_SENTENCES: Final = re.compile(r"(?<=[.!?])\s|\n")
_POLICY: Final = re.compile(r"\b(?:policy|policies|sera)\b", re.IGNORECASE)
# What takes them there may be sold, and is told first by who tells the way.
_WAY_TO: Final = re.compile(
    r"\bhow (?:do|can|to|should) (?:i |we )?(?:get|come) (?:to|there|from)\b|\b(?:na|nina|tuna|tuta)fika(?:je| aje)\b",
    re.IGNORECASE,
)


def journey_of(text: str, journey: str, state: ConversationState, context: TurnContext) -> str:
    """Whose a text is by its likely topics, "support" for sections and "sales" for products, where they say that surely
    or its words have left it at `journey` "unknown"; empty where they doubt. What `is_one` of a section is surely."""
    is_answering = state.support.support_asks > 0 and not topics.seeks(text)  # what they were asked of their trouble
    goes_on = bool(state.support.kb_snippets) and not lexicon.things(text)  # "what do I need to carry"
    if is_answering or goes_on or topics.likeliest(text, context) is None:
        return ""
    found, is_open = context.topics(text), journey == "unknown"
    products = goods_of(found)
    sections = sum(one.likely for one in found) - products
    best = topics.surely(text, context)
    is_of_sections = best is not None and best.kind == "section"
    if is_of_sections and products < AS_WELL and is_one(state, context) and not _asks_for_things(text):
        return "support"
    is_of_sections = is_of_sections and sections >= OF_SECTIONS
    least = LIKELIER if len(tokens(text)) >= topics.A_TALE else topics.BEYOND_DOUBT
    if is_of_sections or (is_open and sections >= least):
        return "" if is_sought(text, products, state) else "support"
    product = topics.product_of(text, context)
    goods = product or next((one.topic for one in found if one.topic.kind == "product"), None)
    if goods is None or (_names(text, goods.name) and _has_number(text)) or catalog.is_had_abroad(text, context):
        return ""
    is_of_goods = product is not None or (is_open and products >= least)
    return "sales" if is_of_goods and not (is_of_rules(text) or hours.is_about(text)) else ""


def goods_of(found: Sequence[Likely]) -> float:
    """How likely goods are meant, 0 to 1: the products, and the sections that tell of one under its name."""
    titles = {one.topic.name for one in found if one.topic.kind == "product"}
    return sum(one.likely for one in found if one.topic.kind == "product" or _is_of(one.topic, titles))


def _asks_for_things(text: str) -> bool:
    """Whether a list is to be seen, a place to be taken, or it is asked whether there is one."""
    return asks.shows(text) or asks.books(text) or asks.asks_for_any(text)


def _is_of(topic: AskedTopic, titles: set[str]) -> bool:
    """Whether a section tells of one of these products under its name, as a room's does."""
    return topic.kind == "section" and topic.name.rpartition(" > ")[2] in titles


def _names(text: str, title: str) -> bool:
    """Whether a product is called by its name: how it is asked for then is told by the words beside it."""
    said = set(map(lexicon.stem, tokens(text)))
    return {lexicon.stem(word) for word in tokens(title) if not lexicon.is_stop_word(word)} <= said


def is_sought(text: str, products: float, state: ConversationState) -> bool:
    """Whether a thing is asked for, of which the documents only tell as well: a fridge, or a room with a view."""
    if asks.shows(text):
        return True
    is_wished = not asks.asks_openly(text) or asks.asks_for_any(text)
    if is_wished and not kinds.is_trouble(text) and products >= AS_WELL:
        return True
    asks_for_it = (complete.asks_a_price, asks.asks_for_any)
    if len(tokens(text)) < SHORTEST_PIECE and lexicon.things(text):
        return not kinds.is_trouble(text)
    is_listed = is_for_the_shop(state) or is_in_sight(state)
    is_asked_for = is_listed and (not topics.says_more(text) or any(asked(text) for asked in asks_for_it))
    return is_asked_for or (asks.books(text) and bool(lexicon.things(text)))


def is_of_rules(text: str) -> bool:
    """Whether it tells of what they have, or asks how something is done: the documents tell that of any product."""
    is_of_theirs = kinds.is_misfit(text) or kinds.is_of_theirs(text) or kinds.has_stopped(text)
    is_wrong = bool(GONE_WRONG & set(lexicon.concepts(text)))
    is_told = any(pattern.search(text) for pattern in (topics.HOW_TO, _WAY_TO, _POLICY))
    return is_of_theirs or is_wrong or is_told


def begins_anew(state: ConversationState, context: TurnContext) -> bool:
    """Whether nothing is in the cart, shown or asked."""
    is_anew = not (state.purchase.cart or is_in_sight(state))
    return context.by == "local" and is_anew and state.controls.asked is None


def is_one(state: ConversationState, context: TurnContext) -> bool:
    """Whether a message that begins anew is about one topic and does nothing else: its parts are then one wish."""
    if not begins_anew(state, context) or counts(context.text):
        return False
    topic = topics.surely(context.text, context)
    if topic is None or does(state, context):
        return False
    wishes = _wished(state, context)
    if topic.kind == "section" and any(_is_of_goods(piece, context) for piece in wishes):
        return False
    if len(wishes) <= 1:  # what stands around the only wish tells what it is about
        return not any(_is_of_another_kind(piece, topic, context) for piece in wishes)
    return not (any(_is_of_another(piece, topic, context) for piece in wishes) or _asks_twice(topic, context))


def _wished(state: ConversationState, context: TurnContext) -> list[str]:
    """The clauses that wish for something; what the trained reader is sure is only told of themselves does not."""
    told = [each.text for each in errands_of(state, context) if each.act == "aside" and each.sure >= SURELY]
    return [piece for piece in pieces(context.text) if _wishes(piece) and not any(piece.strip() in one for one in told)]


def _asks_twice(topic: AskedTopic, context: TurnContext) -> bool:
    """Whether one of several sentences that ask is of something else, as in a letter."""
    asking = [
        each for each in _SENTENCES.split(context.text) if _wishes(each) and len(tokens(each)) >= topics.A_SENTENCE
    ]
    likeliest = [topics.likeliest(each, context) for each in asking]
    return len(asking) > 1 and any(one is None or one.topic != topic for one in likeliest)


def pieces(text: str) -> list[str]:
    """The clauses that may be wishes of their own: what neither asks nor seeks goes on with the one before."""
    found: list[str] = []
    for piece in filter(tokens, filter(None, _PIECES.split(text))):
        if found and not _wishes(piece):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return found


def does(state: ConversationState, context: TurnContext) -> bool:
    """Whether something is to be ordered, paid or changed. Who begins, and wants what none of its words names, is still
    looking."""
    is_first = has_bought_nothing(state)
    taking = BEGINNING if is_first else TAKING
    doing = [each for each in errands_of(state, context) if each.act in taking or each.part("phone") or _brings(each)]
    best = topics.likeliest(context.text, context)
    return any(
        each.sure >= SURE and not (is_first and best is not None and _only_describes(each, best.topic))
        for each in doing
    )


def _brings(errand: Errand) -> bool:
    """Whether a thing is to be had: "lete viatu"."""
    return errand.act == "change" and bool(errand.part("thing"))


def _only_describes(errand: Errand, topic: AskedTopic) -> bool:
    """Whether it tells of a thing that is wanted by none of its name's words, and says neither to buy nor how many of
    them: "travelling two days"."""
    if topic.kind != "product":
        return False
    if errand.act == "offers":
        return asks.asks_for_any(errand.text) and DISCOUNT not in lexicon.concepts(errand.text)
    if errand.act not in ("order", "change") or choice.buys(errand.text) or asks.books(errand.text):
        return False
    said = " ".join([*errand.each_part("thing"), *errand.each_part("count")])
    is_only_number = bool(said) and all(word.isdecimal() or word in numbers.words() for word in tokens(said))
    return not is_only_number and set(lexicon.concepts(said)).isdisjoint(lexicon.concepts(topic.name))


def counts(text: str) -> bool:
    """Whether it asks what so many cost: that is reckoned, unless more numbers are told than anybody could tell what
    they count."""
    return 0 < len(_numbers(text)) <= MOST_NUMBERS and asks.asks_price(text)


def _has_number(text: str) -> bool:
    return bool(_numbers(text))


def _numbers(text: str) -> list[str]:
    """Those that tell of more than one."""
    return [word for word in tokens(text) if (word.isdecimal() or word in numbers.words()) and word not in ONE]


def _is_of_another(piece: str, topic: AskedTopic, context: TurnContext) -> bool:
    """Whether a clause is of another topic by itself: of hours; of a section whether there is a thing and what it
    costs, of a product what holds of it and where it is brought; or what customers ask of another."""
    if topic.kind == "section":
        is_other = bool(lexicon.things(piece)) and topics.seeks(piece)
    else:
        tells_of_them = (kinds.asks_of_rules, is_of_rules, delivery.read, hours.is_about)
        is_other = any(tells(piece) for tells in tells_of_them)
    own = topics.likeliest(piece, context)
    if own is None and topic.kind == "product" and asks.asks_openly(piece) and not topics.seeks(piece):
        return True  # "where do I get it"
    if is_other or own is None or own.topic == topic or not _wishes(piece):
        return is_other
    if topic.kind == "section" and asks.asks_price(piece):
        return True  # "when does the night data start, and what is its price"
    return own.likely >= (topics.SURELY if own.topic.kind == topic.kind and not topics.seeks(piece) else topics.LIKELY)


def _is_of_another_kind(piece: str, topic: AskedTopic, context: TurnContext) -> bool:
    """Whether the only clause that asks is of the documents where the whole is about a product, or the other way."""
    own = topics.likeliest(piece, context)
    is_told = topic.kind == "product" and (is_of_rules(piece) or asks_to_have_brought(piece))
    return is_told or (own is not None and own.topic.kind != topic.kind and own.likely >= topics.SURELY)


def _is_of_goods(piece: str, context: TurnContext) -> bool:
    """Whether a clause by itself is for goods."""
    best = topics.likeliest(piece, context)
    is_likely = best is not None and best.topic.kind == "product" and best.likely >= topics.SURELY
    return is_likely and bool(lexicon.things(piece)) and not kinds.is_trouble(piece)


def _wishes(piece: str) -> bool:
    return asks.asks_openly(piece) or topics.seeks(piece)
