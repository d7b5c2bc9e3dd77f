"""What the business holds about a message: the catalog and the library are asked before a journey is chosen for it."""

from dataclasses import dataclass
from math import exp
from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.local import asks, circumstances, named
from journeys.local.wordlists import plain, tokens
from journeys.state import ConversationState
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult

LONGEST: Final = 500
SURELY: Final = 0.7
ENOUGH: Final = 0.5
"""What the library itself calls an answer."""
EVEN: Final = 0.5
DOUBTED: Final = 0.6
HELD: Final = 0.75
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
    is_on_the_shelves: bool

    @property
    def is_surely_of_rules(self) -> bool:
        return self.library >= SURELY and self.for_sales < EVEN

    @property
    def journey(self) -> str | None:
        """The journey that what is held speaks for; None where it speaks for neither."""
        if self.for_sales >= EVEN and self.is_on_the_shelves:
            return "sales"
        is_of_rules = self.for_sales < (EVEN if self.is_on_the_shelves else DOUBTED)
        return "support" if is_of_rules and self.library >= ENOUGH else None


def gather(text: str, state: ConversationState, context: TurnContext) -> RoutingEvidence:
    """Ask both: the library with the words as they are, the catalog without when they come and how long they stay."""
    thing = circumstances.without(plain(text), "stay", "when", "books").strip() or text
    found = context.call("catalog_search", query=thing[:LONGEST]).result
    held = library.retrieve(text, context)
    answers = held.best_score if held is not None else 0.0
    seen = _features(text, found, answers, state)
    likely = 1 / (1 + exp(-sum(WEIGHTS[name] * value for name, value in seen.items())))
    has_items = found is not None and bool(found.items)
    is_held = found is not None and has_items and (found.confidence == "strong" or likely >= HELD)
    if has_items and asks.compares(text):
        likely, is_held = max(likely, HELD), True
    return RoutingEvidence(for_sales=likely, library=answers, is_on_the_shelves=is_held)


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
