"""The local mind's reading: which journey a message is for, by the seed's thresholds, and what it wants there."""

import re
from datetime import datetime
from typing import Final

from journeys import catalog, registry
from journeys.command import Command
from journeys.context import TurnContext
from journeys.guard.injection import is_suspicious
from journeys.local import asks, circumstances, comparisons, ends, governor, intent, requests, two_measures, wants
from journeys.local.clauses import may_only_come
from journeys.local.wordlists import is_gibberish, plain, spelled_out, tokens
from journeys.registry import Registry
from journeys.state import ConversationState, Pick, Tell
from journeys.support.question import kinds
from journeys.support.question.complete import continues
from journeys.understand import evidence
from journeys.understand.elsewhere import has_bought_nothing, in_full, plainly_elsewhere
from journeys.understand.parts import OF_INTENT, asked_alone, separate_wishes
from journeys.understand.route import LIKELY, RECENT, SURE, Reason, is_mid_journey, route, standing_of
from journeys.unknown.commands import Unclear
from knowledge import lexicon
from knowledge.search.terms import attributes, hours
from knowledge.text import fold

# One word may be the answer to anything.
FEWEST_WORDS: Final = 2
# So few words have no room for a second wish.
BRIEF: Final = 5
OF_PURCHASES: Final = frozenset({"orders", "offers", "prefs", "handoff", "billing"})
# One thing may be named by chance; two that such a business deals in are none.
FEWEST_THINGS: Final = 2
# An intent so sure needs no second reading.
PLAINLY: Final = 0.8
GONE_WRONG: Final = frozenset({"broken", "return_goods", "refund", "warranty"})
# As sure as a pattern makes an intent.
BEYOND_DOUBT: Final = 0.86
# "Is breakfast included in the price" asks for no price.
_IN_THE_PRICE = re.compile(
    r"\b(?:in|within|part of) (?:the|that|this|your) (?:\w+ )?(?:price|rate|cost|fee)s?\b", re.IGNORECASE
)
_BEGINS_WITH_WHEN = re.compile(
    r"\W{0,3}(?:(?:and|so|hi|hello|please) ){0,2}(?:until when|till when|when|what time|from when|saa ngapi|lini)\b",
    re.IGNORECASE,
)


def understand(state: ConversationState, context: TurnContext) -> tuple[tuple[Command, ...], ConversationState]:
    """The commands of a message, and the state with the journey that it is about."""
    known = registry.of(context)
    text = asked_alone(spelled_out(governor.without_greeting(context.text)))
    if claimed := _claimed(text, state, context, known):
        return claimed, state.having(governor_classification="business")
    if parted := _in_parts(text, state, context, known):
        return parted, state
    now = context.tools.now
    journey, reason = decide(state, now, known)
    if meant := plainly_elsewhere(journey, reason, text, state, now):
        journey, reason = meant
    elif "support" in known.by_name and state.understood.journey_at and _asks_of_rules(text, journey, state):
        journey, reason = "support", "held"
    elif _is_open(journey, reason, state, text, now) and {"sales", "support"} <= known.by_name.keys():
        journey, reason = _judged(journey, reason, text, state, context)
        if journey != "unknown":
            state = state.having(governor_classification="business")
    context.trace.notes["route"] = {"journey": journey, "reason": reason, "intent": state.understood.intent}
    is_trouble = kinds.is_only_trouble(text) or (kinds.is_trouble_of_service(text) and not asks.shops(text))
    if journey == "sales" and "support" in known.by_name and is_trouble:
        journey, reason = "support", "held"  # whatever the shelves have: nothing is wanted but that it works again
    text = in_full(journey, text, state)
    commands = known.by_name[journey].read(text, state, context) if journey in known.by_name else ()
    if not commands and journey in OF_PURCHASES:  # it only sounded like one: what is held about it tells whose it is
        other = evidence.gather(text, state, context).journey or ("sales" if asks.asks_for_any(text) else "")
        commands = known.by_name[other].read(text, state, context) if other in known.by_name else ()
    return commands or (Unclear(why="asks" if reason == "asks" else "not_understood"),), state


