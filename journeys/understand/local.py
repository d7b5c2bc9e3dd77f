"""The local mind's reading: which journey a message is for, by the seed's thresholds, and what it wants there."""

from datetime import datetime
from typing import Final

from journeys import catalog, registry, topics
from journeys.command import Command
from journeys.context import TurnContext
from journeys.guard.injection import is_suspicious
from journeys.local import asks, governor, requests
from journeys.local.clauses import may_only_come
from journeys.local.wordlists import is_gibberish, tokens
from journeys.registry import Registry
from journeys.state import ConversationState, Pick, Tell
from journeys.support.question import kinds
from journeys.support.question.complete import begins_as_follow_up, continues
from journeys.understand import asides, evidence
from journeys.understand.by_topic import by_name
from journeys.understand.elsewhere import has_bought_nothing, in_full, plainly_elsewhere
from journeys.understand.held import BEYOND_DOUBT, OF_EITHER, OF_PURCHASES, asks_of_rules, judged
from journeys.understand.parts import asked_alone, separate_wishes, tells_only_how_many
from journeys.understand.route import LIKELY, RECENT, Reason, is_mid_journey, route, standing_of
from journeys.understand.topics import is_one, journey_of, pieces
from journeys.understand.wanted import wanted
from journeys.unknown.commands import Unclear
from knowledge import lexicon
from knowledge.search.terms.glossary import says_little
from knowledge.text import fold

# One word may be the answer to anything.
FEWEST_WORDS: Final = 2
# So few words have no room for a second wish.
BRIEF: Final = 5
# What a search takes of the customer's words.
LONGEST_WORDS: Final = 300
OF_NOTHING: Final = frozenset({"checkout", "offers"})
"""What their words sound like may be about anything, where nothing has been chosen or bought."""
# An intent so sure needs no second reading.
PLAINLY: Final = 0.8


def understand(state: ConversationState, context: TurnContext) -> tuple[tuple[Command, ...], ConversationState]:
    """The commands of a message, and the state with the journey that it is about."""
    known = registry.of(context)
    text = asked_alone(wanted(state, context))
    if claimed := _claimed(text, state, context, known):
        return claimed, state.having(governor_classification="business")
    if state.understood.governor_classification == "casual" and _is_no_small_talk(text, state, context.tools.now):
        state = state.having(governor_classification="business", intent="unknown", intent_confidence=0.0)
    left = asides.left_out(text, state, context)
    text = text if topics.is_likelier(text, left, context) else left
    if not is_one(state, context) and (parted := _in_parts(text, state, context, known)):
        return parted, state
    journey, reason, state = _routed(text, state, context, known)
    context.trace.notes["route"] = {"journey": journey, "reason": reason, "intent": state.understood.intent}
    is_misfit = kinds.is_misfit(text) and kinds.is_of_theirs(text)  # "I took a 34, it is tight, I want a 36"
    is_trouble = (
        is_misfit or kinds.is_only_trouble(text) or (kinds.is_trouble_of_service(text) and not asks.shops(text))
    )
    is_no_purchase = journey == "sales" or (journey == "orders" and is_misfit)
    is_wanted = reason == "about" and asks.asks_for_any(text) and topics.product_of(text, context) is not None
    if is_no_purchase and "support" in known.by_name and is_trouble and not is_wanted:
        journey, reason = "support", "held"  # whatever the shelves have: nothing is wanted but that it works again
    text = in_full(journey, text, state)
    commands = known.by_name[journey].read(text, state, context) if journey in known.by_name else ()
    if journey == "sales":
        commands = by_name(commands, text, state, context, known)
    if not commands and journey in OF_PURCHASES:  # it only sounded like one: what is held about it tells whose it is
        other = evidence.gather(text, state, context).journey or ("sales" if asks.asks_for_any(text) else "")
        commands = known.by_name[other].read(text, state, context) if other in known.by_name else ()
    return commands or (Unclear(why="asks" if reason == "asks" else "not_understood"),), state


def _routed(
    text: str, state: ConversationState, context: TurnContext, known: Registry
) -> tuple[str, Reason, ConversationState]:
    """Whose a message is: by its words, by what was said before, else by what is held about it."""
    now = context.tools.now
    journey, reason = decide(state, now, known)
    is_open = _is_open(journey, reason, state, text, now)
    is_of_either = is_open and journey in OF_EITHER and state.controls.asked is None
    is_asked_of_one = is_of_either or (
        journey in OF_NOTHING and is_one(state, context) and _is_plain_tale(text, context)
    )
    about = journey_of(text, journey, state, context) if is_asked_of_one else ""
    if about in known.by_name:
        return about, "about", state.having(governor_classification="business")
    if meant := plainly_elsewhere(journey, reason, text, state, now):
        return *meant, state
    if journey in ("support", "unknown") and tells_only_how_many(text) and catalog.has_guests(context):
        return "sales", "held", state
    if "support" in known.by_name and state.understood.journey_at and asks_of_rules(text, journey, state):
        return "support", "held", state
    if is_open and {"sales", "support"} <= known.by_name.keys():
        journey, reason = judged(journey, reason, text, state, context)
        is_ours = journey != "unknown"
        return journey, reason, state.having(governor_classification="business") if is_ours else state
    return journey, reason, state


