"""What is left to pay with an offer: of the one thing that is asked about beside it, or of a sum that is named."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.context import TurnContext
from journeys.local.amounts import mark_amounts
from journeys.local.wordlists import plain
from journeys.state import ConversationState
from journeys.wording.money import money
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.offers.offers_get_applicable import OfferFacts

HUNDRED: Final = Decimal(100)  # percent
FEWEST: Final = 1000
"""Who tells what they spend tells no two shillings."""


def of(offers: Sequence[OfferFacts], state: ConversationState, context: TurnContext) -> dict[str, str]:
    """ "Monthly 45 GB Bundle: KES 3,000 - 600 = KES 2,400" by the name of each offer that surely counts for it."""
    item = _one_in_sight(state, context)
    if item is not None:
        told = [(offer, f"{item.title}: ", item.price_from) for offer in offers if _is_for(offer, item)]
    else:
        spent = _sum_in(context.text)
        told = [(offer, "", spent) for offer in offers if spent is not None and not offer.scope and not offer.code]
    return {offer.name: f"{title}{line}" for offer, title, price in told if (line := _line(offer, price))}


def _one_in_sight(state: ConversationState, context: TurnContext) -> CatalogGetItemResult | None:
    """The one thing that was told of in this turn, where it has one price."""
    opened = state.sales.selected_item_ids if context.served else []
    item = catalog.fetched(opened[0], context) if len(opened) == 1 else None
    return item if item is not None and item.price_from == item.price_to else None


def _is_for(offer: OfferFacts, item: CatalogGetItemResult) -> bool:
    shelf = f"{item.category or ''} > "
    return not offer.scope or any(item.title == one or shelf.startswith(f"{one} > ") for one in offer.scope)


def _sum_in(text: str) -> Decimal | None:
    sums = [each.value for each in mark_amounts(plain(text))[1] if not each.is_measure and each.value >= FEWEST]
    return sums[0] if len(sums) == 1 else None


def _line(offer: OfferFacts, price: Decimal) -> str:
    """Empty where it takes nothing off a sum like this, or more than there is."""
    if offer.minimum_spend and price < offer.minimum_spend:
        return ""
    off = price * offer.percent / HUNDRED if offer.percent is not None else offer.amount or Decimal(0)
    if not 0 < off < price:
        return ""
    less = money(off, offer.currency).removeprefix(f"{offer.currency} ")
    return f"{money(price, offer.currency)} - {less} = {money(price - off, offer.currency)}"
