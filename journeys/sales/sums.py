"""sum_up: what several things, or so many of one, would cost together, before anything is put in.

"Suti ya navy 52 iko? na tie ya blue, total": who asks what it comes to has ordered nothing.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys.checkout.shown import TIMES, with_options
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks, named, totals
from journeys.local.contents import asks_whether_in_it
from journeys.local.purchase import choice
from journeys.local.purchase.measured import without_measures
from journeys.reply import Text
from journeys.sales import look, several
from journeys.sales.commands import LONGEST_WORDS, AskItem, Line, SumUp
from journeys.sales.items import item_of
from journeys.sales.shown import cost
from journeys.state import ConversationState
from journeys.wording.money import price_range
from journeys.wording.phrases import say
from journeys.wording.quantity import so_many
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.units import figure

_CLAUSES: Final = re.compile(r"[,;.?!]\s|\b(?:and|na) (?=(?:is|are|je|does)\b)")
# What the tool takes as a query.
LONGEST: Final = 300


def asked(text: str, state: ConversationState, context: TurnContext) -> SumUp | None:
    """The things whose sum is asked for; the one of which so many are priced. None where something is ordered, or is
    in the cart: then its total is meant."""
    is_total = totals.asks_total(text)
    is_buying = bool(state.purchase.cart or state.purchase.order_id or state.controls.asked)
    if is_buying or not (is_total or asks.asks_price(text)) or choice.buys(text) or asks.wants_it(text):
        return None
    lines = several.priced(text, context)
    is_told = is_total or any(line.options or line.quantity != 1 for line in lines)
    if len(lines) > 1:
        return SumUp(lines=lines) if is_told else None
    return _of_one(text, state, context)


def _of_one(text: str, state: ConversationState, context: TurnContext) -> SumUp | None:
    """So many of the one thing that is named, or so many of each of its forms."""
    priced = " ".join(part for part in _CLAUSES.split(text) if not asks_whether_in_it(part)) or text
    query = without_measures(several.only_thing_in(priced, context))[:LONGEST]
    found = context.call("catalog_search", query=query).result if query else None
    one = named.the_one(found, text) if found is not None else None
    item = item_of(one.item_id, state, context) if one is not None else None
    things = lexicon.things(priced)
    if item is None or (things and things.isdisjoint(lexicon.things(item.title))):
        return None  # a flask for tea is no tea
    if of_forms := several.of_its_forms(totals.without(asks.without_price(text)), item):
        return SumUp(lines=of_forms.lines)
    is_counted = bool(cost.of(item, text, {}, state))
    return SumUp(lines=(Line(item=item.item_id),), question=text[:LONGEST_WORDS]) if is_counted else None


def sum_up(command: SumUp, state: ConversationState, context: TurnContext) -> Done:
    """Each with its price, and their sum; what is sold out costs nothing now."""
    if command.question:
        of_it = AskItem(items=tuple(line.item for line in command.lines), question=command.question)
        return look.ask_item(of_it, state, context)
    found = [(line, item) for line in command.lines if (item := item_of(line.item, state, context)) is not None]
    if not found:
        return Done(state=state, reply=Text(text=say("item_gone", state)))
    low = high = Decimal(0)
    told = list[str]()
    for number, (line, item) in enumerate(found, 1):
        prices = _prices(line, item)
        count = line.quantity or Decimal(1)
        low, high = low + count * min(prices, default=Decimal(0)), high + count * max(prices, default=Decimal(0))
        told.append(f"{number}. {_told(line, item, prices, state)}")
    items = list({item.item_id: item for _, item in found}.values())
    total = f"{say('total', state)}: *{price_range(low, high, items[0].currency)}*"
    text = "\n".join([*told, "", total, "", say("sum_up_hint", state)])
    return Done(state=look.listed(items, state).having(clarify_turns=0), reply=Text(text=text))


def _prices(line: Line, item: CatalogGetItemResult) -> list[Decimal]:
    """What one costs in the forms that are meant, of which enough are left."""
    form = {option.name: option.value for option in line.options}
    count = line.quantity or Decimal(1)
    return [each.price for each in item.variants if form.items() <= each.options.items() and each.stock >= count]


def _told(line: Line, item: CatalogGetItemResult, prices: Sequence[Decimal], state: ConversationState) -> str:
    """2 \u00d7 *Kenya Fan Jersey* (L, black): KES 3,500 (KES 1,750 \u00d7 2)."""
    count = line.quantity or Decimal(1)
    form = {option.name: option.value for option in line.options}
    name = f"{so_many(count, item.unit, state)} {TIMES} {with_options(item.title, form)}"
    if not prices:
        return f"{name}: {say('sold_out', state)}"
    low, high = min(prices), max(prices)
    each = f" ({price_range(low, high, item.currency)} {TIMES} {figure(count)})" if count != 1 else ""
    return f"{name}: {price_range(count * low, count * high, item.currency)}{each}"