def _judged(
    journey: str, reason: Reason, text: str, state: ConversationState, context: TurnContext
) -> tuple[str, Reason]:
    """Whose a message is by what the business holds about it, where its words alone do not settle that."""
    found = evidence.gather(text, state, context)
    context.trace.notes["evidence"] = {"for_sales": round(found.for_sales, 2), "library": round(found.library, 2)}
    if found.is_name_alone:
        return "sales", "held"
    is_sure = state.understood.intent_confidence >= SURE and not may_only_come(fold(text))
    is_known_elsewhere = journey in OF_PURCHASES and is_sure
    is_of_an_order = state.understood.intent == "order_status" and is_known_elsewhere
    is_surely_of_rules = found.is_surely_of_rules and not is_of_an_order
    things = len(lexicon.things(text))
    bar = evidence.SURELY if asks.asks_for_any(text) else BEYOND_DOUBT
    # "How much data do I have left", "any live music": what such a business deals in is named by no coincidence.
    is_of_ours = things >= FEWEST_THINGS or (things == 1 and asks.asks_for_any(text))
    bar = evidence.ENOUGH if is_of_ours else bar
    is_held_here = max(found.for_sales, found.library) >= bar
    is_of_nothing = intent.leans_elsewhere(text) and not is_held_here
    is_priced = asks.asks_price(text) and found.for_sales > found.library
    is_priced_there = (
        is_priced and bool(lexicon.things(text)) and found.is_on_the_shelves and found.library < evidence.ENOUGH
    )
    is_priced_there = is_priced_there or (asks.asks_price(text) and found.is_named and not _speaks_of_rules(text))
    is_of_rules = found.library >= evidence.NEAR and _asks_of_rules(text, journey, state) and not is_priced_there
    is_of_rules = is_of_rules or (found.library >= evidence.ENOUGH and _asks_when(text))
    is_to_be_told = asks.wants_to_know(text) and not asks.asks_price(text)
    is_to_be_done = (evidence.wants_it_done(text) or is_to_be_told) and found.library >= evidence.SURELY
    if is_of_rules or is_to_be_done or (found.journey == "sales" and _is_trouble_alone(text)):
        return "support", "held"  # whatever the shelves have: nothing is wanted but that it works again
    is_told = is_surely_of_rules and asks.asks_openly(text)
    is_wanted = found.has_items and not is_told and evidence.is_of_a_thing_wanted(text)
    # Half sure that it is for the shop, and the shop more likely has it than not: nothing is left to ask back.
    is_likely = found.has_items and found.for_sales >= evidence.EVEN and _is_for_the_shop(state)
    is_wanted = is_wanted or (is_likely and reason == "asks")
    is_wanted = is_wanted or (found.has_items and (asks.asks_advice(text) or bool(asks.described(text))))
    is_wanted = is_wanted or evidence.is_gift_for_somebody(text) or (found.has_items and asks.books(text))
    # Who wants something of which the documents say nothing is shown what comes closest, before it is denied.
    is_held_alone = asks.wants_it(text) and found.library < evidence.NEAR and journey == "unknown"
    is_wanted = is_wanted or (found.has_items and is_held_alone and found.for_sales >= evidence.EVEN)
    is_held_alone = asks.may_be_done(text) and bool(lexicon.things(text)) and found.library < evidence.NEAR
    is_wanted = is_wanted or (found.has_items and is_held_alone and found.for_sales >= evidence.EVEN)
    is_of_goods = {lexicon.kind(thing) for thing in lexicon.things(text)} == {"product"}
    is_wanted = is_wanted or (found.has_items and is_priced and (is_of_goods or found.for_sales >= evidence.EVEN))
    is_wanted = is_wanted or is_priced_there
    is_wanted = is_wanted or (asks.sees_all(text) and not lexicon.things(text))
    is_of_an_end = asks.sorts(text) or ends.wanted(text) is not None
    is_wanted = is_wanted or (found.has_items and is_of_an_end and bool(lexicon.things(text)))
    is_within = asks.has_limits(text) and bool(lexicon.things(text)) and not _asks_of_delivery(text)
    if found.has_items and is_within and journey in ("unknown", "support", "sales"):
        return "sales", "held"  # who says what they can spend on a thing wants to buy it
    if journey in ("unknown", "support", "sales") and is_wanted:
        return "sales", "held"
    is_of_ours = found.is_named and asks.asks_to_have(text) and not evidence.says_what_to_do(text)
    if (_is_for_the_shop(state) and (evidence.wants_goods(text) or is_of_ours)) and not kinds.asks_of_rules(text):
        return "sales", "held"  # the documents that tell how such things are taken back sell none
    if found.journey and not (is_known_elsewhere and not is_surely_of_rules) and not is_of_nothing:
        return found.journey, "held"
    if journey == "unknown" and (told := _told_by_form(text, context)):
        return told, "sure"
    if journey == "unknown" and state.understood.intent == "preferences_consent" and asks.asks_for_any(text):
        return "sales", "held"
    return journey, reason


