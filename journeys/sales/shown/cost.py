"""What as many of an item as they say cost together, or so many of each of its forms."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from journeys.local import asks, circumstances, totals
from journeys.local.purchase import choice, each_form
from journeys.local.purchase.attended import is_attended
from journeys.local.purchase.numbers import words
from journeys.local.wordlists import plain
from journeys.sales.about_shown import MOST_PIECES
from journeys.sales.shown import options
from journeys.sales.wish import GUESTS
from journeys.state import ConversationState
from journeys.wording.money import money, price_range
from journeys.wording.phrases import say
from journeys.wording.quantity import so_many
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.units import Unit

# "How much for two", of what nobody shares, is two of it; "for two people" tells who uses it.
_FOR_SO_MANY: Final = re.compile(
    rf"\b(?:for|kwa) (?=(?:\d{{1,2}}|{'|'.join(sorted(words(), key=len, reverse=True))})"
    r"\b(?! (?:people|persons?|of us|guests|users?|adults?|kids|children|watu|wasee|months?|weeks?|days?|years?)\b))",
    re.IGNORECASE,
)


def of(item: CatalogGetItemResult, question: str, wanted: dict[str, str], state: ConversationState) -> str:
    """What so many of each form, or as many as they say, cost."""
    return _of_each_form(item, question, wanted, state) or _cost_of_so_many(item, question, wanted, state)


def _of_each_form(
    item: CatalogGetItemResult, question: str, wanted: Mapping[str, str], state: ConversationState
) -> str:
    """A line for each form that is counted, and their sum; empty where fewer than two are, or one has no one price."""
    name, counts = each_form.counted(question, item.options)
    whole, lines = Decimal(0), list[str]()
    for value, count in counts.items():
        form = {**wanted, name: value}
        prices = {each.price for each in item.variants if form.items() <= each.options.items()}
        if len(prices) != 1:
            return ""
        each, comes_to = prices.copy().pop(), count * prices.pop()
        number = so_many(Decimal(count), item.unit, state)
        lines.append(f"{number} ({value}) \u00d7 {money(each, item.currency)} = {money(comes_to, item.currency)}")
        whole += comes_to
    return "\n".join([*lines, f"{say('total', state)}: {money(whole, item.currency)}"]) if lines else ""


def _cost_of_so_many(
    item: CatalogGetItemResult, question: str, wanted: dict[str, str], state: ConversationState
) -> str:
    """What as many as they say cost together; from the cheapest form to the dearest where they have named none."""
    counted = totals.without(asks.without_price(question))
    if not is_attended(options.of_item(item), item.attributes):
        counted = (
            _FOR_SO_MANY.sub(" ", counted) if item.unit == Unit.PIECE and GUESTS not in item.attributes else counted
        )
        counted = circumstances.without(plain(counted), "party", "couple")  # a line is not had by each who uses it
    said = choice.parse_choice(counted, item.options, title=item.title, unit=item.unit)
    sizes = {value for variant in item.variants for value in variant.options.values()}
    if said.quantity is None or not 1 < said.quantity <= MOST_PIECES or str(said.quantity) in sizes:
        return ""
    if item.unit == Unit.PIECE and said.quantity <= _capacity(item):  # a room for two is had by two once
        return ""
    chosen = state.purchase.choosing
    form = (dict(chosen.options) if chosen and chosen.item_id == item.item_id else {}) | wanted
    told = each_form.for_grown_ups(question, item.options)
    grown_ups = {name: value for name, value in told.items() if name not in form}
    form |= grown_ups
    prices = {each.price for each in item.variants if form.items() <= each.options.items()}
    if not prices:
        return ""
    low, high = min(prices), max(prices)
    each, whole = (price_range(low * count, high * count, item.currency) for count in (1, said.quantity))
    of_whom = "".join(f" ({value})" for value in grown_ups.values())
    return f"{so_many(said.quantity, item.unit, state)}{of_whom} \u00d7 {each} = {whole}"


def _capacity(item: CatalogGetItemResult) -> int:
    """How many use it together; 0 where that is not told."""
    told = item.attributes.get(GUESTS, "")
    return int(told) if told.isdecimal() else 0