def _is_no_small_talk(text: str, state: ConversationState, now: datetime) -> bool:
    """ "Na kama tunafika usiku?" after an answer, or "nichukue moja" under a list, goes on with it."""
    understood = state.understood
    is_recent = understood.journey_at is not None and now - understood.journey_at <= RECENT
    if not is_recent or understood.journey not in ("sales", "support") or governor.is_greeting(text):
        return False
    is_of_something = any(not (lexicon.is_stop_word(word) or says_little(word)) for word in tokens(text))
    return (begins_as_follow_up(text) and is_of_something) or asks.buys_now(text)


def _claimed(text: str, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """What is surely one journey's, whatever it looks like otherwise."""
    is_of_one, is_plain = is_one(state, context), _is_plain_tale(text, context)
    for each in known.journeys:
        if is_of_one and ((each.name in OF_NOTHING and is_plain) or (each.name == "sales" and len(pieces(text)) > 1)):
            continue  # its parts are no things of their own, and nothing has been bought
        if commands := each.claims(text, state, context):
            context.trace.notes["route"] = {"journey": each.name, "reason": "claimed"}
            return commands
    return ()


def _is_plain_tale(text: str, context: TurnContext) -> bool:
    """Whether so many words leave no doubt what they are about."""
    return len(tokens(text)) >= topics.A_TALE and topics.is_plain(text, context)


def _in_parts(text: str, state: ConversationState, context: TurnContext, known: Registry) -> tuple[Command, ...]:
    """Several wishes of one message, each read by the journey that it is for."""
    commands: tuple[Command, ...] = ()
    parts = separate_wishes(text, state, context)
    for part, journey in parts:
        # What only sounded like an order or a consent is asked of the documents.
        owners = [known.by_name[name] for name in dict.fromkeys((journey, "support")) if name in known.by_name]
        read = next((found for owner in owners if (found := owner.read(part, state, context))), ())
        commands += tuple(_by_words(part, each) for each in read)
    if commands:
        context.trace.notes["route"] = {"journeys": [journey for _, journey in parts], "reason": "sure"}
    return commands


def _by_words(part: str, command: Command) -> Command:
    """A search that is served by the words of its part: "can I buy" before it buys nothing that is only asked for."""
    is_bare = command.name == "search" and not getattr(command, "words", "")
    return command.model_copy(update={"words": part[:LONGEST_WORDS]}) if is_bare else command


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
    is_looking = state.sales.selected_item_ids or state.sales.last_catalog_results
    is_of_goods = (
        len(words) == 1 and not is_looking and (lexicon.is_sold_here(text) or lexicon.is_written_here(words[0]))
    )
    if (len(words) < FEWEST_WORDS and not is_of_goods) or is_gibberish(text) or is_suspicious(text):
        return False
    if _is_going_on(state, text, now):
        return False
    if may_only_come(fold(text)):
        return True
    sure = state.understood.intent_confidence
    manners = state.understood.governor_classification
    if manners in ("spam", "abuse") or (manners == "casual" and sure >= BEYOND_DOUBT):
        return False
    if journey == "sales":
        is_asked = asks.asks_openly(text) or asks.wants_to_know(text) or asks_of_rules(text, journey, state)
        return is_asked or sure < PLAINLY or evidence.wants_it_done(text)
    is_of_nothing = journey == "orders" and has_bought_nothing(state) and asks.asks_openly(text)
    return journey in ("support", "unknown") or sure < PLAINLY or is_of_nothing or asks_of_rules(text, journey, state)


def _is_going_on(state: ConversationState, text: str, now: datetime) -> bool:
    if state.understood.journey_at is None or now - state.understood.journey_at > RECENT or requests.is_fault(text):
        return False  # "I lost my phone" goes on with no list of phones
    if isinstance(state.controls.asked, Tell):
        return True
    sales = state.sales
    is_looking = bool(sales.last_catalog_results or sales.selected_item_ids or state.purchase.cart)
    if state.understood.journey == "sales" and is_looking:
        return asks.points(text) or len(tokens(text)) <= BRIEF or tells_only_how_many(text)
    return state.understood.journey == "support" and bool(state.support.support_question) and continues(text)


def _is_telling_details(state: ConversationState, now: datetime, known: Registry) -> bool:
    """The name of a device answers our question, and is no wish to buy one."""
    asked = state.controls.asked
    is_asked = isinstance(asked, Tell) and asked.what == "details" and asked.journey == state.understood.journey
    return is_asked and is_mid_journey(state, now, known)


def _goes_back_to_the_shelf(state: ConversationState) -> bool:
    """A question in between does not end the shopping."""
    is_shopping = state.understood.journey == "support" and bool(state.sales.last_catalog_results)
    return is_shopping and state.understood.intent_confidence >= LIKELY