def _claimed(text: str, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """What is surely one journey's, whatever it looks like otherwise."""
    for each in known.journeys:
        if commands := each.claims(text, state, context):
            context.trace.notes["route"] = {"journey": each.name, "reason": "claimed"}
            return commands
    return ()


def _in_parts(text: str, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """Several wishes of one message, each read by the journey that it is for."""
    commands: tuple[Command, ...] = ()
    parts = separate_wishes(text, state, context)
    for part, journey in parts:
        if journey in known.by_name:
            commands += known.by_name[journey].read(part, state, context)
    if commands:
        context.trace.notes["route"] = {"journeys": [journey for _, journey in parts], "reason": "sure"}
    return commands


def _told_by_form(text: str, context: TurnContext) -> str | None:
    """Whose a message is by its form, where nothing is held about it.

    A limit is a shopper's, a number of guests that of who wants a room, a fault is support's."""
    if (
        (asks.has_limits(text) and not _asks_of_delivery(text))
        or asks.plans_a_stay(text)
        or two_measures.named(text)
        or asks.names_data(text)
        or ((asks.asks_advice(text) or comparisons.compares(text)) and lexicon.things(text))
        or (circumstances.parse(plain(text)).guests and catalog.has_guests(context))
    ):
        return "sales"
    is_of_something = kinds.is_outage(text) or kinds.is_only_trouble(text) or lexicon.things(text)
    return "support" if kinds.is_trouble(text) and is_of_something else None


def decide(state: ConversationState, now: datetime, known: Registry) -> tuple[str, Reason]:
    """Where the table of `route` sends it, but for answers to what was asked and for who goes back to the shelf."""
    understood, asked = state.understood, state.controls.asked
    owner = known.of_intent.get(understood.intent)
    journey = owner.name if owner is not None else "unknown"
    if understood.intent == "payment_help" and isinstance(asked, Pick) and asked.of == "way":
        return "checkout", "stays"
    if journey in ("sales", "unknown") and _is_telling_details(state, now, known):
        return understood.journey, "stays"
    if journey == "sales" and _goes_back_to_the_shelf(state):
        return journey, "stays"
    specialists = frozenset(each.name for each in known.journeys if each.is_specialist)
    return route(journey, understood.intent_confidence, standing_of(state, now, known), specialists)


def _is_open(journey: str, reason: Reason, state: ConversationState, text: str, now: datetime) -> bool:
    """Whether the words alone do not settle whose a message is, so that what the business holds has to tell.

    What goes on with a list or an answer is no message by itself; nor is anything learned of a plain wish to see or of
    what is surely about an order, a payment, consent or a person."""
    words = tokens(text)
    if len(words) < FEWEST_WORDS or is_gibberish(text) or is_suspicious(text) or _is_going_on(state, text, now):
        return False
    if may_only_come(fold(text)):
        return True
    sure = state.understood.intent_confidence
    manners = state.understood.governor_classification
    if manners in ("spam", "abuse") or (manners == "casual" and sure >= BEYOND_DOUBT):
        return False
    if journey == "sales":
        is_asked = asks.asks_openly(text) or asks.wants_to_know(text) or _asks_of_rules(text, journey, state)
        return is_asked or sure < PLAINLY or evidence.wants_it_done(text)
    is_of_nothing = journey == "orders" and has_bought_nothing(state) and asks.asks_openly(text)
    return journey in ("support", "unknown") or sure < PLAINLY or is_of_nothing or _asks_of_rules(text, journey, state)


def _asks_of_delivery(text: str) -> bool:
    """ "Free delivery over 5,000?" names a sum, and no limit of what something may cost."""
    return asks.asks_openly(text) and "delivery" in lexicon.concepts(text)


def _speaks_of_rules(text: str) -> bool:
    """Whether it names what holds of any thing, as a delivery or a deposit, or asks what may be."""
    return kinds.asks_of_rules(text) or any(lexicon.kind(each) == "trade" for each in _beside_price(text))


def _beside_price(text: str) -> tuple[str, ...]:
    return lexicon.concepts(asks.without_price(text))


def _is_for_the_shop(state: ConversationState) -> bool:
    return OF_INTENT.get(state.understood.intent) == "sales"


def _is_going_on(state: ConversationState, text: str, now: datetime) -> bool:
    if state.understood.journey_at is None or now - state.understood.journey_at > RECENT or requests.is_fault(text):
        return False  # "I lost my phone" goes on with no list of phones
    if isinstance(state.controls.asked, Tell):
        return True
    sales = state.sales
    is_looking = bool(sales.last_catalog_results or sales.selected_item_ids or state.purchase.cart)
    if state.understood.journey == "sales" and is_looking:
        return asks.points(text) or len(tokens(text)) <= BRIEF or _tells_only_how_many(text)
    return state.understood.journey == "support" and bool(state.support.support_question) and continues(text)


def _tells_only_how_many(text: str) -> bool:
    """ "2 adults and 2 kids aged 6 and 9" names nothing but who comes."""
    told = circumstances.parse(plain(text))
    return told.guests is not None and not (wants.parse(text).terms or asks.asks_openly(told.rest))


def _is_telling_details(state: ConversationState, now: datetime, known: Registry) -> bool:
    """The name of a device answers our question, and is no wish to buy one."""
    asked = state.controls.asked
    is_asked = isinstance(asked, Tell) and asked.what == "details" and asked.journey == state.understood.journey
    return is_asked and is_mid_journey(state, now, known)


def _asks_of_rules(text: str, journey: str, state: ConversationState) -> bool:
    """What must be, may be or is included, and what to do about a thing that broke.

    Of an item that is looked at, the item tells it first."""
    is_of_an_item = state.sales.selected_item_ids or len(state.sales.last_catalog_results) == 1
    if is_of_an_item and not kinds.asks_of_own(text):
        return False
    if journey == "orders":
        return has_bought_nothing(state) and kinds.asks_of_rules(text)
    if journey not in ("sales", "unknown", "support"):
        return False
    if attributes.asks_where(text) or kinds.asks_cost_of_doing(text):
        return True
    is_of_rules = kinds.asks_of_rules(text) and not asks.asks_price(_IN_THE_PRICE.sub(" ", text))
    return is_of_rules or bool(GONE_WRONG & set(lexicon.concepts(text)))


def _goes_back_to_the_shelf(state: ConversationState) -> bool:
    """A question in between does not end the shopping."""
    is_shopping = state.understood.journey == "support" and bool(state.sales.last_catalog_results)
    return is_shopping and state.understood.intent_confidence >= LIKELY


def _is_trouble_alone(text: str) -> bool:
    """Whether nothing is wanted but that what they have works again, whatever the shelves hold."""
    return kinds.is_only_trouble(text) or (kinds.is_own_trouble(text) and not asks.wants_it(text))


def _asks_when(text: str) -> bool:
    """Whether it asks for an hour, and neither for a thing nor its price: "bando la usiku linaisha saa ngapi"."""
    if not hours.is_about(text):
        return False
    is_wished = asks.wants_it(text) and not _BEGINS_WITH_WHEN.match(text)  # "until when can we have dinner"
    return not (is_wished or any(shops(text) for shops in (asks.asks_price, asks.asks_for_any, asks.buys_now)))
