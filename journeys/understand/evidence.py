"""What the business holds about a message: the catalog and the library are asked before a journey is chosen for it."""

import re
from dataclasses import dataclass
from functools import cache
from math import exp
from typing import Final

from journeys import library, topics
from journeys.context import TurnContext
from journeys.local import asks, circumstances, comparisons, named, totals
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.purchase.measured import without_measures
from journeys.local.wordlists import plain, tokens
from journeys.state import ConversationState
from journeys.support.question import complete, kinds
from knowledge import lexicon
from knowledge.search.terms import attributes
from knowledge.search.terms.glossary import is_place, says_little
from tools.catalog.catalog_search import CatalogSearchResult

# What the tools take as a query.
LONGEST: Final = 500
TO_DO: Final = re.compile(r"\b(?:want|need|like|love|wish)s? to\b|(?:taka|omba|hitaji|penda) ku\w", re.IGNORECASE)
TO_SHOP: Final = re.compile(
    r"\b(?:want|need|like|love|wish)s? to (?:buy|get|order|see|have|find|know|check|look|book|reserve|rent|hire|try|eat"
    r"|go|pay|send|purchase|take"
    r"|install|be connected|subscribe|hook up|sign up)\b"
    r"|(?:taka|omba|hitaji|penda) ku(?:wekewa|fungiwa|unganishiwa|installiwa|subscribe"
    r"|nunu\w*|pata|ona|jua|order|buy|book|agiza|lipa|tuma|la|enda|angalia|check|fanya|wa"
    r"|chukua)",
    re.IGNORECASE,
)
""" "I want to see", "nataka kununua": what is wanted then is the thing, and not something that is done with it."""
ENOUGH: Final = 0.5
"""What the library itself calls an answer."""
# One word alone names nothing in full.
FEWEST_OF_A_NAME: Final = 2
# As likely goods as not.
EVEN: Final = 0.5
# What no shelf holds must look more like goods than not.
DOUBTED: Final = 0.6
# What the catalog holds is likely meant, however the sentence looks.
HELD: Final = 0.75
SURELY_ASKED: Final = 0.95
"""So like a question that a document answers, whatever the shelves hold of its words."""
NEAR: Final = 0.3
"""So near to an answer that what people tell of themselves beside the question may be what keeps it from one."""
# Fitted by logistic regression, with the same weight on each to stay small, on first messages to the three demo
# businesses: three fifths of them. The others, and those that came later, are for trying whether it holds.
WEIGHTS: Final = {
    "bias": 0.25, "catalog_is_sure": 0.6, "best_item": 1.35, "library_answers": -0.5, "library": -1.35,
    "meant_for_sales": 1.85, "meant_for_support": -1.25, "unheard": -2.0, "title_said": 0.95, "asks_price": 0.45,
    "buys": 0.75,
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingEvidence:
    """How likely it is that a message is about the shelves rather than the rules, and whether anything is held."""

    for_sales: float
    library: float
    asked: float
    """How near it is to a question that customers ask of a section of the library, 0 to 1."""
    is_on_the_shelves: bool
    has_items: bool = False
    """Whether the catalog has anything like it, however unsure."""
    is_named: bool = False
    """Whether a word of an item's own name was said, which is surely sold."""
    is_named_in_full: bool = False
    """Whether all words of an item's name were said, whatever else is asked of it."""
    is_name_alone: bool = False
    """Whether nothing was said but such a name: "power bank"."""

    @property
    def is_surely_of_rules(self) -> bool:
        return self.library >= library.SURELY and self.for_sales < EVEN

    @property
    def journey(self) -> str | None:
        """The journey that what is held speaks for; None where it speaks for neither."""
        if self.for_sales >= EVEN and self.is_on_the_shelves:
            return "sales"
        is_of_rules = self.for_sales < (EVEN if self.is_on_the_shelves else DOUBTED)
        return "support" if is_of_rules and self.library >= ENOUGH else None


def gather(text: str, state: ConversationState, context: TurnContext) -> RoutingEvidence:
    """Ask both: the library with the words as they are, the catalog without when they come and how long they stay."""
    thing = circumstances.without(plain(text), "party", "stay", "when", "books").strip() or text
    thing = _for_whom().sub(" ", thing).strip() or thing
    found = context.call("catalog_search", query=thing[:LONGEST]).result
    plainly = without_measures(asks.without_price(thing))
    named_alone = (
        asks.described(text) or _things_mostly(thing) or _things_mostly(plainly) or _wanted_first(text)
        or _things_priced(text) or named.pointed_at(text)
    )  # fmt: skip
    if found is not None and not found.items and named_alone:
        found = context.call("catalog_search", query=named_alone[:LONGEST]).result
    is_of_listed = is_in_sight(state) and complete.asks_a_price(text)
    held = library.retrieve(text, context, is_whole=not (is_of_listed or complete.only_names_a_thing(text)))
    is_near = held is not None and not held.is_enough and held.best_score >= NEAR
    for core in _cores(text) if is_near else ():
        again = library.retrieve(core, context, is_whole=False)
        is_better = again is not None and held is not None and again.best_score > held.best_score
        held = again if again is not None and again.is_enough and is_better else held
    answers = held.best_score if held is not None else 0.0
    seen = _features(text, found, answers, state)
    likely = 1 / (1 + exp(-sum(WEIGHTS[name] * value for name, value in seen.items())))
    has_items = found is not None and bool(found.items) and bool(lexicon.concepts(thing))
    is_held = found is not None and has_items and (found.confidence == "strong" or likely >= HELD)
    is_named = (
        has_items and found is not None and found.confidence == "strong" and bool(named.ranked(found, text)[0].literal)
    )
    is_had = is_held or _is_sold_itself(text, context)
    is_called = found is not None and has_items and _is_priced_by_its_name(text, found)
    if has_items and (comparisons.compares(text) or is_called or (is_had and _is_sought(text))):
        likely, is_held = max(likely, HELD), True
    if answers >= ENOUGH and topics.HOW_TO.match(text):
        likely = min(likely, 1 - HELD)
    return RoutingEvidence(
        for_sales=likely,
        library=answers,
        asked=max((snippet.asked for snippet in held.snippets), default=0.0) if held is not None else 0.0,
        is_on_the_shelves=is_held,
        has_items=has_items,
        is_named=is_named,
        is_named_in_full=has_items and found is not None and _is_named_in_full(text, found),
        is_name_alone=is_named and found is not None and _is_name_alone(text, found),
    )


def is_in_sight(state: ConversationState) -> bool:
    """Whether a list or an item is shown, of which a price is asked."""
    return bool(state.sales.last_catalog_results or state.sales.selected_item_ids)


@cache
def _for_whom() -> re.Pattern[str]:
    """ "For my mum": who a thing is for is no part of its name."""
    somebody = "|".join(sorted(circumstances.audiences(), key=len, reverse=True))
    return re.compile(
        rf"\b(?:for|ya|za|cha|wa) (?:(?:my|our) (?:{somebody})|(?:{somebody}) (?:yangu|wangu|wetu|zangu))\b"
    )


def _is_name_alone(text: str, found: CatalogSearchResult) -> bool:
    said = set(tokens(text))
    return any(said <= set(tokens(item.title)) for item in found.items)


def _is_named_in_full(text: str, found: CatalogSearchResult) -> bool:
    said = set(tokens(text))
    names = (set(tokens(item.title)) for item in found.items)
    return any(len(name) >= FEWEST_OF_A_NAME and name <= said for name in names)


def _cores(text: str) -> list[str]:
    """The question without what only surrounds it, and what is asked in a part of it."""
    asked = [part for part in complete.parts_of(text) if asks.asks_openly(part)]
    return [core for core in dict.fromkeys([complete.core_of(text), *asked[:1]]) if core != text]


def _asks_for_a_thing(text: str) -> bool:
    """Whether it asks if there is such a thing, which a page that only speaks of it does not tell: "do you have wifi".

    Where it is to be had is told by the documents, and so is what to do when it does not work."""
    is_of_a_place = attributes.asks_where(text) or any(map(is_place, tokens(text)))
    asked = [part for part in complete.parts_of(text) if asks.asks_for_any(part)] or [text]
    is_asked = asks.asks_for_any(text) and any(map(lexicon.things, asked))
    return is_asked and not (is_of_a_place or kinds.is_trouble(text) or kinds.asks_of_rules(text))


def _is_sought(text: str) -> bool:
    """Whether it asks if there is such a thing, or what it costs."""
    return _asks_for_a_thing(text) or (bool(_things_priced(text)) and not kinds.asks_of_rules(text))


def _is_sold_itself(text: str, context: TurnContext) -> bool:
    """Whether the thing that is sought stands on the shelves under its own name, whatever is said beside it."""
    things = [term for term in lexicon.terms(text) if lexicon.things(term)]
    if not _is_sought(text) or not things:
        return False
    found = context.call("catalog_search", query=" ".join(things)[:LONGEST]).result
    if found is None or found.confidence != "strong" or not found.items:
        return False
    return bool(named.ranked(found, text)[0].literal)


def wants_goods(text: str) -> bool:
    """Whether such goods are to be had as stand on shelves, and nothing is to be done with them."""
    is_of_goods = {lexicon.kind(thing) for thing in lexicon.things(text)} == {"product"}
    return is_of_goods and asks.asks_to_have(text) and not says_what_to_do(text)


def is_gift_for_somebody(text: str) -> bool:
    """ "A gift for my dad": whom it is for is looked for, whatever the rules say of gift cards."""
    is_for_somebody = not circumstances.audiences().keys().isdisjoint(tokens(text))
    is_of_a_gift = "gift" in lexicon.concepts(text) and not asks.asks_openly(text)
    return is_for_somebody and (is_of_a_gift or asks.seeks_a_gift(text))


def is_of_a_thing_wanted(text: str) -> bool:
    """Whether it says that something is wanted, and that is, or mostly is, a thing that can be had."""
    if not asks.wants_it(text) or kinds.is_trouble(text):
        return False
    thing = circumstances.without(plain(text), "party", "stay", "when", "books")
    return bool(_wanted_first(text) or _things_mostly(thing))


def _wanted_first(text: str) -> str:
    """The fridge of "I need a fridge for a bedsitter": what follows the wish is wanted, the rest tells what for."""
    if not asks.wants_it(text) or TO_DO.search(text):
        return ""
    thing = circumstances.without(plain(text), "party", "stay", "when", "books")
    telling = [term for term in lexicon.terms(thing) if not (lexicon.is_stop_word(term) or says_little(term))]
    first = next((term for term in telling if not asks.wants_it(f"{term} x")), "")
    return first if lexicon.kind(lexicon.concept(first) or "") in lexicon.THINGS else ""


def wants_it_done(text: str) -> bool:
    """Whether something is to be done with a thing, and not the thing to be had: "I want to register a line"."""
    return says_what_to_do(text) and not asks.buys_now(text)


def says_what_to_do(text: str) -> bool:
    """Whether a wish is to do something other than to shop, whatever numbers it has: "I want to upgrade to 25"."""
    return TO_DO.search(text) is not None and TO_SHOP.search(text) is None


def _things_priced(text: str) -> str:
    """The things of which the price, or the cheapest, is asked, whatever is said beside them."""
    is_asked = asks.asks_price(text) or asks.sorts(text)
    is_theirs = kinds.is_trouble(text) or kinds.is_of_theirs(text) or kinds.asks_cost_of_doing(text)
    terms = [term for term in lexicon.terms(text) if lexicon.kind(lexicon.concept(term) or "") in lexicon.THINGS]
    return " ".join(terms) if is_asked and not is_theirs else ""


def _is_priced_by_its_name(text: str, found: CatalogSearchResult) -> bool:
    """Whether the price is asked of what is called by a name of its own, and not of bringing anything: a name may be
    that of a place."""
    is_priced = asks.asks_price(text) or totals.asks_total(text)
    return is_priced and not asks_to_have_brought(text) and named.by_its_own_name(found, text) is not None


def _things_mostly(text: str) -> str:
    """Only what can be had, of a sentence that says a little more: "my wife wants a massage, I want to try diving".

    Where it says more of other things, the one that can be had is a coincidence: "transfer money between accounts"."""
    telling = [term for term in lexicon.terms(text) if not (lexicon.is_stop_word(term) or says_little(term))]
    kept = [term for term in telling if lexicon.kind(lexicon.concept(term) or "") in lexicon.THINGS]
    return " ".join(kept) if 2 * len(kept) > len(telling) else ""


def _features(
    text: str, found: CatalogSearchResult | None, library_score: float, state: ConversationState
) -> dict[str, float]:
    intent, sure = state.understood.intent, state.understood.intent_confidence
    words = [word for word in tokens(text) if not lexicon.is_stop_word(word)]
    items = found.items if found is not None else []
    unheard = len(found.unmatched_words) / max(len(words), 1) if found is not None else 1.0
    return {
        "bias": 1.0,
        "catalog_is_sure": float(found is not None and found.confidence == "strong"),
        "best_item": items[0].score if items else 0.0,
        "library_answers": float(library_score >= ENOUGH),
        "library": library_score,
        "meant_for_sales": sure if intent in ("sales_discovery", "product_question") else 0.0,
        "meant_for_support": sure if intent == "support_question" else 0.0,
        "unheard": min(1.0, unheard),
        "title_said": max((one.said for one in named.ranked(found, text)), default=0.0) if found is not None else 0.0,
        "asks_price": float(asks.asks_price(text)),
        "buys": float(asks.buys_now(text) or asks.orders(text)),
    }
