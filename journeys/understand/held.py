"""Whose a message is by what the business holds about it, where its words alone do not settle that."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from journeys import catalog, library
from journeys.context import TurnContext
from journeys.local import asks, circumstances, comparisons, ends, intent, two_measures
from journeys.local.clauses import may_only_come
from journeys.local.named import is_name_of_goods
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import plain
from journeys.state import ConversationState
from journeys.support.question import complete, kinds
from journeys.understand import evidence
from journeys.understand.elsewhere import has_bought_nothing
from journeys.understand.evidence import RoutingEvidence
from journeys.understand.parts import OF_INTENT
from journeys.understand.route import SURE, Reason
from knowledge import lexicon
from knowledge.search.terms import attributes, hours, phrases
from knowledge.text import fold

OF_PURCHASES: Final = frozenset({"orders", "offers", "prefs", "handoff", "billing"})
# What is open between the shelves and the documents.
OF_EITHER: Final = frozenset({"unknown", "support", "sales"})
# One thing may be named by chance; two that such a business deals in are none.
FEWEST_THINGS: Final = 2
GONE_WRONG: Final = frozenset({"broken", "return_goods", "refund", "warranty"})
# As sure as a pattern makes an intent.
BEYOND_DOUBT: Final = 0.86
# "Is breakfast included in the price" asks for no price.
_IN_THE_PRICE: Final = re.compile(
    r"\b(?:in|within|part of) (?:the|that|this|your) (?:\w+ )?(?:price|rate|cost|fee)s?\b", re.IGNORECASE
)
# The hour, and no watch.
_NOW: Final = re.compile(r"\bsaa (?:hii|hizi)\b")
_BEGINS_WITH_WHEN: Final = re.compile(
    r"\W{0,3}(?:(?:and|so|hi|hello|please) ){0,2}(?:until when|till when|when|what time|from when|saa ngapi|lini)\b",
    re.IGNORECASE,
)


def judged(
    journey: str, reason: Reason, text: str, state: ConversationState, context: TurnContext
) -> tuple[str, Reason]:
    """The journey that what is held speaks for; the one that the words were taken for where it speaks for none."""
    found = evidence.gather(text, state, context)
    context.trace.notes["evidence"] = {"for_sales": round(found.for_sales, 2), "library": round(found.library, 2)}
    message = _Message(text, journey, reason, state, context, found)
    is_told_by_it = found.is_named_in_full and asks.asks_measure(text) and not kinds.is_trouble(text)
    if found.is_name_alone or is_told_by_it or message.is_booked:
        return "sales", "held"  # "how long does fibre installation take" is told by the item of that name
    if catalog.is_had_abroad(text, context):
        return "support", "held"  # which leads to what is sold for there, where no page tells of it
    if message.is_of_rules or message.is_to_be_done or message.is_trouble_on_a_shelf:
        return "support", "held"  # whatever the shelves have: nothing is wanted but that it works again
    if message.is_as_asked:
        return "support", "held"  # whatever the shelves have of its words
    if journey in OF_EITHER and (message.is_within_limits or message.is_wanted):
        return "sales", "held"
    if message.is_of_goods_to_be_had:
        return "sales", "held"  # the documents that tell how such things are taken back sell none
    if found.journey and not (message.is_settled_elsewhere or message.is_of_nothing_here):
        return found.journey, "held"
    if journey == "unknown" and (told := _told_by_form(text, context)):
        return told, "sure"
    if journey == "unknown" and state.understood.intent == "preferences_consent" and asks.asks_for_any(text):
        return "sales", "held"
    return journey, reason


@dataclass(frozen=True)
class _Message:
    """A message with what is held about it; each property is one thing that it may be."""

    text: str
    journey: str
    reason: Reason
    state: ConversationState
    context: TurnContext
    found: RoutingEvidence

    @cached_property
    def things(self) -> frozenset[str]:
        return lexicon.things(self.text)

    @cached_property
    def is_known_elsewhere(self) -> bool:
        """Whether its words surely speak of an order, a payment, consent or a person."""
        is_sure = self.state.understood.intent_confidence >= SURE and not may_only_come(fold(self.text))
        return self.journey in OF_PURCHASES and is_sure

    @cached_property
    def is_surely_of_rules(self) -> bool:
        is_of_an_order = self.state.understood.intent == "order_status" and self.is_known_elsewhere
        return self.found.is_surely_of_rules and not is_of_an_order

    @property
    def is_settled_elsewhere(self) -> bool:
        return self.is_known_elsewhere and not self.is_surely_of_rules

    @property
    def is_of_nothing_here(self) -> bool:
        """Whether it leans to what no business here does, and what is held about it may be a coincidence.

        "How much data do I have left", "any live music": what such a business deals in is named by none."""
        is_asked = asks.asks_for_any(self.text)
        is_of_ours = len(self.things) >= FEWEST_THINGS or (len(self.things) == 1 and is_asked)
        bar = evidence.ENOUGH if is_of_ours else library.SURELY if is_asked else BEYOND_DOUBT
        return intent.leans_elsewhere(self.text) and max(self.found.for_sales, self.found.library) < bar

    @cached_property
    def is_priced(self) -> bool:
        return asks.asks_price(self.text) and self.found.for_sales > self.found.library

    @cached_property
    def is_priced_there(self) -> bool:
        """Whether what it asks the price of stands on the shelves, and no document tells of it."""
        is_sold = self.found.is_on_the_shelves and self.found.library < evidence.ENOUGH
        if self.is_priced and self.things and is_sold:
            return True
        return asks.asks_price(self.text) and self.found.is_named and not _speaks_of_rules(self.text)

    @property
    def is_of_rules(self) -> bool:
        if self.found.library >= evidence.ENOUGH and not self._names_goods and asks_to_have_brought(self.text):
            return True  # where they are may be part of the name of a thing: the boot "Kilimani"
        is_near = self.found.library >= evidence.NEAR and not self.is_priced_there
        if is_near and asks_of_rules(self.text, self.journey, self.state):
            return True
        is_called_so = asks.ASKS.search(self.text) and phrases.stands_for_another(fold(self.text))
        is_of_either = self.journey in OF_EITHER and not self.is_priced_there
        return self.found.library >= evidence.ENOUGH and (
            _asks_when(self.text) or (is_of_either and bool(is_called_so))
        )

    @property
    def _names_goods(self) -> bool:
        return bool(lexicon.things(_NOW.sub(" ", circumstances.without(plain(self.text), "when"))))

    @property
    def is_as_asked(self) -> bool:
        """Whether it is a question like one that a document answers, and after nothing that the shelves have."""
        is_had = self.found.is_on_the_shelves and asks.asks_to_have(self.text)
        is_listed = is_for_the_shop(self.state) or evidence.is_in_sight(self.state)
        is_had = is_had or (is_listed and complete.asks_a_price(self.text))
        return self.found.asked >= evidence.SURELY_ASKED and not (self.is_settled_elsewhere or is_had)

    @property
    def is_booked(self) -> bool:
        """Whether a thing that the shelves may have is to be kept for them: "book us a room with breakfast"."""
        is_asked = asks.asks_openly(self.text) or self.text.rstrip().endswith("?")
        is_open = self.journey in OF_EITHER and not is_asked
        return is_open and asks.books(self.text) and self.found.has_items and bool(self.things)

    @property
    def is_to_be_done(self) -> bool:
        is_to_be_told = asks.wants_to_know(self.text) and not asks.asks_price(self.text)
        return (evidence.wants_it_done(self.text) or is_to_be_told) and self.found.library >= library.SURELY

    @property
    def is_trouble_on_a_shelf(self) -> bool:
        """Whether nothing is wanted but that what they have works again, whatever the shelves hold."""
        is_alone = kinds.is_only_trouble(self.text) or (
            kinds.is_own_trouble(self.text) and not asks.wants_it(self.text)
        )
        return self.found.journey == "sales" and is_alone

    @property
    def is_within_limits(self) -> bool:
        """Whether it says what they can spend on a thing: who does wants to buy it."""
        is_within = asks.has_limits(self.text) and bool(self.things) and not _asks_of_delivery(self.text)
        return self.found.has_items and is_within

    @property
    def is_wanted(self) -> bool:
        """Whether something is to be had that the shelves may have."""
        if evidence.is_gift_for_somebody(self.text) or self.is_priced_there or self._is_for_a_party:
            return True
        if self.found.is_named and is_name_of_goods(self.text):
            return True
        if asks.sees_all(self.text) and not self.things:
            return True
        return self.found.has_items and (self._is_wanted_plainly or self._is_wanted_likely)

    @property
    def _is_for_a_party(self) -> bool:
        """ "Tuko watu 6, tuwekee gani": how many they are tells which room."""
        return _tells_a_party(self.text, self.context) and (asks.books(self.text) or asks.asks_advice(self.text))

    @property
    def _is_wanted_plainly(self) -> bool:
        is_told = self.is_surely_of_rules and asks.asks_openly(self.text)
        is_of_an_end = asks.sorts(self.text) or ends.wanted(self.text) is not None
        return (
            (not is_told and evidence.is_of_a_thing_wanted(self.text))
            or asks.asks_advice(self.text)
            or bool(asks.described(self.text))
            or asks.books(self.text)
            or (is_of_an_end and bool(self.things))
        )

    @property
    def _is_wanted_likely(self) -> bool:
        """What the shop more likely has than not, where the words are half sure that it is for the shop, no document
        speaks of it, or its price is asked."""
        is_of_goods = {lexicon.kind(thing) for thing in self.things} == {"product"}
        if self.is_priced and is_of_goods:
            return True
        if self.found.for_sales < evidence.EVEN:
            return False
        # Who wants something of which the documents say nothing is shown what comes closest, before it is denied.
        is_held_alone = self.found.library < evidence.NEAR and (
            (asks.wants_it(self.text) and self.journey == "unknown")
            or (asks.may_be_done(self.text) and bool(self.things))
        )
        is_likely = is_for_the_shop(self.state) and self.reason == "asks"  # nothing is left to ask back
        return self.is_priced or is_held_alone or is_likely

    @property
    def is_of_goods_to_be_had(self) -> bool:
        is_had = self.found.is_named and asks.asks_to_have(self.text) and not evidence.says_what_to_do(self.text)
        is_of_goods = is_for_the_shop(self.state) and (evidence.wants_goods(self.text) or is_had)
        return is_of_goods and not kinds.asks_of_rules(self.text)


def is_for_the_shop(state: ConversationState) -> bool:
    return OF_INTENT.get(state.understood.intent) == "sales"


def asks_of_rules(text: str, journey: str, state: ConversationState) -> bool:
    """What must be, may be or is included, and what to do about a thing that broke.

    Of an item that is looked at, the item tells it first."""
    is_of_an_item = state.sales.selected_item_ids or len(state.sales.last_catalog_results) == 1
    if is_of_an_item and not kinds.asks_of_own(text):
        return False
    if journey == "orders":
        return has_bought_nothing(state) and kinds.asks_of_rules(text)
    if journey not in OF_EITHER:
        return False
    if attributes.asks_where(text) or kinds.asks_cost_of_doing(text):
        return True
    is_of_rules = kinds.asks_of_rules(text) and not asks.asks_price(_IN_THE_PRICE.sub(" ", text))
    return is_of_rules or bool(GONE_WRONG & set(lexicon.concepts(text)))


def _told_by_form(text: str, context: TurnContext) -> str | None:
    """Whose a message is by its form, where nothing is held about it.

    A limit is a shopper's, a number of guests that of who wants a room, a fault is support's."""
    if (
        (asks.has_limits(text) and not _asks_of_delivery(text))
        or asks.plans_a_stay(text)
        or two_measures.named(text)
        or asks.names_data(text)
        or ((asks.asks_advice(text) or comparisons.compares(text)) and lexicon.things(text))
        or _tells_a_party(text, context)
    ):
        return "sales"
    is_of_something = kinds.is_outage(text) or kinds.is_only_trouble(text) or lexicon.things(text)
    return "support" if kinds.is_trouble(text) and is_of_something else None


def _tells_a_party(text: str, context: TurnContext) -> bool:
    """Whether it says how many they are, where rooms are sold by that."""
    return bool(circumstances.parse(plain(text)).guests) and catalog.has_guests(context)


def _asks_of_delivery(text: str) -> bool:
    """ "Free delivery over 5,000?" names a sum, and no limit of what something may cost."""
    return asks.asks_openly(text) and "delivery" in lexicon.concepts(text)


def _speaks_of_rules(text: str) -> bool:
    """Whether it names what holds of any thing, as a delivery or a deposit, or asks what may be."""
    beside_price = lexicon.concepts(asks.without_price(text))
    return kinds.asks_of_rules(text) or any(lexicon.kind(each) == "trade" for each in beside_price)


def _asks_when(text: str) -> bool:
    """Whether it asks for an hour, and neither for a thing nor its price: "bando la usiku linaisha saa ngapi"."""
    if not hours.is_about(text):
        return False
    is_wished = asks.wants_it(text) and not _BEGINS_WITH_WHEN.match(text)  # "until when can we have dinner"
    return not (is_wished or any(shops(text) for shops in (asks.asks_price, asks.asks_for_any, asks.buys_now)))
