"""Several things ordered in one message: "2 kg of sugar and one flour", "two adults and one child" of one pass."""

import re
from decimal import Decimal
from typing import Final

from journeys.command import Command, Option
from journeys.context import TurnContext
from journeys.language.units import forms
from journeys.local import asks, named, wants
from journeys.local.purchase import choice
from journeys.local.purchase.measured import without_measures
from journeys.sales.commands import Add, Compare, Line, Search
from knowledge import lexicon
from tools.catalog.units import Unit

MOST_PARTS: Final = 5
LONGEST: Final = 200
_PARTS = re.compile(r"[,;&+\n](?!\d)|\b(?:and|plus|pamoja na|na)\b", re.IGNORECASE)


def ordered(text: str, context: TurnContext) -> tuple[Command, ...]:
    """What is plainly one item goes into the cart, the rest is looked for; of what is only priced, all are shown.

    Nothing where only one thing is spoken of."""
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    if not 2 <= len(parts) <= MOST_PARTS or not all(lexicon.things(_things(part)) for part in parts):
        return ()
    is_priced = asks.asks_price(text)
    if not is_priced and (asks.asks(text) or not (asks.buys_now(text) or asks.wants_it(text))):
        return ()
    lines, sought = [], []
    for part in parts:
        query = " ".join(word for word in without_measures(_things(part)).split() if word not in forms())[:LONGEST]
        found = context.call("catalog_search", query=query).result
        item = named.the_one(found, part) if found else None
        if item is None:
            sought.append(Search(queries=(query,)))
        else:
            said = choice.parse_choice(part, item.options, title=item.title, unit=item.unit)
            lines.append(Line(item=item.item_id, options=_options(said), quantity=said.quantity or Decimal(1)))
    if is_priced:
        priced = tuple(line.item for line in lines)
        return (Compare(items=priced, question=text[:LONGEST]),) if not sought else ()
    return (*((Add(lines=tuple(lines)),) if lines else ()), *sought)


def of_one_item(text: str, item_id: str, options: choice.Options, unit: str = Unit.PIECE) -> Add | None:
    """Forms of the same item, each with its number; None where only one is told."""
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    if not 2 <= len(parts) <= MOST_PARTS:
        return None
    told = [choice.parse_choice(part, options, unit=unit) for part in parts]
    is_whole = all(said.options and said.quantity and not (said.rest or said.unknown) for said in told)
    if not is_whole or len({tuple(sorted(said.options.items())) for said in told}) < len(told):
        return None
    return Add(lines=tuple(Line(item=item_id, options=_options(said), quantity=said.quantity) for said in told))


def _things(part: str) -> str:
    return " ".join(wants.parse(part).terms)


def _options(said: choice.UnderstoodChoice) -> tuple[Option, ...]:
    return tuple(Option(name=name, value=value) for name, value in said.options.items())
